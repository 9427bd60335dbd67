import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { ParsedInput, ProcedureOutput } from '../../../shared/bridge/procedures.ts'
import { respond } from '../bridge-result.ts'
import type { PromptHistory } from './ports.ts'

/** The procedures for earlier prompts (RECIPE6). */
export function createPromptProcedures({ prompts }: { readonly prompts: PromptHistory }) {
  return {
    'prompts.history'(
      query: ParsedInput<'prompts.history'>,
    ): BridgeResult<ProcedureOutput<'prompts.history'>> {
      const page = prompts.list(query)
      return respond({
        prompts: page.prompts.map((one) => ({ ...one, usedAt: new Date(one.usedAt).toISOString() })),
        nextCursor: page.nextCursor,
      })
    },
  }
}
