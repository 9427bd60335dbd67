import { mediaKinds } from '../api/media.ts'
import type { JsonSchema } from '../catalog/json-schema.ts'
import { flatten, type Keywords } from '../json-schema/flatten.ts'
import { asNumber, asSchema, asSchemas, typesOf } from '../json-schema/schema-node.ts'
import { readList, readObject, readTuple } from './container-readers.ts'
import type { EnumerationValue, Field } from './field.ts'
import { base, type FieldContext, type FieldReader, formsOf, itemBounds, typeOf } from './field-context.ts'
import { unitOf } from './field-unit.ts'
import { takesHeic } from './heic.ts'
import {
  type FieldMedium,
  filePartKeyword,
  isSource,
  mediaShape,
  sourceMediaKeyword,
  urlMaxLength,
} from './media-shape.ts'
import { readStyleImages, readStyles } from './style-readers.ts'
import { readForms } from './union-reader.ts'

/** Fields nested deeper than this are entered as JSON. */
const deepest = 8

const readers: readonly FieldReader[] = [
  readMedia,
  readMediaList,
  readStyles,
  readStyleImages,
  readConstant,
  readEnumeration,
  readNullable,
  readSuggestedText,
  readForms,
  readSwitch,
  readNumber,
  readText,
  readTuple,
  readList,
  readObject,
]

/** Maps one schema to one field. A schema that no reader understands is entered as JSON. */
export function readField(context: Omit<FieldContext, 'read'>): Field {
  const flat = { ...context, read: readField, schema: flatten(context.root, context.schema) }
  if (context.depth <= deepest) {
    for (const read of readers) {
      const field = read(flat)
      if (field) return field
    }
  }
  return { ...base(flat), kind: 'json', schema: flat.schema as JsonSchema }
}

function readMedia(context: FieldContext): Field | null {
  const media = mediaShape(context) ?? sourceMedia(context)
  if (media === null) return null
  const { root, schema } = context
  const traits = {
    urlMaxLength: urlMaxLength(schema),
    takesHeic: media === 'file' || (mayBeImage(media) && takesHeic(root, schema)),
    ...(schema[filePartKeyword] === true && { isFileOnly: true as const }),
  }
  return { ...base(context), kind: 'media', media, ...traits }
}

/** What a request works on, where its only hint is what comes of it (FORM81). */
function sourceMedia({ root, name, schema, required, depth }: FieldContext): FieldMedium | null {
  if (!required || depth > 0 || !isSource(name, schema)) return null
  return mediaKinds.find((kind) => kind === root[sourceMediaKeyword]) ?? 'any'
}

function readMediaList(context: FieldContext): Field | null {
  const { root, name, owner, schema } = context
  const items = asSchema(schema.items)
  if (typeOf(schema) !== 'array' || items === null || schema.prefixItems !== undefined) return null
  const item = flatten(root, items)
  const media = mediaShape({ name, owner, schema: item, list: schema })
  return (
    media && {
      ...base(context),
      kind: 'media-list',
      media,
      urlMaxLength: urlMaxLength(item),
      takesHeic: media === 'file' || (mayBeImage(media) && takesHeic(root, schema, item)),
      ...(item[filePartKeyword] === true && { isFileOnly: true as const }),
      ...itemBounds(schema),
    }
  )
}

function mayBeImage(media: FieldMedium): boolean {
  return media === 'image' || media === 'any'
}

function readConstant(context: FieldContext): Field | null {
  const { schema } = context
  if (!Object.hasOwn(schema, 'const')) return null
  if (!context.required && isEnumerationValue(schema.const))
    return {
      ...base(context),
      kind: 'enumeration',
      options: [schema.const],
      optionTitles: [null],
      unit: unitOf(context, null),
    }
  return { ...base(context), kind: 'constant', value: schema.const }
}

const aspectRatioPattern = /^\d+:\d+$/

/** Branches that refer to each other can list the same values without end. */
const mostOptions = 20_000

interface Option {
  readonly value: unknown
  readonly title: string | null
}

function readEnumeration(context: FieldContext): Field | null {
  const options = optionsOf(context.schema, context.root, deepest)
  if (!options || options.length === 0) return null
  const values = options.map(({ value }) => value)
  if (!values.every(isEnumerationValue)) return null
  const isRatio = values.every((value) => typeof value === 'string' && aspectRatioPattern.test(value))
  return {
    ...base(context),
    kind: isRatio ? 'aspect-ratio' : 'enumeration',
    options: values,
    optionTitles: distinctTitles(options),
    unit: unitOf(context, Math.max(0, ...values.filter((value) => typeof value === 'number'))),
  }
}

/**
 * The listed values, also where each has a branch of its own; null where others are allowed, or where branches
 * nest deeper than that.
 */
function optionsOf(schema: Keywords, root: JsonSchema, deep: number): readonly Option[] | null {
  if (deep === 0) return null
  if (Array.isArray(schema.enum)) return withNames(schema, schema.enum)
  const title = typeof schema.title === 'string' ? schema.title : null
  if (Object.hasOwn(schema, 'const')) return [{ value: schema.const, title }]
  if (typeOf(schema) === 'null') return [{ value: null, title }]
  const found: Option[] = []
  const forms = formsOf(schema)
  for (const form of forms) {
    const options = optionsOf(flatten(root, form), root, deep - 1)
    if (options === null || found.length + options.length > mostOptions) return null
    found.push(...options)
  }
  return forms.length > 0 ? found : null
}

/** Names that a vendor extension gives the values of a list, such as `x-enumNames` and `x-enum-varnames`. */
function withNames(schema: Keywords, values: readonly unknown[]): readonly Option[] {
  const key = Object.keys(schema).find((name) => /^x-(.+-)?enum-?(var)?names$/i.test(name))
  const names: unknown = key === undefined ? undefined : schema[key]
  const isWhole = Array.isArray(names) && names.length === values.length
  return values.map((value, index) => {
    const name: unknown = isWhole ? names[index] : null
    return { value, title: typeof name === 'string' && name.trim() !== '' ? name : null }
  })
}

/** A title that several options share is their field’s, and tells none apart. */
function distinctTitles(options: readonly Option[]): readonly (string | null)[] {
  const times = Map.groupBy(options, ({ title }) => title)
  return options.map(({ title }) => (times.get(title)?.length === 1 ? title : null))
}

function isEnumerationValue(value: unknown): value is EnumerationValue {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}

/** A value or nothing: null is allowed beside the rest of the schema. */
function readNullable(context: FieldContext): Field | null {
  const schema = withoutNull(context.schema, context)
  if (!schema) return null
  return {
    ...base(context),
    kind: 'nullable',
    inner: context.read({ ...context, schema, depth: context.depth + 1 }),
  }
}

function withoutNull(schema: Keywords, { root }: FieldContext): Keywords | null {
  const types = typesOf(schema)
  if (types && types.length > 1 && types.includes('null'))
    return { ...schema, type: types.filter((type) => type !== 'null') }
  for (const keyword of ['anyOf', 'oneOf']) {
    const forms = asSchemas(schema[keyword])
    const rest = forms.filter((form) => typeOf(flatten(root, form)) !== 'null')
    if (rest.length > 0 && rest.length < forms.length) return { ...schema, [keyword]: rest }
  }
  return null
}

/** Any text, with some values suggested by the schema. */
function readSuggestedText(context: FieldContext): Field | null {
  const forms = formsOf(context.schema).map((form) => flatten(context.root, form))
  if (forms.length < 2 || !forms.every((form) => isTextForm(form))) return null
  const free = forms.filter((form) => form.enum === undefined && form.const === undefined)
  const [only] = free
  if (!only) return null
  const suggestions = forms.flatMap((form) => [...(Array.isArray(form.enum) ? form.enum : []), form.const])
  const merged = { ...(free.length === 1 ? only : {}), ...context.schema, type: 'string' }
  const field = readText({ ...context, schema: merged })
  return field?.kind === 'text'
    ? { ...field, suggestions: suggestions.filter((value) => typeof value === 'string') }
    : field
}

function isTextForm(form: Keywords): boolean {
  if (Array.isArray(form.enum)) return form.enum.every((value) => typeof value === 'string')
  return typeOf(form) === 'string' || typeof form.const === 'string'
}

function readSwitch(context: FieldContext): Field | null {
  return typeOf(context.schema) === 'boolean' ? { ...base(context), kind: 'switch' } : null
}

function readNumber(context: FieldContext): Field | null {
  const { schema, name } = context
  const types = typesOf(schema) ?? []
  if (types.length === 0 || !types.every((type) => type === 'number' || type === 'integer')) return null
  const isWhole = !types.includes('number')
  const bounds = numberBounds(schema, isWhole)
  const whole = isWhole ? 'integer' : 'number'
  const step = asNumber(schema.multipleOf)
  return {
    ...base(context),
    kind: name === 'seed' && hasWholeNumbers(bounds, step) ? 'seed' : whole,
    unit: unitOf(context, bounds.maximum),
    step,
    ...bounds,
  }
}

/** A seed is a whole number, also where its type is any number; one between 0 and 1 is something else. */
function hasWholeNumbers({ minimum, maximum }: NumberBounds, step: number | null): boolean {
  return (minimum === null || maximum === null || maximum - minimum > 1) && (step ?? 1) === 1
}

interface NumberBounds {
  readonly minimum: number | null
  readonly maximum: number | null
}

/** Inclusive bounds: for integers, the next one inside an exclusive bound. */
function numberBounds(schema: Keywords, isWhole: boolean): NumberBounds {
  const above = asNumber(schema.exclusiveMinimum)
  const below = asNumber(schema.exclusiveMaximum)
  const next = above !== null && isWhole ? Math.floor(above) + 1 : above
  const last = below !== null && isWhole ? Math.ceil(below) - 1 : below
  return { minimum: asNumber(schema.minimum) ?? next, maximum: asNumber(schema.maximum) ?? last }
}

const longNames = /(prompt|lyrics|script|description|instructions|text)$/i
const longLength = 300

function readText(context: FieldContext): Field | null {
  const { schema, name, depth } = context
  if (typeOf(schema) !== 'string') return null
  const minLength = asNumber(schema.minLength) ?? 0
  const maxLength = asNumber(schema.maxLength)
  if (name === 'prompt' && depth === 0) return { ...base(context), kind: 'prompt', minLength, maxLength }
  const format = typeof schema.format === 'string' ? schema.format : null
  const examples = Array.isArray(schema.examples) ? schema.examples : []
  return {
    ...base(context),
    kind: 'text',
    minLength,
    maxLength,
    format,
    isLong:
      format === null &&
      schema.pattern === undefined &&
      (longNames.test(name) || (maxLength ?? 0) >= longLength),
    suggestions: examples.filter((example) => typeof example === 'string'),
  }
}
