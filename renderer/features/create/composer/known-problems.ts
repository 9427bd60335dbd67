import type { ModelDetail } from '../../../../shared/bridge/views.ts'
import { findProblemsQuickly, type Problem } from '../../../../shared/form/problems.ts'
import type { Values } from './draft.ts'

const known = new WeakMap<Values, { readonly detail: ModelDetail; readonly problems: readonly Problem[] }>()

/** What is wrong with these values, as far as that can be told at a key press; asked again, it is not looked for again. */
export function problemsAtOnce(detail: ModelDetail, values: Values): readonly Problem[] {
  const last = known.get(values)
  if (last?.detail === detail) return last.problems
  const problems = findProblemsQuickly(detail.schema, values)
  known.set(values, { detail, problems })
  return problems
}
