import type { JsonSchema } from '../../../../shared/catalog/json-schema.ts'
import { findProblemsQuickly } from '../../../../shared/form/problems.ts'
import { requestFields } from '../../../../shared/form/request-fields.ts'

/** What the person has set, by wire name; what is absent is left to the service. */
export type Values = Readonly<Record<string, unknown>>

export function withValue(values: Values, name: string, value: unknown): Values {
  const { [name]: _, ...rest } = values
  return value === undefined ? rest : { ...rest, [name]: value }
}

export interface Fitted {
  readonly values: Values
  /** Wire names of what this model doesn't take. */
  readonly dropped: readonly string[]
}

/** These values as far as a model takes them: each is judged by itself, so that one wrong value costs only itself. */
export function fitValues(schema: JsonSchema, values: Values): Fitted {
  const kept: Record<string, unknown> = {}
  const dropped: string[] = []
  for (const [name, value] of Object.entries(values)) {
    if (takes(schema, name, value)) kept[name] = value
    else dropped.push(name)
  }
  return { values: kept, dropped }
}

/** A text that is too long is still the person's text: it is kept and the form says so. */
const bearable = new Set(['too_long', 'too_short', 'missing'])

export function takes(schema: JsonSchema, name: string, value: unknown): boolean {
  if (!Object.hasOwn(requestFields(schema), name)) return false
  return findProblemsQuickly(schema, { [name]: value })
    .filter((problem) => problem.path[0] === name)
    .every((problem) => bearable.has(problem.reason.code))
}
