import { type JsonBounds, parseBoundedJson } from '../../shared/json/read-bounded-json.ts'
import type { Log } from '../engine/ports.ts'

/** The bounds of JSON in our own rows: more than is ever written, and no more than can be sent to a page. */
const keptBounds: JsonBounds = { depth: 128, bytes: 64 * 1024 * 1024, members: 1_000_000 }

/** The JSON of a row; undefined where it can't be read. */
export function readKeptJson(text: unknown): unknown {
  return typeof text === 'string' ? parseBoundedJson(text, keptBounds) : undefined
}

/** Logs rows that can't be read, each once. */
export interface UnreadableRows {
  /** `what` names the row for a person, such as `The run 0193…`. */
  note(what: string): void
}

export function createUnreadableRows(log: Log): UnreadableRows {
  const noted = new Set<string>()
  return {
    note(what) {
      if (noted.has(what)) return
      noted.add(what)
      log.warn(`${what} can’t be read from the library. Everything else in it can.`)
    },
  }
}

/** For callers that show such rows and keep no log. */
export const unnotedRows: UnreadableRows = { note() {} }
