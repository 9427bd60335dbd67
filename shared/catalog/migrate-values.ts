import type { FieldAlias, RenamedValue } from './model.ts'

/** What became of one value on its way into today's request, without words. */
export type ValueChange =
  | { readonly kind: 'renamed'; readonly from: string; readonly to: string }
  /** The new name was set too, and holds. */
  | { readonly kind: 'superseded'; readonly from: string; readonly to: string }
  | { readonly kind: 'value'; readonly field: string; readonly from: string; readonly to: string }

export interface MigratedValues {
  readonly values: Readonly<Record<string, unknown>>
  readonly changes: readonly ValueChange[]
}

interface OldNames {
  readonly aliases: readonly FieldAlias[]
  readonly renamedValues: readonly RenamedValue[]
}

/**
 * A request in today's names and values (interface: Versioning 2 and 6). Old ones are replaced also before their
 * end, as they are never sent; what has no row stays as it is.
 */
export function migrateValues(
  { aliases, renamedValues }: OldNames,
  values: Readonly<Record<string, unknown>>,
): MigratedValues {
  const changes: ValueChange[] = []
  const renamed: [string, unknown][] = []
  for (const [name, value] of Object.entries(values)) {
    const alias = aliases.find(({ from }) => from === name)
    if (!alias) renamed.push([name, value])
    else if (Object.hasOwn(values, alias.to)) changes.push({ kind: 'superseded', from: name, to: alias.to })
    else {
      renamed.push([alias.to, value])
      changes.push({ kind: 'renamed', from: name, to: alias.to })
    }
  }
  const migrated = renamed.map(([name, value]): [string, unknown] => {
    const row = renamedValues.find(({ field, from }) => field === name && from === value)
    if (!row) return [name, value]
    changes.push({ kind: 'value', field: name, from: row.from, to: row.to })
    return [name, row.to]
  })
  return { values: Object.fromEntries(migrated), changes }
}
