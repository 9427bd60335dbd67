import { asSchema, isRecord, type SchemaNode } from './schema-node.ts'

/**
 * Resolves a `$ref` within the document: a JSON Pointer, an `$anchor` or a `$dynamicAnchor`, or the `$id` of a
 * part. Null where it is dangling or points out of the document: nothing is ever fetched.
 */
export function resolveReference(root: SchemaNode, reference: string): SchemaNode | null {
  const hash = reference.indexOf('#')
  const fragment = hash < 0 ? '' : decode(reference.slice(hash + 1))
  const place = hash < 0 ? reference : reference.slice(0, hash)
  const base = place === '' ? root : (idsOf(root).get(place) ?? null)
  if (fragment === null || base === null) return null
  if (fragment === '') return base
  return fragment.startsWith('/') ? follow(base, fragment) : (idsOf(root).get(`#${fragment}`) ?? null)
}

/** Resolves a JSON Pointer; undefined where it is dangling. Only own members are followed. */
export function readPointer(document: unknown, pointer: string): unknown {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  return steps.reduce<unknown>((at, step) => {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined
    return (at as Record<string, unknown>)[step]
  }, document)
}

function follow(base: SchemaNode, pointer: string): SchemaNode | null {
  return asSchema(readPointer(base, pointer))
}

function decode(fragment: string): string | null {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return null
  }
}

const indexes = new WeakMap<object, ReadonlyMap<string, SchemaNode>>()

/** The named parts of a document: `$id` as it is, anchors with their `#`. */
function idsOf(root: SchemaNode): ReadonlyMap<string, SchemaNode> {
  if (typeof root === 'boolean') return new Map()
  const known = indexes.get(root)
  if (known) return known
  const found = new Map<string, SchemaNode>()
  const waiting: unknown[] = [root]
  const seen = new Set<unknown>()
  while (waiting.length > 0) {
    const at = waiting.pop()
    if (typeof at !== 'object' || at === null || seen.has(at)) continue
    seen.add(at)
    if (isRecord(at)) noteNames(at, found)
    waiting.push(...Object.values(at))
  }
  indexes.set(root, found)
  return found
}

function noteNames(at: Readonly<Record<string, unknown>>, found: Map<string, SchemaNode>): void {
  if (typeof at.$id === 'string') found.set(at.$id, at)
  if (typeof at.$anchor === 'string') found.set(`#${at.$anchor}`, at)
  if (typeof at.$dynamicAnchor === 'string') found.set(`#${at.$dynamicAnchor}`, at)
}
