import type { StudioStatus } from '../shared/bridge/views.ts'
import { isOfMoney } from '../shared/changes/compare-models.ts'
import { estimate } from '../shared/pricing/estimate.ts'
import { budgetOf } from '../shared/settings/settings.ts'
import { stylesIn } from '../shared/styles/styles-in-values.ts'
import { createAnnouncer } from './engine/announcer.ts'
import { createCatalogue } from './engine/catalog/catalogue.ts'
import { createDateMonitor } from './engine/catalog/date-monitor.ts'
import { createDeprecationSigns } from './engine/catalog/deprecation-signs.ts'
import { createDescriptionChanges } from './engine/catalog/description-changes.ts'
import { createDescriptionRefresh } from './engine/catalog/description-refresh.ts'
import { createOwnModels } from './engine/catalog/own-models.ts'
import { createEventHub } from './engine/event-hub.ts'
import { guardClock } from './engine/guarded-clock.ts'
import { createRequestBodies } from './engine/inputs/request-bodies.ts'
import { createUploads, putsUploadsInDoubt } from './engine/inputs/uploads.ts'
import { createInternalEventHub } from './engine/internal-events.ts'
import { createJobIntake } from './engine/job-intake.ts'
import { createCheckPlace } from './engine/library/check-place.ts'
import { createDownloads } from './engine/library/downloads.ts'
import { createLibraryViews } from './engine/library/library-views.ts'
import { createStoredFiles } from './engine/library/stored-files.ts'
import { createTrash } from './engine/library/trash.ts'
import { createWordIndexing } from './engine/library/word-indexing.ts'
import { createRunPipeline } from './engine/run-pipeline.ts'
import {
  type ConnectionManager,
  connectedAccount,
  createConnectionManager,
} from './engine/service/connection.ts'
import type { KeyMask } from './engine/service/key-mask.ts'
import { createSettlement } from './engine/settlement.ts'
import { createAgentBudget } from './engine/spend/agent-budget.ts'
import { createBudget } from './engine/spend/budget.ts'
import { startDayChange } from './engine/spend/day-change.ts'
import { createSpend } from './engine/spend/spend.ts'
import { createStudioStatus } from './engine/studio-status.ts'
import { isOfModel } from './engine/submissions/model-notice.ts'
import { createRunObjection } from './engine/submissions/run-objection.ts'
import type { Submission } from './engine/submissions/submission.ts'
import { createSubmissionViews } from './engine/submissions/submission-views.ts'
import { startIdPruning } from './engine/webhooks/id-pruning.ts'
import { createWebhooks } from './engine/webhooks/webhooks.ts'
import { createDiskFileRemover } from './infra/disk-file-remover.ts'
import { createDiskFreeSpace } from './infra/disk-free-space.ts'
import { createDiskLibraryFileStore } from './infra/disk-library-file-store.ts'
import { createDiskLibraryFolder } from './infra/disk-library-folder.ts'
import { sweepProofCopies } from './infra/disk-proof-copies.ts'
import { sendDeliveryOverHttp } from './infra/http-delivery.ts'
import { createHttpFileFetcher } from './infra/http-file-fetcher.ts'
import { connectHttpService } from './infra/http-service-client.ts'
import { findAddressClass } from './infra/inward-addresses.ts'
import { createJoseKeySet } from './infra/jose-key-set.ts'
import { webhookServer } from './infra/lazy-webhook-server.ts'
import { storageFailureOf } from './infra/storage-failure.ts'
import type { StudioDeps } from './studio-deps.ts'
import type { Library } from './studio-library.ts'
import { createUsageWorkspaces } from './usage-workspaces.ts'

/**
 * The engine's parts over one library, each after those that it calls. Messages to earlier parts, or to
 * several, are sent through `events`; its listeners are listed once, at the end.
 */
/** `closing`: aborted when the studio is closing; what is asked of a service without cost then ends. */
export function assembleParts(deps: StudioDeps, library: Library, keyMask: KeyMask, closing: AbortSignal) {
  const { folder, settings, log, ids, random } = deps
  const { journal, files, inputs, uploadStore, requestIds, labelOf, sheets } = library
  const events = createInternalEventHub(log)
  const clock = guardClock(deps.clock, {
    storageFailureOf,
    onTrouble: (error) => events.emit('storage.failed', error),
  })
  const hub = createEventHub()

  const budget = createBudget({
    clock,
    ledger: journal,
    limits: (account) => budgetOf(settings.read(), account),
  })
  const agentBudget = createAgentBudget({ clock, ledger: journal, limits: () => settings.read().agents })
  const dates = createDateMonitor({ clock, onDue: () => events.emit('catalog.changed', null) })
  const signs = createDeprecationSigns({
    clock,
    log,
    store: library.deprecations,
    onChanged: () => events.emit('catalog.changed', null),
  })
  const stopDays = startDayChange({ clock, onDay: () => events.emit('queue.changed', null) })
  const ownModels = createOwnModels({
    store: library.ownModels,
    account: () => account(),
    onChanged: () => events.emit('catalog.changed', null),
  })
  const described = {
    clock,
    ownEndpoints: ownModels.endpointsOf,
    modelPaths: () => settings.read().modelPaths,
    modelKinds: () => settings.read().modelKinds,
    store: library.descriptions,
    ownWords: library.ownWords,
  }
  const catalogue = createCatalogue({ ...described, signs })
  const changes = createDescriptionChanges({
    ...described,
    log,
    catalogue,
    pause: () => new Promise((resolve) => setImmediate(resolve)),
    onChanged: () => events.emit('catalog.changed', null),
  })
  const spend = createSpend({
    clock,
    log,
    ledger: journal,
    lines: library.ledgerLines,
    units: library.units,
    priceNow({ account, modelId, values }) {
      const model = catalogue.findAt(account, modelId)
      // One without a path is not offered there now.
      return model?.path ? estimate({ pricing: model.pricing, schema: model.schema, values }) : null
    },
  })
  let sandboxUsage: { readonly baseUrl: string; readonly key: string } | null = null
  const connection = createConnectionManager({
    log,
    settings,
    secrets: deps.secrets,
    connect: (service) => connectHttpService(service, keyMask, closing),
    classes: library.addressClasses,
    findAddressClass,
    accountOverride: deps.accountOverride,
    httpAllowedFor: deps.httpAllowedFor,
    async startSandbox() {
      const started = await deps.startSandbox()
      if (started.ok) {
        const { url: baseUrl, usageKey = null, ended } = started.value
        const own = usageKey === null ? null : { baseUrl, key: usageKey }
        sandboxUsage = own
        void ended.then(() => {
          if (sandboxUsage === own) sandboxUsage = null
        })
      }
      return started
    },
    onDescribed(endpoints, serviceId) {
      changes.note(endpoints, serviceId)
      const fault = catalogue.describe(endpoints, serviceId)
      if (endpoints !== null) events.emit('service.described', null)
      return fault
    },
    keptDescription: library.descriptions.read,
    onChanged: () => events.emit('connection.changed', null),
    onReopened: () => events.emit('connection.returned', null),
  })

  const descriptionRefresh = createDescriptionRefresh({ clock, read: connection.describe })
  const usageWorkspaces = createUsageWorkspaces({
    settings,
    usageSecrets: deps.usageSecrets,
    connection,
    httpAllowedFor: deps.httpAllowedFor,
    sandbox: () => sandboxUsage,
  })
  const uploads = createUploads({
    inputs,
    kept: uploadStore,
    onProgress: (progress) => hub.emit('inputs.uploading', { progress }),
    onFailed: () => events.emit('upload.failed', null),
  })
  const bodies = createRequestBodies({ inputs, kept: uploadStore, uploads })
  const fetcher = createHttpFileFetcher({ folder, keyMask, freeSpace: createDiskFreeSpace(folder.path) })
  const fileStore = createDiskLibraryFileStore(folder)
  const settlement = createSettlement({
    log,
    journal,
    files,
    store: fileStore,
    modelOf: ({ serviceId, modelId }) => catalogue.findAt(serviceId, modelId),
    onChanged: (submission) => events.emit('run.changed', submission),
    onOlderChanged: () => announcer.status(),
  })
  const downloads = createDownloads({
    storageFailureOf,
    files,
    fetcher,
    clock,
    accountOf: (submissionId) => connection.accounts.of(journal.get(submissionId)?.serviceId ?? ''),
    currentUrls: (submissionId) => readUrls(journal.get(submissionId), connection.clientOf),
    onChanged: (submissionId) => events.emit('file.progress', submissionId),
    onSpaceChanged: () => events.emit('space.changed', null),
    async onSaved(fileId) {
      await settlement.fileSaved(fileId)
      events.emit('file.changed', fileId)
    },
  })
  const onFileChanged = (fileId: string) => events.emit('file.changed', fileId)
  const checkPlace = createCheckPlace({
    rows: library.rows,
    folder: createDiskLibraryFolder(folder),
    onChanged: onFileChanged,
  })
  const storedFiles = createStoredFiles({ files, reader: fileStore, checkPlace, onChanged: onFileChanged })
  const remover = createDiskFileRemover(folder)
  const trash = createTrash({
    clock,
    log,
    trash: library.trash,
    files,
    journal,
    remover,
    onMoved(moved) {
      hub.emit('library.moved', moved)
      hub.emit('collections.changed', { collectionId: null })
      hub.emit('styles.changed', {})
    },
  })
  const wordIndexing = createWordIndexing({
    index(limit) {
      const hasWords = library.search.index(limit)
      return library.colors.index(limit) || hasWords
    },
    clock,
    onFailure: (error) => events.emit('storage.failed', error),
  })
  void sweepProofCopies(folder, remover).catch((error: unknown) =>
    log.warn(`Copies for proofs are left: ${String(error)}.`),
  )
  const intake = createJobIntake({ clock, ids, journal, files, downloads, events })
  const webhooks = createWebhooks({
    clock,
    ids,
    log,
    server: webhookServer,
    send: sendDeliveryOverHttp,
    deliveries: library.webhooks,
    deliveryLog: library.webhooks,
    secret: library.webhooks.secret,
    maskKeys: keyMask.text,
    settings: () => settings.read().webhooks,
    keysOf: (baseUrl) => createJoseKeySet({ baseUrl, clock }),
    connection: connection.current,
    submission: journal.get,
    submissionOfJob: journal.findByJob,
    adopt: intake.adopt,
    announced: intake.announced,
    pollNow: (submissionId) => events.emit('poll.requested', submissionId),
    pollAllNow: () => events.emit('poll.requested', null),
    onChanged: () => events.emit('receiver.changed', null),
  })
  const stopPruning = startIdPruning({
    clock,
    ids: requestIds,
    lastRequestAt: () => Date.parse(webhooks.status().lastEntryAt ?? ''),
  })
  const pipeline = createRunPipeline({
    storageFailureOf,
    clock,
    random,
    log,
    events,
    journal,
    bodies,
    intake,
    connection: connection.current,
    describe: connection.describe,
    async testService() {
      const probe = await connection.current()?.client.probe()
      return probe?.verdict ?? 'no_answer'
    },
    clientOf: connection.clientOf,
    jobsInFlight: () => settings.read().jobsInFlight,
    isPaused: () => settings.read().isQueuePaused,
    setPaused: (isQueuePaused) => settings.write({ ...settings.read(), isQueuePaused }),
    models: {
      recordNotice(run, notice) {
        if (isOfModel(run, notice)) signs.recordNotice(run, notice)
      },
      sunset: signs.sunset,
      ...createRunObjection({ signs, catalogue }),
    },
    webhookUrl: webhooks.announceAddress,
    isQuiet: webhooks.isQuiet,
  })

  const views = createSubmissionViews({
    sheetOf: sheets.of,
    writtenPromptOf: sheets.writtenPromptOf,
    journal,
    files: createLibraryViews({ files, downloads }),
    labelOf,
    connectedService: () => connection.current()?.serviceId ?? null,
    isFollowed: (serviceId) => connection.clientOf(serviceId) !== null,
    liveJob: pipeline.liveJob,
    liveProblem: pipeline.liveProblem,
  })
  const account = () => connectedAccount(connection)
  let agentsHttp: StudioStatus['agentsHttp'] | null = null
  const readStatus = createStudioStatus({
    facts: { host: deps.host, version: deps.version, dataFolder: folder.path },
    connection,
    journal,
    spend,
    budget,
    ledger: journal,
    hold: pipeline.queue.hold,
    forbidsKey: pipeline.queue.forbidsKey,
    health: () => pipeline.poller().health(),
    waitingForSpace: downloads.waitingForSpace,
    receiver: webhooks.status,
    agentsHttp: () => agentsHttp,
    unseenChanges() {
      const unseen = changes.unseenSoon(connection.current()?.serviceId ?? '') ?? []
      return { models: unseen.length, ofMoney: unseen.filter(isOfMoney).length }
    },
    storageFailureOf,
  })
  const status = () => ({
    ...readStatus(),
    ...(pipeline.queue.isBalanceUntested() && { isBalanceUntested: true as const }),
  })
  const announcer = createAnnouncer({
    clock,
    log,
    hub,
    status,
    viewOf: views.one,
    submissionOf: journal.get,
    itemOf: files.item,
  })

  let lastServiceId = connection.current()?.serviceId ?? null

  /** Runs under way show whether their account is the connected one. */
  function announceMoved(): void {
    const now = connection.current()?.serviceId ?? null
    if (now === lastServiceId) return
    const moved = [...journal.running(), ...journal.inState('confirmed'), ...journal.inState('unsent')]
    for (const { submissionId, serviceId } of moved)
      if (lastServiceId === null || serviceId === now || serviceId === lastServiceId)
        announcer.progress(submissionId)
    lastServiceId = now
  }

  /** Whether their account can be asked has changed. */
  function announceOthers(): void {
    const now = connection.current()?.serviceId ?? null
    for (const { submissionId, serviceId } of journal.running())
      if (serviceId !== now) announcer.progress(submissionId)
  }

  /** A service is back: whatever waits for one resumes. */
  function resume(): void {
    try {
      pipeline.queue.reviewEnds()
      if (connection.current()?.serviceId === lastServiceId) pipeline.queue.retry()
      else pipeline.queue.accountChanged()
      pipeline.resume()
      webhooks.resume()
      downloads.resume()
      announceMoved()
    } catch (error) {
      events.emit('storage.failed', error)
    }
  }

  library.own.database.onDamage((error) => {
    log.warn(
      `The library is damaged (${String(error)}), so nothing more is written or sent. Start Atelier again: it says what can be done.`,
    )
    events.emit('storage.failed', error)
  })
  events.on(
    'catalog.changed',
    () => hub.emit('catalog.changed', {}),
    announcer.status,
    pipeline.queue.reviewEnds,
  )
  events.on('service.described', pipeline.searchAgain, pipeline.queue.reviewEnds)
  events.on('connection.changed', announcer.status, descriptionRefresh.noteReading)
  events.on('connection.returned', resume)
  events.on('accounts.changed', () => {
    pipeline.follow()
    downloads.resume()
    announceOthers()
  })
  events.on('upload.failed', pipeline.testNow)
  events.on('queue.changed', announcer.status)
  events.on('receiver.changed', announcer.status)
  events.on('space.changed', announcer.status)
  events.on('run.changed', announcer.run, webhooks.noticed, (submission) => {
    if (putsUploadsInDoubt(submission)) uploadStore.doubtBody(submission.bodySha256)
  })
  events.on('run.changed', ({ values, state, attempts }) => {
    if (state === 'confirmed' && attempts === 0 && stylesIn(values).length > 0) hub.emit('styles.changed', {})
  })
  events.on('run.changed', ({ state, problem, serviceId }) => {
    if (state === 'rejected' && serviceId === connection.current()?.serviceId)
      descriptionRefresh.refused(problem?.status ?? null)
  })
  events.on('run.end_read', webhooks.foundEnd)
  events.on('run.completed', views.forgetDurations)
  events.on('file.progress', announcer.progress)
  events.on('file.changed', announcer.file, (fileId) => {
    const run = journal.get(files.item(fileId)?.submissionId ?? '')
    if (run && stylesIn(run.values).length > 0) hub.emit('styles.changed', {})
  })

  return {
    events,
    hub,
    clock,
    uploads,
    bodies,
    spend,
    budget,
    agentBudget,
    catalogue,
    changes,
    dates,
    connection,
    status,
    announcer,
    fetcher,
    downloads,
    settlement,
    fileStore,
    storedFiles,
    remover,
    intake,
    checkPlace,
    trash,
    wordIndexing,
    account,
    views,
    pipeline,
    webhooks,
    usageWorkspaces,
    stopPruning,
    stopDays,
    descriptionRefresh,
    ownModels,
    noteAgentsHttp(trouble: NonNullable<typeof agentsHttp> | null) {
      if (trouble === agentsHttp) return
      agentsHttp = trouble
      announcer.status()
    },
  }
}

export type StudioParts = ReturnType<typeof assembleParts>

/** A job's current URLs; null where its account can't be asked, or can't say now. */
async function readUrls(
  submission: Submission | null,
  clientOf: ConnectionManager['clientOf'],
): Promise<readonly string[] | null> {
  const client = submission && clientOf(submission.serviceId)
  if (!submission?.job || !client) return null
  const outcome = await client.readJob(submission.job.job_id)
  return outcome.type === 'job' ? (outcome.job.result?.urls ?? null) : null
}
