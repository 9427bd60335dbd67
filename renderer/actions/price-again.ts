import type { ModelDetail } from '../../shared/bridge/views.ts'
import { migrateValues } from '../../shared/catalog/migrate-values.ts'
import { problemsOf } from '../../shared/form/problems.ts'
import { requestFields } from '../../shared/form/request-fields.ts'
import { createEstimator } from '../../shared/pricing/estimator.ts'
import { seedField } from '../forms/roll-seed.ts'
import type { Origin, Variation } from './action.ts'

/**
 * Prices further runs with earlier settings of one model, under their present names. Null where the model takes
 * no more runs; the returned function returns null where it no longer accepts the settings.
 */
export function createRepricer(
  detail: ModelDetail,
): ((values: Origin['values']) => Omit<Variation, 'account'> | null) | null {
  if (detail.deprecation?.state === 'sunset' || detail.path === null) return null
  const estimate = createEstimator(detail)
  const seed = requestFields(detail.schema)[seedField]
  return (before) => {
    const { values } = migrateValues(detail, before)
    if (problemsOf(detail.schema, values).length > 0) return null
    return {
      modelId: detail.id,
      values,
      estimate: estimate(values),
      seed: seed ? { minimum: seed.minimum ?? null, maximum: seed.maximum ?? null } : null,
    }
  }
}
