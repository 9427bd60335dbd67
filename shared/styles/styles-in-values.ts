import { isRecord } from '../json-schema/schema-node.ts'
import { isStyleId } from './style-id.ts'

/** More than any model takes. */
const mostStyles = 100

/** Whether a request's field holds styles, by its name: that of the form's reader. */
export function namesStyles(field: string): boolean {
  return /styles$/i.test(field)
}

/** The ids of the styles that a request names, each once; anything else in such a field is skipped. */
export function stylesIn(values: Readonly<Record<string, unknown>>): readonly string[] {
  const ids = new Set<string>()
  for (const [name, value] of Object.entries(values)) {
    if (!namesStyles(name) || !Array.isArray(value)) continue
    for (const item of value.slice(0, mostStyles)) {
      const id = isRecord(item) && Object.hasOwn(item, 'id') ? item.id : null
      if (typeof id === 'string' && isStyleId(id)) ids.add(id)
    }
  }
  return [...ids].slice(0, mostStyles)
}
