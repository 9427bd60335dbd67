import type { MediaKind } from '../../../shared/api/media.ts'

/** How urgently a job is read: the young before the old. */
export const urgencies = ['young', 'middling', 'old'] as const

export type Urgency = (typeof urgencies)[number]

type Row = readonly [untilAge: number, interval: number, urgency: Urgency]

const forever = Number.POSITIVE_INFINITY

/**
 * Milliseconds between two readings by the job's age in milliseconds: the first row whose age is not exceeded.
 */
const usual: Readonly<Record<MediaKind, readonly Row[]>> = {
  image: [
    [20_000, 800, 'young'],
    [120_000, 2_500, 'middling'],
    [forever, 15_000, 'old'],
  ],
  audio: [
    [60_000, 1_500, 'young'],
    [600_000, 5_000, 'middling'],
    [forever, 30_000, 'old'],
  ],
  video: [
    [90_000, 2_000, 'young'],
    [900_000, 6_000, 'middling'],
    [forever, 30_000, 'old'],
  ],
}

/** The same while a webhook is expected to report the end: only a safety net. */
const quiet: Readonly<Record<MediaKind, readonly Row[]>> = {
  image: [
    [120_000, 12_000, 'middling'],
    [forever, 60_000, 'old'],
  ],
  audio: [
    [600_000, 20_000, 'middling'],
    [forever, 60_000, 'old'],
  ],
  video: [
    [900_000, 20_000, 'middling'],
    [forever, 60_000, 'old'],
  ],
}

/** Milliseconds that each old job adds to the interval of all: together they are read 20 times a second. */
const placeOfEachMs = 50

export interface Polled {
  readonly kind: MediaKind
  /** Milliseconds since it was accepted. */
  readonly age: number
  /** Whether a webhook is awaited for it. */
  readonly isQuiet: boolean
  /** How many jobs are polled in all. */
  readonly crowd: number
}

/** Milliseconds until the next reading, before jitter; old jobs are read less often the more there are. */
export function pollInterval({ kind, age, isQuiet, crowd }: Polled): {
  readonly interval: number
  readonly urgency: Urgency
} {
  const rows = (isQuiet ? quiet : usual)[kind]
  const [, interval, urgency] = rows.find(([untilAge]) => age < untilAge) ?? (rows.at(-1) as Row)
  if (urgency !== 'old') return { interval, urgency }
  return { interval: Math.max(interval, crowd * placeOfEachMs), urgency }
}
