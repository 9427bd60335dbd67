import { z } from 'zod'
import { pricePoint } from '../pricing/price-table.ts'
import { camelCaseAliases } from './aliases.ts'
import { media, prompt } from './fields.ts'
import type { Model } from './model.ts'

export const v5: Model = {
  id: 'v5',
  kind: 'video',
  name: 'Fast video',
  description: 'Fast medium-quality video',
  request: z.strictObject({
    prompt,
    start_image: media('image').optional(),
    end_image: media('image').optional(),
    expand_prompt: z.boolean().optional(),
    resolution: z.enum(['768p', '1080p']).optional(),
  }),
  aliases: camelCaseAliases('start_image', 'expand_prompt', 'end_image'),
  renamedValues: [],
  notes: [
    {
      text: 'The price depends on a length of 6 or 10 seconds. Where the service describes this model, it can be chosen.',
      until: 'described',
    },
  ],
  pricing: {
    unit: 'request',
    // `duration` names no field of this model, so 768p is priced as a range (decision 1).
    points: [
      pricePoint(0.19, { resolution: '768p', duration: 6 }),
      pricePoint(0.32, { resolution: '768p', duration: 10 }),
      pricePoint(0.33, { resolution: '1080p', duration: 6 }),
      pricePoint(0.33, { resolution: '1080p', duration: 10 }),
    ],
  },
}
