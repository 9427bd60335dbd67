import type { ModelDeprecation, ModelDetail, SubmissionProblem } from '../../../shared/bridge/views.ts'
import { renameValues } from '../../../shared/catalog/migrate-values.ts'
import type { CodedReason, Reason } from '../../../shared/failures/reason.ts'
import { estimate, isSamePrice } from '../../../shared/pricing/estimate.ts'
import type { Catalogue } from '../catalog/catalogue.ts'
import type { DeprecationSigns } from '../catalog/deprecation-signs.ts'
import { reasonMembers } from '../reason-error.ts'
import type { Submission } from './submission.ts'

export interface RunObjectionDeps {
  readonly signs: Pick<DeprecationSigns, 'of'>
  readonly catalogue: Pick<Catalogue, 'findAt' | 'isDescribed'>
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

  /**
   * Its price by the description in use is not the one that was confirmed, or its endpoint isn't described any more. Only
   * of the connected service: another one's may have changed unread. What is held for its price stays so meanwhile, as
   * nobody said yes to another (CAT126).
   */
  function priceObjection(run: Submission, model: ModelDetail | null): SubmissionProblem | null {
    if (!catalogue.isDescribed(run.serviceId))
      return run.problem?.code === 'price_changed' ? run.problem : null
    if (model?.path !== run.path)
      return objection('price_changed', { code: 'model_unknown', model: model?.label ?? run.modelId })
    const { pricing, schema } = model
    const now = estimate({ pricing, schema, values: run.values })
    return isSamePrice(now, run.estimate) ? null : objection('price_changed', null)
  }

  return {
    end,
    /** Each model is looked up once for all runs that are asked about. */
    reprice() {
      const models = new Map<string, ModelDetail | null>()
      return (run: Submission) => {
        const key = JSON.stringify([run.serviceId, run.modelId])
        const model = models.has(key)
          ? (models.get(key) ?? null)
          : catalogue.findAt(run.serviceId, run.modelId)
        models.set(key, model)
        return priceObjection(run, model)
      }
    },
    /**
     * Its model has ended, it uses a name that has ended since (JOB52), or its price is another one (CAT65). Null where it
     * may be sent.
     */
    objection(run: Submission): SubmissionProblem | null {
      const model = catalogue.findAt(run.serviceId, run.modelId)
      const [old] = renameValues({ renamedValues: model?.renamedValues ?? [] }, run.values).changes
      const ended = end(run)
      if (ended) return ended
      if (old?.kind !== 'value') return priceObjection(run, model)
      const { field, from, to } = old
      return objection('refused', { code: 'value_renamed', field, from: String(from), to: String(to) })
    },
  }
}

function objection(code: SubmissionProblem['code'], reason: Reason | null): SubmissionProblem {
  return { code, ...(reason && reasonMembers(reason)), status: null, retryAt: null }
}

/** That a model has ended, as a reason. */
export function endOf(model: string, { sunsetDate, replacement, cause }: ModelDeprecation): CodedReason {
  return {
    code: 'model_ended',
    model,
    date: sunsetDate,
    replacement: replacement?.label ?? null,
    words: cause,
  }
}
