import type { JsonSchema } from '../catalog/json-schema.ts'
import type { Keywords } from '../json-schema/flatten.ts'
import { asNumber, asSchemas, type SchemaNode, typesOf } from '../json-schema/schema-node.ts'
import type { Field } from './field.ts'

export interface FieldContext {
  /** The document in which references are resolved. */
  readonly root: JsonSchema
  readonly name: string
  /** The name of the nearest field around it that has one; empty at the top. */
  readonly owner: string
  readonly schema: Keywords
  readonly required: boolean
  /** Its nesting depth, in fields. */
  readonly depth: number
  /** Reads a field within this one. */
  readonly read: (context: Omit<FieldContext, 'read'>) => Field
}

/** A row of the table that maps schemas to fields; the first row that returns a field wins. */
export type FieldReader = (context: FieldContext) => Field | null

export function base({ name, schema, required }: FieldContext) {
  return {
    name,
    required,
    title: typeof schema.title === 'string' ? schema.title : null,
    description: typeof schema.description === 'string' ? schema.description : null,
    defaultValue: schema.default,
  }
}

export function itemBounds(schema: Keywords) {
  return { minItems: asNumber(schema.minItems) ?? 0, maxItems: asNumber(schema.maxItems) }
}

/** The only type a value can have; null where several are possible or none is named. */
export function typeOf(schema: Keywords): string | null {
  const types = typesOf(schema)
  return types?.length === 1 ? (types[0] ?? null) : null
}

/** The alternatives of a value; empty where the schema names none. */
export function formsOf(schema: Keywords): readonly SchemaNode[] {
  const forms = asSchemas(schema.oneOf)
  return forms.length > 0 ? forms : asSchemas(schema.anyOf)
}
