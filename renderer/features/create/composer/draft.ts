import type { ModelDetail } from '../../../../shared/bridge/views.ts'
import type { JsonSchema } from '../../../../shared/catalog/json-schema.ts'
import { migrateValues, type ValueChange } from '../../../../shared/catalog/migrate-values.ts'
import { fieldsFromSchema } from '../../../../shared/form/fields-from-schema.ts'
import { findProblemsQuickly, type Problem, problemsOfQuickly } from '../../../../shared/form/problems.ts'
import { requestFields } from '../../../../shared/form/request-fields.ts'
import { ownMember } from '../../../../shared/own-member.ts'

/** The values that the person has set, by wire name; the service chooses absent ones. */
export type Values = Readonly<Record<string, unknown>>

export function withValue(values: Values, name: string, value: unknown): Values {
  const { [name]: _, ...rest } = values
  return value === undefined ? rest : { ...rest, [name]: value }
}

export interface Fitted {
  readonly values: Values
  /** Wire names of fields that this model doesn't accept. */
  readonly dropped: readonly string[]
}

/**
 * These values as far as a model accepts them: each is checked separately, so that an invalid one costs only
 * itself.
 */
export function fitValues(schema: JsonSchema, values: Values): Fitted {
  // Not member by member: a field may be called `__proto__`.
  return createFitter(schema)(values)
}

/** Whether the model has a field for each of these values. */
export function hasFieldsOf({ schema }: ModelDetail, values: Values): boolean {
  return Object.keys(values).every((name) => Object.hasOwn(requestFields(schema), name))
}

/** A text that is too long is still the person's text: it is kept and the form reports it. */
const bearable = new Set(['too_long', 'too_short', 'missing'])

export function takes(schema: JsonSchema, name: string, value: unknown): boolean {
  if (!Object.hasOwn(requestFields(schema), name)) return false
  return findProblemsQuickly(schema, { [name]: value })
    .filter((problem) => problem.path[0] === name)
    .every((problem) => bearable.has(problem.reason.code))
}

/** The outcome of loading values into the form. */
export interface Restored extends Fitted {
  /** Old names and values that were migrated. */
  readonly changes: readonly ValueChange[]
  /** The original values. */
  readonly before: Values
  /** Media of the model's own draft that came back with it, by wire name; absent for none. */
  readonly cameBack?: Values
}

/**
 * Values under their present names, as far as the model accepts them. What a model without a path accepts nobody knows
 * yet: its values wait, whole, for the service's description.
 */
export function bringUpToDate(detail: ModelDetail, before: Values): Restored {
  const { values, changes } = migrateValues(detail, before)
  if (detail.path === null) return { values, dropped: [], changes, before }
  return { ...fitValues(detail.schema, values), changes, before }
}

const mediaKinds: ReadonlySet<string> = new Set(['media', 'media-list', 'style-images'])

/** The media among `values` that a model's own draft brings back and the earlier form did not have. */
export function mediaBroughtBack(detail: ModelDetail, values: Values, earlier: Values): Values {
  const names = fieldsFromSchema(detail.schema).flatMap(({ kind, name }) =>
    mediaKinds.has(kind) &&
    ownMember(values, name) !== undefined &&
    ownMember(earlier, name) !== ownMember(values, name)
      ? [name]
      : [],
  )
  return Object.fromEntries(names.map((name) => [name, ownMember(values, name)]))
}

/** The part of these values that no other field represents. */
export function withoutFieldsOf(values: Values, others: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !Object.hasOwn(others, name)))
}

export type Fitter = (values: Values) => Fitted

/** Fits values to one model repeatedly: a field is checked again only when its value has changed. */
export function createFitter(schema: JsonSchema): Fitter {
  const checked = new Map<string, { readonly value: unknown; readonly isTaken: boolean }>()

  function isTaken(name: string, value: unknown): boolean {
    const last = checked.get(name)
    if (last && Object.is(last.value, value)) return last.isTaken
    const fresh = takes(schema, name, value)
    checked.set(name, { value, isTaken: fresh })
    return fresh
  }

  return (values) => {
    const entries = Object.entries(values)
    return {
      values: Object.fromEntries(entries.filter(([name, value]) => isTaken(name, value))),
      dropped: entries.filter(([name, value]) => !isTaken(name, value)).map(([name]) => name),
    }
  }
}

const known = new WeakMap<Values, { readonly detail: ModelDetail; readonly problems: readonly Problem[] }>()

/** The problems of these values, as far as a fast check finds them; cached. */
export function problemsAtOnce(detail: ModelDetail, values: Values): readonly Problem[] {
  const last = known.get(values)
  if (last?.detail === detail) return last.problems
  const problems = problemsOfQuickly(detail.schema, values)
  known.set(values, { detail, problems })
  return problems
}
