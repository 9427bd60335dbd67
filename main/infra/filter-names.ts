import { foldName } from '../../shared/library/fold-name.ts'
import { sandboxAccountId } from '../../shared/settings/account.ts'
import type { Database } from './sqlite-database.ts'
import type { FilterNames } from './sqlite-library-conditions.ts'
import { modelsIn } from './sqlite-library-search.ts'

export interface FilterNamesDeps {
  readonly database: Database
  labelOf(modelId: string): string
  accounts(): readonly { readonly id: string; readonly name: string }[]
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
  }
}
