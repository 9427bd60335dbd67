import type { JsonSchema } from '../catalog/json-schema.ts'
import { checkValue } from '../json-schema/check.ts'
import type { Problem } from '../json-schema/problem.ts'
import { replaceInputReferences } from './input-reference.ts'

export { type Problem, type ProblemReason, problemSchema } from '../json-schema/problem.ts'

/** Everything that is wrong with these values against a request schema; empty where they can be sent. */
export function findProblems(schema: JsonSchema, values: Readonly<Record<string, unknown>>): Problem[] {
  return checkValue(
    schema,
    schema,
    replaceInputReferences(values, () => 'data:,'),
  )
}

/** The same without asking for what is still missing: for a form that is being filled, and for prices. */
export function findProblemsInGiven(
  schema: JsonSchema,
  values: Readonly<Record<string, unknown>>,
): Problem[] {
  return findProblems(schema, values).filter((problem) => problem.reason.code !== 'missing')
}
