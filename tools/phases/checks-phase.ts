import { runChecks } from '../checks/checks.ts'
import { describeCheck } from '../report.ts'
import type { PhaseInput, PhaseOutcome } from './phase.ts'

/** All checks of `npm run check`; each part counts as one test. */
export async function runChecksPhase({ root, print }: PhaseInput): Promise<PhaseOutcome> {
  const outcomes = await runChecks(root, (outcome) => print(describeCheck(outcome)))
  const failed = outcomes.filter((outcome) => !outcome.passed)
  for (const { name, output } of failed) print(`\n${name}\n${output}`)
  return { passed: outcomes.length - failed.length, failed: failed.length, skipped: 0, reasons: [] }
}
