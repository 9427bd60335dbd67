import { z } from 'zod'
import { camelCaseEnd } from './aliases.ts'
import { nonEmptyPrompt, styles } from './fields.ts'
import type { Model } from './model.ts'

export const i8: Model = {
  id: 'i8',
  kind: 'image',
  label: 'Affordable medium-quality images',
  request: z.strictObject({
    prompt: nonEmptyPrompt,
    width: z.int().min(256).max(4096).optional(),
    height: z.int().min(256).max(4096).optional(),
    styles: styles(3).optional(),
  }),
  aliases: [{ from: 'presetStyles', to: 'styles', until: camelCaseEnd }],
  renamedValues: [],
  notes: [{ text: 'A whole number from 1 to 50; its field name is not listed.', until: 'described' }],
  pricing: null,
}
