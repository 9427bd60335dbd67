import type { ModelSummary } from '../../../../shared/bridge/views.ts'

/** Where a newcomer begins: quick, and happy with nothing but a prompt. */
const firstChoices: readonly string[] = ['i3']

/** The model to begin with: the newcomer's where it can be used, else the first image model that can, else any. */
export function chooseFirstModel(models: readonly ModelSummary[]): ModelSummary | null {
  const usable = models.filter((model) => model.deprecation?.state !== 'sunset')
  const reachable = usable.filter((model) => model.path !== null)
  const pool = reachable.length > 0 ? reachable : usable
  return (
    pool.find((model) => firstChoices.includes(model.id)) ??
    pool.find((model) => model.kind === 'image') ??
    pool[0] ??
    null
  )
}
