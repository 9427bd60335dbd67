import type { ModelDeprecation } from '../../../shared/bridge/views.ts'
import type { CodedReason } from '../../../shared/failures/reason.ts'

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
