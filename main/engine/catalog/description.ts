import type { JsonBounds } from '../../../shared/json/read-bounded-json.ts'
import { isRecord } from '../../../shared/json-schema/schema-node.ts'
import type { DescribedEndpoint } from '../service/ports.ts'

/**
 * Bounds of a description: one of 56 operations has some 20,000 members, and no request nests deeper
 * (decisions/0015).
 */
export const descriptionBounds: JsonBounds = { depth: 128, bytes: 32 * 1024 * 1024, members: 1_000_000 }

/** Segments that are literal in a URL: no `..`, no query, no escapes. */
const generationPath = /^\/generate\/(image|video|audio)\/([\w.~-]+)\/([\w.~-]+)$/

/**
 * The generation endpoints listed by an OpenAPI 3.1 description; null where it is no such document. Their
 * operations are read when a model is requested, not here.
 */
export function readDescription(document: unknown): DescribedEndpoint[] | null {
  if (!isRecord(document) || !isRecord(document.paths)) return null
  if (typeof document.openapi !== 'string' || !document.openapi.startsWith('3.1.')) return null
  return Object.entries(document.paths).flatMap(([path, item]) => {
    const [, kind, vendor, model] = generationPath.exec(path) ?? []
    const operation = isRecord(item) ? item.post : undefined
    if (!isRecord(operation) || !kind || !vendor || !model) return []
    if ([vendor, model].some((segment) => /^\.+$/.test(segment))) return []
    return [{ kind, vendor, model, path, isDeprecated: operation.deprecated === true, operation, document }]
  })
}

/** The part of a description that its models need: their operations and everything these refer to. */
export function keepDescription(endpoints: readonly DescribedEndpoint[]): unknown {
  const [first] = endpoints
  const components = isRecord(first?.document) ? first.document.components : undefined
  const paths = Object.fromEntries(endpoints.map(({ path, operation }) => [path, { post: operation }]))
  return { openapi: '3.1.0', paths, ...(components === undefined ? {} : { components }) }
}
