import { z } from 'zod'
import { camelCaseAliases, camelCaseEnd } from './aliases.ts'
import { media, prompt, seconds } from './fields.ts'
import type { Model } from './model.ts'

export const v8: Model = {
  id: 'v8',
  kind: 'video',
  name: 'Premium',
  description: 'Expensive high-quality video',
  request: z.strictObject({
    prompt,
    start_image: media('image').optional(),
    start_video: media('video').optional(),
    aspect_ratio: z.enum(['16:9', '9:16']).optional(),
    duration: seconds(5, 8).optional(),
  }),
  aliases: [
    ...camelCaseAliases('start_image', 'start_video', 'aspect_ratio'),
    { from: 'image_url', to: 'start_image', until: camelCaseEnd },
  ],
  renamedValues: [],
  notes: [],
  pricing: null,
}
