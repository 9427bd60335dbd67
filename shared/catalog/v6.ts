import { z } from 'zod'
import { pricePoint } from '../pricing/price-table.ts'
import { camelCaseAliases } from './aliases.ts'
import { media, prompt, seconds } from './fields.ts'
import type { Model } from './model.ts'

export const v6: Model = {
  id: 'v6',
  kind: 'video',
  name: 'Dynamic motion',
  description: 'Video with dynamic motion, newer generation',
  request: z.strictObject({
    prompt,
    start_image: media('image').optional(),
    end_image: media('image').optional(),
    expand_prompt: z.boolean().optional(),
    resolution: z.enum(['768p', '1080p']).optional(),
    duration: seconds(6, 10).optional(),
  }),
  aliases: camelCaseAliases('start_image', 'expand_prompt', 'end_image'),
  renamedValues: [],
  notes: [{ text: 'Prices are listed for 6 and 10 seconds only.', until: 'priced' }],
  pricing: {
    unit: 'request',
    points: [
      pricePoint(0.28, { resolution: '768p', duration: 6 }),
      pricePoint(0.49, { resolution: '1080p', duration: 6 }),
      pricePoint(0.49, { resolution: '1080p', duration: 10 }),
      pricePoint(0.56, { resolution: '768p', duration: 10 }),
    ],
  },
}
