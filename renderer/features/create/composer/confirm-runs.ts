import type { BudgetQuestion } from '../../../../shared/bridge/budget.ts'
import type { Bridge } from '../../../../shared/bridge/carrier.ts'
import type { BridgeErrorCode, BridgeResult } from '../../../../shared/bridge/error-codes.ts'
import type { Sheet } from '../../../../shared/bridge/sheet.ts'
import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import type { PlannedRun } from './plan-runs.ts'

/** What runs are confirmed by: the same ids again are the same runs. */
export interface RunIds {
  readonly batchId: string
  readonly submissionIds: readonly string[]
}

export interface RunRequest {
  readonly runs: readonly PlannedRun[]
  readonly sheet: Sheet | null
  /** One a run, where whoever asks keeps them over a reload; made here where absent. */
  readonly ids?: RunIds
}

/** Failures after which the runs may be there: confirming the same again must not make others. */
const leavesOpen: ReadonlySet<BridgeErrorCode> = new Set([
  'disconnected',
  'asks_first',
  'not_shown',
  'storage_failed',
  'internal',
])

/** How many runs alike are confirmed by one call. */
const mostAlike = 100

interface Kept {
  readonly request: string
  readonly submissionIds: readonly string[]
  /** Null where one call takes runs that are all alike. */
  readonly batchId: string | null
}

export type RunConfirmation = ReturnType<typeof createRunConfirmation>

/**
 * Confirms runs, one id each. Where the answer to a confirmation was lost, or was a question, confirming the same
 * again carries the same ids and so is the same runs.
 */
export function createRunConfirmation(bridge: Bridge, newId: () => string) {
  let kept: Kept | null = null

  return async function confirmRuns(
    wanted: RunRequest,
    agreed: readonly BudgetQuestion[] = [],
  ): Promise<BridgeResult<SubmissionView[]>> {
    const request = JSON.stringify(wanted)
    const ids: Kept =
      kept?.request === request
        ? kept
        : {
            request,
            submissionIds: wanted.ids?.submissionIds ?? wanted.runs.map(() => newId()),
            batchId: wanted.ids?.batchId ?? (areAlike(wanted) ? null : newId()),
          }
    const result = await call(wanted, ids, agreed.length > 0 ? { agreed: [...agreed] } : {})
    kept = !result.ok && leavesOpen.has(result.error.code) ? ids : null
    return result
  }

  function call(
    { runs, sheet }: RunRequest,
    { submissionIds, batchId }: Kept,
    agreed: { readonly agreed?: BudgetQuestion[] },
  ): Promise<BridgeResult<SubmissionView[]>> {
    const [first] = runs
    if (first && batchId === null) {
      return bridge.call('jobs.confirm', { submissionIds: [...submissionIds], ...first, ...agreed })
    }
    const batch = runs.map((run, index) => ({ submissionId: submissionIds[index] ?? '', ...run }))
    return bridge.call('jobs.confirmBatch', { batchId: batchId ?? newId(), runs: batch, sheet, ...agreed })
  }
}

function areAlike({ runs, sheet }: RunRequest): boolean {
  return sheet === null && runs.length <= mostAlike && runs.every((run) => run.values === runs[0]?.values)
}
