import type { SubmissionProblem } from '../../../shared/bridge/views.ts'
import { renameValues } from '../../../shared/catalog/migrate-values.ts'
import type { Reason } from '../../../shared/failures/reason.ts'
import type { Catalogue } from '../catalog/catalogue.ts'
import type { DeprecationSigns } from '../catalog/deprecation-signs.ts'
import { reasonMembers } from '../reason-error.ts'
import type { Submission } from './submission.ts'

export interface RunObjectionDeps {
  readonly signs: Pick<DeprecationSigns, 'of'>
  readonly catalogue: Pick<Catalogue, 'find'>
}

/**
 * Why a confirmed run must not be sent any more: its endpoint has returned 410 since (JOB51), or it uses a name
 * that has ended (JOB52). Null where it may be sent.
 */
export function createRunObjection({ signs, catalogue }: RunObjectionDeps) {
  return ({ serviceId, path, modelId, values }: Submission): SubmissionProblem | null => {
    const sign = signs.of(serviceId, path)
    if (sign?.state === 'sunset') return objection('model_sunset', sign.message)
    const [old] = renameValues(
      { renamedValues: catalogue.find(modelId)?.renamedValues ?? [] },
      values,
    ).changes
    if (old?.kind !== 'value') return null
    const { field, from, to } = old
    return objection('refused', { code: 'value_renamed', field, from: String(from), to: String(to) })
  }
}

function objection(code: SubmissionProblem['code'], reason: Reason | null): SubmissionProblem {
  return { code, ...(reason && reasonMembers(reason)), status: null, retryAt: null }
}
