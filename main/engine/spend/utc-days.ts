import type { Period } from './ports.ts'

export const dayMs = 86_400_000

/** The UTC day of a moment, such as 2026-11-20. */
export function utcDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** From the first moment of a UTC day to the end of another. */
export function periodOf(from: string, to: string): Period {
  return { from: Date.parse(from), to: Date.parse(to) + dayMs }
}

/** The UTC month of a moment, from its first moment to that of the next. */
export function monthOf(time: number): Period {
  const date = new Date(time)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  return { from: Date.UTC(year, month), to: Date.UTC(year, month + 1) }
}
