import { z } from 'zod'
import { pricePoint } from '../pricing/price-table.ts'
import { camelCaseAliases } from './aliases.ts'
import { media, seconds, text } from './fields.ts'
import type { Model } from './model.ts'

export const v4: Model = {
  id: 'v4',
  kind: 'video',
  name: 'New generation',
  description: 'Text and image to video with native audio, newer generation',
  makesAudio: true,
  request: z.strictObject({
    prompt: text({ maximum: 4096 }),
    start_image: media('image').optional(),
    start_video: media('video').optional(),
    duration: seconds(1, 15).optional(),
    resolution: z.enum(['480p', '720p', '1080p']).optional(),
    aspect_ratio: z.enum(['16:9', '9:16', '1:1']).optional(),
  }),
  aliases: camelCaseAliases('start_image', 'start_video', 'aspect_ratio'),
  renamedValues: [],
  notes: [
    {
      text: 'The aspect ratio only sizes the start frame that is made when no start image is given; with a start image the video has that image’s aspect ratio.',
    },
  ],
  pricing: {
    unit: 'second',
    points: [
      pricePoint(0.08, { resolution: '480p' }),
      pricePoint(0.14, { resolution: '720p' }),
      pricePoint(0.25, { resolution: '1080p' }),
    ],
  },
}
