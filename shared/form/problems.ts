import { z } from 'zod'
import { mediaUrlMaxLength } from '../api/media.ts'
import type { JsonSchema } from '../catalog/json-schema.ts'
import { replaceInputReferences } from './input-reference.ts'

/**
 * What is wrong with one value, without words: the screen and the command line say it each in their language.
 * `path` is the way to the value, the field's wire name first; it is empty where the request as a whole is wrong.
 */
export const problemSchema = z.object({
  path: z.array(z.union([z.string(), z.number()])),
  reason: z.discriminatedUnion('code', [
    z.object({ code: z.literal('missing') }),
    z.object({ code: z.literal('unknown_field') }),
    z.object({ code: z.literal('too_long'), maximum: z.number(), actual: z.number() }),
    z.object({ code: z.literal('too_short'), minimum: z.number(), actual: z.number() }),
    z.object({ code: z.literal('too_large'), maximum: z.number() }),
    z.object({ code: z.literal('too_small'), minimum: z.number() }),
    z.object({ code: z.literal('too_many'), maximum: z.number(), actual: z.number() }),
    z.object({ code: z.literal('too_few'), minimum: z.number(), actual: z.number() }),
    z.object({ code: z.literal('not_an_option'), options: z.array(z.unknown()) }),
    z.object({ code: z.literal('wrong_type'), expected: z.string() }),
    z.object({ code: z.literal('not_media') }),
    z.object({ code: z.literal('invalid') }),
  ]),
})

export type Problem = z.infer<typeof problemSchema>
export type ProblemReason = Problem['reason']

const parsers = new WeakMap<JsonSchema, z.ZodType>()

/** Everything that is wrong with these values against a request schema; empty where they can be sent. */
export function findProblems(schema: JsonSchema, values: Readonly<Record<string, unknown>>): Problem[] {
  const sendable = replaceInputReferences(values, () => 'data:,')
  const parsed = parserOf(schema).safeParse(sendable)
  return parsed.success ? [] : parsed.error.issues.flatMap((issue) => toProblems(issue, schema, sendable))
}

/** The same without asking for what is still missing: for a form that is being filled, and for prices. */
export function findProblemsInGiven(
  schema: JsonSchema,
  values: Readonly<Record<string, unknown>>,
): Problem[] {
  return findProblems(schema, values).filter((problem) => problem.reason.code !== 'missing')
}

function parserOf(schema: JsonSchema): z.ZodType {
  const known = parsers.get(schema)
  if (known) return known
  const parser = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0])
  parsers.set(schema, parser)
  return parser
}

function toProblems(issue: z.core.$ZodIssue, schema: JsonSchema, values: unknown): Problem[] {
  const path = issue.path as (string | number)[]
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key], reason: { code: 'unknown_field' } }))
  }
  const value = path.reduce<unknown>(
    (at, step) => (at as Record<string | number, unknown> | undefined)?.[step],
    values,
  )
  return [{ path, reason: reasonOf(issue, value, schemaAt(schema, path)) }]
}

function reasonOf(issue: z.core.$ZodIssue, value: unknown, schema: JsonSchema | undefined): ProblemReason {
  if (value === undefined) return { code: 'missing' }
  if (schema?.['x-media'] !== undefined) return mediaReason(value)
  switch (issue.code) {
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum), value)
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum), value)
    case 'invalid_value':
      return { code: 'not_an_option', options: [...issue.values] }
    case 'invalid_type':
      return { code: 'wrong_type', expected: issue.expected === 'int' ? 'integer' : issue.expected }
    default:
      return { code: 'invalid' }
  }
}

function mediaReason(value: unknown): ProblemReason {
  if (typeof value === 'string' && /^https?:\/\//.test(value) && value.length > mediaUrlMaxLength) {
    return { code: 'too_long', maximum: mediaUrlMaxLength, actual: value.length }
  }
  return { code: 'not_media' }
}

function tooBig(origin: string, maximum: number, value: unknown): ProblemReason {
  if (origin === 'string') return { code: 'too_long', maximum, actual: String(value).length }
  if (origin === 'array') return { code: 'too_many', maximum, actual: (value as unknown[]).length }
  return { code: 'too_large', maximum }
}

function tooSmall(origin: string, minimum: number, value: unknown): ProblemReason {
  if (origin === 'string') return { code: 'too_short', minimum, actual: String(value).length }
  if (origin === 'array') return { code: 'too_few', minimum, actual: (value as unknown[]).length }
  return { code: 'too_small', minimum }
}

function schemaAt(schema: JsonSchema, path: readonly (string | number)[]): JsonSchema | undefined {
  return path.reduce<JsonSchema | undefined>(
    (at, step) => (typeof step === 'number' ? at?.items : at?.properties?.[step]),
    schema,
  )
}
