import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import type { InputFile } from '../../../shared/bridge/media-routes.ts'
import { type BodyForm, type BodyPart, wholeBodyFields } from '../../../shared/form/body-form.ts'
import { inputsIn, readInputReference } from '../../../shared/form/input-reference.ts'
import { parameterText } from '../../../shared/form/request-parameters.ts'
import { canonical } from '../../../shared/json-schema/equality.ts'
import { ownMember } from '../../../shared/own-member.ts'

type Values = Readonly<Record<string, unknown>>

/** How the bytes of a file are written; `query` is base64 within a query. */
export type FileEncoding = 'bytes' | 'base64' | 'base64url' | 'query'

/** A stretch of a body: bytes that are here, or a kept file. */
export type Piece = { readonly bytes: Uint8Array } | { readonly file: InputFile; readonly as: FileEncoding }

/** A body in its order, and the `Content-Type` that it is sent with. */
export interface FormLayout {
  readonly contentType: string
  readonly pieces: readonly Piece[]
}

/** One value of a form by its name. */
interface Entry {
  readonly name: string
  readonly piece: Piece
  /** What is sent as a file; null where it is a text. */
  readonly file: InputFile | null
  readonly contentType: string | null
  readonly isBase64: boolean
}

/** The values that are sent as files: elsewhere a reference is replaced by an address or a data URI. */
export function fileFieldsOf(form: BodyForm, values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => partOf(form, name).isFile))
}

/**
 * A body of these values, in which what is left of references are those of files. Always the same for the same values
 * (JOB5): the boundary follows from them, so that no file can contain it.
 */
export function layOutForm(
  form: BodyForm,
  values: Values,
  fileOf: (sha256: string) => InputFile | null,
): FormLayout {
  if (form.layout === 'whole') return layOutWhole(form, values, fileOf)
  const entries = Object.entries(values).flatMap(([name, value]) =>
    entriesOf(name, value, partOf(form, name), fileOf),
  )
  if (form.layout === 'urlencoded') return { contentType: form.type, pieces: joinQuery(entries) }
  const boundary = `atelier-${createHash('sha256')
    .update(canonical([form, values]))
    .digest('hex')
    .slice(0, 40)}`
  const parts = entries.flatMap((entry) => [
    text(`--${boundary}\r\n${headersOf(entry)}\r\n\r\n`),
    entry.piece,
    text('\r\n'),
  ])
  return {
    contentType: `${form.type}; boundary=${boundary}`,
    pieces: [...parts, text(`--${boundary}--\r\n`)],
  }
}

function layOutWhole(
  form: BodyForm,
  values: Values,
  fileOf: (sha256: string) => InputFile | null,
): FormLayout {
  const file = fileIn(ownMember(values, wholeBodyFields.file), fileOf)
  const value = ownMember(values, wholeBodyFields.text)
  if (!file)
    return {
      contentType: textType(form.type),
      pieces: [text(value === undefined ? '' : parameterText(value))],
    }
  return { contentType: typeOfFile(form.type, file), pieces: [{ file, as: 'bytes' }] }
}

/** A text is UTF-8, which not every type means by itself. */
function textType(type: string): string {
  return /^text\//.test(type) ? `${type.replace('*', 'plain')}; charset=utf-8` : type
}

function partOf({ parts }: BodyForm, name: string): BodyPart {
  return ownMember(parts, name) ?? {}
}

function fileIn(value: unknown, fileOf: (sha256: string) => InputFile | null): InputFile | null {
  const sha256 = readInputReference(value)
  return sha256 === null ? null : fileOf(sha256)
}

/** Null is not sent: no text means it. A list is one entry an item, unless its style joins them (RFC 6570). */
function entriesOf(
  name: string,
  value: unknown,
  part: BodyPart,
  fileOf: (sha256: string) => InputFile | null,
): readonly Entry[] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) {
    const joint = jointOf(part)
    const isJoined = joint !== null && inputsIn(value).length === 0
    return isJoined
      ? [textEntry(name, value.map(parameterText).join(joint), null)]
      : value.flatMap((item) => entriesOf(name, item, part, fileOf))
  }
  if (typeof value === 'object' && part.style === 'deepObject')
    return Object.entries(value).flatMap(([key, member]) => entriesOf(`${name}[${key}]`, member, {}, fileOf))
  const file = part.isFile ? fileIn(value, fileOf) : null
  if (file) return [fileEntry(name, file, part)]
  const type = typeof value === 'object' ? 'application/json' : null
  return [textEntry(name, parameterText(value), typeOfText(part.contentType) ?? type)]
}

/** Between the items of a list that is one text; null where each is sent by itself. */
function jointOf({ style, explode }: BodyPart): string | null {
  if (style === 'spaceDelimited') return explode === true ? null : ' '
  if (style === 'pipeDelimited') return explode === true ? null : '|'
  return explode === false ? ',' : null
}

/** The type, where there is one alone and no range. */
function onlyType(types: string | undefined): string | null {
  return types === undefined || /[,*]/.test(types) ? null : types
}

/** The same of a text, of which its own says nothing. */
function typeOfText(types: string | undefined): string | null {
  const type = onlyType(types)
  return type !== null && /^text\/plain$/i.test(type) ? null : type
}

function textEntry(name: string, value: string, contentType: string | null): Entry {
  return { name, piece: text(value), file: null, contentType, isBase64: false }
}

function fileEntry(name: string, file: InputFile, { base64, contentType }: BodyPart): Entry {
  const type = typeOfFile(contentType, file)
  if (base64 === undefined)
    return { name, piece: { file, as: 'bytes' }, file, contentType: type, isBase64: false }
  return { name, piece: { file, as: base64 }, file: null, contentType: type, isBase64: base64 === 'base64' }
}

/**
 * A file's own type, unless its part has to have the one that says nothing; of what is no medium, whose own is a guess by its
 * name, the one that the description names (INP344).
 */
function typeOfFile(types: string | undefined, { kind, mediaType }: InputFile): string {
  if (types === 'application/octet-stream') return types
  return kind === 'other' ? (onlyType(types) ?? mediaType) : mediaType
}

function headersOf({ name, file, contentType, isBase64 }: Entry): string {
  const fileName = file ? `; filename="${quoted(file.name)}"` : ''
  return [
    `Content-Disposition: form-data; name="${quoted(name)}"${fileName}`,
    ...(contentType === null ? [] : [`Content-Type: ${contentType}`]),
    // OpenAPI 3.1: what `contentEncoding` means for a part.
    ...(isBase64 ? ['Content-Transfer-Encoding: base64'] : []),
  ].join('\r\n')
}

/** As browsers write it (HTML: multipart/form-data). */
function quoted(value: string): string {
  return value.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')
}

function joinQuery(entries: readonly Entry[]): readonly Piece[] {
  return entries.flatMap(({ name, piece }, index) => [
    text(`${index === 0 ? '' : '&'}${inQuery(name)}=`),
    'bytes' in piece
      ? text(inQuery(Buffer.from(piece.bytes).toString()))
      : { ...piece, as: piece.as === 'base64' ? 'query' : piece.as },
  ])
}

function inQuery(value: string): string {
  return new URLSearchParams([['', value]]).toString().slice(1)
}

function text(value: string): { readonly bytes: Uint8Array } {
  return { bytes: new TextEncoder().encode(value) }
}
