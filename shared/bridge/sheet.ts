import { z } from 'zod'

/** One dimension in which the runs of a contact sheet differ: a field's value, or the model. */
const sheetAxisSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('field'),
    /** The wire name. */
    field: z.string().max(200),
    /** In the order of the rows or columns; null is a run without the field, which the service then chooses. */
    values: z.array(z.unknown()).min(1).max(500),
  }),
  z.object({ kind: z.literal('model'), modelIds: z.array(z.string().max(200)).min(1).max(100) }),
])

/**
 * Runs that were confirmed together to be compared. A run's position follows from its own model and values; the
 * first axis is horizontal, the second vertical.
 */
export const sheetSchema = z.object({ axes: z.array(sheetAxisSchema).min(1).max(2) })

export type Sheet = z.infer<typeof sheetSchema>
export type SheetAxis = Sheet['axes'][number]
