import { z } from 'zod'
import { camelCaseAliases } from './aliases.ts'
import { media, prompt } from './fields.ts'
import type { Model } from './model.ts'

export const v9: Model = {
  id: 'v9',
  kind: 'video',
  name: 'Improved dynamics',
  description: 'Video with improved dynamics',
  request: z.strictObject({
    prompt,
    start_image: media('image').optional(),
    end_image: media('image').optional(),
    aspect_ratio: z.enum(['16:9', '9:16', '1:1']).optional(),
  }),
  aliases: camelCaseAliases('start_image', 'aspect_ratio', 'end_image'),
  renamedValues: [],
  notes: [],
  pricing: null,
}
