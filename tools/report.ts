import type { CheckOutcome } from './checks/checks.ts'

/** How many tests ended which way; a phase that broke counts as one that failed. */
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

/** One line for one check, with its time. */
export function describeCheck({ name, passed, milliseconds }: CheckOutcome): string {
  return `${passed ? 'ok    ' : 'FAILED'} ${name.padEnd(20)} ${(milliseconds / 1000).toFixed(1)} s\n`
}
