import type { SayOwn } from '../../../shared/catalog/own-texts.ts'
import { findModelLabel } from '../../engine/catalog/find-model-label.ts'
import { createFilterNames } from '../../infra/filter-names.ts'
import type { Database } from '../../infra/sqlite-database.ts'
import { createSqliteFileCatalogue } from '../../infra/sqlite-file-catalogue.ts'
import { createSqliteJudgements } from '../../infra/sqlite-judgements.ts'
import { createSqliteLibrarySearch } from '../../infra/sqlite-library-search.ts'
import { openAccountSettings } from './open-accounts.ts'
import { openDescriptions } from './open-descriptions.ts'
import type { Terminal } from './terminal.ts'

interface FilesOptions {
  readonly database: Database
  /** The data folder's path. */
  readonly root: string
  readonly sayOwn: SayOwn
  readonly terminal: Terminal
}

/** The library's files, whose filters know models, accounts and styles by their names, as those of the page do. */
export function openFiles({ database, root, sayOwn, terminal }: FilesOptions) {
  const descriptions = openDescriptions(root, terminal)
  const labelOf = (modelId: string) => findModelLabel(modelId, descriptions, sayOwn)
  const { accounts } = openAccountSettings({ dataFolder: root, terminal }).read()
  return createSqliteFileCatalogue({
    database,
    labelOf,
    judgements: createSqliteJudgements(database),
    search: createSqliteLibrarySearch({ database, labelOf }),
    names: createFilterNames({ database, labelOf, accounts: () => accounts }),
  })
}
