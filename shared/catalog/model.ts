import type { z } from 'zod'
import type { MediaKind } from '../api/media.ts'
import type { PriceTable } from '../pricing/price-table.ts'

/** An old field name that the service accepts until a date. */
export interface FieldAlias {
  readonly from: string
  readonly to: string
  /** The first UTC calendar date on which it is refused. */
  readonly until: string
}

/** An old value of a field that the service accepts until a date, and its present name. */
export interface RenamedValue {
  readonly field: string
  readonly from: string
  readonly to: string
  readonly until: string
}

/**
 * Something that the listing says about a model beyond its fields, such as a rule without a wire name (decision
 * 1).
 */
export interface ModelNote {
  readonly text: string
  /**
   * The part of a service's own description that makes it obsolete: the request, which names every field, or
   * the prices. Absent where it stays true.
   */
  readonly until?: 'described' | 'priced'
}

/** One model as listed in the interface. Only these rows refer to a model by its id. */
export interface Model {
  /** The neutral label in lower case, such as `v1`. */
  readonly id: string
  readonly kind: MediaKind
  /** What tells it apart, in one or two words. */
  readonly name: string
  /** What the model is, in the listing's terms. */
  readonly description: string
  /** Present where its videos have audio of their own. */
  readonly makesAudio?: true
  /** The request, by wire name, in the form's order. */
  readonly request: z.ZodObject
  readonly aliases: readonly FieldAlias[]
  readonly renamedValues: readonly RenamedValue[]
  readonly notes: readonly ModelNote[]
  /** Null where the interface lists no price. */
  readonly pricing: PriceTable | null
}

/** A model's headline: its code, such as `V1`, and its name. */
export function labelOfModel(
  { id, name }: Pick<Model, 'id' | 'name'>,
  say: (text: string) => string = (text) => text,
): string {
  return `${id.toUpperCase()} ${say(name)}`
}

/** A model that is past its sunset date (interface: Versioning 7). */
export interface RetiredModel {
  readonly id: string
  readonly kind: MediaKind
  readonly label: string
  /** UTC calendar date. */
  readonly sunsetDate: string
  /** Who ended it, in the listing's words. */
  readonly cause: string
  /** Its replacement; null where there is no drop-in replacement. */
  readonly replacement: { readonly label: string; readonly path: string | null } | null
}
