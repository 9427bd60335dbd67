import type { JsonSchema } from '../catalog/json-schema.ts'
import { flatten } from '../json-schema/flatten.ts'
import type { Field } from './field.ts'
import { formsOf } from './field-context.ts'
import { readField } from './field-readers.ts'
import { requestFields, requiredFields } from './request-fields.ts'

/**
 * The form of a request: its fields in the schema's order. A schema that no reader understands is entered as
 * JSON, so that every allowed value can be entered.
 */
export function fieldsFromSchema(schema: JsonSchema): Field[] {
  const required = new Set(requiredFields(schema))
  return Object.entries(requestFields(schema)).map(([name, field]) =>
    readField({ root: schema, name, owner: '', schema: field, required: required.has(name), depth: 0 }),
  )
}

/** Whether a request is one of several. */
export function hasForms(schema: JsonSchema): boolean {
  return formsOf(flatten(schema, schema)).length > 1
}
