import type { BridgeFailure } from '../../../../shared/bridge/error-codes.ts'
import type { SheetAxis } from '../../../../shared/bridge/sheet.ts'
import type { ModelDetail } from '../../../../shared/bridge/views.ts'
import type { Problem, ProblemReason } from '../../../../shared/form/problems.ts'
import type { Estimate } from '../../../../shared/pricing/estimate.ts'
import { problemsAtOnce, type Values } from './draft.ts'
import { comparesField } from './plan-runs.ts'

export interface FormState {
  readonly modelId: string | null
  /** Null while the model's form is being read. */
  readonly detail: ModelDetail | null
  readonly values: Values
  /** The form's model is not known any more; its settings stay (CAT59). */
  readonly isGone: boolean
  readonly runs: number
  readonly seedLocked: boolean
  /** The models whose advanced fields are open. */
  readonly advanced: readonly string[]
  /** Fields that the person has left; their problems may be shown. */
  readonly visited: ReadonlySet<string>
  /** Generate was tried: every problem may be shown. */
  readonly attempted: boolean
  /** From a click until its runs are confirmed or refused, including the person's answer to a question. */
  readonly sending: boolean
  readonly refusal: Refusal | null
  /** The faults found by the last failed Generate. */
  readonly checked: Verdict | null
  /** The braces of the prompt are words, not wildcards. */
  readonly bracesAreWords: boolean
  /** The values that a contact sheet compares; null where there is none. */
  readonly axes: readonly SheetAxis[] | null
  /** Models that are compared with this one, as far as they are read. */
  readonly details: Readonly<Record<string, ModelDetail>>
}

/** All faults of exactly these values, including those that take long to find. */
export interface Verdict {
  readonly detail: ModelDetail
  readonly values: Values
  readonly problems: readonly Problem[]
}

/** Why the last try sent nothing. */
export type Refusal =
  | { readonly kind: 'problems'; readonly count: number }
  | {
      readonly kind: 'run-problem'
      readonly modelId: string
      readonly field: string
      readonly reason: ProblemReason
      /** It is about a file as it would be sent, which the form could not know. */
      readonly asSent: boolean
    }
  | {
      readonly kind: 'price-changed'
      readonly before: readonly Estimate[]
      readonly now: readonly Estimate[]
    }
  /** An earlier click whose response was lost had sent the same. */
  | { readonly kind: 'sent-before' }
  | { readonly kind: 'failure'; readonly failure: BridgeFailure }

/** The problems that may be shown now: of fields that were left, or all once Generate was tried. */
export function sayableProblems(state: FormState): Problem[] {
  const problems = knownProblems(state).filter(({ path }) => !comparesField(state.axes, String(path[0])))
  if (state.attempted) return problems
  return problems.filter(
    // Two sizes may come from a recipe or a draft, with no field left.
    ({ path, reason }) =>
      reason.code === 'two_sizes' || (reason.code !== 'missing' && state.visited.has(String(path[0]))),
  )
}

/** Whether anything keeps the form from being sent, said or not. */
export function hasProblems(state: FormState): boolean {
  return knownProblems(state).length > 0
}

function knownProblems({ detail, values, checked }: FormState): readonly Problem[] {
  if (!detail) return []
  const isChecked = checked?.detail === detail && checked.values === values
  return isChecked ? checked.problems : problemsAtOnce(detail, values)
}
