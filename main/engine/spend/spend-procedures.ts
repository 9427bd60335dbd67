import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { ParsedInput, ProcedureOutput } from '../../../shared/bridge/procedures.ts'
import { respond } from '../bridge-result.ts'
import type { Spend } from './spend.ts'

export interface SpendProceduresDeps {
  readonly spend: Pick<Spend, 'summary' | 'lines'>
  /** The connected account; before one is, the one that will be. */
  connectedAccount(): string
}

/** The procedures for what runs cost. */
export function createSpendProcedures({ spend, connectedAccount }: SpendProceduresDeps) {
  return {
    'spend.summary': async ({
      account = connectedAccount(),
      ...range
    }: ParsedInput<'spend.summary'>): Promise<BridgeResult<ProcedureOutput<'spend.summary'>>> =>
      respond(await spend.summary({ ...range, account })),
    'spend.ledger': (query: ParsedInput<'spend.ledger'>): BridgeResult<ProcedureOutput<'spend.ledger'>> =>
      respond(spend.lines(query)),
  }
}
