import type { Reason } from '../../../shared/failures/reason.ts'
import { lostEngine, unexplained } from '../../../shared/words/en/lost-engine.ts'
import { createLateFailures, type FailureWords } from '../late-failures.ts'

async function load(): Promise<FailureWords> {
  const [{ failures }, { reasons }] = await Promise.all([
    import('../../../shared/words/en/failures.ts'),
    import('../../../shared/words/en/reasons.ts'),
  ])
  return { failures, reasons }
}

export const lateFailures = createLateFailures(load, { lostEngine, unexplained })

/** A reason within these words; somebody else’s words as they are. */
export function sayReason(reason: Reason): string {
  return typeof reason === 'string' ? reason : lateFailures.words.reasons.sentence(reason)
}
