import type { JsonSchema } from '../../../shared/catalog/json-schema.ts'
import { requestFields } from '../../../shared/form/request-fields.ts'
import { headersKeyword } from '../../../shared/form/request-headers.ts'
import { isRecord } from '../../../shared/json-schema/schema-node.ts'
import type { DescribedEndpoint } from '../service/ports.ts'
import { bundleSchema, follow } from './bundle-schema.ts'

/** The request of an endpoint as one schema: its body's, plus the header parameters that the person may set. */
export function readRequest({ operation, document }: DescribedEndpoint): JsonSchema {
  const body = bundleSchema(document, bodySchema(document, operation))
  const headers = readHeaders(document, operation)
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    ...body,
    ...(Object.keys(headers).length > 0 && { [headersKeyword]: headers }),
  }
}

function bodySchema(document: unknown, operation: Readonly<Record<string, unknown>>): JsonSchema {
  const body = follow(document, operation.requestBody)
  const content = isRecord(body) ? body.content : undefined
  const media = isRecord(content) ? jsonIn(content) : undefined
  const schema = isRecord(media) ? media.schema : undefined
  return isRecord(schema) ? schema : {}
}

/** What is sent as JSON, also where its media type has a parameter, a suffix or is left open. */
function jsonIn(content: Readonly<Record<string, unknown>>): unknown {
  const types = Object.keys(content)
  const type = jsonTypes
    .map((pattern) => types.find((one) => pattern.test(one)))
    .find((one) => one !== undefined)
  return type === undefined ? undefined : content[type]
}

const jsonTypes: readonly RegExp[] = [
  /^application\/json$/i,
  /^application\/json *;/i,
  /^application\/[\w.+-]+\+json *(;|$)/i,
  /^(application\/\*|\*\/\*)$/,
]

/** Headers that only Atelier or the connection sets. */
const reserved =
  /^(authorization|accept.*|content-.*|host|connection|cookie|expect|keep-alive|origin|referer|te|trailer|transfer-encoding|upgrade|user-agent|x-webhook-url|(proxy|sec)-.*)$/i
const headerName = /^[\w!#$%&'*+.^|~-]+$/

function readHeaders(
  document: unknown,
  operation: Readonly<Record<string, unknown>>,
): Record<string, JsonSchema> {
  const parameters = Array.isArray(operation.parameters) ? operation.parameters : []
  const headers = parameters.flatMap((item): [string, JsonSchema][] => {
    const parameter = follow(document, item)
    if (!isRecord(parameter) || parameter.in !== 'header' || parameter.deprecated === true) return []
    const { name, description, schema } = parameter
    if (typeof name !== 'string' || !headerName.test(name) || reserved.test(name)) return []
    const own = isRecord(schema) ? bundleSchema(document, schema) : { type: 'string' }
    return [[name, typeof description === 'string' ? { description, ...own } : own]]
  })
  return Object.fromEntries(headers)
}

/**
 * Adds built-in knowledge to fields that a description names but doesn't explain: which are media and of what
 * kind, which are styles, and their units.
 */
export function markKnownFields(schema: JsonSchema, known: JsonSchema): JsonSchema {
  const described = requestFields(schema)
  const marked = Object.entries(known.properties ?? {}).flatMap(([name, field]) => {
    const own = Object.hasOwn(described, name) ? described[name] : undefined
    return own ? [[name, markField(schema.properties?.[name] ?? {}, own, field)] as const] : []
  })
  return { ...schema, properties: { ...schema.properties, ...Object.fromEntries(marked) } }
}

function markField(stated: JsonSchema, described: JsonSchema, known: JsonSchema): JsonSchema {
  const isSameKind = (described.type === 'array') === (known.type === 'array')
  if (!isSameKind) return stated
  const items =
    isRecord(stated.items) && known.items ? { items: { ...marksOf(known.items), ...stated.items } } : {}
  return { ...marksOf(known), ...stated, ...items }
}

function marksOf(field: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(field).filter(([keyword]) => keyword.startsWith('x-')))
}
