import { type MediaKind, mediaKinds } from '../api/media.ts'
import type { JsonSchema } from '../catalog/json-schema.ts'
import type { EnumerationValue, Field } from './field.ts'

interface FieldContext {
  readonly name: string
  readonly schema: JsonSchema
  readonly required: boolean
}

/** A row of the table that turns a schema into a field; the first row that answers wins. */
type FieldReader = (context: FieldContext) => Field | null

/**
 * The form of a request: its fields in the schema's order. What no row understands is entered as JSON, so that
 * nothing a schema allows is out of reach.
 */
export function fieldsFromSchema(schema: JsonSchema): Field[] {
  const required = new Set(schema.required ?? [])
  return Object.entries(schema.properties ?? {}).map(([name, property]) =>
    readField({ name, schema: property, required: required.has(name) }),
  )
}

function readField(context: FieldContext): Field {
  for (const read of readers) {
    const field = read(context)
    if (field) return field
  }
  return { ...base(context), kind: 'json', schema: context.schema }
}

const readers: readonly FieldReader[] = [
  readMedia,
  readMediaList,
  readStyles,
  readStyleImages,
  readEnumeration,
  readSwitch,
  readNumber,
  readText,
  readObject,
]

function base({ name, schema, required }: FieldContext) {
  return {
    name,
    required,
    title: schema.title ?? null,
    description: schema.description ?? null,
    defaultValue: schema.default,
  }
}

function itemBounds(schema: JsonSchema) {
  return { minItems: schema.minItems ?? 0, maxItems: schema.maxItems ?? null }
}

function bounds(schema: JsonSchema | undefined) {
  return { minimum: schema?.minimum ?? null, maximum: schema?.maximum ?? null }
}

function mediaKindOf(schema: JsonSchema | undefined): MediaKind | null {
  return mediaKinds.find((kind) => kind === schema?.['x-media']) ?? null
}

function readMedia(context: FieldContext): Field | null {
  const media = mediaKindOf(context.schema)
  return media && { ...base(context), kind: 'media', media }
}

function readMediaList(context: FieldContext): Field | null {
  const media = mediaKindOf(context.schema.items)
  return media && { ...base(context), kind: 'media-list', media, ...itemBounds(context.schema) }
}

function readStyles(context: FieldContext): Field | null {
  if (context.schema['x-styles'] !== true) return null
  return {
    ...base(context),
    kind: 'styles',
    ...itemBounds(context.schema),
    strength: strengthOf(context.schema),
  }
}

function readStyleImages(context: FieldContext): Field | null {
  if (context.schema['x-style-images'] !== true) return null
  return {
    ...base(context),
    kind: 'style-images',
    ...itemBounds(context.schema),
    strength: strengthOf(context.schema),
  }
}

function strengthOf(schema: JsonSchema) {
  return bounds(schema.items?.properties?.strength)
}

const aspectRatioPattern = /^\d+:\d+$/

function readEnumeration(context: FieldContext): Field | null {
  const options = context.schema.enum
  if (!options?.every(isEnumerationValue)) return null
  const isRatio = options.every((option) => typeof option === 'string' && aspectRatioPattern.test(option))
  return { ...base(context), kind: isRatio ? 'aspect-ratio' : 'enumeration', options }
}

function isEnumerationValue(value: unknown): value is EnumerationValue {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}

function readSwitch(context: FieldContext): Field | null {
  return context.schema.type === 'boolean' ? { ...base(context), kind: 'switch' } : null
}

function readNumber(context: FieldContext): Field | null {
  const { type } = context.schema
  if (type !== 'number' && type !== 'integer') return null
  const kind = type === 'integer' && context.name === 'seed' ? 'seed' : type
  const unit = context.schema['x-unit']
  return { ...base(context), kind, unit: typeof unit === 'string' ? unit : null, ...bounds(context.schema) }
}

function readText(context: FieldContext): Field | null {
  if (context.schema.type !== 'string') return null
  const kind = context.name === 'prompt' ? 'prompt' : 'text'
  const { minLength = 0, maxLength = null } = context.schema
  return { ...base(context), kind, minLength, maxLength }
}

function readObject(context: FieldContext): Field | null {
  if (context.schema.type !== 'object' || !context.schema.properties) return null
  return { ...base(context), kind: 'object', fields: fieldsFromSchema(context.schema) }
}
