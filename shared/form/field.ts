import type { MediaKind } from '../api/media.ts'
import type { JsonSchema } from '../catalog/json-schema.ts'

interface FieldBase {
  /** The wire name. */
  readonly name: string
  readonly required: boolean
  /** The schema's own title and description, shown where the words catalogue knows no better. */
  readonly title: string | null
  readonly description: string | null
  readonly defaultValue: unknown
}

interface Bounds {
  readonly minimum: number | null
  readonly maximum: number | null
}

/** One field of a form. The kind is what the value is, not how it looks: the registry picks the component. */
export type Field =
  | (FieldBase & {
      readonly kind: 'prompt' | 'text'
      readonly minLength: number
      readonly maxLength: number | null
    })
  | (FieldBase & {
      readonly kind: 'enumeration' | 'aspect-ratio'
      readonly options: readonly EnumerationValue[]
    })
  | (FieldBase & { readonly kind: 'number' | 'integer' | 'seed'; readonly unit: string | null } & Bounds)
  | (FieldBase & { readonly kind: 'switch' })
  | (FieldBase & { readonly kind: 'media'; readonly media: MediaKind })
  | (FieldBase & { readonly kind: 'media-list'; readonly media: MediaKind } & ItemBounds)
  | (FieldBase & { readonly kind: 'styles' | 'style-images'; readonly strength: Bounds } & ItemBounds)
  | (FieldBase & { readonly kind: 'object'; readonly fields: readonly Field[] })
  | (FieldBase & { readonly kind: 'json'; readonly schema: JsonSchema })

export type EnumerationValue = string | number | boolean | null

interface ItemBounds {
  readonly minItems: number
  readonly maxItems: number | null
}

export type FieldKind = Field['kind']
