import { z } from 'zod'
import { pricePoint } from '../pricing/price-table.ts'
import { camelCaseAliases } from './aliases.ts'
import { media, seconds, text } from './fields.ts'
import type { Model } from './model.ts'

export const v7: Model = {
  id: 'v7',
  kind: 'video',
  name: 'Fast quality',
  description: 'Video, fast and high quality',
  request: z.strictObject({
    prompt: text({ maximum: 4096 }),
    start_image: media('image').optional(),
    start_video: media('video').optional(),
    duration: seconds(1, 15).optional(),
    resolution: z.enum(['480p', '720p']).optional(),
    aspect_ratio: z.enum(['16:9', '9:16', '1:1', '4:3', '3:4', '3:2', '2:3']).optional(),
    reference_images: z.array(media('image')).max(7).optional(),
    edit_video: media('video').optional(),
  }),
  aliases: camelCaseAliases('start_image', 'start_video', 'aspect_ratio', 'reference_images', 'edit_video'),
  renamedValues: [],
  notes: [],
  pricing: {
    unit: 'second',
    points: [pricePoint(0.05, { resolution: '480p' }), pricePoint(0.07, { resolution: '720p' })],
  },
}
