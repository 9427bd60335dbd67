import type { ProcedureOutput } from '../../../../shared/bridge/procedures.ts'
import type { ModelDetail } from '../../../../shared/bridge/views.ts'
import type { ModelChanges } from '../../../../shared/changes/compare-models.ts'
import type { CatalogStore } from '../../../shell/catalog-store.ts'
import { problemsAtOnce, type Values } from '../composer/draft.ts'
import { moveValues } from '../composer/move-values.ts'
import type { RequestedRun } from '../composer/run-confirmation.ts'
import { findTouched, heldOf, type Kept, moveQueued, type Touched } from '../models/touched.ts'

export type DescribedChanges = ProcedureOutput<'catalog.changes'>

/** Settings of the person's, and the fields of them that don't fit any more. */
export interface TouchedSettings {
  readonly name: string
  readonly lacks: readonly string[]
}

/** What of the person's a change of a model touches. */
export interface ModelTouched {
  readonly isInForm: boolean
  /** The list that is not sent yet is one for it. */
  readonly hasList: boolean
  readonly recipes: readonly TouchedSettings[]
  readonly draft: Omit<TouchedSettings, 'name'> | null
  readonly queued: number
  /** Those that wait for the person, as they would cost something else now. */
  readonly held: number
  /** In place of the held ones, at today's prices. */
  readonly runs: readonly RequestedRun[]
  /** The id under which recipes and runs know a model that can't be used as it is; null where it can. */
  readonly moveFrom: string | null
  /** Names of fields are shown as this one calls them; null where it is gone. */
  readonly detail: ModelDetail | null
}

export interface ChangesTouch {
  readonly byModel: ReadonlyMap<string, ModelTouched>
  /** Whether all could be read; otherwise there may be more. */
  readonly isWhole: boolean
}

export interface FindTouchedDeps extends Kept {
  readonly bridge: Parameters<typeof findTouched>[0]
  readonly detail: CatalogStore['detail']
}

/** For each of these models what it touches; one that touches nothing has no entry. */
export async function findTouchedBy(
  deps: FindTouchedDeps,
  { account, models }: Pick<DescribedChanges, 'account' | 'models'>,
): Promise<ChangesTouch> {
  const ids = new Set(models.flatMap((model) => [model.modelId, formerIdOf(model)]))
  const found = await findTouched(deps.bridge, deps, { account, isGone: (id) => ids.has(id) })
  const inForm = deps.form.store.getState().modelId
  const byModel = new Map<string, ModelTouched>()
  for (const model of models) {
    const formerId = formerIdOf(model)
    const some = [...new Set([model.modelId, formerId])].flatMap((id) => found.byModel.get(id) ?? [])
    const isInForm = inForm === model.modelId || inForm === formerId
    if (some.length === 0 && !isInForm) continue
    const read = await deps.detail(model.modelId)
    const detail = read.ok ? read.value : null
    const hasFormer = formerId !== model.modelId && some.some(({ modelId }) => modelId === formerId)
    const moveFrom = some.length > 0 && detail === null ? model.modelId : hasFormer ? formerId : null
    byModel.set(model.modelId, { ...touchOf(some, detail), isInForm, moveFrom, detail })
  }
  return { byModel, isWhole: found.isWhole }
}

function touchOf(
  some: readonly Touched[],
  detail: ModelDetail | null,
): Omit<ModelTouched, 'isInForm' | 'moveFrom' | 'detail'> {
  const lacksOf = (values: Values) => (detail ? unfitFields(detail, values) : [])
  const draft = some.find((one) => one.draft !== null)?.draft ?? null
  const recipes = some.flatMap((one) => one.recipes)
  return {
    recipes: recipes.map(({ name, values }) => ({ name, lacks: lacksOf(values) })),
    draft: draft && { lacks: lacksOf(draft) },
    hasList: some.some((one) => one.hasList),
    queued: some.reduce((count, { queued }) => count + queued.length, 0),
    held: some.reduce((count, one) => count + heldOf(one).length, 0),
    runs: detail ? some.flatMap((one) => moveQueued(one, { from: detail, to: detail })) : [],
  }
}

/** Names of what isn't taken any more, is out of bounds, or is missing. */
function unfitFields(detail: ModelDetail, values: Values): string[] {
  const moved = moveValues({ from: detail, to: detail, values })
  const problems = problemsAtOnce(detail, moved.values).map(({ path }) => String(path[0]))
  return [...new Set([...moved.dropped, ...moved.changed.map(({ to }) => to), ...problems])]
}

function formerIdOf({ modelId, changes }: ModelChanges): string {
  return changes.find((change) => change.kind === 'moved')?.formerId ?? modelId
}
