import { z } from 'zod'
import { camelCaseAliases, camelCaseEnd } from './aliases.ts'
import { media, nonEmptyPrompt, styleImages, styles } from './fields.ts'
import type { Model } from './model.ts'

export const i1: Model = {
  id: 'i1',
  kind: 'image',
  name: 'Fast realism',
  description: 'Fast realistic images, low diversity',
  request: z.strictObject({
    prompt: nonEmptyPrompt,
    aspect_ratio: z.enum(['1:1', '4:3', '2:3', '16:9', '9:16']).optional(),
    resolution: z.enum(['1K']).optional(),
    styles: styles(3).optional(),
    image_url: media('image').optional(),
    style_images: styleImages.min(1).optional(),
    skip_prompt_expansion: z.boolean().optional(),
  }),
  aliases: [
    { from: 'presetStyles', to: 'styles', until: camelCaseEnd },
    ...camelCaseAliases('skip_prompt_expansion', 'aspect_ratio', 'image_url', 'style_images'),
  ],
  renamedValues: [],
  notes: [
    { text: 'Where the service describes this model, there is a setting from 0 to 1.', until: 'described' },
  ],
  pricing: null,
}
