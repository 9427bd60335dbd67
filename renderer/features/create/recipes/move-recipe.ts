import type { ModelDetail } from '../../../../shared/bridge/views.ts'
import { migrateValues, type ValueChange } from '../../../../shared/catalog/migrate-values.ts'
import type { Recipe } from '../../../shell/recipe-handoff.ts'
import { type MovedValue, moveValues } from '../composer/move-values.ts'

/**
 * The same settings for another model, as “Run on …” carries them (CAT55): near values and media of the same purpose in
 * the place of those that it doesn't take, each reported. What has no place there stays, and is left out, and said to be,
 * by the form.
 */
export function moveRecipe(recipe: Recipe, from: ModelDetail | null, to: ModelDetail): Recipe {
  const present = from ? migrateValues(from, recipe.values) : { values: recipe.values, changes: [] }
  const { changed } = moveValues({ from, to, values: present.values })
  const whole = changed.filter((one) => !isShortened(one))
  const values = { ...present.values }
  for (const one of whole) delete values[one.from]
  for (const one of whole) values[one.to] = one.after
  return { ...recipe, modelId: to.id, values, moved: [...present.changes, ...whole.flatMap(reported)] }
}

/** A list that lost some of what was in it is not the same setting any more. */
function isShortened({ before, after }: MovedValue): boolean {
  return Array.isArray(before) && (!Array.isArray(after) || after.length < before.length)
}

function reported({ from, to, before, after }: MovedValue): readonly ValueChange[] {
  const isNear = String(before) !== String(after)
  return [
    ...(from === to ? [] : [{ kind: 'renamed', from, to } as const]),
    ...(isNear ? [{ kind: 'value', field: to, from: String(before), to: String(after) } as const] : []),
  ]
}
