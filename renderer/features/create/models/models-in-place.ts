import type { ModelSummary } from '../../../../shared/bridge/views.ts'

/** The model that is gone, or that ends. */
export interface GoneModel {
  readonly id: string
  readonly label: string
  /** Null where it is not known any more. */
  readonly summary: ModelSummary | null
}

/** Whether something can be moved to it. */
export function isUsable({ path, deprecation }: ModelSummary): boolean {
  return path !== null && deprecation?.state !== 'sunset'
}

/** The replacement first, then the others that make the same; all where it isn't known what it made. */
export function modelsInPlaceOf({ id, summary }: GoneModel, models: readonly ModelSummary[]): ModelSummary[] {
  const usable = models.filter(
    (model) => model.id !== id && isUsable(model) && (summary === null || model.kind === summary.kind),
  )
  const replacement = summary?.deprecation?.replacement?.modelId
  return usable.toSorted((left, right) => Number(right.id === replacement) - Number(left.id === replacement))
}
