import { type MediaKind, mediaKinds } from '../api/media.ts'
import type { Keywords } from '../json-schema/flatten.ts'
import { asNumber, asSchemas, typesOf } from '../json-schema/schema-node.ts'

/** What a media field takes: one kind, a medium of any, or any file at all (FORM344). */
export type FieldMedium = MediaKind | 'any' | 'file'

/** The studio's mark on a field whose file is sent as its bytes: an address can't be. */
export const filePartKeyword = 'x-file-part'

interface Shape {
  readonly name: string
  /** The name of the field around it; empty at the top. */
  readonly owner: string
  readonly schema: Keywords
  /** Of an item of a list of this name: the list's own. */
  readonly list?: Keywords
}

/** A row of the table that recognises media by their shape; the first row that returns a kind wins. */
type ShapeTest = (shape: Shape) => FieldMedium | null

const fieldMedia: readonly FieldMedium[] = [...mediaKinds, 'any', 'file']

const tests: readonly ShapeTest[] = [
  ({ schema }) => markedMedium(schema),
  ({ schema }) => mediaKinds.find((kind) => String(schema.contentMediaType).startsWith(`${kind}/`)) ?? null,
  ({ name, schema }) => (isAddress(schema) ? (kindInName(name, anywhere) ?? kindInName(name, atEnd)) : null),
  ({ name, schema }) => (isFreeText(schema) ? kindInName(name, atEnd) : null),
  ({ name, owner, schema }) => (isLocation(name, schema) ? kindInName(owner, atEnd) : null),
  ({ name, schema }) => (isAddress(schema) && isGiven(name, schema) ? kindInText(schema) : null),
  ({ name, schema, list }) =>
    list && isAddress(schema) && isInput(name, schema, list) ? (kindInText(list) ?? 'any') : null,
  ({ name, owner, schema }) =>
    isInputLocation(name, schema) && isInput(owner, schema) ? (kindInText(schema) ?? 'any') : null,
]

/**
 * The media kind of a text field, by its schema: Atelier's own mark, the content's type, an address whose name
 * contains a medium, a name that ends in one, the bare address of what the field around it names, an address whose
 * text names one medium, or one within what is called an input, such as `references`. Null where it is no medium, and where it takes bare base64: neither an address nor a data URI
 * would be valid.
 */
export function mediaShape(shape: Shape): FieldMedium | null {
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

/** Only what is sent as its bytes may be any file. */
function markedMedium(schema: Keywords): FieldMedium | null {
  const medium = fieldMedia.find((kind) => kind === schema['x-media']) ?? null
  return medium === 'file' && schema[filePartKeyword] !== true ? 'any' : medium
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

/** At a request's root: the medium that a required address is of whose name and text name none. */
export const sourceMediaKeyword = 'x-source-media'

const locationName = /^(|ur[il]|src|source|href|link|file)$/i

/** Whether a required address is named as what is worked on: `url`, `inputUrl`, `source_file`. */
export function isSource(name: string, schema: Keywords): boolean {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2')
  const isNamed =
    locationName.test(name) ||
    /^(input|source|src|file|media|asset|original)(_(ur[il]|file|media|asset))?$/i.test(words)
  return name !== '' && isNamed && isText(schema) && isAddress(schema) && isGiven(name, schema)
}

/** `url` of an `image`, or an item of `images`: what it locates is named by the field around it. */
function isLocation(name: string, schema: Keywords): boolean {
  return locationName.test(name) && (isAddress(schema) || isFreeText(schema))
}

const inputName =
  /^(.+_)?(reference|ref|asset|medium|media|input|source|file|attachment|upload|element|subject|character|ingredient|key_?frame)s?(_ur[il]s?)?$/i

/** Whether what is named so, or an item of it, is given to work with, whatever it is (FORM342). */
function isInput(name: string, ...schemas: readonly Keywords[]): boolean {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2')
  return inputName.test(words) && schemas.every((schema) => isGiven(name, schema))
}

/** `url` of a reference, or an item that is an address. */
function isInputLocation(name: string, schema: Keywords): boolean {
  return name === '' ? isAddress(schema) : isLocation(name, schema)
}

const mediaWords: Readonly<Record<MediaKind, RegExp>> = {
  image: /\b(images?|photos?|photographs?|pictures?|frames?|thumbnails?|masks?)\b/i,
  video: /\b(videos?|clips?|movies?)\b/i,
  audio: /\b(audio|songs?|music|sounds?|recordings?|voices?|speech)\b/i,
}

/** Of a long text, the beginning says what the field is. */
const readText = 300

/** The one medium that a field's own title and text name; null where they name none or several. */
function kindInText(schema: Keywords): MediaKind | null {
  const text = textOf(schema)
  const named = mediaKinds.filter((kind) => mediaWords[kind].test(text))
  return named.length === 1 ? (named[0] ?? null) : null
}

const notGiven =
  /webhook|callback|notif|redirect|deliver|upload(ed)? to|sent to|post(ed)? to|web ?(page|site)|home ?page|profile|licen[cs]e|weights?|checkpoint|lora|safetensors|archive|\bzip\b|\bjson\b/i

/** Whether an address is of something to read, not of a place to report to, a page, or a model. */
function isGiven(name: string, schema: Keywords): boolean {
  return !notGiven.test(name) && !notGiven.test(textOf(schema))
}

function textOf({ title, description }: Keywords): string {
  return [title, description]
    .map((text) => (typeof text === 'string' ? text.slice(0, readText) : ''))
    .join(' ')
}

/** Nothing says that it is anything but an address. */
function isFreeText(schema: Keywords): boolean {
  return schema.format === undefined && schema.pattern === undefined
}
