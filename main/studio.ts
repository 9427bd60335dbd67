import type { BridgeEvent } from '../shared/bridge/events.ts'
import type { QueueHold, StudioStatus } from '../shared/bridge/views.ts'
import { findModel } from '../shared/catalog/index.ts'
import type { Result } from '../shared/result.ts'
import { createDispatcher, type Dispatch } from './bridge-dispatcher.ts'
import { answer, refuse } from './engine/bridge-result.ts'
import { createCatalogue } from './engine/catalog/catalogue.ts'
import { type ConnectionManager, createConnectionManager } from './engine/connection/connection.ts'
import type { Sandbox, Secrets } from './engine/connection/ports.ts'
import { createEventHub } from './engine/event-hub.ts'
import type { InputStore } from './engine/inputs/ports.ts'
import { createRequestBodies } from './engine/inputs/request-bodies.ts'
import { createJobDesk } from './engine/jobs/job-desk.ts'
import { createJobProcedures } from './engine/jobs/job-procedures.ts'
import type { Submission } from './engine/jobs/submission.ts'
import { createSubmissionViews } from './engine/jobs/submission-views.ts'
import { createDownloads } from './engine/library/downloads.ts'
import { createLibraryProcedures } from './engine/library/library-procedures.ts'
import { createMediaRoutes, type MediaRoutes } from './engine/library/media-routes.ts'
import type { Log } from './engine/ports.ts'
import type { SettingsStore } from './engine/settings/ports.ts'
import { createSettingsProcedures } from './engine/settings/settings-procedures.ts'
import { createSpend } from './engine/spend/spend.ts'
import type { DataFolder } from './infra/data-folder.ts'
import { createDiskFileReader } from './infra/disk-file-reader.ts'
import { createDiskInputStore } from './infra/disk-input-store.ts'
import { createHttpFileFetcher } from './infra/http-file-fetcher.ts'
import { connectHttpService } from './infra/http-service-client.ts'
import { openDatabase } from './infra/sqlite-database.ts'
import { createSqliteFileCatalogue } from './infra/sqlite-file-catalogue.ts'
import { createSqliteSubmissionJournal } from './infra/sqlite-submission-journal.ts'
import { systemClock } from './infra/system-clock.ts'
import { createUuid7Ids } from './infra/uuid7-ids.ts'

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
  /** Resolves when the service is connected, or could not be. */
  readonly connected: ReturnType<ConnectionManager['open']>
  close(): Promise<void>
}

const statusPauseMs = 40
const progressPauseMs = 250

/**
 * Puts the studio together from the engine and its adapters and goes on with what was under way. Throws
 * `NewerLibraryError` or what SQLite throws where the library can't be opened; nothing is changed then.
 */
export async function createStudio(world: StudioWorld): Promise<Studio> {
  const { folder, settings, log } = world
  const clock = systemClock
  const ids = createUuid7Ids(clock)
  const database = await openDatabase(folder.resolve('library.sqlite'))
  const hub = createEventHub()
  const labelOf = (modelId: string) => findModel(modelId)?.label ?? modelId
  const journal = createSqliteSubmissionJournal(database)
  const files = createSqliteFileCatalogue({ database, labelOf })
  const inputs = createDiskInputStore({ folder, database, clock })
  const bodies = createRequestBodies({ inputs })
  const spend = createSpend({ clock, journal, ledger: journal })
  const catalogue = createCatalogue({ modelPaths: () => settings.read().modelPaths })
  const connection = createConnectionManager({
    ...world,
    connect: connectHttpService,
    onDescribed: (endpoints) => catalogue.describe(endpoints),
    onChanged: announceStatus,
  })
  const fetcher = createHttpFileFetcher({
    folder,
    keyFor(url) {
      const current = connection.current()
      return current && new URL(current.baseUrl).origin === url.origin ? current.key : null
    },
  })
  const downloads = createDownloads({
    files,
    fetcher,
    clock,
    async currentUrls(submissionId) {
      const jobId = journal.get(submissionId)?.job?.job_id
      const outcome = jobId === undefined ? null : await connection.current()?.client.readJob(jobId)
      return outcome?.type === 'job' ? (outcome.job.result?.urls ?? null) : null
    },
    onChanged: (submissionId) => announceSoon(submissionId),
    onSaved: announceItem,
  })
  const views = createSubmissionViews({
    journal,
    files,
    downloads,
    labelOf,
    liveJob: (submissionId) => desk.poller.current(submissionId),
  })
  const desk = createJobDesk({
    clock,
    ids,
    random: { next: Math.random },
    journal,
    files,
    bodies,
    downloads,
    connection: () => connection.current(),
    jobsInFlight: () => settings.read().jobsInFlight,
    deprecation: {
      deprecated: (modelId, notice) => catalogue.noteDeprecation(modelId, notice),
      sunset: (modelId, body) => catalogue.noteSunset(modelId, body),
    },
    onChanged: announce,
    onCompleted: ({ modelId }) => views.forgetDurations(modelId),
    onHold: announceStatus,
  })
  const mediaRoutes = createMediaRoutes({
    files,
    inputs,
    reader: createDiskFileReader(folder),
    onPoster: announceItem,
  })

  const pendingTimers = new Map<string, () => void>()

  function later(key: string, milliseconds: number, work: () => void): void {
    if (pendingTimers.has(key)) return
    pendingTimers.set(
      key,
      clock.setTimer(milliseconds, () => {
        pendingTimers.delete(key)
        work()
      }),
    )
  }

  function announce(submission: Submission): void {
    hub.emit('submission.changed', views.one(submission))
    announceStatus()
  }

  function announceSoon(submissionId: string): void {
    later(submissionId, progressPauseMs, () => {
      const submission = journal.get(submissionId)
      if (submission) announce(submission)
    })
  }

  function announceItem(fileId: string): void {
    const item = files.item(fileId)
    if (!item) return
    hub.emit('library.changed', item)
    const submission = journal.get(item.submissionId)
    if (submission) announce(submission)
  }

  function announceStatus(): void {
    later('status', statusPauseMs, () => hub.emit('studio.changed', status()))
  }

  function status(): StudioStatus {
    const current = connection.current()
    const counts = journal.counts()
    return {
      host: world.host,
      version: world.version,
      dataFolder: folder.path,
      service: {
        kind: current?.kind ?? ((world.serviceOverride ?? settings.read().service) ? 'service' : 'sandbox'),
        baseUrl: current?.baseUrl ?? '',
        keyEnding: current?.key ? current.key.slice(-4) : null,
        keySource: current?.keySource ?? 'none',
        described: current?.isDescribed ?? false,
      },
      delivery: 'polling',
      jobsWaiting: counts.waiting,
      jobsRunning: counts.running,
      spentThisMonth: spend.thisMonth(),
      hold: holdNow(),
    }
  }

  function holdNow(): QueueHold | null {
    const held = desk.queue.hold()
    if (held) return held
    const current = connection.current()
    if (!current || current.key !== null) return null
    return { reason: 'no_key', message: 'There is no key for this service.', until: null }
  }

  const dispatch = createDispatcher({
    log,
    handlers: {
      'studio.status': () => answer(status()),
      'catalog.list': () => answer(catalogue.list()),
      'catalog.model'({ modelId }) {
        const model = catalogue.find(modelId)
        return model ? answer(model) : refuse('unknown_model', `There is no model ${modelId}.`)
      },
      ...createJobProcedures({
        clock,
        ids,
        journal,
        queue: desk.queue,
        views,
        catalogue,
        connection,
        bodies,
        onChanged: announce,
        status,
      }),
      ...createLibraryProcedures({
        files,
        journal,
        views,
        downloads,
        reveal: world.reveal && ((path) => world.reveal?.(folder.resolve(path)) ?? Promise.resolve()),
      }),
      'spend.summary': (range) => answer(spend.summary(range)),
      ...createSettingsProcedures({
        settings,
        secrets: world.secrets,
        connection,
        status,
        onChanged: (next) => hub.emit('settings.changed', next),
        onReconnected() {
          desk.queue.resume()
          desk.goOn()
        },
      }),
    },
  })

  await fetcher.sweep()
  const connected = connection.open().then((opened) => {
    desk.goOn()
    downloads.add(files.toFetch())
    return opened
  })

  return {
    procedures: dispatch,
    events: hub,
    mediaRoutes,
    inputs,
    pathOf(fileId) {
      const stored = files.stored(fileId)
      if (!stored) throw new Error(`There is no saved file ${fileId}.`)
      return stored.path
    },
    connected,
    async close() {
      await Promise.allSettled([connected, desk.close(), downloads.close()])
      for (const cancel of pendingTimers.values()) cancel()
      database.close()
    },
  }
}
