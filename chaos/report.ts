import type { Size, Trial, TrialOutcome } from './trial.ts'

/** How a trial ended, as printed by `--json`. */
export interface TrialResult {
  readonly promise: number
  readonly what: string
  readonly counted: Readonly<Record<string, number>>
  /** The minimum of each count. */
  readonly bar: Readonly<Record<string, number>>
  readonly breaches: readonly string[]
  readonly passed: boolean
  readonly seconds: number
}

/** The minimum at this size. */
export function barOf({ bar }: Pick<Trial, 'bar'>, size: Size): Record<string, number> {
  return Object.fromEntries(Object.entries(bar).map(([name, sizes]) => [name, sizes[size]]))
}

/** A trial passes without breaches and with enough tries. */
export function judge(
  { promise, what }: Pick<Trial, 'promise' | 'what'>,
  bar: Readonly<Record<string, number>>,
  { counted, breaches }: TrialOutcome,
  seconds: number,
): TrialResult {
  const isReached = Object.entries(bar).every(([name, atLeast]) => (counted[name] ?? 0) >= atLeast)
  const passed = breaches.length === 0 && isReached
  return { promise, what, counted, bar, breaches, passed, seconds: Math.round(seconds * 10) / 10 }
}

/** The table in readable form, each breach below it. */
export function renderTable(results: readonly TrialResult[]): string {
  const head = ['promise', 'what', 'counted', 'breaches', 'time', '']
  const lines = results.map((result) => [
    String(result.promise),
    result.what,
    describeCounts(result),
    String(result.breaches.length),
    `${result.seconds.toFixed(1)} s`,
    result.passed ? 'kept' : 'BROKEN',
  ])
  const widths = head.map((_, column) =>
    Math.max(...[head, ...lines].map((cells) => cells[column]?.length ?? 0)),
  )
  const rows = [head, ...lines].map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  const breaches = results.flatMap(({ promise, what, breaches }) =>
    breaches.map((breach) => `Promise ${promise}, ${what}: ${breach}`),
  )
  return `${[...rows, ...(breaches.length > 0 ? ['', ...breaches] : [])].join('\n')}\n`
}

/** `2004 of 2000 faults, 31 unknown`: counts with a minimum first. */
function describeCounts({ counted, bar }: TrialResult): string {
  const barred = Object.entries(bar).map(([name, atLeast]) => `${counted[name] ?? 0} of ${atLeast} ${name}`)
  const rest = Object.entries(counted).flatMap(([name, count]) => (name in bar ? [] : [`${count} ${name}`]))
  return [...barred, ...rest].join(', ')
}
