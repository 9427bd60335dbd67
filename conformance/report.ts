import type { Outcome, SectionOutcome } from './run-sections.ts'

const labels = { ok: 'ok      ', failed: 'FAILED  ', skipped: 'skipped ' } as const

/** One rule in a line; below it the expected and the actual result, or why it was skipped. */
export function describeOutcome(outcome: Outcome): string {
  const line = `  ${labels[outcome.outcome]}${outcome.rule}`
  switch (outcome.outcome) {
    case 'ok':
      return line
    case 'failed':
      return `${line}\n            expected ${outcome.expected}\n            came     ${outcome.came}`
    case 'skipped':
      return `${line}: ${outcome.reason}`
  }
}

export type Counts = Readonly<Record<'passed' | 'failed' | 'skipped', number>>

export function countOutcomes(sections: readonly SectionOutcome[]): Counts {
  const all = sections.flatMap((section) => section.rules)
  const count = (kind: Outcome['outcome']) => all.filter(({ outcome }) => outcome === kind).length
  return { passed: count('ok'), failed: count('failed'), skipped: count('skipped') }
}

export function describeCounts({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}
