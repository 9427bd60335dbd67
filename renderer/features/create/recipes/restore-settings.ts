import type { Bridge } from '../../../../shared/bridge/carrier.ts'
import type { ModelDeprecation, ModelSummary } from '../../../../shared/bridge/views.ts'
import type { ValueChange } from '../../../../shared/catalog/migrate-values.ts'
import { readInputReference, replaceInputReferences } from '../../../../shared/form/input-reference.ts'
import type { Recipe } from '../../../shell/recipe-handoff.ts'
import type { Values } from '../composer/draft.ts'
import type { FormStore } from '../composer/form-store.ts'

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

export interface RestoreDeps {
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

/** How many files are asked about at once. */
const mostAtOnce = 200

/** Values without the files that are not on this machine, and the wire names that lost one. */
export interface WithoutMissing {
  readonly values: Values
  readonly missing: readonly string[]
}

/** Asks which of the person's own files that values name are here. Where nobody answers, all count as here. */
export async function leaveOutMissing(bridge: Bridge, values: Values): Promise<WithoutMissing> {
  const sha256s = [...referencesOf(values)]
  if (sha256s.length === 0) return { values, missing: [] }
  const gone = new Set(sha256s)
  for (let from = 0; from < sha256s.length; from += mostAtOnce) {
    const result = await bridge.call('inputs.describe', { sha256s: sha256s.slice(from, from + mostAtOnce) })
    if (!result.ok) return { values, missing: [] }
    for (const { sha256 } of result.value) gone.delete(sha256)
  }
  const names = Object.keys(values).filter((name) =>
    [...referencesOf(values[name])].some((one) => gone.has(one)),
  )
  const rest = Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
    if (!names.includes(name)) return [[name, value]]
    const left = Array.isArray(value) ? value.filter((item) => !namesAny(item, gone)) : []
    return left.length > 0 ? [[name, left]] : []
  })
  return { values: Object.fromEntries(rest), missing: names }
}

function namesAny(value: unknown, gone: ReadonlySet<string>): boolean {
  return [...referencesOf(value)].some((one) => gone.has(one))
}

function referencesOf(value: unknown): Set<string> {
  const found = new Set<string>()
  if (readInputReference(value) === null && (typeof value !== 'object' || value === null)) return found
  replaceInputReferences(value, (sha256) => {
    found.add(sha256)
    return ''
  })
  return found
}
