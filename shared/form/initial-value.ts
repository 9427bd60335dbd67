import { assertNever } from '../result.ts'
import type { Field } from './field.ts'

/**
 * The initial value of a field that is added within another: an item of a list, a chosen alternative, an added
 * object. Null where there is no natural one; the form then requires it to be filled.
 */
export function initialValue(field: Field): unknown {
  if (field.defaultValue !== undefined) return field.defaultValue
  switch (field.kind) {
    case 'prompt':
    case 'text':
    case 'media':
      return ''
    case 'enumeration':
    case 'aspect-ratio':
      return field.options[0]
    case 'number':
    case 'integer':
    case 'seed':
      return field.minimum
    case 'switch':
      return false
    case 'constant':
      return field.value
    case 'media-list':
    case 'styles':
    case 'style-images':
      return []
    case 'list':
      return Array.from({ length: Math.min(field.minItems, mostItems) }, () => initialValue(field.item))
    case 'tuple':
      return field.items.map(initialValue)
    case 'object':
      return initialObject(field.fields)
    case 'union':
      return field.forms[0] ? initialValue(field.forms[0].field) : null
    case 'nullable':
    case 'json':
      return null
    default:
      return assertNever(field)
  }
}

/** A schema from outside may require any number of items. */
const mostItems = 20

/** An object's required fields that have a fixed value or an initial value of their own. */
function initialObject(fields: readonly Field[]): Record<string, unknown> {
  const begun = fields.filter(({ required, kind }) => required && (kind === 'constant' || kind === 'object'))
  return Object.fromEntries(begun.map((field) => [field.name, initialValue(field)]))
}
