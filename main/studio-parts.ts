import { createAnnouncer } from './engine/announcer.ts'
import { createCatalogue } from './engine/catalog/catalogue.ts'
import { createDateMonitor } from './engine/catalog/date-monitor.ts'
import { createDeprecationSigns } from './engine/catalog/deprecation-signs.ts'
import { createEventHub } from './engine/event-hub.ts'
import { guardClock } from './engine/guarded-clock.ts'
import { createRequestBodies } from './engine/inputs/request-bodies.ts'
import { createUploads, putsUploadsInDoubt } from './engine/inputs/uploads.ts'
import { createDownloads } from './engine/library/downloads.ts'
import { createStoredFiles } from './engine/library/stored-files.ts'
import { createRunPipeline } from './engine/run-pipeline.ts'
import { type Connection, createConnectionManager } from './engine/service/connection.ts'
import type { KeyMask } from './engine/service/key-mask.ts'
import { createBudget } from './engine/spend/budget.ts'
import { createSpend } from './engine/spend/spend.ts'
import { createStudioStatus } from './engine/studio-status.ts'
import { createRunObjection } from './engine/submissions/run-objection.ts'
import type { Submission } from './engine/submissions/submission.ts'
import { createSubmissionViews } from './engine/submissions/submission-views.ts'
import { startIdPruning } from './engine/webhooks/id-pruning.ts'
import { createWebhooks } from './engine/webhooks/webhooks.ts'
import { createDiskFreeSpace } from './infra/disk-free-space.ts'
import { createDiskLibraryFileStore } from './infra/disk-library-file-store.ts'
import { sendDeliveryOverHttp } from './infra/http-delivery.ts'
import { createHttpFileFetcher } from './infra/http-file-fetcher.ts'
import { connectHttpService } from './infra/http-service-client.ts'
import { findAddressClass } from './infra/inward-addresses.ts'
import { createJoseKeySet } from './infra/jose-key-set.ts'
import { systemClock } from './infra/system-clock.ts'
import { createUuid7Ids } from './infra/uuid7-ids.ts'
import { webhookServer } from './infra/webhook-server.ts'
import type { StudioDeps } from './studio-deps.ts'
import type { Library } from './studio-library.ts'

/** The engine's parts over one library, tied to each other. */
export function assembleParts(deps: StudioDeps, library: Library, keyMask: KeyMask) {
  const { journal, files, inputs, uploadStore, deliveries, requestIds, labelOf, sheets } = library
  const { folder, settings, log } = deps
  const clock = guardClock(deps.clock ?? systemClock, (error) => pipeline.queue.holdForStorage(error))
  const hub = createEventHub()
  const uploads = createUploads({
    inputs,
    kept: uploadStore,
    onProgress: (progress) => hub.emit('inputs.uploading', { progress }),
  })
  const bodies = createRequestBodies({ inputs, kept: uploadStore, uploads })
  const spend = createSpend({ clock, journal, ledger: journal })
  const budget = createBudget({ clock, ledger: journal, limits: () => settings.read().budget })
  const onCatalogChanged = () => hub.emit('catalog.changed', {})
  const dates = createDateMonitor({ clock, onDue: onCatalogChanged })
  const signs = createDeprecationSigns({
    clock,
    log: deps.log,
    store: library.deprecations,
    onChanged: onCatalogChanged,
  })
  const catalogue = createCatalogue({
    clock,
    signs,
    modelPaths: () => settings.read().modelPaths,
    store: library.descriptions,
  })
  const connection = createConnectionManager({
    ...deps,
    connect: (service) => connectHttpService(service, keyMask),
    classes: library.addressClasses,
    findAddressClass,
    onDescribed: catalogue.describe,
    onChanged: () => announcer.status(),
    onReopened() {
      try {
        resume()
      } catch (error) {
        pipeline.queue.holdForStorage(error)
      }
    },
  })
  const status = createStudioStatus({
    facts: { host: deps.host, version: deps.version, dataFolder: folder.path },
    connection,
    journal,
    spend,
    budget,
    wantedService: () => ((deps.serviceOverride ?? settings.read().service) ? 'service' : 'sandbox'),
    hold: () => pipeline.queue.hold(),
    receiver: () => webhooks.status(),
  })
  const announcer = createAnnouncer({
    clock,
    log,
    hub,
    status,
    viewOf: (submission) => views.one(submission),
    submissionOf: journal.get,
    itemOf: files.item,
  })
  const fetcher = createHttpFileFetcher({
    folder,
    keyMask,
    freeSpace: createDiskFreeSpace(folder.path),
  })
  const downloads = createDownloads({
    files,
    fetcher,
    clock,
    accountOf: (submissionId) => connection.accounts.of(journal.get(submissionId)?.serviceId ?? ''),
    currentUrls: (submissionId) => readUrls(journal.get(submissionId), connection.current()),
    onChanged: announcer.progress,
    onSaved: announcer.file,
  })
  const reader = createDiskLibraryFileStore(folder)
  const storedFiles = createStoredFiles({ files, reader, onChanged: announcer.file })
  const views = createSubmissionViews({
    sheetOf: sheets.of,
    journal,
    files,
    downloads,
    labelOf,
    connectedService: () => connection.current()?.serviceId ?? null,
    liveJob: (submissionId) => pipeline.poller.current(submissionId),
    liveProblem: (submissionId) => pipeline.poller.problem(submissionId),
  })
  const pipeline = createRunPipeline({
    clock,
    ids: createUuid7Ids(clock),
    random: { next: Math.random },
    log,
    journal,
    files,
    bodies,
    downloads,
    connection: connection.current,
    jobsInFlight: () => settings.read().jobsInFlight,
    isPaused: () => settings.read().isQueuePaused,
    setPaused: (isQueuePaused) => settings.write({ ...settings.read(), isQueuePaused }),
    deprecation: { ...signs, objection: createRunObjection({ signs, catalogue }) },
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
    log,
    server: webhookServer,
    send: sendDeliveryOverHttp,
    hints: deliveries,
    deliveries,
    secret: deliveries.secret,
    maskKeys: keyMask.text,
    settings: () => settings.read().webhooks,
    keysOf: (baseUrl) => createJoseKeySet({ baseUrl, clock }),
    connection: connection.current,
    submission: journal.get,
    submissionOfJob: journal.findByJob,
    adopt: pipeline.adopt,
    pollNow: pipeline.poller.pollNow,
    pollAllNow: pipeline.poller.pollAllNow,
    onChanged: announcer.status,
  })
  const stopPruning = startIdPruning({
    clock,
    ids: requestIds,
    lastRequestAt: () => Date.parse(webhooks.status().lastEntryAt ?? ''),
  })
  let lastServiceId = connection.current()?.serviceId ?? null

  library.own.database.onDamage((error) => {
    deps.log.warn(
      `The library is damaged (${String(error)}), so nothing more is written or sent. Start Atelier again: it says what can be done.`,
    )
    pipeline.queue.holdForStorage(error)
  })
  /** A service is there again: what waits for one continues. */
  function resume(): void {
    pipeline.queue.retry()
    pipeline.resume()
    webhooks.resume()
    downloads.resume()
    announceMoved()
  }

  /** Runs that are under way say whether their account is the connected one. */
  function announceMoved(): void {
    const now = connection.current()?.serviceId ?? null
    if (now === lastServiceId) return
    const moved = [...journal.running(), ...journal.inState('confirmed'), ...journal.inState('unsent')]
    for (const { submissionId, serviceId } of moved)
      if (lastServiceId === null || serviceId === now || serviceId === lastServiceId)
        announcer.progress(submissionId)
    lastServiceId = now
  }

  return {
    resume,
    hub,
    uploads,
    bodies,
    spend,
    budget,
    catalogue,
    dates,
    connection,
    status,
    announcer,
    fetcher,
    downloads,
    reader,
    storedFiles,
    views,
    pipeline,
    webhooks,
    stopPruning,
  }
}

export type StudioParts = ReturnType<typeof assembleParts>

/** A job's present URLs; null where it is another service's or the service can't say now. */
async function readUrls(
  submission: Submission | null,
  connection: Connection | null,
): Promise<readonly string[] | null> {
  if (!submission?.job || submission.serviceId !== connection?.serviceId) return null
  const outcome = await connection.client.readJob(submission.job.job_id)
  return outcome.type === 'job' ? (outcome.job.result?.urls ?? null) : null
}
