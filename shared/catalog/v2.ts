import { z } from 'zod'
import { pricePoint } from '../pricing/price-table.ts'
import { camelCaseAliases } from './aliases.ts'
import { media, prompt, seconds } from './fields.ts'
import type { Model } from './model.ts'

export const v2: Model = {
  id: 'v2',
  kind: 'video',
  name: 'Classic motion',
  description: 'Video with dynamic motion, older generation',
  request: z.strictObject({
    prompt,
    start_image: media('image').optional(),
    end_image: media('image').optional(),
    expand_prompt: z.boolean().optional(),
    resolution: z.enum(['512p', '768p', '1080p']).optional(),
    duration: seconds(6, 10).optional(),
  }),
  aliases: camelCaseAliases('start_image', 'expand_prompt', 'end_image'),
  renamedValues: [],
  notes: [],
  pricing: {
    unit: 'request',
    // The 512p row is priced exactly as listed, although it looks uneven (decision 7).
    points: [
      pricePoint(0.1, { resolution: '512p', duration: 6 }),
      pricePoint(0.315, { resolution: '512p', duration: 7 }),
      pricePoint(0.36, { resolution: '512p', duration: 8 }),
      pricePoint(0.405, { resolution: '512p', duration: 9 }),
      pricePoint(0.15, { resolution: '512p', duration: 10 }),
      pricePoint(0.27, { resolution: '768p', duration: 6 }),
      pricePoint(0.315, { resolution: '768p', duration: 7 }),
      pricePoint(0.36, { resolution: '768p', duration: 8 }),
      pricePoint(0.405, { resolution: '768p', duration: 9 }),
      pricePoint(0.45, { resolution: '768p', duration: 10 }),
      pricePoint(0.54, { resolution: '1080p', duration: 6 }),
      pricePoint(0.63, { resolution: '1080p', duration: 7 }),
      pricePoint(0.72, { resolution: '1080p', duration: 8 }),
      pricePoint(0.81, { resolution: '1080p', duration: 9 }),
      pricePoint(0.9, { resolution: '1080p', duration: 10 }),
    ],
  },
}
