import { type MediaKind, mediaKinds, mediaUrlMaxLength } from '../shared/api/media.ts'
import type { JsonSchema } from '../shared/catalog/json-schema.ts'
import { sampleMedia } from './sample-media.ts'

export interface FieldInput {
  readonly field: string
  /** As listed. */
  readonly schema: JsonSchema
  /** As described by the service, if at all. */
  readonly described?: JsonSchema | undefined
  /** A style of the caller's, if given. */
  readonly style: string | null
}

/** Fields whose type the listing names; of other numbers and switches it shows bounds or nothing. */
const statedTypes: Readonly<Record<string, string>> = { seed: 'integer', force_instrumental: 'boolean' }

const usualPixels = 1024

/** The boundary values of a field; none where the interface doesn't show its parts. */
export function acceptedValues(input: FieldInput): readonly unknown[] {
  const { schema } = input
  const media = mediaOf(schema)
  if (media) return [sampleMedia[media]]
  if (schema.enum) return schema.enum
  switch (schema.type) {
    case 'string':
      return [...lengths(schema.minLength), ...lengths(schema.maxLength), ...otherScripts(schema.maxLength)]
    case 'boolean':
      return [false, true]
    case 'integer':
    case 'number':
      return schema.maximum === undefined ? [usualPixels] : [schema.maximum, schema.minimum]
    case 'array': {
      const item = sampleItem(input)
      return item === undefined ? [] : [Array(schema.maxItems ?? 1).fill(item)]
    }
    default:
      return []
  }
}

function lengths(length: number | undefined): string[] {
  return length === undefined ? [] : ['m'.repeat(length)]
}

/** A letter each from scripts with two and three bytes per character: lengths count characters. */
const letters = ['ж', '漢', 'ع'] as const

function otherScripts(length: number | undefined): string[] {
  return length === undefined ? [] : letters.map((letter) => letter.repeat(length))
}

export function mediaOf(schema: JsonSchema | undefined): MediaKind | undefined {
  return mediaKinds.find((kind) => kind === schema?.['x-media'])
}

/** An element of a list; of styles the interface shows no members, so the service's description must. */
function sampleItem({ schema, described, style }: FieldInput): unknown {
  const media = mediaOf(schema.items)
  if (media) return sampleMedia[media]
  const members = described?.items?.properties ?? {}
  if (schema['x-styles']) return 'id' in members && style !== null ? { id: style } : undefined
  return 'url' in members ? { url: sampleMedia.image } : undefined
}

export interface BrokenValue {
  readonly why: string
  readonly value: unknown
}

/** Values that each break one bound of a field. Only listed bounds are broken. */
export function brokenValues({ field, schema, described, style }: FieldInput): BrokenValue[] {
  if (mediaOf(schema)) {
    const url = 'https://example.com/'.padEnd(mediaUrlMaxLength + 1, 'a')
    return [
      { why: `a URL of ${mediaUrlMaxLength + 1} characters`, value: url },
      { why: 'a text that is neither URL nor data URI', value: 'no medium' },
    ]
  }
  if (schema.enum) return [{ why: 'a value that is not listed', value: 'not-listed' }]
  switch (schema.type) {
    case 'string':
      return brokenTexts(schema)
    case 'integer':
    case 'number':
      return schema.maximum === undefined ? [] : brokenNumbers(field, schema)
    case 'array':
      return brokenLists(schema, sampleItem({ field, schema, described, style }) ?? { id: 'any' })
    default:
      return statedTypes[field] === 'boolean' ? [{ why: 'a value that is no boolean', value: 'yes' }] : []
  }
}

function brokenTexts({ minLength, maxLength }: JsonSchema): BrokenValue[] {
  return [
    ...(minLength === undefined ? [] : [{ why: 'an empty text', value: '' }]),
    ...(maxLength === undefined
      ? []
      : ['m', ...letters].map((letter) => ({
          why: `${maxLength + 1} characters like ${letter}`,
          value: letter.repeat(maxLength + 1),
        }))),
  ]
}

function brokenNumbers(field: string, { minimum = 0, maximum = 0 }: JsonSchema): BrokenValue[] {
  const fraction = statedTypes[field] === 'integer' ? [1.5] : []
  return [
    ...[minimum - 1, maximum + 1, ...fraction].map((value) => ({ why: String(value), value })),
    { why: 'a text', value: 'many' },
  ]
}

function brokenLists({ minItems, maxItems, items }: JsonSchema, item: unknown): BrokenValue[] {
  const long = 'https://example.com/'.padEnd(mediaUrlMaxLength + 1, 'a')
  return [
    ...(mediaOf(items)
      ? [
          { why: `an element with a URL of ${mediaUrlMaxLength + 1} characters`, value: [long] },
          {
            why: 'an element that is neither URL nor data URI',
            value: [item, 'no medium'].slice(-(maxItems ?? 2)),
          },
        ]
      : []),
    ...(minItems === undefined ? [] : [{ why: 'no element', value: [] }]),
    ...(maxItems === undefined
      ? []
      : [{ why: `${maxItems + 1} elements`, value: Array(maxItems + 1).fill(item) }]),
    { why: 'a value that is no list', value: 7 },
  ]
}
