import { z } from 'zod'

/** Of the examples of one model: how many are read and shown, and how long each may be as JSON, and its title. */
export const modelExampleBounds = { read: 20, shown: 8, characters: 20_000, title: 80 } as const

/** A request that a model’s description shows, as far as its form takes it (CAT152). */
export const modelExampleSchema = z.object({
  /** Its name in the description; null where it has none. */
  title: z.string().nullable(),
  values: z.record(z.string(), z.unknown()),
  /** The wire names of what it has besides, and the form can’t take or is only a stand-in. */
  leftOut: z.array(z.string()),
  /** The wire names of required fields that it doesn’t fill. */
  lacks: z.array(z.string()),
})

export type ModelExample = z.infer<typeof modelExampleSchema>
