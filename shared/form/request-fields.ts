import type { JsonSchema } from '../catalog/json-schema.ts'
import { beginWalk, flatten, membersOf } from '../json-schema/flatten.ts'
import { asNames } from '../json-schema/schema-node.ts'
import { requestParameters, requiredParameters } from './request-parameters.ts'

/** Parts of all fields together; what is beyond them is entered as JSON. */
const mostParts = 20_000

const known = new WeakMap<JsonSchema, Readonly<Record<string, JsonSchema>>>()

/**
 * The fields of a request by wire name, in the schema's order, with their references followed: those that may
 * be set, sent, and determine a price. Fields that the schema marks deprecated or read-only are omitted, unless
 * it requires them (decision 2). Parameters come after the others.
 */
export function requestFields(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const found = known.get(schema)
  if (found) return found
  const walk = beginWalk(mostParts)
  const view = flatten(schema, schema, walk)
  const required = new Set(asNames(view.required))
  const fields = [...membersOf(schema, view)]
    .map(([name, member]) => [name, flatten(schema, member, walk) as JsonSchema] as const)
    .filter(([name, field]) => required.has(name) || !(field.deprecated === true || field.readOnly === true))
  const parameters = requestParameters(schema).map(
    ({ field, schema: own }) => [field, flatten(schema, own, walk) as JsonSchema] as const,
  )
  const byName = Object.fromEntries([...fields, ...parameters])
  known.set(schema, byName)
  return byName
}

/** The wire names of the required fields. */
export function requiredFields(schema: JsonSchema): readonly string[] {
  return [...asNames(flatten(schema, schema).required), ...requiredParameters(schema)]
}
