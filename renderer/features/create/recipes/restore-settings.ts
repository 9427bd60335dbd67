import type { Bridge } from '../../../../shared/bridge/carrier.ts'
import type { ModelDeprecation, ModelSummary } from '../../../../shared/bridge/views.ts'
import type { ValueChange } from '../../../../shared/catalog/migrate-values.ts'
import { holdsInput } from '../../../../shared/form/input-reference.ts'
import { ownMember } from '../../../../shared/own-member.ts'
import type { Recipe } from '../../../shell/recipe-handoff.ts'
import type { Values } from '../composer/draft.ts'
import type { FormStore } from '../composer/form-store.ts'
import type { WithoutMissing } from './leave-out-missing.ts'

/** The outcome of settings that were restored to the form. */
export interface Restoration {
  readonly kind: 'restored'
  /** Whether these are the person's earlier values for this model, not settings that they chose to restore. */
  readonly isDraft: boolean
  readonly recipe: Recipe
  readonly modelLabel: string
  readonly changes: readonly ValueChange[]
  /** Wire names of fields that the model doesn't accept. */
  readonly dropped: readonly string[]
  /** Wire names of fields whose files are not on this machine. */
  readonly missing: readonly string[]
  /** Media that came back with the person's earlier values, by wire name. */
  readonly cameBack: Values
  /** Restores the previous form; null where there was none. */
  readonly undo: (() => Promise<void>) | null
}

/** Why settings were not loaded: their model can't be run any more. The form is unchanged. */
export interface Unusable {
  readonly kind: 'unusable'
  readonly recipe: Recipe
  /** They are the last settings for this model, whose place in the form another took. */
  readonly isDraft?: true
  /** Null where the model is unknown. */
  readonly model: { readonly label: string; readonly deprecation: ModelDeprecation } | null
}

export interface RestoreDeps {
  readonly bridge: Bridge
  readonly form: FormStore
  readonly models: readonly ModelSummary[]
}

/**
 * Loads a model and its values into the form: old names and values migrated, unaccepted fields and missing
 * files omitted, all of it reported. Null where the model's form could not be read, or another was chosen
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
  const { values, missing } = await withoutMissing(bridge, recipe.values)
  const restored = await form.restore(recipe.modelId, values)
  if (!restored) return null
  const { changes, dropped } = restored
  const aliases = form.store.getState().detail?.aliases ?? []
  return {
    kind: 'restored',
    isDraft: false,
    recipe,
    modelLabel: label,
    changes: [...(recipe.moved ?? []), ...changes],
    dropped,
    cameBack: {},
    missing: missing.map((name) => aliases.find(({ from }) => from === name)?.to ?? name),
    undo,
  }
}

/** Whether the outcome is more than a plain success. */
export function isRemarkable(outcome: Restoration | Unusable): boolean {
  if (outcome.kind === 'unusable') return true
  const { changes, dropped, missing, cameBack } = outcome
  return changes.length + dropped.length + missing.length + Object.keys(cameBack).length > 0
}

/** Whether nothing but media that came back is to be said. Such a note has no undo of its own. */
export function isOnlyBack(outcome: Restoration | Unusable): boolean {
  return outcome.kind === 'restored' && !isRemarkable({ ...outcome, cameBack: {} })
}

/** The media that came back and are still in the form, by wire name. */
export function cameBackIn(outcome: Restoration | Unusable, values: Values): string[] {
  if (outcome.kind !== 'restored') return []
  return Object.keys(outcome.cameBack).filter((name) => ownMember(values, name) === outcome.cameBack[name])
}

/**
 * Values without the files that are not on this machine. The code for it comes only where a value names a file of the
 * person's own; without that code, as without a response, all count as here.
 */
async function withoutMissing(bridge: Bridge, values: Values): Promise<WithoutMissing> {
  if (!holdsInput(values)) return { values, missing: [] }
  const code = await import('./leave-out-missing.ts').catch(() => null)
  return code ? await code.leaveOutMissing(bridge, values) : { values, missing: [] }
}
