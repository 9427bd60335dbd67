import type { Restored } from '../../../../shared/library/restored.ts'
import { ownMember } from '../../../../shared/own-member.ts'
import type { Recipe } from '../../../shell/recipe-handoff.ts'
import type { FormState } from '../composer/form-state.ts'

/** How many settings are shown one by one; what a file has more is taken with all of them alone. */
export const mostRows = 100

export interface CarriedRow {
  readonly name: string
  readonly inFile: unknown
  readonly inForm: unknown
}

/** The settings of a file beside those of the form, the prompt first. */
export function rowsOf({ values }: Restored, form: Pick<FormState, 'values'>): readonly CarriedRow[] {
  const names = Object.keys(values)
  const first = names.filter((name) => name === 'prompt')
  return [...first, ...names.filter((name) => name !== 'prompt')].slice(0, mostRows).map((name) => ({
    name,
    inFile: ownMember(values, name),
    inForm: ownMember(form.values, name),
  }))
}

/** What is chosen of a file’s settings. */
export interface Choice {
  readonly restored: Restored
  /** Whether the model is to be the file’s; not where it names none. */
  readonly takesModel: boolean
  /** The names of settings that stay as they are in the form. */
  readonly left: ReadonlySet<string>
}

/**
 * What is to be loaded into the form: the file’s whole recipe, or what is chosen of it in place of the form’s values.
 * Null where no model is open and none is chosen.
 */
export function recipeOf(
  { restored, takesModel, left }: Choice,
  form: Pick<FormState, 'modelId' | 'values'>,
): Recipe | null {
  const modelId = takesModel ? restored.modelId : null
  const chosen = Object.fromEntries(Object.entries(restored.values).filter(([name]) => !left.has(name)))
  const isOther = modelId !== null && (left.size === 0 || modelId !== form.modelId)
  if (isOther) return { modelId, values: chosen }
  const present = form.modelId ?? modelId
  return present === null ? null : { modelId: present, values: { ...form.values, ...chosen } }
}
