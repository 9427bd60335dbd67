import { isRecord } from '../../../shared/json-schema/schema-node.ts'
import { follow } from './follow-reference.ts'

type Schema = Readonly<Record<string, unknown>>

/**
 * A schema whose forms are distinguished by OpenAPI’s `discriminator`, in JSON Schema’s words: each form states the values
 * of the member that chooses it. Any other schema stays as it is.
 */
export function withTags(document: unknown, schema: Schema): Schema {
  const keyword = ['oneOf', 'anyOf'].find((one) => Array.isArray(schema[one]))
  const forms: unknown = keyword === undefined ? null : schema[keyword]
  if (keyword === undefined || !Array.isArray(forms) || forms.length > mostForms) return schema
  const discriminator = schema.discriminator ?? inheritedBy(document, forms[0])
  if (!isRecord(discriminator) || typeof discriminator.propertyName !== 'string') return schema
  const { propertyName, mapping } = discriminator
  const names = isRecord(mapping) ? Object.entries(mapping) : []
  return {
    ...schema,
    [keyword]: forms.map((form: unknown) => {
      const target = isRecord(form) && typeof form.$ref === 'string' ? form.$ref : null
      if (target === null || statesTag(follow(document, form), propertyName)) return form
      const own = names.filter(([, place]) => isPlace(place, target)).map(([name]) => name)
      const values = own.length > 0 ? own : [lastOf(target)]
      const tag = values.length === 1 ? { const: values[0] } : { enum: values }
      return { allOf: [form, { properties: { [propertyName]: tag }, required: [propertyName] }] }
    }),
  }
}

const mostForms = 200

/** Of a form that is put together from a base, which says how its forms are distinguished. */
function inheritedBy(document: unknown, form: unknown): unknown {
  const schema = follow(document, form)
  const parts: readonly unknown[] = isRecord(schema) && Array.isArray(schema.allOf) ? schema.allOf : []
  return parts
    .slice(0, mostForms)
    .map((part) => follow(document, part))
    .filter(isRecord)
    .find((part) => part.discriminator !== undefined)?.discriminator
}

function statesTag(form: unknown, name: string): boolean {
  const members = isRecord(form) && isRecord(form.properties) ? form.properties : {}
  const tag = Object.hasOwn(members, name) ? members[name] : undefined
  return isRecord(tag) && (tag.const !== undefined || Array.isArray(tag.enum))
}

/** A mapping leads to a form by reference or by name. */
function isPlace(place: unknown, target: string): boolean {
  return place === target || place === lastOf(target)
}

function lastOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}
