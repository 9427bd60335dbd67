import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { Judged } from '../../../shared/bridge/judgement-schemas.ts'
import type { ParsedInput, ProcedureOutput } from '../../../shared/bridge/procedures.ts'
import { respond } from '../bridge-result.ts'
import type { Clock } from '../ports.ts'
import type { Judgements } from './ports.ts'

export interface JudgementProceduresDeps {
  readonly clock: Clock
  readonly judgements: Judgements
  /** What the files are judged from now on. */
  onJudged(judged: readonly Judged[]): void
}

/** Rating, flagging and labeling files. */
export function createJudgementProcedures({ clock, judgements, onJudged }: JudgementProceduresDeps) {
  return {
    'library.judge'({
      changes,
    }: ParsedInput<'library.judge'>): BridgeResult<ProcedureOutput<'library.judge'>> {
      const { before, after } = judgements.judge(changes, clock.now())
      if (after.length > 0) onJudged(after)
      return respond({ before: [...before], after: [...after] })
    },
  }
}
