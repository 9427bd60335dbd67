import type { JsonSchema } from '../catalog/json-schema.ts'
import { type CheckLimits, checkValue, fullCheck, quickCheck } from '../json-schema/check.ts'
import type { Path, Problem } from '../json-schema/problem.ts'
import { asSchemaMap } from '../json-schema/schema-node.ts'
import { requestFields } from './request-fields.ts'
import { headerPrefix, headersKeyword, splitHeaders } from './request-headers.ts'
import { findUnreadableJson, isToCome } from './unreadable-json.ts'

export type { Problem, ProblemReason } from '../json-schema/problem.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * Everything that is wrong with these values against a request schema; empty where they can be sent. A field that the
 * schema doesn't list is refused also where the schema would let it pass (decision 2). What a file will stand as is
 * not known yet: `findProblemsInBody` judges it once it is. Nor is what JSON will say that can't be read: it is wrong
 * itself, and nothing is said that depends on it. Patterns count as far as `loadPatterns` has loaded them for this
 * schema; the service judges the others.
 */
export function findProblems(schema: JsonSchema, values: Values): Problem[] {
  return find(schema, values, fullCheck)
}

/**
 * The same in a few milliseconds, for what is judged at every key press. What can't be told in that time is left out:
 * `findProblems` looks for it before anything is sent.
 */
export function findProblemsQuickly(schema: JsonSchema, values: Values): Problem[] {
  return find(schema, values, quickCheck).filter(({ reason }) => reason.code !== 'too_complex')
}

function find(schema: JsonSchema, values: Values, limits: CheckLimits): Problem[] {
  const unreadable = findUnreadableJson(values)
  const { body, headers } = splitHeaders(values)
  const problems = [
    ...checkValue(schema, schema, body, { isToCome, limits }),
    ...findHeaderProblems({ schema, values, limits }, headers),
  ]
  const listed = requestFields(schema)
  const strays = Object.keys(values).filter(
    (name) => values[name] !== undefined && !Object.hasOwn(listed, name),
  )
  const unsaid = strays.filter((name) => !problems.some(({ path }) => path[0] === name))
  return [
    ...unreadable,
    ...problems.filter(({ path }) => !unreadable.some((other) => isWithin(path, other.path))),
    ...unsaid.map((name): Problem => ({ path: [name], reason: { code: 'unknown_field' } })),
  ]
}

function isWithin(path: Path, other: Path): boolean {
  return other.every((step, index) => step === path[index])
}

interface HeaderQuestion {
  readonly schema: JsonSchema
  readonly values: Values
  readonly limits: CheckLimits
}

/** A header is held to its own schema, and to what can be written on a header's line. */
function findHeaderProblems(
  { schema, values, limits }: HeaderQuestion,
  headers: Readonly<Record<string, string>>,
): Problem[] {
  const known = asSchemaMap(schema[headersKeyword])
  return Object.entries(headers).flatMap(([name, text]) => {
    const field = `${headerPrefix}${name}`
    const header = known.get(name)
    if (header === undefined) return [{ path: [field], reason: { code: 'unknown_field' } }]
    const unwritable = writable.test(text) ? [] : [{ path: [], reason: { code: 'invalid' as const } }]
    return [...checkValue(schema, header, values[field], { limits }), ...unwritable].map((problem) => ({
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

/** `findProblems` without asking for what is still missing: for prices. */
export function findProblemsInGiven(schema: JsonSchema, values: Values): Problem[] {
  return findProblems(schema, values).filter((problem) => problem.reason.code !== 'missing')
}
