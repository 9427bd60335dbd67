import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'
import type { PhaseOutcome } from './phase.ts'

/** The environment variable with the path of the tally. */
export const tallyPathVariable = 'ATELIER_TALLY'

/** Counts a vitest run and records why tests were skipped, which its own JSON report omits. */
export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const path = process.env[tallyPathVariable]
    if (path) writeFileSync(path, JSON.stringify(countRun(modules, unhandledErrors.length)))
  }
}

function countRun(modules: readonly TestModule[], unhandledErrors: number): PhaseOutcome {
  const tests = modules.flatMap((module) => [...module.children.allTests()])
  const results = tests.map((test) => ({ name: test.fullName, result: test.result() }))
  const unread = modules.filter((module) => module.errors().length > 0).length
  const skipped = results.flatMap(({ name, result }) =>
    result.state === 'skipped' ? [{ name, reason: result.note ?? 'no reason given' }] : [],
  )
  return {
    passed: results.filter(({ result }) => result.state === 'passed').length,
    failed:
      results.filter(({ result }) => result.state === 'failed' || result.state === 'pending').length +
      unread +
      unhandledErrors,
    skipped: skipped.length,
    reasons: skipped,
  }
}
