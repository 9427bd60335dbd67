import { flatten, type Keywords, membersOf } from '../json-schema/flatten.ts'
import {
  asNames,
  asSchema,
  asSchemaMap,
  asSchemas,
  isRecord,
  type SchemaNode,
} from '../json-schema/schema-node.ts'
import type { Field } from './field.ts'
import { base, type FieldContext, itemBounds, typeOf } from './field-context.ts'
import { lazily } from './lazily.ts'

/** A list of anything. */
export function readList(context: FieldContext): Field | null {
  const { schema } = context
  if (typeOf(schema) !== 'array') return null
  const items = asSchema(schema.items)
  if (items === null || items === false) return null
  const item = lazily(() => readMember(context, '', items, true))
  return {
    ...base(context),
    kind: 'list',
    ...itemBounds(schema),
    get item() {
      return item()
    },
  }
}

/** A list whose first items each have their own schema. */
export function readTuple(context: FieldContext): Field | null {
  const { schema } = context
  const first = asSchemas(schema.prefixItems)
  if (first.length === 0 || (typeOf(schema) !== 'array' && schema.type !== undefined)) return null
  const after = asSchema(schema.items) ?? (isLonger(schema, first.length) ? true : null)
  const items = lazily(() => first.map((item) => readMember(context, '', item, true)))
  const rest = lazily(() => (after === null || after === false ? null : readMember(context, '', after, true)))
  return {
    ...base(context),
    kind: 'tuple',
    ...itemBounds(schema),
    get items() {
      return items()
    },
    get rest() {
      return rest()
    },
  }
}

/** Whether a list with an unspecified rest is meant to have further items. */
function isLonger(schema: Keywords, places: number): boolean {
  const { minItems, maxItems } = itemBounds(schema)
  return minItems > places || (maxItems ?? 0) > places
}

/** An object of fields, of members with any name, or of both; one without a schema for its members is JSON. */
export function readObject(context: FieldContext): Field | null {
  const { schema, root } = context
  const members = membersOf(root, schema)
  const isObject = typeOf(schema) === 'object' || (schema.type === undefined && members.size > 0)
  const others = extraSchema(schema)
  if (!isObject || (members.size === 0 && others === null)) return null
  const required = new Set(asNames(schema.required))
  const fields = lazily(() =>
    [...members]
      .map(([name, member]) => [name, flatten(root, member)] as const)
      .filter(
        ([name, member]) => required.has(name) || (member.deprecated !== true && member.readOnly !== true),
      )
      .map(([name, member]) => readMember(context, name, member, required.has(name))),
  )
  const extra = lazily(() => (others === null ? null : readMember(context, '', others, true)))
  return {
    ...base(context),
    kind: 'object',
    get fields() {
      return fields()
    },
    get extra() {
      return extra()
    },
  }
}

/** The schema of members without a name in the schema; null where none are invited. */
function extraSchema(schema: Keywords): SchemaNode | null {
  const patterns = isRecord(schema.patternProperties)
    ? [...asSchemaMap(schema.patternProperties).values()]
    : []
  const additional = asSchema(schema.additionalProperties)
  const all = additional === null || additional === false ? patterns : [...patterns, additional]
  const [only] = all
  return all.length > 1 ? { anyOf: all } : (only ?? null)
}

function readMember(context: FieldContext, name: string, schema: SchemaNode, required: boolean): Field {
  const { root, depth, read } = context
  const owner = context.name || context.owner
  return read({ root, name, owner, schema: flatten(root, schema), required, depth: depth + 1 })
}
