import { isRecord } from '../../../shared/json-schema/schema-node.ts'
import type { DescribedEndpoint } from '../service/ports.ts'
import { readKind } from './described-kind.ts'
import { follow } from './follow-reference.ts'
import { jobsPathOf } from './jobs-path.ts'
import { faultOf } from './read-document.ts'

/**
 * A generation path, also below a prefix: `/generate/`, a category, and one to four further parts; these and those of the
 * prefix are literal in a URL (no `..`, no query, no escapes) or parameters.
 */
const part = String.raw`\/(?:[\w.~-]+|\{[^{}/]{1,100}\})`
const generationPath = new RegExp(`^((?:${part})*?)\\/generate\\/([\\w.~-]+)((?:${part}){1,4})$`)

/**
 * The generation endpoints that an OpenAPI description lists, OpenAPI 3.0 to 3.2; null where it is no such document.
 * Their operations are read when a model is requested, not here.
 */
export function readDescription(document: unknown): DescribedEndpoint[] | null {
  if (!isRecord(document) || !isRecord(document.paths) || faultOf(document) !== null) return null
  const prefix = prefixOf(document)
  return Object.entries(document.paths).flatMap(([written, given]) => {
    const item = follow(document, given)
    const operation = isRecord(item) ? item.post : undefined
    const path = `${prefix}${written}`
    const [, , category, rest = ''] = generationPath.exec(path) ?? []
    if (!isRecord(operation) || !isRecord(item) || category === undefined) return []
    if (path.split('/').some((segment) => /^\.+$/.test(segment))) return []
    const own = withShared(item, operation)
    // What is entered names no model.
    const parts = rest.split('/').filter((part) => part !== '' && !part.startsWith('{'))
    const model = parts.at(-1) ?? category
    const told = readKind({ category, path: written, operation: own, document })
    const kind = told ?? 'image'
    const endpoint = {
      kind,
      // A path without a vendor is its category's.
      vendor: parts.length > 1 ? parts.slice(0, -1).join('-') : category,
      model,
      path,
      isDeprecated: operation.deprecated === true,
      operation: own,
      document,
    }
    if (told === null) return [{ ...endpoint, category, isKindGuessed: true as const }]
    return [category === kind ? endpoint : { ...endpoint, category }]
  })
}

/**
 * Parameters and texts of a path count for each of its operations; the operation's own parameters come later, and
 * override them.
 */
function withShared(
  item: Readonly<Record<string, unknown>>,
  operation: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { summary, description, parameters } = item
  const shared = Array.isArray(parameters) ? parameters : []
  const own = Array.isArray(operation.parameters) ? operation.parameters : []
  return {
    ...(summary !== undefined && { summary }),
    ...(description !== undefined && { description }),
    ...operation,
    ...(shared.length > 0 && { parameters: [...shared, ...own] }),
  }
}

/**
 * What precedes each path: the path of the first server. Its host is not used: the key goes only to the address that
 * the person gave (decisions/0074).
 */
export function prefixOf(document: unknown): string {
  const servers = isRecord(document) && Array.isArray(document.servers) ? document.servers : []
  const server: unknown = servers[0]
  if (!isRecord(server) || typeof server.url !== 'string') return ''
  const variables = isRecord(server.variables) ? server.variables : {}
  const text = server.url.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined
    return isRecord(variable) && typeof variable.default === 'string' ? variable.default : ''
  })
  if (text.length > longestServer) return ''
  const path = URL.parse(text, 'https://service.invalid/')?.pathname.replace(/\/+$/, '') ?? ''
  return /^(\/[\w.~-]+)*$/.test(path) ? path : ''
}

/** A longer address is none that anybody uses. */
const longestServer = 2_000

/** What precedes `/jobs/{id}`, and with it everything that is no generation. */
export function jobsPrefixOf(document: unknown): string {
  return `${prefixOf(document)}${jobsPathOf(document)}`
}

/** A path of a description below the base URL's own; where it begins with that, it counts once. */
export function joinPath(base: string, path: string): string {
  return path === base || path.startsWith(`${base}/`) ? path : `${base}${path}`
}
