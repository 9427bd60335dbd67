import { flatten, type Keywords } from '../json-schema/flatten.ts'
import { asNames, asNumber, asSchema, asSchemaMap } from '../json-schema/schema-node.ts'
import type { Field } from './field.ts'
import { base, type FieldContext, itemBounds, typeOf } from './field-context.ts'
import { takesHeic } from './heic.ts'
import { mediaShape, urlMaxLength } from './media-shape.ts'

/** Styles by id, each with a strength: marked as such, or a list called styles of exactly these two. */
export function readStyles(context: FieldContext): Field | null {
  const item = itemOf(context)
  if (!item || !hasOnly(item, ['id', 'strength'])) return null
  if (context.schema['x-styles'] !== true && !/styles$/.test(context.name)) return null
  if (typeOf(memberOf(context, item, 'id')) !== 'string') return null
  return {
    ...base(context),
    kind: 'styles',
    ...itemBounds(context.schema),
    strength: strengthOf(context, item),
  }
}

/** Images, each with a strength: marked as such, or a list of an image's address and a number. */
export function readStyleImages(context: FieldContext): Field | null {
  const item = itemOf(context)
  if (!item || !hasOnly(item, ['url', 'strength'])) return null
  const url = memberOf(context, item, 'url')
  const isImage =
    context.schema['x-style-images'] === true ||
    mediaShape({ name: context.name, owner: '', schema: url }) === 'image'
  if (!isImage) return null
  return {
    ...base(context),
    kind: 'style-images',
    urlMaxLength: urlMaxLength(url),
    takesHeic: takesHeic(context.root, context.schema, item, url),
    ...itemBounds(context.schema),
    strength: strengthOf(context, item),
  }
}

function itemOf({ root, schema }: FieldContext): Keywords | null {
  const items = asSchema(schema.items)
  if (typeOf(schema) !== 'array' || items === null || schema.prefixItems !== undefined) return null
  return flatten(root, items)
}

function hasOnly(item: Keywords, names: readonly string[]): boolean {
  const members = [...asSchemaMap(item.properties).keys()]
  return members.length === names.length && members.every((name) => names.includes(name))
}

function memberOf({ root }: FieldContext, item: Keywords, name: string): Keywords {
  return flatten(root, asSchemaMap(item.properties).get(name) ?? true)
}

const usualStrength = 1

function strengthOf(context: FieldContext, item: Keywords) {
  const strength = memberOf(context, item, 'strength')
  const minimum = asNumber(strength.minimum)
  const maximum = asNumber(strength.maximum)
  const rest = asNumber(strength.default)
  const usual = Math.min(maximum ?? usualStrength, Math.max(minimum ?? usualStrength, usualStrength))
  const isRequired = asNames(item.required).includes('strength')
  return { minimum, maximum, rest, initial: isRequired ? (rest ?? usual) : null }
}

/** A style or an image as it is added to such a field: with the strength that its control then shows. */
export function withInitialStrength<Added extends object>(
  field: { readonly strength: { readonly initial: number | null } },
  added: Added,
): Added & { readonly strength?: number } {
  const { initial } = field.strength
  return initial === null ? added : { ...added, strength: initial }
}
