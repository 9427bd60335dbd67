import type { ModelSummary } from '../../../../shared/bridge/views.ts'
import type { Restored } from '../composer/draft.ts'
import type { FormStore } from '../composer/form-store.ts'
import type { RecipesStore } from './recipes-store.ts'
import { isRemarkable, type Restoration } from './restore-settings.ts'

interface OpenModelDeps {
  readonly form: Pick<FormStore, 'store' | 'choose' | 'remember'>
  readonly recipes: Pick<RecipesStore, 'say'>
  readonly models: readonly ModelSummary[]
}

/** Opens a model with its own draft, and reports the outcome where the draft was changed. */
export async function openModel(deps: OpenModelDeps, modelId: string, keepsRuns = true): Promise<void> {
  const { form } = deps
  deps.recipes.say(null)
  const undo = form.store.getState().modelId === modelId ? null : form.remember(modelId)
  sayDraft(deps, { modelId, restored: await form.choose(modelId, keepsRuns), undo })
}

interface OpenedDraft extends Pick<Restoration, 'undo'> {
  readonly modelId: string
  readonly restored: Restored | null
}

export function sayDraft(
  { recipes, models }: Omit<OpenModelDeps, 'form'>,
  { modelId, restored, undo }: OpenedDraft,
): void {
  if (!restored) return
  const { changes, dropped, before, cameBack = {} } = restored
  const outcome: Restoration = {
    kind: 'restored',
    isDraft: true,
    recipe: { modelId, values: before },
    modelLabel: models.find(({ id }) => id === modelId)?.label ?? modelId,
    changes,
    dropped,
    missing: [],
    cameBack,
    undo,
  }
  if (isRemarkable(outcome)) recipes.say(outcome)
}
