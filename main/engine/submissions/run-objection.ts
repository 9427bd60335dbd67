import type { SubmissionProblem } from '../../../shared/bridge/views.ts'
import { renameValues } from '../../../shared/catalog/migrate-values.ts'
import type { Reason } from '../../../shared/failures/reason.ts'
import type { Catalogue } from '../catalog/catalogue.ts'
import type { DeprecationSigns } from '../catalog/deprecation-signs.ts'
import { reasonMembers } from '../reason-error.ts'
import { endOf } from './end-reason.ts'
import type { Submission } from './submission.ts'

export interface RunObjectionDeps {
  readonly signs: Pick<DeprecationSigns, 'of'>
  readonly catalogue: Pick<Catalogue, 'findAt'>
}

/** What keeps a confirmed run from being sent. */
export function createRunObjection({ signs, catalogue }: RunObjectionDeps) {
  /** Its endpoint has returned 410, or the date of its model's end has begun (JOB96). */
  function end({ serviceId, path, modelId }: Submission): SubmissionProblem | null {
    const sign = signs.of(serviceId, path)
    if (sign?.state === 'sunset') return objection('model_sunset', sign.message)
    const model = catalogue.findAt(serviceId, modelId)
    // The model may have another path by now.
    if (model?.deprecation?.state !== 'sunset' || model.path !== path) return null
    return objection('model_sunset', endOf(model.label, model.deprecation))
  }

  return {
    end,
    /** Its model has ended, or it uses a name that has ended since (JOB52). Null where it may be sent. */
    objection(run: Submission): SubmissionProblem | null {
      const { renamedValues = [] } = catalogue.findAt(run.serviceId, run.modelId) ?? {}
      const [old] = renameValues({ renamedValues }, run.values).changes
      const ended = end(run)
      if (ended || old?.kind !== 'value') return ended
      const { field, from, to } = old
      return objection('refused', { code: 'value_renamed', field, from: String(from), to: String(to) })
    },
  }
}

function objection(code: SubmissionProblem['code'], reason: Reason | null): SubmissionProblem {
  return { code, ...(reason && reasonMembers(reason)), status: null, retryAt: null }
}
