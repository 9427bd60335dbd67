import { z } from 'zod'
import { camelCaseAliases, camelCaseEnd } from './aliases.ts'
import { media, nonEmptyPrompt, styleImages } from './fields.ts'
import type { Model } from './model.ts'

export const i4: Model = {
  id: 'i4',
  kind: 'image',
  name: 'Image editing',
  description: 'Edits an image, as freely or as closely to the prompt as you say',
  request: z.strictObject({
    prompt: nonEmptyPrompt,
    image_url: media('image').optional(),
    width: z.int().min(512).max(8192).optional(),
    height: z.int().min(512).max(8192).optional(),
    guidance_scale: z
      .number()
      .min(0)
      .max(24)
      .default(3)
      .meta({ description: 'Higher follows the prompt more strictly.' })
      .optional(),
    style_images: styleImages.min(1).optional(),
  }),
  aliases: [
    ...camelCaseAliases('image_url'),
    { from: 'guidance_scale_flux', to: 'guidance_scale', until: camelCaseEnd },
    ...camelCaseAliases('style_images'),
  ],
  renamedValues: [],
  notes: [
    { text: 'Where the service describes this model, there is a setting from 1 to 100.', until: 'described' },
    {
      text: 'Where the service describes this model, there is a denoising strength from 0, which keeps the input image, to 1, which replaces it.',
      until: 'described',
    },
  ],
  pricing: null,
}
