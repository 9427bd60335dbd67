import type { DeprecationNotice } from '../../../shared/api/deprecation.ts'
import { startOf } from '../../../shared/api/service-date.ts'
import { models } from '../../../shared/catalog/index.ts'
import type { Submission } from './submission.ts'

/**
 * Whether what a response announces may be said of the run's model. A request with an old value is answered with the
 * headers of that value (interface: Versioning 6): taken for the model's, they would end it on a day on which only the
 * value ends (CAT53).
 */
export function isOfModel(
  { modelId, values }: Pick<Submission, 'modelId' | 'values'>,
  notice: DeprecationNotice | null,
): boolean {
  if (notice === null) return true
  const { sunset } = notice
  const { renamedValues = [] } = models.find(({ id }) => id === modelId) ?? {}
  const used = renamedValues.filter(
    ({ field, from }) => Object.hasOwn(values, field) && values[field] === from,
  )
  return !used.some(({ until }) => sunset === null || startOf(sunset) === startOf(until))
}
