import { z } from 'zod'
import { carriedSchema } from './carried.ts'
import { flags, labels, mostStars } from './judgement.ts'

/** Where it was found; the last is a description alone. */
export const restoredSources = ['atelier', 'sidecar', 'parameters', 'comfyui', 'xmp'] as const

/** What a file carries of its making, whichever program wrote it. */
export const restoredSchema = z.object({
  /** Null where only another program’s settings are in it. */
  modelId: z.string().nullable(),
  /** By wire name; of another program’s settings the prompt, the negative prompt and the seed. */
  values: z.record(z.string(), z.unknown()),
  rating: z.int().min(0).max(mostStars),
  flag: z.enum(flags),
  label: z.literal(labels),
  isFavorite: z.boolean(),
  tags: z.array(z.string()),
  note: z.string(),
  source: z.enum(restoredSources),
  /** All of our own recipe; null where another program wrote it. */
  carried: carriedSchema.nullable(),
})

export type Restored = z.infer<typeof restoredSchema>
