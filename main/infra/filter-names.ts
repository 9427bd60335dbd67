import { foldName } from '../../shared/library/fold-name.ts'
import { sandboxAccountId } from '../../shared/settings/account.ts'
import type { Database } from './sqlite-database.ts'
import type { FilterNames } from './sqlite-library-conditions.ts'
import { modelsIn } from './sqlite-library-search.ts'

export interface FilterNamesDeps {
  readonly database: Database
  labelOf(modelId: string): string
  accounts(): readonly Named[]
}

interface Named {
  readonly id: string
  readonly name: string
}

/** The styles that runs used, by the name that the person gave, else by that of the listing. */
export function stylesIn(database: Database): Named[] {
  return database
    .prepare(
      `SELECT DISTINCT style_id, iif(name = '', listed_name, name) AS name FROM styles WHERE is_removed = 0`,
    )
    .all()
    .map((row) => ({ id: String(row.style_id), name: String(row.name) }))
}

/** Where nothing else is known of names. */
export const namesAsIds: FilterNames = {
  modelIds: (name) => [name],
  accountIds: (name) => [name],
  styleIds: (name) => [name],
}

/** What the names in filters stand for: ids as they are, else what bears the name, whatever its case. */
export function createFilterNames({ database, labelOf, accounts }: FilterNamesDeps): FilterNames {
  return {
    modelIds(name) {
      const known = modelsIn(database)
      if (known.includes(name)) return [name]
      const asked = foldName(name)
      return known.filter((modelId) => [modelId, labelOf(modelId)].some((one) => foldName(one) === asked))
    },
    accountIds(name) {
      const all = accounts()
      if (name === sandboxAccountId || all.some(({ id }) => id === name)) return [name]
      const asked = foldName(name)
      const named = all.filter((account) => foldName(account.name) === asked).map(({ id }) => id)
      if (named.length > 0) return named
      return asked === sandboxAccountId ? [sandboxAccountId] : [name]
    },
    styleIds(name) {
      const asked = foldName(name)
      const named = stylesIn(database).filter((style) => style.name !== '' && foldName(style.name) === asked)
      return [...new Set([name, ...named.map(({ id }) => id)])]
    },
  }
}
