import { z } from 'zod'
import { pricePoint } from '../pricing/price-table.ts'
import { camelCaseAliases } from './aliases.ts'
import { media, prompt } from './fields.ts'
import type { Model } from './model.ts'

export const v10: Model = {
  id: 'v10',
  kind: 'video',
  name: 'Native audio',
  description: 'Video with native audio',
  makesAudio: true,
  request: z.strictObject({
    // Not listed for this model, but sent in every example (decision 3); therefore optional.
    prompt: prompt.optional(),
    start_image: media('image').optional(),
    end_image: media('image').optional(),
    aspect_ratio: z.enum(['16:9', '9:16']).optional(),
    generate_audio: z.boolean().optional(),
  }),
  aliases: camelCaseAliases('start_image', 'aspect_ratio', 'end_image', 'generate_audio'),
  renamedValues: [],
  notes: [
    {
      text: 'The price is per second of a length that can’t be chosen yet. Where the service describes this model, it may be.',
      until: 'described',
    },
  ],
  pricing: {
    unit: 'second',
    points: [pricePoint(0.07, { generate_audio: false }), pricePoint(0.14, { generate_audio: true })],
  },
}
