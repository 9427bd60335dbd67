import { models } from '../shared/catalog/index.ts'
import { findModelLabel } from './engine/catalog/find-model-label.ts'
import { createOwnWords } from './engine/catalog/own-words.ts'
import { reconcile } from './engine/library/reconcile.ts'
import type { BackgroundTurns } from './engine/ports.ts'
import { createDiskDescriptionStore } from './infra/disk-description-store.ts'
import { createDiskInputStore } from './infra/disk-input-store.ts'
import { createDiskLibraryFolder } from './infra/disk-library-folder.ts'
import { createFilterNames } from './infra/filter-names.ts'
import { inspectLibrary } from './infra/library-inspection.ts'
import { createSqliteAddressClasses } from './infra/sqlite-address-classes.ts'
import { createSqliteCollections } from './infra/sqlite-collections.ts'
import { createSqliteDeprecationStore } from './infra/sqlite-deprecation-store.ts'
import { createSqliteExportedFiles } from './infra/sqlite-exported-files.ts'
import { createSqliteFileCatalogue } from './infra/sqlite-file-catalogue.ts'
import { createSqliteFileColors } from './infra/sqlite-file-colors.ts'
import { createSqliteFilterValues } from './infra/sqlite-filter-values.ts'
import { createSqliteImportedRows } from './infra/sqlite-imported-rows.ts'
import { createSqliteJudgements } from './infra/sqlite-judgements.ts'
import { createSqliteLedgerLines } from './infra/sqlite-ledger-lines.ts'
import { readLibraryFigures } from './infra/sqlite-library-figures.ts'
import { createSqliteLibraryIndex } from './infra/sqlite-library-index.ts'
import { createSqliteLibraryReader } from './infra/sqlite-library-reader.ts'
import { createSqliteLibraryRows } from './infra/sqlite-library-rows.ts'
import { createSqliteLibrarySearch } from './infra/sqlite-library-search.ts'
import { createSqliteLineage } from './infra/sqlite-lineage.ts'
import { type OwnDatabase, openOwnDatabase } from './infra/sqlite-own-database.ts'
import { createSqliteOwnModels } from './infra/sqlite-own-models.ts'
import { createSqlitePromptHistory } from './infra/sqlite-prompt-history.ts'
import { createSqliteRecipeStore } from './infra/sqlite-recipe-store.ts'
import { createSqliteRequestIds } from './infra/sqlite-request-ids.ts'
import { createSqliteSheets } from './infra/sqlite-sheets.ts'
import { createSqliteSmartCollections } from './infra/sqlite-smart-collections.ts'
import { createSqliteStyleStore } from './infra/sqlite-style-store.ts'
import { createSqliteSubmissionJournal } from './infra/sqlite-submission-journal.ts'
import { createSqliteTags } from './infra/sqlite-tags.ts'
import { createSqliteTournaments } from './infra/sqlite-tournaments.ts'
import { createSqliteTrash } from './infra/sqlite-trash.ts'
import { createSqliteUnitsByModel } from './infra/sqlite-units-by-model.ts'
import { createSqliteUnseenFiles } from './infra/sqlite-unseen-files.ts'
import { createSqliteUploadStore } from './infra/sqlite-upload-store.ts'
import { createSqliteUsageStore } from './infra/sqlite-usage-store.ts'
import { createSqliteWebhookStore } from './infra/sqlite-webhook-store.ts'
import { storageFailureOf } from './infra/storage-failure.ts'
import { createUnreadableRows } from './infra/unreadable-rows.ts'
import type { StudioDeps } from './studio-deps.ts'

/**
 * The rows and files of one library, opened together. Throws `BrokenLibraryError` with the ways out, also where
 * damage is found only now.
 */
export async function openLibrary(deps: StudioDeps) {
  const { folder, log, repair = null } = deps
  const own = await openOwnDatabase({ path: folder.resolve('library.sqlite'), log, repair })
  try {
    return createStores(deps, own)
  } catch (error) {
    throw await closeBroken(deps, own, error)
  }
}

/** Closes a library that can't be continued; resolves with the error that says what can be done about it. */
export async function closeBroken(
  { folder, log }: StudioDeps,
  own: OwnDatabase,
  error: unknown,
): Promise<unknown> {
  await own.close()
  if (storageFailureOf(error) !== 'damaged') return error
  return inspectLibrary(folder.resolve('library.sqlite'), log).then(
    () => error,
    (said: unknown) => said,
  )
}

function createStores({ folder, log, clock, settings, catalogueWords }: StudioDeps, own: OwnDatabase) {
  const { database } = own
  const usage = createSqliteUsageStore({ path: folder.resolve('library.sqlite'), clock })
  const descriptions = createDiskDescriptionStore({ resolve: folder.resolve, log })
  const ownWords = createOwnWords(settings.read().language, catalogueWords)
  const labelOf = (modelId: string) => findModelLabel(modelId, descriptions, ownWords.say())
  const unreadable = createUnreadableRows(log)
  const journal = createSqliteSubmissionJournal(database, unreadable)
  const judgements = createSqliteJudgements(database)
  const search = createSqliteLibrarySearch({ database, labelOf })
  const naming = { database, labelOf, accounts: () => settings.read().accounts }
  const names = createFilterNames(naming)
  const { now } = clock
  const files = createSqliteFileCatalogue({ database, labelOf, judgements, search, names, now })
  const inputs = createDiskInputStore({ folder, database, clock })
  const webhooks = createSqliteWebhookStore(database)
  return {
    own,
    descriptions,
    ownWords,
    rows: createSqliteLibraryRows(database, files),
    importedRows: createSqliteImportedRows({ database, labelOf }),
    labelOf,
    figures: () => readLibraryFigures(database),
    journal,
    ledgerLines: createSqliteLedgerLines(database, journal.accounts, unreadable),
    files,
    reader: createSqliteLibraryReader({
      path: folder.resolve('library.sqlite'),
      clock,
      database,
      search,
      names,
      now,
    }),
    search,
    index: createSqliteLibraryIndex({
      path: folder.resolve('library.sqlite'),
      clock,
      database,
      search,
      names,
      now,
    }),
    values: createSqliteFilterValues(naming),
    colors: createSqliteFileColors(database),
    unseen: createSqliteUnseenFiles(database),
    judgements,
    tournaments: createSqliteTournaments(database),
    exported: createSqliteExportedFiles(database),
    collections: createSqliteCollections(database),
    smartCollections: createSqliteSmartCollections(database),
    tags: createSqliteTags(database),
    trash: createSqliteTrash(database),
    inputs,
    lineage: createSqliteLineage(database, inputs),
    webhooks,
    requestIds: createSqliteRequestIds(database),
    recipes: createSqliteRecipeStore(database, unreadable),
    prompts: createSqlitePromptHistory(database),
    sheets: createSqliteSheets(database, unreadable),
    styles: createSqliteStyleStore(database),
    addressClasses: createSqliteAddressClasses(database),
    ownModels: createSqliteOwnModels(database),
    deprecations: createSqliteDeprecationStore(database),
    usage,
    units: createSqliteUnitsByModel(database, usage),
    uploadStore: createSqliteUploadStore({ database, clock }),
  }
}

export type Library = Awaited<ReturnType<typeof openLibrary>>

/** Never rejects: a library whose files can't be checked now serves what it can. */
export async function reconcileLibrary(
  { folder, log, clock, ids }: StudioDeps,
  { own, rows, inputs, descriptions }: Library,
  {
    turns,
    signal,
    onChanged,
  }: {
    readonly turns: BackgroundTurns
    readonly signal: AbortSignal
    onChanged(fileId: string): void
  },
): Promise<void> {
  const { isRepaired } = own
  try {
    await reconcile({
      rows,
      folder: createDiskLibraryFolder(folder),
      inputs,
      clock,
      turns,
      ids,
      modelIds: () => [...models.map(({ id }) => id), ...descriptions.labels().keys()],
      log,
      isThorough: !own.wasClosed || isRepaired,
      isRepaired,
      signal,
      onChanged,
    })
    if (!signal.aborted) await own.noteReconciled()
  } catch (error) {
    log.warn(`The library’s files could not all be looked at: ${(error as Error).message}.`)
  }
}
