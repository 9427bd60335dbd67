import { z } from 'zod'
import { text } from './fields.ts'
import type { Model } from './model.ts'

export const a1: Model = {
  id: 'a1',
  kind: 'audio',
  name: 'Music',
  description: 'Music with vocals or instrumental only, from genre, mood, instruments and lyrics style',
  request: z.strictObject({
    prompt: text({ minimum: 1, maximum: 4100 }).meta({
      description: 'Genre, mood, instruments, lyrics style.',
    }),
    force_instrumental: z
      .boolean()
      .default(false)
      .meta({ description: 'Vocals are included unless this is on.' })
      .optional(),
  }),
  aliases: [],
  renamedValues: [],
  notes: [
    {
      text: 'The model chooses the length. Where the service describes this model, a track can be 3 seconds to 10 minutes long.',
      until: 'described',
    },
  ],
  pricing: null,
}
