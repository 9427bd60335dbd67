import { z } from 'zod'
import { pricePoint } from '../pricing/price-table.ts'
import { camelCaseAliases } from './aliases.ts'
import { prompt, styleImages } from './fields.ts'
import type { Model } from './model.ts'

export const i2: Model = {
  id: 'i2',
  kind: 'image',
  name: 'Dense layouts',
  description: 'Dense layouts with small legible text',
  request: z.strictObject({ prompt, style_images: styleImages.optional() }),
  aliases: camelCaseAliases('style_images'),
  renamedValues: [],
  notes: [
    {
      text: 'The price depends on a resolution of 1K or 2K. Where the service describes this model, it can be chosen.',
      until: 'described',
    },
    { text: 'Where the service describes this model, there may be more settings.', until: 'described' },
  ],
  pricing: {
    unit: 'request',
    points: [pricePoint(0.04, { resolution: '1k' }), pricePoint(0.075, { resolution: '2k' })],
  },
}
