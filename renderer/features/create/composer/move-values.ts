import type { MediaKind } from '../../../../shared/api/media.ts'
import type { ModelDetail } from '../../../../shared/bridge/views.ts'
import { migrateValues } from '../../../../shared/catalog/migrate-values.ts'
import type { Field } from '../../../../shared/form/field.ts'
import { fieldsFromSchema } from '../../../../shared/form/fields-from-schema.ts'
import type { FieldMedium } from '../../../../shared/form/media-shape.ts'
import { roleOf } from '../../../forms/input-role.ts'
import { takes, type Values } from './draft.ts'

/** A value that another model takes in another form: under another name, as a near value, or both. */
export interface MovedValue {
  readonly from: string
  readonly to: string
  readonly before: unknown
  readonly after: unknown
}

/** What becomes of a model's values with another model. */
export interface MovedValues {
  readonly values: Values
  /** Wire names of fields whose values are the same there. */
  readonly carried: readonly string[]
  readonly changed: readonly MovedValue[]
  /** Wire names of fields that have no place there. */
  readonly dropped: readonly string[]
  /** Wire names of fields that only the other model has, and that are not filled. */
  readonly added: readonly string[]
}

interface Move {
  /** The model that the values are for; null where it is not known any more. */
  readonly from: ModelDetail | null
  readonly to: ModelDetail
  readonly values: Values
}

/**
 * Carries values to another model (CAT55): what fits stays as it is; an old name, a medium of the same purpose and a
 * near number or option are changed; anything else is left out. A shape that isn't there is never replaced by another.
 */
export function moveValues({ from, to, values }: Move): MovedValues {
  const { values: present, changes } = from ? migrateValues(from, values) : { values, changes: [] }
  const fields = new Map(fieldsFromSchema(to.schema).map((field) => [field.name, field]))
  const former = from ? fieldsFromSchema(from.schema) : []
  const moved = new Map<string, unknown>()
  const carried: string[] = []
  const changed: MovedValue[] = []
  const dropped = changes.flatMap((one) =>
    one.kind === 'superseded' || one.kind === 'conflict' ? [one.from] : [],
  )
  // Fields of the same name first, so that another's value never takes their place.
  const entries = Object.entries(present)
  const own = entries.filter(([name]) => fields.has(name))
  for (const [name, value] of [...own, ...entries.filter(([name]) => !fields.has(name))]) {
    const found = placeOf(name, value)
    if (!found) dropped.push(name)
    else {
      moved.set(found.to, found.after)
      if (found.to === name && found.after === value) carried.push(name)
      else changed.push({ from: name, to: found.to, before: value, after: found.after })
    }
  }

  function placeOf(name: string, value: unknown): { readonly to: string; readonly after: unknown } | null {
    for (const target of targetsOf(name)) {
      if (moved.has(target.name)) continue
      for (const after of formsOf(value, target))
        if (takes(to.schema, target.name, after)) return { to: target.name, after }
    }
    return null
  }

  function targetsOf(name: string): readonly Field[] {
    const same = fields.get(name)
    if (same) return [same]
    const renamed = fields.get(to.aliases.find((alias) => alias.from === name)?.to ?? '')
    return renamed ? [renamed] : mediaLike(name)
  }

  /** Fields for the same kind of medium: of the same purpose, else the only one there is. */
  function mediaLike(name: string): readonly Field[] {
    const before = former.find((field) => field.name === name)
    const media = mediaOf(before) ?? (before ? null : guessMedia(name))
    if (media === null) return []
    // What may be any file is no medium that another field could use.
    const takes = media === 'file' ? ['file'] : [media, 'any']
    const alike = [...fields.values()].filter((field) => takes.includes(mediaOf(field) ?? ''))
    const samePurpose = alike.filter((field) => roleOf(field.name) === roleOf(name))
    if (samePurpose.length > 0) return samePurpose
    return roleOf(name) !== 'end' && alike.length === 1 ? alike : []
  }

  const names = new Set(former.map(({ name }) => name))
  const added = [...fields.keys()].filter((name) => !names.has(name) && !moved.has(name))
  return { values: Object.fromEntries(moved), carried, changed, dropped, added }
}

function mediaOf(field: Field | undefined): FieldMedium | null {
  return field?.kind === 'media' || field?.kind === 'media-list' ? field.media : null
}

/** Of a model that is not known any more, names are all there is to go by. */
function guessMedia(name: string): MediaKind | null {
  if (roleOf(name) === null) return null
  return /video/.test(name) ? 'video' : /audio/.test(name) ? 'audio' : 'image'
}

/** The value as it is, then the nearest forms of it that the field may take. */
function formsOf(value: unknown, field: Field): readonly unknown[] {
  switch (field.kind) {
    case 'media':
      return Array.isArray(value) ? value.slice(0, 1) : [value]
    case 'media-list':
      return Array.isArray(value) ? [value, value.slice(0, field.maxItems ?? value.length)] : [[value]]
    case 'number':
    case 'integer':
      return [value, ...nearNumber(value, field)]
    case 'enumeration':
      return [value, ...nearOption(value, field.options)]
    default:
      return [value]
  }
}

function nearNumber(
  value: unknown,
  { minimum, maximum, step, kind }: Extract<Field, { kind: 'number' | 'integer' | 'seed' }>,
): readonly number[] {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) return []
  const bounded = Math.min(maximum ?? number, Math.max(minimum ?? number, number))
  const size = step ?? (kind === 'integer' ? 1 : null)
  return size === null
    ? [bounded]
    : [bounded, Math.floor(bounded / size) * size, Math.ceil(bounded / size) * size]
}

/** The same text in another case, else the nearest of options that are all sizes or lengths, such as 768p. */
function nearOption(value: unknown, options: readonly unknown[]): readonly unknown[] {
  const wanted = String(value).toLowerCase()
  const same = options.filter((option) => String(option).toLowerCase() === wanted)
  if (same.length > 0) return same
  const size = sizeOf(value)
  const sizes = options.map(sizeOf)
  if (size === null || sizes.includes(null)) return []
  const distance = (option: unknown) => Math.abs((sizeOf(option) ?? 0) - size)
  return options.toSorted((left, right) => distance(left) - distance(right)).slice(0, 1)
}

/** The lines of a resolution or the number of seconds; 1K and 4k are their usual lines. */
function sizeOf(option: unknown): number | null {
  if (typeof option === 'number') return option
  const [, digits, unit = ''] = /^(\d{1,5})(p|k|s)?$/i.exec(String(option)) ?? []
  if (digits === undefined) return null
  return Number(digits) * (unit.toLowerCase() === 'k' ? 540 : 1)
}
