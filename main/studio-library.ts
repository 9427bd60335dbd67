import { findModelLabel } from './engine/catalog/find-model-label.ts'
import { reconcile } from './engine/library/reconcile.ts'
import { createDiskDescriptionStore } from './infra/disk-description-store.ts'
import { createDiskInputStore } from './infra/disk-input-store.ts'
import { createDiskLibraryFolder } from './infra/disk-library-folder.ts'
import { createSqliteDeprecationStore } from './infra/sqlite-deprecation-store.ts'
import { createSqliteFileCatalogue } from './infra/sqlite-file-catalogue.ts'
import { createSqliteLibraryRows } from './infra/sqlite-library-rows.ts'
import { openOwnDatabase } from './infra/sqlite-own-database.ts'
import { createSqlitePromptHistory } from './infra/sqlite-prompt-history.ts'
import { createSqliteRecipeStore } from './infra/sqlite-recipe-store.ts'
import { createSqliteRequestIds } from './infra/sqlite-request-ids.ts'
import { createSqliteSheets } from './infra/sqlite-sheets.ts'
import { createSqliteSubmissionJournal } from './infra/sqlite-submission-journal.ts'
import { createSqliteUploadStore } from './infra/sqlite-upload-store.ts'
import { createSqliteWebhookStore } from './infra/sqlite-webhook-store.ts'
import { systemClock } from './infra/system-clock.ts'
import type { StudioWorld } from './studio-world.ts'

/** The rows and files of one library, opened together. */
export async function openLibrary({ folder, log }: StudioWorld) {
  const own = await openOwnDatabase({ path: folder.resolve('library.sqlite'), log })
  const { database } = own
  const descriptions = createDiskDescriptionStore({ resolve: folder.resolve, log })
  const labelOf = (modelId: string) => findModelLabel(modelId, descriptions)
  const journal = createSqliteSubmissionJournal(database)
  const files = createSqliteFileCatalogue({ database, labelOf })
  const inputs = createDiskInputStore({ folder, database, clock: systemClock })
  const deliveries = createSqliteWebhookStore(database)
  return {
    own,
    descriptions,
    rows: createSqliteLibraryRows(database, files),
    labelOf,
    journal,
    files,
    inputs,
    deliveries,
    requestIds: createSqliteRequestIds(database),
    recipes: createSqliteRecipeStore(database),
    prompts: createSqlitePromptHistory(database),
    sheets: createSqliteSheets(database),
    deprecations: createSqliteDeprecationStore(database),
    uploadStore: createSqliteUploadStore({ database, clock: systemClock }),
  }
}

export type Library = Awaited<ReturnType<typeof openLibrary>>

/** Never rejects: a library whose files can't be looked at now serves what it can. */
export function reconcileLibrary(
  { folder, log }: StudioWorld,
  { own, rows, inputs }: Library,
  rest: { readonly signal: AbortSignal; onChanged(fileId: string): void },
): Promise<unknown> {
  const disk = createDiskLibraryFolder(folder)
  const isThorough = !own.wasClosed
  return reconcile({ rows, folder: disk, inputs, clock: systemClock, log, isThorough, ...rest }).catch(
    (error: Error) => log.warn(`The library’s files could not all be looked at: ${error.message}.`),
  )
}
