import { z } from 'zod'
import { camelCaseAliases } from './aliases.ts'
import { media, prompt, seconds } from './fields.ts'
import type { Model } from './model.ts'

export const v3: Model = {
  id: 'v3',
  kind: 'video',
  name: 'Multimodal',
  description: 'Multimodal video with native audio',
  makesAudio: true,
  request: z.strictObject({
    prompt,
    start_image: media('image').optional(),
    aspect_ratio: z.enum(['16:9', '9:16']).optional(),
    duration: seconds(3, 10).optional(),
    reference_images: z.array(media('image')).max(3).optional(),
    reference_videos: z.array(media('video')).optional(),
  }),
  aliases: camelCaseAliases('start_image', 'aspect_ratio', 'reference_images', 'reference_videos'),
  renamedValues: [],
  notes: [],
  pricing: null,
}
