import { NotApplicable, type Rule } from './rule.ts'
import type { ServiceUnderTest } from './service-under-test.ts'

export interface Outcome {
  readonly section: string
  readonly rule: string
  readonly result: 'kept' | 'broken' | 'not tried'
  /** Why it is broken or was not tried; empty where it is kept. */
  readonly reason: string
}

/** Tries every rule, one after another; `tell` hears of each. */
export async function runRules(
  rules: readonly Rule[],
  service: ServiceUnderTest,
  tell: (outcome: Outcome) => void,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const { section, rule, check } of rules) {
    const outcome = { section, rule, ...(await attempt(() => check(service))) }
    outcomes.push(outcome)
    tell(outcome)
  }
  return outcomes
}

async function attempt(check: () => Promise<void>): Promise<Pick<Outcome, 'result' | 'reason'>> {
  try {
    await check()
    return { result: 'kept', reason: '' }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { result: error instanceof NotApplicable ? 'not tried' : 'broken', reason }
  }
}
