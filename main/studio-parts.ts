import { createAnnouncer } from './engine/announcer.ts'
import { createCatalogue } from './engine/catalog/catalogue.ts'
import { createDateWatch } from './engine/catalog/date-watch.ts'
import { createDeprecationSigns } from './engine/catalog/deprecation-signs.ts'
import { type Connection, createConnectionManager } from './engine/connection/connection.ts'
import type { KeyMask } from './engine/connection/key-mask.ts'
import { createEventHub } from './engine/event-hub.ts'
import { guardClock } from './engine/guarded-clock.ts'
import { createRequestBodies } from './engine/inputs/request-bodies.ts'
import { createUploads, putsUploadsInDoubt } from './engine/inputs/uploads.ts'
import { createJobDesk } from './engine/jobs/job-desk.ts'
import { createRunObjection } from './engine/jobs/run-objection.ts'
import type { Submission } from './engine/jobs/submission.ts'
import { createSubmissionViews } from './engine/jobs/submission-views.ts'
import { createDownloads } from './engine/library/downloads.ts'
import { createStoredFiles } from './engine/library/stored-files.ts'
import { createBudget } from './engine/spend/budget.ts'
import { createSpend } from './engine/spend/spend.ts'
import { createStudioStatus } from './engine/studio-status.ts'
import { startIdPruning } from './engine/webhooks/id-pruning.ts'
import { createWebhooks } from './engine/webhooks/webhooks.ts'
import { createDiskFileReader } from './infra/disk-file-reader.ts'
import { createDiskFreeSpace } from './infra/disk-free-space.ts'
import { sendDeliveryOverHttp } from './infra/http-delivery.ts'
import { createHttpFileFetcher } from './infra/http-file-fetcher.ts'
import { connectHttpService } from './infra/http-service-client.ts'
import { findAddressClass } from './infra/inward-addresses.ts'
import { createJoseKeySet } from './infra/jose-key-set.ts'
import { systemClock } from './infra/system-clock.ts'
import { createUuid7Ids } from './infra/uuid7-ids.ts'
import { webhookServer } from './infra/webhook-server.ts'
import type { Library } from './studio-library.ts'
import type { StudioWorld } from './studio-world.ts'

/** The engine's parts over one library, tied to each other. */
export function assembleParts(world: StudioWorld, library: Library, keyMask: KeyMask) {
  const { journal, files, inputs, uploadStore, deliveries, requestIds, labelOf, sheets } = library
  const { folder, settings, log } = world
  const clock = guardClock(world.clock ?? systemClock, (error) => desk.queue.holdForStorage(error))
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
  const dates = createDateWatch({ clock, onDue: onCatalogChanged })
  const signs = createDeprecationSigns({
    clock,
    log: world.log,
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
    ...world,
    connect: (service) => connectHttpService(service, keyMask),
    classes: library.addressClasses,
    findAddressClass,
    onDescribed: catalogue.describe,
    onChanged: () => announcer.status(),
    onReopened() {
      try {
        goOn()
      } catch (error) {
        desk.queue.holdForStorage(error)
      }
    },
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
  const reader = createDiskFileReader(folder)
  const storedFiles = createStoredFiles({ files, reader, onChanged: announcer.file })
  const views = createSubmissionViews({
    sheetOf: sheets.of,
    journal,
    files,
    downloads,
    labelOf,
    connectedService: () => connection.current()?.serviceId ?? null,
    liveJob: (submissionId) => desk.poller.current(submissionId),
    liveProblem: (submissionId) => desk.poller.problem(submissionId),
  })
  const desk = createJobDesk({
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
    adopt: desk.adopt,
    hurryJob: desk.poller.hurryOne,
    hurry: desk.poller.hurry,
    onChanged: announcer.status,
  })
  const stopPruning = startIdPruning({
    clock,
    ids: requestIds,
    lastRequestAt: () => Date.parse(webhooks.status().lastEntryAt ?? ''),
  })
  let lastServiceId = connection.current()?.serviceId ?? null

  library.own.database.onDamage((error) => {
    world.log.warn(
      `The library is damaged (${String(error)}), so nothing more is written or sent. Start Atelier again: it says what can be done.`,
    )
    desk.queue.holdForStorage(error)
  })
  /** A service is there again: what waits for one goes on. */
  function goOn(): void {
    desk.queue.tryAgain()
    desk.goOn()
    webhooks.goOn()
    downloads.goOn()
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
    goOn,
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
    desk,
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
