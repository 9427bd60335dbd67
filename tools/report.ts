import type { CheckOutcome } from './checks/checks.ts'

/** Counts of tests by outcome; a phase that threw counts as a failed one. */
export interface Tally {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** A test that did not run, and why. */
export interface Skipped {
  readonly name: string
  readonly reason: string
}

export function addTallies(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (sum, { passed, failed, skipped }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  )
}

/** `12 passed, 0 failed`, and `, 1 skipped` where some were. */
export function describeTally({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** The skipped tests by their reason: one line each where a reason is rare, their number where it is common. */
export function describeSkipped(skipped: readonly Skipped[]): string {
  const byReason = Map.groupBy(skipped, ({ reason }) => reason)
  return [...byReason]
    .flatMap(([reason, tests]) =>
      tests.length > 3
        ? [`  ${tests.length} tests: ${reason}\n`]
        : tests.map(({ name }) => `  ${name}: ${reason}\n`),
    )
    .join('')
}

/** One line for one check, with its time. */
export function describeCheck({ name, passed, milliseconds }: CheckOutcome): string {
  return `${passed ? 'ok    ' : 'FAILED'} ${name.padEnd(20)} ${(milliseconds / 1000).toFixed(1)} s\n`
}
