import type { JsonSchema } from '../catalog/json-schema.ts'
import { checkValue } from '../json-schema/check.ts'
import type { Problem } from '../json-schema/problem.ts'
import { replaceInputReferences } from './input-reference.ts'
import { requestFields } from './request-fields.ts'
import { findUnreadableJson } from './unreadable-json.ts'

export { type Problem, type ProblemReason, problemSchema } from '../json-schema/problem.ts'

/**
 * Everything that is wrong with these values against a request schema; empty where they can be sent. A field that the
 * schema doesn't list is refused also where the schema would let it pass (decision 2).
 */
export function findProblems(schema: JsonSchema, values: Readonly<Record<string, unknown>>): Problem[] {
  const unreadable = findUnreadableJson(values)
  if (unreadable.length > 0) return unreadable.map((path) => ({ path, reason: { code: 'not_json' } }))
  const problems = checkValue(
    schema,
    schema,
    replaceInputReferences(values, () => 'data:,'),
  )
  const listed = requestFields(schema)
  const strays = Object.keys(values).filter(
    (name) => values[name] !== undefined && !Object.hasOwn(listed, name),
  )
  const unsaid = strays.filter((name) => !problems.some(({ path }) => path[0] === name))
  return [
    ...problems,
    ...unsaid.map((name): Problem => ({ path: [name], reason: { code: 'unknown_field' } })),
  ]
}

/** The same without asking for what is still missing: for a form that is being filled, and for prices. */
export function findProblemsInGiven(
  schema: JsonSchema,
  values: Readonly<Record<string, unknown>>,
): Problem[] {
  return findProblems(schema, values).filter((problem) => problem.reason.code !== 'missing')
}
