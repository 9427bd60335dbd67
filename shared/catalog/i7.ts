import { z } from 'zod'
import { camelCaseEnd, styleImagesAliasEnd } from './aliases.ts'
import { media, nonEmptyPrompt, pixels } from './fields.ts'
import type { Model } from './model.ts'

export const i7: Model = {
  id: 'i7',
  kind: 'image',
  name: 'Smart editing',
  description: 'Smart editing of one or several images',
  request: z.strictObject({
    prompt: nonEmptyPrompt,
    image_urls: z.array(media('image')).max(10).optional(),
    width: pixels.optional(),
    height: pixels.optional(),
    aspect_ratio: z.enum(['16:9', '2:1', '3:2', '4:3', '1:1', '3:4', '2:3', '1:2', '9:16']).optional(),
    resolution: z.enum(['1K', '2K', '4K']).optional(),
  }),
  aliases: [
    { from: 'imageUrls', to: 'image_urls', until: camelCaseEnd },
    { from: 'style_images', to: 'image_urls', until: styleImagesAliasEnd },
  ],
  renamedValues: [],
  notes: [
    {
      text: 'Where the service describes this model, there is a choice of low, medium, high or auto.',
      until: 'described',
    },
  ],
  pricing: null,
}
