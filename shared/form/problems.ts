import type { JsonSchema } from '../catalog/json-schema.ts'
import { type CheckLimits, checkValue, fullCheck, quickCheck } from '../json-schema/check.ts'
import type { Path, Problem } from '../json-schema/problem.ts'
import { isInputReference } from './input-reference.ts'
import { requestFields } from './request-fields.ts'
import {
  isPathPart,
  type ParameterPlace,
  parameterText,
  requestParameters,
  requiredParameters,
  splitParameters,
} from './request-parameters.ts'
import { findTwoSizes } from './size-or-ratio.ts'
import { findUnreadableJson, isToCome } from './unreadable-json.ts'

export type { Problem, ProblemReason } from '../json-schema/problem.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * Everything that is wrong with these values against a request schema; empty where they can be sent. A field
 * that the schema doesn't list is refused even where the schema would allow it (decision 2). The final value of
 * a file is unknown here: `findProblemsInBody` checks it later. So is that of incomplete JSON: it is a problem
 * itself, and nothing is reported that depends on it. Patterns apply as far as `loadPatterns` has loaded them
 * for this schema; the service checks the others.
 */
export function findProblems(schema: JsonSchema, values: Values): Problem[] {
  return find(schema, values, fullCheck)
}

/**
 * The same within a few milliseconds, for checks on every key press. Slower checks are skipped: `findProblems`
 * makes them before anything is sent.
 */
export function findProblemsQuickly(schema: JsonSchema, values: Values): Problem[] {
  return find(schema, values, quickCheck).filter(({ reason }) => reason.code !== 'too_complex')
}

/**
 * Everything for which a form refuses these values: `findProblems`, and a size beside a ratio, which the service
 * would take and the model can't follow.
 */
export function problemsOf(schema: JsonSchema, values: Values): Problem[] {
  return [...findProblems(schema, values), ...findTwoSizes(schema, values)]
}

/** The same as far as `findProblemsQuickly` finds them. */
export function problemsOfQuickly(schema: JsonSchema, values: Values): Problem[] {
  return [...findProblemsQuickly(schema, values), ...findTwoSizes(schema, values)]
}

function find(schema: JsonSchema, values: Values, limits: CheckLimits): Problem[] {
  const unreadable = findUnreadableJson(values)
  const { body, parameters } = splitParameters(values)
  const problems = [
    ...checkValue(schema, schema, body, { isToCome, limits }),
    ...findParameterProblems({ schema, limits }, parameters),
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

interface ParameterQuestion {
  readonly schema: JsonSchema
  readonly limits: CheckLimits
}

/** A parameter is checked against its own schema, and against what its place takes. */
function findParameterProblems({ schema, limits }: ParameterQuestion, given: Values): Problem[] {
  const known = new Map(requestParameters(schema).map((parameter) => [parameter.field, parameter]))
  const missing = requiredParameters(schema).filter((field) => !Object.hasOwn(given, field))
  const wrong = Object.entries(given).flatMap(([field, value]): Problem[] => {
    const parameter = known.get(field)
    if (parameter === undefined) return [{ path: [field], reason: { code: 'unknown_field' } }]
    const isSendable = placeTakes[parameter.place](parameterText(value))
    const unsendable = isSendable ? [] : [{ path: [], reason: { code: 'invalid' as const } }]
    return [...checkValue(schema, parameter.schema, value, { limits }), ...unsendable].map((problem) => ({
      ...problem,
      path: [field, ...problem.path],
    }))
  })
  return [...missing.map((field): Problem => ({ path: [field], reason: { code: 'missing' } })), ...wrong]
}

const placeTakes: Readonly<Record<ParameterPlace, (text: string) => boolean>> = {
  header: (text) => /^[\x20-\x7e]*$/.test(text),
  query: () => true,
  path: isPathPart,
}

/**
 * Problems of a request's body as it will be sent, where files have become URLs or data URIs: their length and
 * form are only known then. What is still the reference of a file is sent as its bytes.
 */
export function findProblemsInBody(schema: JsonSchema, body: unknown): Problem[] {
  return checkValue(schema, schema, body, { isToCome: isInputReference })
}

/** `findProblems` without reporting missing values: for prices. */
export function findProblemsInGiven(schema: JsonSchema, values: Values): Problem[] {
  return findProblems(schema, values).filter((problem) => problem.reason.code !== 'missing')
}
