import type { JsonSchema } from '../catalog/json-schema.ts'
import type { Field } from './field.ts'
import { fieldsFromSchema } from './fields-from-schema.ts'

/** A field whose value a model doesn't accept. */
export interface FieldObjection {
  readonly name: string
  /** The model's own; null where it has no such field. */
  readonly field: Field | null
}

/** Why a model doesn't accept the values of these fields: it has no such field, or takes other values. */
export function objectionsTo(schema: JsonSchema, names: readonly string[]): readonly FieldObjection[] {
  if (names.length === 0) return []
  const fields = new Map(fieldsFromSchema(schema).map((field) => [field.name, field]))
  return names.map((name) => ({ name, field: fields.get(name) ?? null }))
}
