import { type MediaKind, mediaKinds } from '../api/media.ts'
import type { Keywords } from '../json-schema/flatten.ts'
import { asNumber, asSchemas, typesOf } from '../json-schema/schema-node.ts'

interface Shape {
  readonly name: string
  /** The name of the field around it; empty at the top. */
  readonly owner: string
  readonly schema: Keywords
}

/** A row of the table that recognises media by their shape; the first row that returns a kind wins. */
type ShapeTest = (shape: Shape) => MediaKind | null

const tests: readonly ShapeTest[] = [
  ({ schema }) => mediaKinds.find((kind) => kind === schema['x-media']) ?? null,
  ({ schema }) => mediaKinds.find((kind) => String(schema.contentMediaType).startsWith(`${kind}/`)) ?? null,
  ({ name, schema }) => (isAddress(schema) ? (kindInName(name, anywhere) ?? kindInName(name, atEnd)) : null),
  ({ name, schema }) => (isFreeText(schema) ? kindInName(name, atEnd) : null),
  ({ name, owner, schema }) => (isLocation(name, schema) ? kindInName(owner, atEnd) : null),
]

/**
 * The media kind of a text field, by its schema: Atelier's own mark, the content's type, an address whose name
 * contains a medium, a name that ends in one, or the bare address of what the field around it names. Null where it is no medium, and where it takes bare base64:
 * neither an address nor a data URI would be valid.
 */
export function mediaShape(shape: Shape): MediaKind | null {
  const { schema } = shape
  if (schema['x-media'] === undefined && (!isText(schema) || schema.contentEncoding !== undefined))
    return null
  for (const test of tests) {
    const kind = test(shape)
    if (kind) return kind
  }
  return null
}

/** The longest URL that a medium's schema takes, in characters; null where it states none. */
export function urlMaxLength(schema: Keywords): number | null {
  const own = asNumber(schema.maxLength)
  const forms = [...asSchemas(schema.anyOf), ...asSchemas(schema.oneOf)]
  const inForms = forms.map((form) => (typeof form === 'object' ? asNumber(form.maxLength) : null))
  const stated = [own, ...inForms].filter((length) => length !== null)
  return stated.length === 0 ? null : Math.min(...stated)
}

const endings: Readonly<Record<MediaKind, string>> = {
  image: 'image|img|image|photo|frame|mask_image',
  video: 'video|video|clip|movie',
  audio: 'audio|sound|song|recording',
}
const atEnd = (words: string) => new RegExp(`(^|_)(${words})(_ur[il])?$`)
const anywhere = (words: string) => new RegExp(`(^|_)(${words})(_|$)`)

/** `inputImageUrls` reads as `input_image_url`. */
function kindInName(name: string, place: (words: string) => RegExp): MediaKind | null {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/s$/, '')
    .replace(/s_(ur[il])$/, '_$1')
  return mediaKinds.find((kind) => place(endings[kind]).test(words)) ?? null
}

function isText(schema: Keywords): boolean {
  const forms = [...asSchemas(schema.anyOf), ...asSchemas(schema.oneOf)]
  if (forms.length > 0) return forms.every((form) => typeof form === 'object' && isText(form))
  const types = typesOf(schema)
  return (
    types !== null &&
    types.length === 1 &&
    types[0] === 'string' &&
    schema.enum === undefined &&
    schema.const === undefined
  )
}

const addressFormats: ReadonlySet<unknown> = new Set(['uri', 'url', 'uri-reference', 'iri', 'data-uri'])

function isAddress(schema: Keywords): boolean {
  const forms = [...asSchemas(schema.anyOf), ...asSchemas(schema.oneOf)]
  return (
    addressFormats.has(schema.format) || forms.some((form) => typeof form === 'object' && isAddress(form))
  )
}

/** `url` of an `image`, or an item of `images`: what it locates is named by the field around it. */
function isLocation(name: string, schema: Keywords): boolean {
  return /^(|ur[il]|src|source|href|link|file)$/i.test(name) && (isAddress(schema) || isFreeText(schema))
}

/** Nothing says that it is anything but an address. */
function isFreeText(schema: Keywords): boolean {
  return schema.format === undefined && schema.pattern === undefined
}
