import { z } from 'zod'
import { restoredSchema } from '../library/restored.ts'

/** Of a text that may hold settings; a longer one holds none. */
export const mostSettingsCharacters = 4 * 1024 * 1024

/** Null in place of what a file carries: it says nothing of its making. */
const output = restoredSchema.nullable()

export const restoreProcedures = {
  /** What one of the person’s own files carries. */
  'restore.input': { input: z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }), output },
  /** The same of a sidecar, or of settings as another program writes them. */
  'restore.text': { input: z.strictObject({ text: z.string().max(mostSettingsCharacters) }), output },
} as const
