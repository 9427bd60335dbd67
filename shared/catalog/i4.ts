import { z } from 'zod'
import { camelCaseAliases, camelCaseEnd } from './aliases.ts'
import { media, nonEmptyPrompt, styleImages } from './fields.ts'
import type { Model } from './model.ts'

export const i4: Model = {
  id: 'i4',
  kind: 'image',
  label: 'Image editing',
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
    { text: 'A whole number from 1 to 100; its field name is not listed.', until: 'described' },
    {
      text: 'A denoising strength from 0 (keeps the input image) to 1 (replaces it fully); its field name is not listed.',
      until: 'described',
    },
  ],
  pricing: null,
}
