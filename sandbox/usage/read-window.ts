import { toIso } from '../clock.ts'

/** The first moment covered by the report: the interface doesn't give it, this is the sandbox's own. */
export const coverageStart = Date.parse('2025-01-01T00:00:00Z')

const dayMs = 24 * 60 * 60 * 1000
const defaultDays = 7

export interface WindowInput {
  /** As in the query. */
  readonly startDate: string | undefined
  readonly endDate: string | undefined
  /** Milliseconds, UTC. */
  readonly now: number
}

/** The window that is really covered; both ends inclusive. Milliseconds, UTC. */
export type UsageWindow =
  | { readonly ok: true; readonly start: number; readonly end: number }
  | { readonly ok: false; readonly status: 400 | 422; readonly error: string }

/** Reads the query of GET /usage (interface: GET /usage): defaults, whole days, and clamping on both sides. */
export function readWindow({ startDate, endDate, now }: WindowInput): UsageWindow {
  const end = endDate === undefined ? now : readMoment(endDate, 'end')
  if (end === null) return invalid('end_date')
  const clampedEnd = Math.min(end, now)
  const start = startDate === undefined ? clampedEnd - defaultDays * dayMs : readMoment(startDate, 'start')
  if (start === null) return invalid('start_date')
  if (start > end && endDate !== undefined) return refuse(422, 'start_date: lies after end_date.')
  if (start > now) {
    return refuse(400, `start_date: lies in the future; the report covers nothing after ${toIso(now)}.`)
  }
  if (end < coverageStart) {
    return refuse(400, `end_date: lies before ${toIso(coverageStart)}, where the report’s coverage begins.`)
  }
  return { ok: true, start: Math.max(start, coverageStart), end: clampedEnd }
}

function refuse(status: 400 | 422, error: string): UsageWindow {
  return { ok: false, status, error }
}

function invalid(parameter: string): UsageWindow {
  const rule =
    'a calendar date (YYYY-MM-DD) or a date-time with a zone, such as 2026-11-20T08:30:00Z or …+02:00'
  return refuse(422, `${parameter}: must be ${rule}, that exists. In a query + is written %2B.`)
}

const dateTime =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/

/** A calendar date is its first moment as a start and its last as an end. Null for an impossible date. */
function readMoment(text: string, side: 'start' | 'end'): number | null {
  const midnight = readDate(text)
  if (midnight !== null) return midnight + (side === 'end' ? dayMs - 1 : 0)
  const [, date] = dateTime.exec(text) ?? []
  return date === undefined || readDate(date) === null ? null : Date.parse(text)
}

/** The first moment of a calendar date; Date.parse alone reads 30 February as 2 March. */
function readDate(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  const midnight = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(text) ? midnight : null
}
