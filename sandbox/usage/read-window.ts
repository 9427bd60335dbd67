/** The first moment that the report covers: the interface doesn't show it, this is the sandbox's own. */
export const coverageStart = Date.parse('2025-01-01T00:00:00Z')

const dayMs = 24 * 60 * 60 * 1000
const defaultDays = 7

export interface WindowInput {
  /** As the query has them. */
  readonly startDate: string | undefined
  readonly endDate: string | undefined
  /** Milliseconds, UTC. */
  readonly now: number
}

/** The window that is really covered; both ends are inside. Milliseconds, UTC. */
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
  if (start > end) return { ok: false, status: 422, error: 'start_date: lies after end_date.' }
  if (end < coverageStart || start > now) {
    return { ok: false, status: 400, error: 'The window lies outside what the report covers.' }
  }
  return { ok: true, start: Math.max(start, coverageStart), end: clampedEnd }
}

function invalid(parameter: string): UsageWindow {
  const error = `${parameter}: must be a calendar date (YYYY-MM-DD) or an ISO 8601 date-time.`
  return { ok: false, status: 422, error }
}

/** A calendar date is its first moment as a start and its last as an end. */
function readMoment(text: string, side: 'start' | 'end'): number | null {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) {
    const midnight = Date.parse(`${text}T00:00:00Z`)
    const isReal = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(text)
    return isReal ? midnight + (side === 'end' ? dayMs - 1 : 0) : null
  }
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(text)) return null
  const moment = Date.parse(text)
  return Number.isNaN(moment) ? null : moment
}
