import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { ParsedInput, ProcedureOutput } from '../../../shared/bridge/procedures.ts'
import type { FileView } from '../../../shared/bridge/views.ts'
import { respond } from '../bridge-result.ts'
import type { PromptHistory } from './ports.ts'

export interface PromptProceduresDeps {
  readonly prompts: PromptHistory
  readonly files: { filesOf(submissionIds: readonly string[]): ReadonlyMap<string, readonly FileView[]> }
}

/** The procedures for earlier prompts (RECIPE6). */
export function createPromptProcedures({ prompts, files }: PromptProceduresDeps) {
  return {
    'prompts.history'(
      query: ParsedInput<'prompts.history'>,
    ): BridgeResult<ProcedureOutput<'prompts.history'>> {
      const page = prompts.list(query)
      const filesOf = files.filesOf(page.prompts.flatMap(({ submissionId }) => submissionId ?? []))
      return respond({
        prompts: page.prompts.map(({ submissionId, usedAt, ...one }) => ({
          ...one,
          usedAt: new Date(usedAt).toISOString(),
          file: fileOf(filesOf.get(submissionId ?? '') ?? []),
        })),
        nextCursor: page.nextCursor,
      })
    },
  }
}

/** The first that is here, else the first of all. */
function fileOf(files: readonly FileView[]): FileView | null {
  return files.find(({ state }) => state === 'saved') ?? files[0] ?? null
}
