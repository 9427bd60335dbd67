import type { Model, RetiredModel } from '../../shared/catalog/model.ts'
import { retiredModels } from '../../shared/catalog/retired.ts'
import { findModelById, generationPath } from './served-models.ts'

/** The end of a model on a date, and its replacement. */
export interface ModelDeprecation {
  readonly modelId: string
  /** The UTC calendar date, or the moment (ISO 8601), from which on the model returns 410. */
  readonly sunsetDate: string
  /** The id of another model of this sandbox; null without a replacement. */
  readonly replacementId: string | null
}

/** The initial announcements of a new sandbox: one model with a future date. */
export const firstDeprecations: readonly ModelDeprecation[] = [
  { modelId: 'v2', sunsetDate: '2027-06-30', replacementId: 'v6' },
]

/** The end of a model, future or past. */
export interface ModelEnd {
  /** The UTC calendar date, or the moment (ISO 8601), from which on the model returns 410. */
  readonly moment: string
  /** The model's name in its sunset body. */
  readonly model: RetiredModel
}

/** A model's end: as listed, else as announced; null where it continues. */
export function findEnd(
  model: Model,
  deprecations: { find(modelId: string): ModelDeprecation | null },
): ModelEnd | null {
  const retired = retiredModels.find(({ id }) => id === model.id)
  if (retired) return { moment: retired.sunsetDate, model: retired }
  const announced = deprecations.find(model.id)
  return announced && { moment: announced.sunsetDate, model: toRetiredModel(model, announced) }
}

function toRetiredModel(model: Model, { sunsetDate, replacementId }: ModelDeprecation): RetiredModel {
  const replacement = replacementId === null ? undefined : findModelById(replacementId)
  return {
    id: model.id,
    kind: model.kind,
    label: model.id.toUpperCase(),
    sunsetDate: sunsetDate.slice(0, '2026-11-20'.length),
    cause: 'ended in this sandbox',
    replacement: replacement
      ? { label: replacement.id.toUpperCase(), path: generationPath(replacement).replace('/generate/', '') }
      : null,
  }
}
