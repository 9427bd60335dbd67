import type { JsonSchema } from '../../../shared/catalog/json-schema.ts'
import { readPointer } from '../../../shared/json-schema/references.ts'
import { isRecord } from '../../../shared/json-schema/schema-node.ts'

const mapKeywords = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'])
const listKeywords = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const schemaKeywords = new Set([
  'items',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'propertyNames',
  'contains',
  'not',
  'if',
  'then',
  'else',
])
/** Schemas nested deeper than this are left as they are: no request is that deep. */
const deepest = 400

/**
 * A schema of a description as a document of its own: every part of the description that it refers to is copied
 * into its `$defs`. A dangling reference is left as it is and allows everything.
 */
export function bundleSchema(document: unknown, schema: JsonSchema): JsonSchema {
  const names = new Map<string, string>()
  // Without a prototype, because a part may be called `__proto__`.
  const defs: Record<string, unknown> = Object.create(null)
  const waiting: string[] = []

  function nameOf(pointer: string): string | null {
    const known = names.get(pointer)
    if (known !== undefined) return known
    if (find(pointer) === undefined) return null
    const last = pointer.split('/').at(-1) ?? 'part'
    const name = Object.hasOwn(defs, last) ? `${last}_${names.size}` : last
    names.set(pointer, name)
    defs[name] = true
    waiting.push(pointer)
    return name
  }

  /** `#` is the whole description; some authors mean the schema itself. */
  function find(pointer: string): unknown {
    return readPointer(document, pointer) ?? readPointer(schema, pointer)
  }

  function rewrite(node: unknown, depth: number): unknown {
    if (!isRecord(node) || depth > deepest) return node
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) => [key, rewriteKeyword(key, value, depth + 1)]),
    )
  }

  function rewriteKeyword(key: string, value: unknown, depth: number): unknown {
    if (key === '$ref' && typeof value === 'string') return rewriteReference(value)
    if (schemaKeywords.has(key)) return rewrite(value, depth)
    if (listKeywords.has(key) && Array.isArray(value)) return value.map((item) => rewrite(item, depth))
    if (mapKeywords.has(key) && isRecord(value))
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, rewrite(member, depth)]))
    return value
  }

  function rewriteReference(reference: string): string {
    if (!reference.startsWith('#/')) return reference
    const name = nameOf(decode(reference.slice(1)))
    return name === null
      ? reference
      : `#/$defs/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`
  }

  const body = rewrite(schema, 0) as JsonSchema
  for (let pointer = waiting.pop(); pointer !== undefined; pointer = waiting.pop()) {
    defs[names.get(pointer) ?? pointer] = rewrite(find(pointer), 0)
  }
  return names.size === 0
    ? body
    : { ...body, $defs: { ...(isRecord(body.$defs) ? body.$defs : {}), ...defs } }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The value at a pointer, with its reference followed; undefined for a dangling one. */
export function follow(document: unknown, value: unknown): unknown {
  if (!isRecord(value) || typeof value.$ref !== 'string') return value
  return value.$ref.startsWith('#/') ? readPointer(document, decode(value.$ref.slice(1))) : undefined
}
