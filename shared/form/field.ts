import type { JsonSchema } from '../catalog/json-schema.ts'
import type { FieldMedium } from './media-shape.ts'

interface FieldBase {
  /** The wire name; empty for an item of a list and for one of several alternatives. */
  readonly name: string
  readonly required: boolean
  /** The schema's own title and description, shown where the words catalogue has none. */
  readonly title: string | null
  readonly description: string | null
  readonly defaultValue: unknown
}

interface Bounds {
  readonly minimum: number | null
  readonly maximum: number | null
}

/**
 * One field of a form. The kind says what the value is, not how it looks: the registry chooses the component.
 * Nested fields are read on first use, so that a schema may be recursive.
 */
export type Field =
  | (FieldBase & { readonly kind: 'prompt' } & Lengths)
  | (FieldBase & { readonly kind: 'text' } & Lengths & TextTraits)
  | (FieldBase & {
      readonly kind: 'enumeration' | 'aspect-ratio'
      readonly options: readonly EnumerationValue[]
      /** The schema's own title of each option, where it gives one. */
      readonly optionTitles: readonly (string | null)[]
      /** Of options that are numbers. */
      readonly unit: string | null
    })
  | (FieldBase & {
      readonly kind: 'number' | 'integer' | 'seed'
      readonly unit: string | null
      /** The value is a multiple of this. */
      readonly step: number | null
    } & Bounds)
  | (FieldBase & { readonly kind: 'switch' })
  | (FieldBase & { readonly kind: 'constant'; readonly value: unknown })
  | (FieldBase & { readonly kind: 'media'; readonly media: FieldMedium } & MediaTraits)
  | (FieldBase & { readonly kind: 'media-list'; readonly media: FieldMedium } & MediaTraits & ItemBounds)
  | (FieldBase & { readonly kind: 'styles'; readonly strength: Strength } & ItemBounds)
  | (FieldBase & { readonly kind: 'style-images'; readonly strength: Strength } & MediaTraits & ItemBounds)
  | (FieldBase & { readonly kind: 'list'; readonly item: Field } & ItemBounds)
  /** Items that each have their own schema, and perhaps more of one kind after them. */
  | (FieldBase & {
      readonly kind: 'tuple'
      readonly items: readonly Field[]
      readonly rest: Field | null
    } & ItemBounds)
  | (FieldBase & {
      readonly kind: 'object'
      readonly fields: readonly Field[]
      /** The schema of a member of any other name; null where there may be none. */
      readonly extra: Field | null
    })
  | (FieldBase & { readonly kind: 'nullable'; readonly inner: Field })
  | (FieldBase & { readonly kind: 'union'; readonly forms: readonly UnionForm[] })
  | (FieldBase & { readonly kind: 'json'; readonly schema: JsonSchema })

/** One of the alternatives of a value. */
export interface UnionForm {
  /** The schema's title for it, or the fixed value that distinguishes it; null where it has neither. */
  readonly label: string | null
  readonly field: Field
  /** Whether a value may have this alternative, as far as a fast check can tell. */
  takes(value: unknown): boolean
}

export type EnumerationValue = string | number | boolean | null

interface Lengths {
  readonly minLength: number
  readonly maxLength: number | null
}

interface MediaTraits {
  /** In characters; null where the schema states none. */
  readonly urlMaxLength: number | null
  /** Whether the description says so (INP20); what no page can draw is refused elsewhere. */
  readonly takesHeic: boolean
  /** Its bytes are sent, so that it can be no address. */
  readonly isFileOnly?: true
}

interface Strength extends Bounds {
  /** What applies where none is sent, as the schema states it; null where it doesn't. */
  readonly rest: number | null
  /** What a style is added with: a number where the schema requires one, else null, and nothing is sent. */
  readonly initial: number | null
}

interface TextTraits {
  readonly format: string | null
  /** It probably spans several lines. */
  readonly isLong: boolean
  /** Values suggested by the schema, among any others. */
  readonly suggestions: readonly string[]
}

interface ItemBounds {
  readonly minItems: number
  readonly maxItems: number | null
}

export type FieldKind = Field['kind']
