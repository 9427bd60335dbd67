import { type MediaKind, mediaKinds } from '../../../shared/api/media.ts'
import type { JsonSchema } from '../../../shared/catalog/json-schema.ts'
import { type BodyForm, type BodyPart, wholeBodyFields } from '../../../shared/form/body-form.ts'
import { heicKeyword } from '../../../shared/form/heic.ts'
import {
  type FieldMedium,
  filePartKeyword,
  isSource,
  mediaShape,
  sourceMediaKeyword,
} from '../../../shared/form/media-shape.ts'
import { requestFields, requiredFields } from '../../../shared/form/request-fields.ts'
import { flatten, type Keywords } from '../../../shared/json-schema/flatten.ts'
import { asSchema, asSchemas, isRecord, typesOf } from '../../../shared/json-schema/schema-node.ts'
import { follow } from './follow-reference.ts'
import { typesState } from './states-heic.ts'

type Media = Readonly<Record<string, unknown>>

/** A body that is no JSON, and how its fields are written there. */
export interface FormContent {
  readonly type: string
  readonly layout: BodyForm['layout']
  readonly media: Media
}

const layouts: readonly (readonly [RegExp, BodyForm['layout']])[] = [
  [/^multipart\/form-data$/, 'multipart'],
  [/^application\/x-www-form-urlencoded$/, 'urlencoded'],
  [/^multipart\//, 'multipart'],
  [/^[\w.+*-]+\/[\w.+*-]+$/, 'whole'],
]

const longestType = 100

/** The form among the types of a body: parts before a query, and that before a single text or file; null where it has none. */
export function formIn(document: unknown, content: Readonly<Record<string, unknown>>): FormContent | null {
  const types = Object.keys(content).map((key) => [key, bareType(key)] as const)
  for (const [pattern, layout] of layouts) {
    const [key, type] = types.find(([, bare]) => pattern.test(bare)) ?? []
    if (key === undefined || type === undefined) continue
    const media = follow(document, content[key])
    const sent = type === 'multipart/*' ? 'multipart/form-data' : type
    return { type: sent, layout, media: isRecord(media) ? media : {} }
  }
  return null
}

function bareType(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase().slice(0, longestType)
}

interface FormQuestion {
  readonly document: unknown
  readonly content: FormContent
  /** The body's schema, of which every reference leads into itself. */
  readonly schema: JsonSchema
  /** What a required file is of whose name and text say nothing. */
  readonly source: unknown
}

/** A form's schema, in which files are marked as such, and what its description says of how it is written. */
export function readForm(question: FormQuestion): { readonly schema: JsonSchema; readonly form: BodyForm } {
  const { type, layout } = question.content
  if (layout === 'whole') return readWhole(question)
  const { document, content, schema } = question
  const encodings = isRecord(content.media.encoding) ? content.media.encoding : {}
  const required = new Set(requiredFields(schema))
  const files: [string, JsonSchema][] = []
  const parts: [string, BodyPart][] = []
  for (const [name, field] of Object.entries(requestFields(schema))) {
    const stated = Object.hasOwn(encodings, name) ? follow(document, encodings[name]) : null
    const part = readEncoding(isRecord(stated) ? stated : {})
    const { contentType } = part
    const at = { root: schema, name, contentType, required: required.has(name), source: question.source }
    const file = readFile(at, field as Keywords, layout)
    if (file) files.push([name, file.schema])
    const own = { ...part, ...file?.part }
    if (Object.keys(own).length > 0) parts.push([name, own])
  }
  const marked =
    files.length === 0
      ? schema
      : { ...schema, properties: { ...schema.properties, ...Object.fromEntries(files) } }
  return { schema: marked, form: { type, layout, parts: Object.fromEntries(parts) } }
}

/** A body that is one text or one file: a form with one field. */
function readWhole({ content: { type, media }, schema, source }: FormQuestion): ReturnType<typeof readForm> {
  const own = flatten(schema, schema)
  const { title, description } = own
  const said = {
    ...(typeof title === 'string' && { title }),
    ...(typeof description === 'string' && { description }),
  }
  const isFile = isBinaryType(type)
  const name = isFile ? wholeBodyFields.file : wholeBodyFields.text
  const at = { root: schema, name, contentType: type, required: true, source }
  const fallback = kindOfTypes(typeof source === 'string' ? `${source}/*` : '')
  const kind = isOfNoMedium([type]) ? null : (kindOf(at, own) ?? fallback)
  const field = isFile ? fileSchema(kind ?? 'file', said, [type]) : { ...said, type: 'string', minLength: 1 }
  const example = media.example ?? own.example
  return {
    schema: {
      type: 'object',
      properties: { [name]: field as JsonSchema },
      required: [name],
      ...(typeof example === 'string' && !isFile && { example: { [name]: example } }),
    },
    form: { type, layout: 'whole', parts: isFile ? { [name]: { isFile: true } } : {} },
  }
}

const mostTypes = 400
const octets = 'application/octet-stream'

function readEncoding({ contentType, style, explode }: Readonly<Record<string, unknown>>): BodyPart {
  const type = typeof contentType === 'string' ? contentType.trim().slice(0, mostTypes) : ''
  return {
    ...(/^[\w.+*/;=, -]+$/.test(type) && { contentType: type }),
    ...(typeof style === 'string' && { style: style.slice(0, longestType) }),
    ...(typeof explode === 'boolean' && { explode }),
  }
}

interface FileQuestion {
  readonly root: JsonSchema
  readonly name: string
  readonly contentType: string | undefined
  readonly required: boolean
  readonly source: unknown
}

type Encoded = 'bytes' | 'base64' | 'base64url'

/** A field that is sent as the bytes of a file, or of several; null where it is none. */
function readFile(at: FileQuestion, field: Keywords, layout: BodyForm['layout']) {
  const { root, contentType } = at
  const forms = alternativesOf(root, field)
  const single = forms.find((form) => encodingOf(form, contentType) !== null)
  const list = forms.find((form) => listOf(root, form, contentType) !== null)
  const item = single ?? (list ? flatten(root, asSchema(list.items) ?? true) : null)
  const encoded = item && encodingOf(item, contentType)
  if (!item || !encoded) return null
  const types = [contentType, item.contentMediaType, field.contentMediaType]
  // What its types name goes before its name: subtitles of a video are none.
  const kind = isOfNoMedium(types) ? null : (kindOf(at, item) ?? kindOf(at, field))
  // What is base64 of anything else is a text that the person has.
  if (encoded !== 'bytes' && kind === null) return null
  if (encoded === 'bytes' && layout === 'urlencoded') return null
  const isFileOnly = forms.every((form) => form === single || form === list)
  const { title, description } = field
  const said = {
    ...(typeof title === 'string' && { title }),
    ...(typeof description === 'string' && { description }),
  }
  const medium = fileSchema(kind ?? (isFileOnly ? 'file' : 'any'), list ? {} : said, types, isFileOnly)
  const { minItems, maxItems } = list ?? {}
  const many = {
    ...said,
    type: 'array',
    items: medium,
    ...(typeof minItems === 'number' && { minItems }),
    ...(typeof maxItems === 'number' && { maxItems }),
  }
  const media = item.contentMediaType
  return {
    schema: (list ? many : medium) as JsonSchema,
    part: {
      isFile: true as const,
      ...(encoded !== 'bytes' && { base64: encoded }),
      // As which a description says only that it is a file, whatever its type.
      ...(contentType === undefined && media !== octets && readEncoding({ contentType: media })),
    },
  }
}

function fileSchema(
  kind: FieldMedium,
  said: Readonly<Record<string, string>>,
  types: readonly unknown[],
  isFileOnly = true,
) {
  const heic = typesState(types)
  return {
    ...said,
    type: 'string',
    'x-media': kind,
    ...(isFileOnly && { format: 'atelier-input', [filePartKeyword]: true }),
    ...(heic !== null && { [heicKeyword]: heic }),
  }
}

/** What a value may be besides null. */
function alternativesOf(root: JsonSchema, field: Keywords): readonly Keywords[] {
  const forms = [...asSchemas(field.anyOf), ...asSchemas(field.oneOf)].map((form) => flatten(root, form))
  const own = forms.filter((form) => !(typesOf(form)?.every((type) => type === 'null') ?? false))
  return own.length > 0 ? own : [field]
}

function listOf(root: JsonSchema, form: Keywords, contentType: string | undefined): Encoded | null {
  const items = asSchema(form.items)
  const isList = typesOf(form)?.includes('array') ?? false
  return isList && isRecord(items) ? encodingOf(flatten(root, items), contentType) : null
}

const annotations =
  /^(title|description|examples?|deprecated|readOnly|writeOnly|nullable|contentMediaType|\$comment|x-.*)$/

/** How a value carries a file: as its bytes, or as a text in base64; null where it is no file. */
function encodingOf(schema: Keywords, contentType: string | undefined): Encoded | null {
  const { format, contentMediaType, contentEncoding } = schema
  const types = typesOf(schema)?.filter((type) => type !== 'null')
  if (types === undefined)
    return isBare(schema) && isBinaryType(contentType ?? contentMediaType ?? octets) ? 'bytes' : null
  const isText = types.length === 1 && types[0] === 'string' && schema.enum === undefined
  if (!isText || Object.hasOwn(schema, 'const')) return null
  if (format === 'byte' || contentEncoding === 'base64') return 'base64'
  if (contentEncoding === 'base64url') return 'base64url'
  if (contentEncoding !== undefined) return null
  if (format === 'binary' || isBinaryType(contentMediaType)) return 'bytes'
  return format === undefined && isBinaryType(contentType) ? 'bytes' : null
}

/** Without a type and a structure a part is a file (OpenAPI 3.1). */
function isBare(schema: Keywords): boolean {
  return Object.keys(schema).every((keyword) => annotations.test(keyword))
}

/** Whether types, of which any will do, are of something else than a text. */
function isBinaryType(types: unknown): boolean {
  if (typeof types !== 'string') return false
  const named = types.split(',').map(bareType)
  return named.some(
    (type) => type !== '' && !/^text\/|^(application\/)?(.*\+)?(json|xml|x-ndjson|yaml)$/.test(type),
  )
}

function kindOf(
  { name, contentType, required, source, root }: FileQuestion,
  schema: Keywords,
): MediaKind | null {
  const { title, description } = schema
  const address = { type: 'string', format: 'uri', title, description }
  const own =
    kindOfTypes(schema.contentMediaType) ??
    kindOfTypes(contentType) ??
    mediaShape({ name, owner: '', schema: address })
  if (own === 'any' || own === 'file') return null
  const isOnly = required && isSource(name, address)
  return (
    own ??
    (isOnly ? (mediaKinds.find((kind) => kind === (root[sourceMediaKeyword] ?? source)) ?? null) : null)
  )
}

/** Whether these types name something, and nothing that a medium could be. */
function isOfNoMedium(types: readonly unknown[]): boolean {
  const named = types.flatMap((some) => (typeof some === 'string' ? some.split(',').map(bareType) : []))
  return named.length > 0 && named.every((type) => !mayBeMedium.test(type))
}

const mayBeMedium = /^(image|video|audio|\*)\/|^application\/(octet-stream|binary|x-binary|ogg|mp4|\*)$|^$/

/** The one kind of media that these types name. */
function kindOfTypes(types: unknown): MediaKind | null {
  if (typeof types !== 'string') return null
  const named = types.split(',').map((type) => bareType(type).split('/')[0])
  const kinds = mediaKinds.filter((kind) => named.includes(kind))
  return kinds.length === 1 && named.every((kind) => kind === kinds[0]) ? (kinds[0] ?? null) : null
}
