import { z } from 'zod'
import { nonEmptyPrompt } from './fields.ts'
import type { Model } from './model.ts'

const thinkingModeRename = '2026-10-23'

export const i6: Model = {
  id: 'i6',
  kind: 'image',
  name: 'Generate & edit',
  description: 'Generate and edit images (beta)',
  request: z.strictObject({
    prompt: nonEmptyPrompt,
    thinking_mode: z.enum(['fast', 'high']).optional(),
    resolution: z.enum(['1K', '2K']).optional(),
    aspect_ratio: z
      .enum(['1:1', '4:5', '3:4', '2:3', '9:16', '5:4', '4:3', '3:2', '16:9', '21:9'])
      .optional(),
  }),
  aliases: [],
  renamedValues: [
    { field: 'thinking_mode', from: 'instant', to: 'fast', until: thinkingModeRename },
    { field: 'thinking_mode', from: 'medium', to: 'high', until: thinkingModeRename },
  ],
  notes: [
    {
      text: 'Where the service describes this model, it takes up to 8 reference images.',
      until: 'described',
    },
    {
      text: 'Where the service describes this model, a run can be sent with zero data retention.',
      until: 'described',
    },
  ],
  pricing: null,
}
