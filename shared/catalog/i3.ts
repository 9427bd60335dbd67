import { z } from 'zod'
import { camelCaseAliases, styleImagesAliasEnd } from './aliases.ts'
import { media, nonEmptyPrompt, pixels } from './fields.ts'
import type { Model } from './model.ts'

export const i3: Model = {
  id: 'i3',
  kind: 'image',
  name: 'Fast images',
  description: 'Fast images, from a prompt and images to work from',
  request: z.strictObject({
    prompt: nonEmptyPrompt,
    width: pixels.optional(),
    height: pixels.optional(),
    image_urls: z.array(media('image')).max(14).optional(),
    aspect_ratio: z
      .enum(['21:9', '1:1', '4:3', '3:2', '2:3', '5:4', '4:5', '3:4', '16:9', '9:16'])
      .optional(),
  }),
  aliases: [
    ...camelCaseAliases('image_urls', 'aspect_ratio'),
    { from: 'style_images', to: 'image_urls', until: styleImagesAliasEnd },
  ],
  renamedValues: [],
  notes: [],
  pricing: null,
}
