import { z } from 'zod'
import { pricePoint } from '../pricing/price-table.ts'
import { camelCaseAliases } from './aliases.ts'
import { media, prompt, seconds } from './fields.ts'
import type { Model } from './model.ts'

export const v1: Model = {
  id: 'v1',
  kind: 'video',
  name: 'Flagship',
  description: 'Flagship video with native audio, references and frame animation',
  makesAudio: true,
  request: z.strictObject({
    prompt,
    start_image: media('image').optional(),
    end_image: media('image').optional(),
    aspect_ratio: z.enum(['16:9', '4:3', '1:1', '3:4', '9:16', '21:9']).optional(),
    reference_images: z.array(media('image')).max(9).optional(),
    reference_videos: z.array(media('video')).max(3).optional(),
    reference_audios: z.array(media('audio')).max(3).optional(),
    duration: seconds(4, 15).optional(),
    resolution: z.enum(['480p', '720p', '1080p', '4k']).optional(),
    seed: z.int().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER).optional(),
  }),
  aliases: camelCaseAliases(
    'start_image',
    'aspect_ratio',
    'end_image',
    'reference_images',
    'reference_videos',
    'reference_audios',
  ),
  renamedValues: [],
  notes: [
    {
      text: 'Where the service describes this model, the finished video can be upscaled, up to 8K.',
      until: 'described',
    },
    {
      text: 'Where the service describes this model, the prompt can be enhanced before generation.',
      until: 'described',
    },
    {
      text: 'One older setting was ignored until 2026-10-30T00:00:00Z and is refused since.',
      until: 'described',
    },
  ],
  pricing: {
    unit: 'second',
    points: [
      pricePoint(0.0809, { resolution: '480p', has_reference_videos: true }),
      pricePoint(0.1348, { resolution: '480p', has_reference_videos: false }),
      pricePoint(0.182, { resolution: '720p', has_reference_videos: true }),
      pricePoint(0.3034, { resolution: '720p', has_reference_videos: false }),
      pricePoint(0.4096, { resolution: '1080p', has_reference_videos: true }),
      pricePoint(0.6826, { resolution: '1080p', has_reference_videos: false }),
      pricePoint(0.9331, { resolution: '4k', has_reference_videos: true }),
      pricePoint(1.5552, { resolution: '4k', has_reference_videos: false }),
    ],
  },
}
