import { z } from 'zod'
import { camelCaseAliases } from './aliases.ts'
import { pixels, prompt, styleImages } from './fields.ts'
import type { Model } from './model.ts'

export const i5: Model = {
  id: 'i5',
  kind: 'image',
  name: 'Photorealism',
  description: 'Photorealism and text rendering',
  request: z.strictObject({
    prompt,
    width: pixels.optional(),
    height: pixels.optional(),
    style_images: styleImages.optional(),
  }),
  aliases: camelCaseAliases('style_images'),
  renamedValues: [],
  notes: [
    { text: 'Prices are fixed and in USD, but not listed.', until: 'priced' },
    { text: 'Where the service describes this model, there may be more settings.', until: 'described' },
  ],
  pricing: null,
}
