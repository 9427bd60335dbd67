import type { JsonSchema } from '../catalog/json-schema.ts'
import { checkValue } from '../json-schema/check.ts'
import type { Problem } from '../json-schema/problem.ts'
import { asSchemaMap } from '../json-schema/schema-node.ts'
import { isInputReference } from './input-reference.ts'
import { requestFields } from './request-fields.ts'
import { headerPrefix, headersKeyword, splitHeaders } from './request-headers.ts'
import { findUnreadableJson } from './unreadable-json.ts'

export { type Problem, type ProblemReason, problemSchema } from '../json-schema/problem.ts'

/**
 * Everything that is wrong with these values against a request schema; empty where they can be sent. A field that the
 * schema doesn't list is refused also where the schema would let it pass (decision 2). What a file will stand as is
 * not known yet: `findProblemsInBody` judges it once it is.
 */
export function findProblems(schema: JsonSchema, values: Readonly<Record<string, unknown>>): Problem[] {
  const unreadable = findUnreadableJson(values)
  if (unreadable.length > 0) return unreadable
  const { body, headers } = splitHeaders(values)
  const problems = [
    ...checkValue(schema, schema, body, isInputReference),
    ...findHeaderProblems(schema, values, headers),
  ]
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

/** A header is held to its own schema, and to what can be written on a header's line. */
function findHeaderProblems(
  schema: JsonSchema,
  values: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>>,
): Problem[] {
  const known = asSchemaMap(schema[headersKeyword])
  return Object.entries(headers).flatMap(([name, text]) => {
    const field = `${headerPrefix}${name}`
    const header = known.get(name)
    if (header === undefined) return [{ path: [field], reason: { code: 'unknown_field' } }]
    const unwritable = writable.test(text) ? [] : [{ path: [], reason: { code: 'invalid' as const } }]
    return [...checkValue(schema, header, values[field]), ...unwritable].map((problem) => ({
      ...problem,
      path: [field, ...problem.path],
    }))
  })
}

const writable = /^[\x20-\x7e]*$/

/**
 * What is wrong with a request's body as it will be sent, where files have become URLs or data URIs: their length and
 * their form are only known then.
 */
export function findProblemsInBody(schema: JsonSchema, body: unknown): Problem[] {
  return checkValue(schema, schema, body)
}

/** The same without asking for what is still missing: for a form that is being filled, and for prices. */
export function findProblemsInGiven(
  schema: JsonSchema,
  values: Readonly<Record<string, unknown>>,
): Problem[] {
  return findProblems(schema, values).filter((problem) => problem.reason.code !== 'missing')
}
