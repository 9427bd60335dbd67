import type { Bridge } from '../../../shared/bridge/carrier.ts'
import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { ModelDetail, SubmissionView } from '../../../shared/bridge/views.ts'
import { type Estimate, estimate } from '../../../shared/pricing/estimate.ts'
import type { Values } from './draft.ts'

export interface RunRequest {
  readonly detail: ModelDetail
  readonly values: Values
  readonly runs: number
}

/** The price of one run of what the form holds. */
export function estimateOf(detail: ModelDetail, values: Values): Estimate {
  return estimate({ pricing: detail.pricing, schema: detail.schema, values })
}

/**
 * Confirms runs, one id each. Where the answer to a confirmation was lost, confirming the same again carries the same
 * ids and so is the same runs.
 */
export function createRunConfirmation(bridge: Bridge, newId: () => string) {
  let lost: { readonly request: string; readonly ids: readonly string[] } | null = null

  return async function confirmRuns(request: RunRequest): Promise<BridgeResult<SubmissionView[]>> {
    const { detail, values, runs } = request
    const key = JSON.stringify([detail.id, values, runs])
    const ids = lost?.request === key ? lost.ids : Array.from({ length: runs }, newId)
    const result = await bridge.call('jobs.confirm', {
      submissionIds: [...ids],
      modelId: detail.id,
      values,
      estimate: estimateOf(detail, values),
    })
    lost = !result.ok && result.error.code === 'disconnected' ? { request: key, ids } : null
    return result
  }
}
