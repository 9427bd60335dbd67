import type { MediaKind } from '../api/media.ts'
import type { JsonSchema } from '../catalog/json-schema.ts'
import { type JsonBounds, readBoundedJson } from '../json/read-bounded-json.ts'
import { canonical } from '../json-schema/equality.ts'
import { isRecord } from '../json-schema/schema-node.ts'
import { fail, type Result, succeed } from '../result.ts'
import { requestFields } from './request-fields.ts'

/** Of the fields of a model that the person entered, as JSON Schema. */
export const ownFieldsBounds: JsonBounds = { depth: 64, bytes: 64 * 1024, members: 10_000 }

/** What a field may be where fields are entered as rows. */
export const rowTypes = [
  'text',
  'integer',
  'number',
  'switch',
  'choice',
  'image',
  'images',
  'video',
  'videos',
  'audio',
  'audios',
] as const

export type RowType = (typeof rowTypes)[number]

/** A field of a model that the person enters, as a row of texts. */
export interface FieldRow {
  readonly name: string
  readonly type: RowType
  readonly required: boolean
  /** Of a number its value, of a text its length, of a list its items; empty for none. */
  readonly min: string
  readonly max: string
  /** Of a choice, separated by commas. */
  readonly options: string
}

export const emptyRow: FieldRow = { name: '', type: 'text', required: false, min: '', max: '', options: '' }

/** Why a row is no field; null where it is one. */
export type RowFault = 'name' | 'same_name' | 'min' | 'max' | 'order' | 'options'

/** Each row’s fault. A row without a name, where nothing else was entered, counts as absent. */
export function faultsOf(rows: readonly FieldRow[]): readonly (RowFault | null)[] {
  return rows.map((row, index) => {
    const name = row.name.trim()
    if (name === '' || name.length > 100) return isEmpty(row) ? null : 'name'
    if (rows.some((other, at) => at < index && other.name.trim() === name)) return 'same_name'
    if (row.type === 'choice') return optionsOf(row.options).length === 0 ? 'options' : null
    const { min, max } = boundNames[row.type] ?? {}
    if (min === undefined || max === undefined) return null
    const isWhole = row.type !== 'number'
    const isBound = (text: string) =>
      text.trim() === '' || (Number.isFinite(Number(text)) && (!isWhole || Number.isInteger(Number(text))))
    const isCount = (text: string) => row.type === 'integer' || row.type === 'number' || Number(text) >= 0
    if (!isBound(row.min) || !isCount(row.min)) return 'min'
    if (!isBound(row.max) || !isCount(row.max)) return 'max'
    const [least, most] = [boundOf(row.min), boundOf(row.max)]
    return least !== null && most !== null && least > most ? 'order' : null
  })
}

export function isEmpty({ name, min, max, options }: FieldRow): boolean {
  return [name, min, max, options].every((text) => text.trim() === '')
}

const numberBounds = { min: 'minimum', max: 'maximum' } as const
const lengthBounds = { min: 'minLength', max: 'maxLength' } as const
const itemBounds = { min: 'minItems', max: 'maxItems' } as const

/** The keywords of a type’s bounds; undefined where it has none. */
export const boundNames: Readonly<Partial<Record<RowType, { readonly min: string; readonly max: string }>>> =
  {
    text: lengthBounds,
    integer: numberBounds,
    number: numberBounds,
    images: itemBounds,
    videos: itemBounds,
    audios: itemBounds,
  }

const mediaOf: Readonly<Partial<Record<RowType, MediaKind>>> = {
  image: 'image',
  images: 'image',
  video: 'video',
  videos: 'video',
  audio: 'audio',
  audios: 'audio',
}

/** The request of these rows, which have no faults. */
export function schemaOfRows(rows: readonly FieldRow[]): JsonSchema {
  const named = rows.filter(({ name }) => name.trim() !== '')
  const required = named.filter((row) => row.required).map(({ name }) => name.trim())
  return {
    type: 'object',
    properties: Object.fromEntries(named.map((row) => [row.name.trim(), fieldOf(row)])),
    ...(required.length > 0 && { required }),
  }
}

function fieldOf(row: FieldRow): JsonSchema {
  const { min, max } = boundNames[row.type] ?? {}
  const [least, most] = [boundOf(row.min), boundOf(row.max)]
  const bounds = {
    ...(min !== undefined && least !== null && { [min]: least }),
    ...(max !== undefined && most !== null && { [max]: most }),
  }
  const media = mediaOf[row.type]
  if (media !== undefined) {
    const medium = { type: 'string', 'x-media': media } as const
    return row.type === media ? medium : { type: 'array', items: medium, ...bounds }
  }
  if (row.type === 'choice') return { enum: optionsOf(row.options) }
  if (row.type === 'switch') return { type: 'boolean' }
  return { type: row.type === 'text' ? 'string' : row.type, ...bounds } as JsonSchema
}

function boundOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text)
}

/** Numbers where all are; each once. */
function optionsOf(text: string): readonly (string | number)[] {
  const options = [...new Set(text.split(',').map((option) => option.trim()))].filter(
    (option) => option !== '',
  )
  const areNumbers = options.every((option) => String(Number(option)) === option)
  return areNumbers ? options.map(Number) : options
}

/** The rows that make this schema; null where it says more than rows can. */
export function rowsOfSchema(schema: JsonSchema): FieldRow[] | null {
  const properties = isRecord(schema.properties) ? schema.properties : {}
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : []
  const rows = Object.entries(properties).map(([name, field]) => {
    const own = isRecord(field) ? field : {}
    const type = typeOfField(own)
    const { min, max } = boundNames[type] ?? {}
    return {
      name,
      type,
      required: required.includes(name),
      min: textOf(min === undefined ? undefined : own[min]),
      max: textOf(max === undefined ? undefined : own[max]),
      options: Array.isArray(own.enum) ? own.enum.map(textOf).join(', ') : '',
    }
  })
  if (faultsOf(rows).some((fault) => fault !== null)) return null
  return comparable(schemaOfRows(rows)) === comparable(schema) ? rows : null
}

/** The order of required names says nothing. */
function comparable(schema: JsonSchema): string {
  const { required } = schema
  return canonical(Array.isArray(required) ? { ...schema, required: required.toSorted() } : schema)
}

function typeOfField(field: Readonly<Record<string, unknown>>): RowType {
  if (Array.isArray(field.enum)) return 'choice'
  if (field.type === 'boolean') return 'switch'
  if (field.type === 'integer' || field.type === 'number') return field.type
  const isList = field.type === 'array'
  const medium = isList ? field.items : field
  const media = isRecord(medium) ? medium['x-media'] : undefined
  const found = rowTypes.find(
    (type) => mediaOf[type] === media && media !== undefined && isListType(type) === isList,
  )
  return found ?? 'text'
}

function isListType(type: RowType): boolean {
  return type.endsWith('s') && mediaOf[type] !== undefined
}

function textOf(value: unknown): string {
  return typeof value === 'number' || typeof value === 'string' ? String(value) : ''
}

export type OwnFieldsFault = 'not_json' | 'too_large' | 'no_object' | 'no_fields'

/** The request that a text of JSON Schema states; it must be an object with at least one field. */
export function readOwnFields(text: string): Result<JsonSchema, OwnFieldsFault> {
  const read = readBoundedJson(text, ownFieldsBounds)
  if (!read.ok) return fail({ code: read.error.code === 'not_json' ? 'not_json' : 'too_large' })
  if (!isRecord(read.value)) return fail({ code: 'no_object' })
  const schema = read.value as JsonSchema
  try {
    return Object.keys(requestFields(schema)).length > 0 ? succeed(schema) : fail({ code: 'no_fields' })
  } catch {
    return fail({ code: 'no_fields' })
  }
}
