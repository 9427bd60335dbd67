import type { BridgeEvent } from '../shared/bridge/events.ts'
import type { StudioStatus } from '../shared/bridge/views.ts'
import type { Result } from '../shared/result.ts'
import { createDispatcher, type Dispatch, type Handlers } from './bridge-dispatcher.ts'
import { createAnnouncer } from './engine/announcer.ts'
import { answer } from './engine/bridge-result.ts'
import { createCatalogProcedures } from './engine/catalog/catalog-procedures.ts'
import { createCatalogue } from './engine/catalog/catalogue.ts'
import { findModelLabel } from './engine/catalog/find-model-label.ts'
import {
  type Connection,
  type ConnectionManager,
  createConnectionManager,
} from './engine/connection/connection.ts'
import type { Sandbox, Secrets } from './engine/connection/ports.ts'
import { createEventHub } from './engine/event-hub.ts'
import { createInputProcedures } from './engine/inputs/input-procedures.ts'
import type { InputStore } from './engine/inputs/ports.ts'
import { createRequestBodies } from './engine/inputs/request-bodies.ts'
import { createUploads, putsUploadsInDoubt } from './engine/inputs/uploads.ts'
import { createJobDesk } from './engine/jobs/job-desk.ts'
import { createJobProcedures } from './engine/jobs/job-procedures.ts'
import { createRunConfirmation } from './engine/jobs/run-confirmation.ts'
import type { Submission } from './engine/jobs/submission.ts'
import { createSubmissionViews } from './engine/jobs/submission-views.ts'
import { createDownloads } from './engine/library/downloads.ts'
import { createLibraryProcedures } from './engine/library/library-procedures.ts'
import { createMediaRoutes, type MediaRoutes } from './engine/library/media-routes.ts'
import { reconcile } from './engine/library/reconcile.ts'
import type { Clock, Log } from './engine/ports.ts'
import { createPromptProcedures } from './engine/prompts/prompt-procedures.ts'
import { createRecipeProcedures } from './engine/recipes/recipe-procedures.ts'
import type { SettingsStore } from './engine/settings/ports.ts'
import { createSettingsProcedures } from './engine/settings/settings-procedures.ts'
import { createBudget } from './engine/spend/budget.ts'
import { createSpend } from './engine/spend/spend.ts'
import { createStudioStatus } from './engine/studio-status.ts'
import { createWebhookProcedures } from './engine/webhooks/webhook-procedures.ts'
import { createWebhooks } from './engine/webhooks/webhooks.ts'
import type { DataFolder } from './infra/data-folder.ts'
import { createDiskDescriptionStore } from './infra/disk-description-store.ts'
import { createDiskFileReader } from './infra/disk-file-reader.ts'
import { createDiskFreeSpace } from './infra/disk-free-space.ts'
import { createDiskInputStore } from './infra/disk-input-store.ts'
import { createDiskLibraryFolder } from './infra/disk-library-folder.ts'
import { sendDeliveryOverHttp } from './infra/http-delivery.ts'
import { createHttpFileFetcher } from './infra/http-file-fetcher.ts'
import { connectHttpService } from './infra/http-service-client.ts'
import { createJoseKeySet } from './infra/jose-key-set.ts'
import { createSqliteFileCatalogue } from './infra/sqlite-file-catalogue.ts'
import { createSqliteLibraryRows } from './infra/sqlite-library-rows.ts'
import { openOwnDatabase } from './infra/sqlite-own-database.ts'
import { createSqlitePromptHistory } from './infra/sqlite-prompt-history.ts'
import { createSqliteRecipeStore } from './infra/sqlite-recipe-store.ts'
import { createSqliteSheets } from './infra/sqlite-sheets.ts'
import { createSqliteSubmissionJournal } from './infra/sqlite-submission-journal.ts'
import { createSqliteUploadStore } from './infra/sqlite-upload-store.ts'
import { createSqliteWebhookStore } from './infra/sqlite-webhook-store.ts'
import { systemClock } from './infra/system-clock.ts'
import { createUuid7Ids } from './infra/uuid7-ids.ts'
import { webhookServer } from './infra/webhook-server.ts'

/** What differs between hosts. The studio never asks where it runs. */
export interface StudioWorld {
  readonly host: StudioStatus['host']
  /** Atelier's own version. */
  readonly version: string
  /** Taken for this process; the studio does not release it. */
  readonly folder: DataFolder
  readonly settings: SettingsStore
  readonly secrets: Secrets
  /** A service for this run only, whatever the settings say. */
  readonly serviceOverride: string | null
  startSandbox(): Promise<Result<Sandbox, 'not_possible_now'>>
  /** Shows a file (absolute path) in the system's file manager; null where the host can't. */
  readonly reveal: ((path: string) => Promise<void>) | null
  readonly log: Log
  /** The machine's own where it is left out. */
  readonly clock?: Clock
}

export interface Studio {
  readonly procedures: Dispatch
  /** Listens to everything the studio tells; answers its undo. */
  readonly events: { subscribe(listener: (event: BridgeEvent) => void): () => void }
  readonly mediaRoutes: MediaRoutes
  /** The person's own files, for hosts that take them from the command line. */
  readonly inputs: InputStore
  /** Where a saved file lies, relative to the data folder; throws where there is none. */
  pathOf(fileId: string): string
  /** The host's word that the machine woke or its network came back: what waits for the service asks at once. */
  wake(): void
  /** Resolves when the service is connected, or could not be. */
  readonly connected: ReturnType<ConnectionManager['open']>
  close(): Promise<void>
}

/** The rows and files of one library, opened together. */
async function openLibrary({ folder, log }: StudioWorld) {
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
    recipes: createSqliteRecipeStore(database),
    prompts: createSqlitePromptHistory(database),
    sheets: createSqliteSheets(database),
    uploadStore: createSqliteUploadStore({ database, clock: systemClock }),
  }
}

type Library = Awaited<ReturnType<typeof openLibrary>>

/**
 * Puts the studio together from the engine and its adapters and goes on with what was under way. Throws
 * `NewerLibraryError` or `BrokenLibraryError` where the library can't be opened; nothing is changed then.
 */
export async function createStudio(world: StudioWorld): Promise<Studio> {
  const library = await openLibrary(world)
  const parts = assemble(world, library)
  const { hub, desk, downloads, fetcher, announcer, connection, webhooks } = parts
  const { files, inputs, deliveries } = library
  const handlers = createHandlers(world, library, parts)

  await Promise.all([
    fetcher.sweep((fileId) => files.find(fileId) !== null && files.stored(fileId) === null),
    webhooks.configure(),
  ])
  const stop = new AbortController()
  const reconciled = reconcileLibrary(world, library, { onChanged: announcer.file, signal: stop.signal })
  const connected = connection.open().then(async (opened) => {
    desk.goOn()
    webhooks.goOn()
    // What is whole on the disk already is not fetched again.
    await reconciled
    downloads.add(files.toFetch())
    return opened
  })

  return {
    procedures: createDispatcher({ log: world.log, handlers }),
    events: hub,
    mediaRoutes: createMediaRoutes({
      files,
      inputs,
      reader: createDiskFileReader(world.folder),
      onPoster: announcer.file,
    }),
    inputs,
    pathOf(fileId) {
      const stored = files.stored(fileId)
      if (!stored) throw new Error(`There is no saved file ${fileId}.`)
      return stored.path
    },
    wake: desk.wake,
    connected,
    async close() {
      stop.abort()
      parts.uploads.cancel()
      await webhooks.close()
      await Promise.allSettled([connected, desk.close(), downloads.close()])
      announcer.close()
      deliveries.flush()
      await library.descriptions.close()
      await library.own.close()
    },
  }
}

/** Never rejects: a library whose files can't be looked at now serves what it can. */
function reconcileLibrary(
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

/** The engine's parts over one library, tied to each other. */
function assemble(world: StudioWorld, library: Library) {
  const { journal, files, inputs, uploadStore, deliveries, labelOf, sheets } = library
  const { folder, settings } = world
  const clock = world.clock ?? systemClock
  const hub = createEventHub()
  const uploads = createUploads({
    inputs,
    kept: uploadStore,
    onProgress: (progress) => hub.emit('inputs.uploading', { progress }),
  })
  const bodies = createRequestBodies({ inputs, kept: uploadStore, uploads })
  const spend = createSpend({ clock, journal, ledger: journal })
  const budget = createBudget({ clock, ledger: journal, limits: () => settings.read().budget })
  const catalogue = createCatalogue({
    modelPaths: () => settings.read().modelPaths,
    store: library.descriptions,
  })
  const connection = createConnectionManager({
    ...world,
    connect: connectHttpService,
    onDescribed: catalogue.describe,
    onChanged: () => announcer.status(),
  })
  const status = createStudioStatus({
    facts: { host: world.host, version: world.version, dataFolder: folder.path },
    connection,
    journal,
    spend,
    budget,
    wantedService: () => ((world.serviceOverride ?? settings.read().service) ? 'service' : 'sandbox'),
    hold: () => desk.queue.hold(),
    receiver: () => webhooks.status(),
  })
  const announcer = createAnnouncer({
    clock,
    hub,
    status,
    viewOf: (submission) => views.one(submission),
    submissionOf: journal.get,
    itemOf: files.item,
  })
  const fetcher = createHttpFileFetcher({
    folder,
    keyFor: connection.keyFor,
    service: connection.address,
    freeSpace: createDiskFreeSpace(folder.path),
  })
  const downloads = createDownloads({
    files,
    fetcher,
    clock,
    currentUrls: (submissionId) => readUrls(journal.get(submissionId), connection.current()),
    onChanged: announcer.progress,
    onSaved: announcer.file,
  })
  const views = createSubmissionViews({
    sheetOf: sheets.of,
    journal,
    files,
    downloads,
    labelOf,
    liveJob: (submissionId) => desk.poller.current(submissionId),
    liveProblem: (submissionId) => desk.poller.problem(submissionId),
  })
  const desk = createJobDesk({
    clock,
    ids: createUuid7Ids(clock),
    random: { next: Math.random },
    journal,
    files,
    bodies,
    downloads,
    connection: connection.current,
    jobsInFlight: () => settings.read().jobsInFlight,
    isPaused: () => settings.read().isQueuePaused,
    setPaused: (isQueuePaused) => settings.write({ ...settings.read(), isQueuePaused }),
    deprecation: { deprecated: catalogue.noteDeprecation, sunset: catalogue.noteSunset },
    webhookUrl: (submissionId) => webhooks.announceAddress(submissionId),
    isQuiet: (submissionId) => webhooks.isQuiet(submissionId),
    onEndFound: (submissionId) => webhooks.foundEnd(submissionId),
    onChanged(submission) {
      announcer.run(submission)
      webhooks.noticed(submission)
      if (putsUploadsInDoubt(submission)) uploadStore.doubtBody(submission.bodySha256)
    },
    onCompleted: ({ modelId }) => views.forgetDurations(modelId),
    onHold: announcer.status,
  })
  const webhooks = createWebhooks({
    clock,
    log: world.log,
    server: webhookServer,
    send: sendDeliveryOverHttp,
    hints: deliveries,
    deliveries,
    secret: deliveries.secret,
    settings: () => settings.read().webhooks,
    keysOf: (baseUrl) => createJoseKeySet({ baseUrl, clock }),
    connection: connection.current,
    submission: journal.get,
    submissionOfJob: journal.findByJob,
    adopt: desk.adopt,
    hurryJob: desk.poller.hurryOne,
    hurry: desk.poller.hurry,
    onChanged: announcer.status,
  })
  return {
    hub,
    uploads,
    bodies,
    spend,
    budget,
    catalogue,
    connection,
    status,
    announcer,
    fetcher,
    downloads,
    views,
    desk,
    webhooks,
  }
}

/** A job's present URLs; null where it is another service's or the service can't say now. */
async function readUrls(
  submission: Submission | null,
  connection: Connection | null,
): Promise<readonly string[] | null> {
  if (!submission?.job || submission.serviceId !== connection?.serviceId) return null
  const outcome = await connection.client.readJob(submission.job.job_id)
  return outcome.type === 'job' ? (outcome.job.result?.urls ?? null) : null
}

function createHandlers(world: StudioWorld, library: Library, parts: ReturnType<typeof assemble>): Handlers {
  const { folder, settings, secrets, reveal } = world
  const { catalogue, connection, announcer, desk, spend, status, webhooks, hub } = parts
  return {
    'studio.status': () => answer(status()),
    ...createCatalogProcedures({ catalogue }),
    ...createJobProcedures({
      ...library,
      ...parts,
      clock: systemClock,
      ids: createUuid7Ids(systemClock),
      queue: desk.queue,
      confirmation: createRunConfirmation({
        ...library,
        ...parts,
        clock: systemClock,
        queue: desk.queue,
        onChanged: announcer.run,
      }),
    }),
    ...createLibraryProcedures({
      ...library,
      ...parts,
      reveal: reveal && ((path) => reveal(folder.resolve(path))),
    }),
    ...createInputProcedures({ ...library, ...parts, reader: createDiskFileReader(folder) }),
    ...createRecipeProcedures({
      ...library,
      clock: systemClock,
      ids: createUuid7Ids(systemClock),
      onChanged: () => hub.emit('recipes.changed', {}),
    }),
    ...createPromptProcedures(library),
    ...createWebhookProcedures({ ...library, ...parts }),
    'spend.summary': (range) => answer(spend.summary(range)),
    ...createSettingsProcedures({
      settings,
      secrets,
      connection,
      status,
      onChanged(changed) {
        announcer.settings(changed)
        announcer.status()
        void webhooks.configure()
      },
      onReconnected() {
        desk.queue.tryAgain()
        desk.goOn()
        webhooks.goOn()
      },
    }),
  }
}
