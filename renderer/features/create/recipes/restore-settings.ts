import type { Bridge } from '../../../../shared/bridge/carrier.ts'
import type { ModelDeprecation, ModelSummary } from '../../../../shared/bridge/views.ts'
import type { ValueChange } from '../../../../shared/catalog/migrate-values.ts'
import type { Recipe } from '../../../shell/recipe.ts'
import type { FormStore } from '../form/form-store.ts'
import { leaveOutMissing } from './missing-inputs.ts'

/** What became of settings that were restored to the form. */
export interface Restoration {
  readonly kind: 'restored'
  /** Whether it was what the person had in this model's form before, and not what they asked to have back. */
  readonly isDraft: boolean
  readonly recipe: Recipe
  readonly modelLabel: string
  readonly changes: readonly ValueChange[]
  /** Wire names of what the model doesn't take. */
  readonly dropped: readonly string[]
  /** Wire names of fields whose files are not on this machine. */
  readonly missing: readonly string[]
  /** Brings the former form back; null where there was none. */
  readonly undo: (() => Promise<void>) | null
}

/** Why settings were not put in the form: nobody can run their model any more. The form is as it was. */
export interface Unusable {
  readonly kind: 'unusable'
  readonly recipe: Recipe
  /** Null where nobody knows the model. */
  readonly model: { readonly label: string; readonly deprecation: ModelDeprecation } | null
}

interface RestoreDeps {
  readonly bridge: Bridge
  readonly form: FormStore
  readonly models: readonly ModelSummary[]
}

/**
 * Puts a model and its values in the form: old names and values brought up to date, what the model doesn't take and
 * files that are gone left out, each of it told. Null where the model's form could not be read, or another was chosen
 * meanwhile.
 */
export async function restoreSettings(
  { bridge, form, models }: RestoreDeps,
  recipe: Recipe,
): Promise<Restoration | Unusable | null> {
  const model = models.find(({ id }) => id === recipe.modelId)
  if (!model) return { kind: 'unusable', recipe, model: null }
  const { label, deprecation } = model
  if (deprecation?.state === 'sunset') return { kind: 'unusable', recipe, model: { label, deprecation } }
  const undo = form.remember(recipe.modelId)
  const { values, missing } = await leaveOutMissing(bridge, recipe.values)
  const restored = await form.restore(recipe.modelId, values)
  if (!restored) return null
  const { changes, dropped } = restored
  const aliases = form.store.getState().detail?.aliases ?? []
  return {
    kind: 'restored',
    isDraft: false,
    recipe,
    modelLabel: label,
    changes,
    dropped,
    missing: missing.map((name) => aliases.find(({ from }) => from === name)?.to ?? name),
    undo,
  }
}

/** Whether there is more to say of it than that it is done. */
export function isRemarkable(outcome: Restoration | Unusable): boolean {
  if (outcome.kind === 'unusable') return true
  return outcome.changes.length + outcome.dropped.length + outcome.missing.length > 0
}
