import type { JsonSchema } from '../../../shared/catalog/json-schema.ts'
import { bodyFormKeyword } from '../../../shared/form/body-form.ts'
import { heicKeyword } from '../../../shared/form/heic.ts'
import { sourceMediaKeyword } from '../../../shared/form/media-shape.ts'
import { requestFields } from '../../../shared/form/request-fields.ts'
import {
  type ParameterPlace,
  parameterField,
  parameterKeywords,
  parameterPlaces,
  requiredParametersKeyword,
} from '../../../shared/form/request-parameters.ts'
import { isRecord } from '../../../shared/json-schema/schema-node.ts'
import type { DescribedEndpoint } from '../service/ports.ts'
import { bundleSchema } from './bundle-schema.ts'
import { type FormContent, formIn, readForm } from './described-form.ts'
import { uploadsTakeHeic } from './described-uploads.ts'
import { follow } from './follow-reference.ts'

type Operation = Readonly<Record<string, unknown>>

/** The request of an endpoint as one schema: its body's, plus the parameters that the person may set. */
export function readRequest(endpoint: DescribedEndpoint): JsonSchema {
  const { document } = endpoint
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    ...readBody(endpoint),
    ...sourceOf(endpoint),
    ...(uploadsTakeHeic(document) && { [heicKeyword]: true }),
    ...parameterSchemas(readParameters(endpoint)),
  }
}

/** What changes an image makes one, and so does what edits: a video or a song may be made of anything. */
function sourceOf({ kind, category, isKindGuessed }: DescribedEndpoint): JsonSchema {
  const isTold = !isKindGuessed && (kind === 'image' || category !== undefined)
  return isTold ? { [sourceMediaKeyword]: kind } : {}
}

/** A body of another type than JSON says how it is written. */
function readBody(endpoint: DescribedEndpoint): JsonSchema {
  const { document, operation } = endpoint
  const { media, form: content } = readContent(document, operation)
  const stated = isRecord(media) && isRecord(media.schema) ? bundleSchema(document, media.schema) : {}
  const { [bodyFormKeyword]: _, ...schema } = stated
  if (!content) return schema
  const read = readForm({ document, content, schema, source: sourceOf(endpoint)[sourceMediaKeyword] })
  return { ...read.schema, [bodyFormKeyword]: read.form }
}

interface Content {
  /** The part that is sent; no record where there is none. */
  readonly media: unknown
  /** How it is written where that is no JSON. */
  readonly form: FormContent | null
}

const contents = new WeakMap<Operation, Content>()

/** A request's body, read once. */
export function readContent(document: unknown, operation: Operation): Content {
  const known = contents.get(operation)
  if (known) return known
  const body = follow(document, operation.requestBody)
  const content = isRecord(body) && isRecord(body.content) ? body.content : {}
  const json = follow(document, jsonIn(content))
  const form = isRecord(json) ? null : formIn(document, content)
  const found = { media: form?.media ?? json, form }
  contents.set(operation, found)
  return found
}

/** What is sent as JSON, also where its media type has a parameter, a suffix or is left open. */
export function jsonIn(content: Readonly<Record<string, unknown>>): unknown {
  const types = Object.keys(content)
  const type = jsonTypes
    .map((pattern) => types.find((one) => pattern.test(one)))
    .find((one) => one !== undefined)
  return type === undefined ? undefined : content[type]
}

const jsonTypes: readonly RegExp[] = [
  /^application\/json$/i,
  /^application\/json *;/i,
  /^text\/json *(;|$)/i,
  /^application\/[\w.+*-]+\+json *(;|$)/i,
  /^(application\/\*|\*\/\*)$/,
]

interface Parameter {
  readonly place: ParameterPlace
  readonly name: string
  readonly schema: JsonSchema
  readonly isRequired: boolean
}

/** Headers that only Atelier or the connection sets. */
const reserved =
  /^(authorization|accept.*|content-.*|host|connection|cookie|expect|keep-alive|origin|referer|te|trailer|transfer-encoding|upgrade|user-agent|x-webhook-url|(proxy|sec)-.*)$/i
const headerName = /^[\w!#$%&'*+.^|~-]+$/

const isOffered: Readonly<Record<ParameterPlace, (name: string, path: string) => boolean>> = {
  header: (name) => headerName.test(name) && !reserved.test(name),
  query: (name) => name !== '',
  path: (name, path) => partsOf(path).includes(name),
}

/** A parameter of the operation overrides the path's; a part of the path that none describes is any text. */
function readParameters({ operation, path, document }: DescribedEndpoint): readonly Parameter[] {
  const listed: readonly unknown[] = Array.isArray(operation.parameters) ? operation.parameters : []
  const parts = partsOf(path).map((name) => ({ in: 'path', name }))
  const byField = new Map<string, Parameter | null>()
  for (const item of [...parts, ...listed]) {
    const parameter = follow(document, item)
    if (!isRecord(parameter) || typeof parameter.name !== 'string') continue
    const { name } = parameter
    const place = parameterPlaces.find((one) => one === parameter.in)
    if (place === undefined || !isOffered[place](name, path)) continue
    const isRequired = place === 'path' || parameter.required === true
    const isLeftOut = parameter.deprecated === true && !isRequired
    const schema = schemaOfParameter(document, parameter)
    byField.set(parameterField(place, name), isLeftOut ? null : { place, name, schema, isRequired })
  }
  return [...byField.values()].filter((parameter) => parameter !== null)
}

function partsOf(path: string): readonly string[] {
  return [...path.matchAll(/\{([^{}/]*)\}/g)].map(([, name = '']) => name)
}

function schemaOfParameter(document: unknown, parameter: Readonly<Record<string, unknown>>): JsonSchema {
  const { schema, content, description } = parameter
  const media = isRecord(content) ? follow(document, jsonIn(content)) : undefined
  const stated = schema ?? (isRecord(media) ? media.schema : undefined)
  const own = isRecord(stated) ? bundleSchema(document, stated) : { type: 'string' }
  return typeof description === 'string' ? { description, ...own } : own
}

function parameterSchemas(parameters: readonly Parameter[]): JsonSchema {
  const byPlace = Map.groupBy(parameters, ({ place }) => place)
  const required = parameters.filter(({ isRequired }) => isRequired)
  return {
    ...Object.fromEntries(
      [...byPlace].map(([place, own]) => [
        parameterKeywords[place],
        Object.fromEntries(own.map(({ name, schema }) => [name, schema])),
      ]),
    ),
    ...(required.length > 0 && {
      [requiredParametersKeyword]: required.map(({ place, name }) => parameterField(place, name)),
    }),
  }
}

/** Of a request, what is outside its body. */
export function parametersIn(schema: JsonSchema): JsonSchema {
  const keywords: ReadonlySet<string> = new Set([
    ...Object.values(parameterKeywords),
    requiredParametersKeyword,
    bodyFormKeyword,
  ])
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => keywords.has(keyword)))
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
