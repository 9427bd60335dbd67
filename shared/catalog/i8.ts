import { z } from 'zod'
import { camelCaseEnd } from './aliases.ts'
import { nonEmptyPrompt, styles } from './fields.ts'
import type { Model } from './model.ts'

export const i8: Model = {
  id: 'i8',
  kind: 'image',
  name: 'Affordable',
  description: 'Affordable medium-quality images',
  request: z.strictObject({
    prompt: nonEmptyPrompt,
    width: z.int().min(256).max(4096).optional(),
    height: z.int().min(256).max(4096).optional(),
    styles: styles(3).optional(),
  }),
  aliases: [{ from: 'presetStyles', to: 'styles', until: camelCaseEnd }],
  renamedValues: [],
  notes: [
    { text: 'Where the service describes this model, there is a setting from 1 to 50.', until: 'described' },
  ],
  pricing: null,
}
