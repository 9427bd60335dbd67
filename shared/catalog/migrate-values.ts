import { requestFields } from '../form/request-fields.ts'
import { isRecord } from '../json-schema/schema-node.ts'
import type { JsonSchema } from './json-schema.ts'
import type { RenamedValue } from './model.ts'

/** The outcome for one value when a request is migrated, as a code. */
export type ValueChange =
  | { readonly kind: 'renamed'; readonly from: string; readonly to: string }
  /** The new name was set too, and wins. */
  | { readonly kind: 'superseded'; readonly from: string; readonly to: string }
  /** Another old name of the same field, `kept`, was set before, and wins. */
  | { readonly kind: 'conflict'; readonly from: string; readonly to: string; readonly kept: string }
  /** Its items were appended to those of another old name of the same list. */
  | { readonly kind: 'joined'; readonly from: string; readonly to: string }
  /** The field accepts only addresses: these members of its items were omitted. */
  | {
      readonly kind: 'reduced'
      readonly from: string
      readonly to: string
      readonly members: readonly string[]
    }
  | { readonly kind: 'value'; readonly field: string; readonly from: string; readonly to: string }

export interface MigratedValues {
  readonly values: Readonly<Record<string, unknown>>
  readonly changes: readonly ValueChange[]
}

type Values = Readonly<Record<string, unknown>>

interface OldNames {
  /** The present request schema: a name that it accepts is no old name, and it has the limits of lists. */
  readonly schema: JsonSchema
  readonly aliases: readonly { readonly from: string; readonly to: string }[]
  readonly renamedValues: readonly RenamedValue[]
}

/**
 * A request in its present names and values (interface: Versioning 2 and 6). Old ones are replaced even before
 * their end date, because they are never sent; a value without a row stays as it is.
 */
export function migrateValues({ schema, aliases, renamedValues }: OldNames, values: Values): MigratedValues {
  const fields = requestFields(schema)
  const changes: ValueChange[] = []
  const migrated = new Map<string, unknown>()
  /** The old name under which a field's value came. */
  const cameAs = new Map<string, string>()

  function take(from: string, to: string, value: unknown): void {
    const kept = cameAs.get(to)
    if (kept === undefined) {
      cameAs.set(to, from)
      migrated.set(to, value)
      changes.push({ kind: 'renamed', from, to })
      return
    }
    const known = migrated.get(to)
    const joined = join(known, value)
    if (isSame(known, value)) changes.push({ kind: 'renamed', from, to })
    else if (joined && joined.length <= mostItemsOf(fields[to])) {
      migrated.set(to, joined)
      changes.push({ kind: 'joined', from, to })
    } else changes.push({ kind: 'conflict', from, to, kept })
  }

  for (const [name, value] of Object.entries(values)) {
    const isOwn = Object.hasOwn(fields, name)
    const alias = isOwn ? undefined : aliases.find(({ from }) => from === name)
    if (!alias) migrated.set(name, value)
    else if (Object.hasOwn(values, alias.to)) changes.push({ kind: 'superseded', from: name, to: alias.to })
    else {
      const { items, left } = takesAddresses(fields[alias.to]) ? reduceToAddresses(value) : asGiven(value)
      take(name, alias.to, items)
      if (left.length > 0) changes.push({ kind: 'reduced', from: name, to: alias.to, members: left })
    }
  }
  const renamed = renameValues({ renamedValues }, Object.fromEntries(migrated))
  return { values: renamed.values, changes: [...changes, ...renamed.changes] }
}

/** Renames only the values, under whatever field names; the same object where none is old. */
export function renameValues(
  { renamedValues }: Pick<OldNames, 'renamedValues'>,
  values: Values,
): MigratedValues {
  const changes = renamedValues.flatMap(({ field, from, to }): Extract<ValueChange, { kind: 'value' }>[] =>
    Object.hasOwn(values, field) && values[field] === from ? [{ kind: 'value', field, from, to }] : [],
  )
  if (changes.length === 0) return { values, changes }
  return {
    values: { ...values, ...Object.fromEntries(changes.map(({ field, to }) => [field, to])) },
    changes,
  }
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}

/** Both lists joined, each item once; null where one of them is no list. */
function join(left: unknown, right: unknown): readonly unknown[] | null {
  if (!Array.isArray(left) || !Array.isArray(right)) return null
  const isNew = (item: unknown) => !left.some((known) => isSame(known, item))
  return [...left, ...right.filter(isNew)]
}

function mostItemsOf(field: JsonSchema | undefined): number {
  return field?.maxItems ?? Number.POSITIVE_INFINITY
}

/** Whether a list accepts media by their plain address. */
function takesAddresses(field: JsonSchema | undefined): boolean {
  if (field?.type !== 'array' || field['x-style-images'] === true) return false
  const { items } = field
  return isRecord(items) && !isRecord(items.properties)
}

interface Reduced {
  readonly items: unknown
  /** Names of omitted members. */
  readonly left: readonly string[]
}

function asGiven(items: unknown): Reduced {
  return { items, left: [] }
}

/** `{url, strength}` as its `url`; an item without one stays as it is. */
function reduceToAddresses(value: unknown): Reduced {
  if (!Array.isArray(value)) return asGiven(value)
  const left = new Set<string>()
  const items = value.map((item: unknown) => {
    if (!isRecord(item) || typeof item.url !== 'string') return item
    for (const name of Object.keys(item)) if (name !== 'url') left.add(name)
    return item.url
  })
  return { items, left: [...left] }
}
