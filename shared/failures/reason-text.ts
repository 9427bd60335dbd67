import { readBoundedJson } from '../json/read-bounded-json.ts'
import { codedReasonSchema, type Reason } from './reason.ts'

/** A reason as one text, for a column that held sentences before: words as they are, a code as JSON. */
export function writeReason(reason: Reason): string {
  // Words that look like our JSON are quoted, so that nobody else’s are ever read as a code.
  if (typeof reason === 'string') return /^["{]/.test(reason) ? JSON.stringify(reason) : reason
  return JSON.stringify(reason)
}

/** Parses a column's reason. Never fails: anything but a reason of ours is somebody’s words. */
export function readReason(kept: string): Reason {
  if (!/^["{]/.test(kept)) return kept
  const json = readBoundedJson(kept)
  if (!json.ok) return kept
  return typeof json.value === 'string' ? json.value : (codedReasonSchema.safeParse(json.value).data ?? kept)
}
