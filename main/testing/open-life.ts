import type { StudioStatus } from '../../shared/bridge/views.ts'
import { succeed } from '../../shared/result.ts'
import { createCatalogue } from '../engine/catalog/catalogue.ts'
import { createInternalEventHub } from '../engine/internal-events.ts'
import { createLibraryViews } from '../engine/library/library-views.ts'
import type { FileCatalogue } from '../engine/library/ports.ts'
import { createConnectionManager } from '../engine/service/connection.ts'
import type { JobService } from '../engine/service/ports.ts'
import type { SettingsStore } from '../engine/settings/ports.ts'
import { createBudget } from '../engine/spend/budget.ts'
import type { Ledger } from '../engine/spend/ports.ts'
import { createJobProcedures } from '../engine/submissions/job-procedures.ts'
import type { SubmissionJournal } from '../engine/submissions/ports.ts'
import { createRunConfirmation } from '../engine/submissions/run-confirmation.ts'
import { createSubmissionViews } from '../engine/submissions/submission-views.ts'
import { storageFailureOf } from '../infra/storage-failure.ts'
import { createFakeClock } from './fake-clock.ts'
import { fakeRequestBodies } from './fake-request-bodies.ts'
import { createFakeSecrets } from './fake-secrets.ts'
import { assemblePipeline } from './open-run-pipeline.ts'
import { createSpyService } from './spy-connect-service.ts'
import { createSpyLog } from './spy-log.ts'
import { fakeAddressClasses } from './test-accounts.ts'

const writes: ReadonlySet<string> = new Set(['insert', 'save', 'saveAll', 'saveEnd', 'moveBatch'])

/** Where a process is killed: after so many writes of the journal, or at once. */
export interface Fuse {
  writesLeft: number
  isBlown: boolean
}

export class BlownFuseError extends Error {
  override readonly name = 'BlownFuseError'
}

/** The same journal until the fuse blows: the last write is kept, and nothing is done or returned after it. */
function fused(journal: SubmissionJournal, fuse: Fuse): SubmissionJournal {
  const guarded = Object.entries(journal).map(([name, method]) => [
    name,
    (...args: unknown[]) => {
      if (fuse.isBlown) throw new BlownFuseError()
      const response: unknown = (method as (...given: unknown[]) => unknown)(...args)
      if (!writes.has(name)) return response
      fuse.writesLeft -= 1
      fuse.isBlown = fuse.writesLeft <= 0
      if (fuse.isBlown) throw new BlownFuseError()
      return response
    },
  ])
  return Object.fromEntries(guarded) as SubmissionJournal
}

export interface LifeParts {
  readonly journal: SubmissionJournal & Ledger
  readonly files: Pick<FileCatalogue, 'find' | 'filesOf' | 'setFailed'>
  readonly service: Pick<JobService, 'post' | 'readJob' | 'listsJobs' | 'listJobs'>
  readonly settings: SettingsStore
  readonly startedAt: number
}

/**
 * One life of the part of a studio that runs jobs, over a journal that outlives it; a body is the values as
 * JSON.
 */
export async function openLife({ journal: kept, files, service, settings, startedAt }: LifeParts) {
  const clock = createFakeClock(startedAt)
  const fuse: Fuse = { writesLeft: Number.POSITIVE_INFINITY, isBlown: false }
  const journal = fused(kept, fuse)
  const never = new Promise<never>(() => undefined)
  const client = {
    ...createSpyService().connect({ baseUrl: '', key: null }),
    readJob: service.readJob,
    listsJobs: service.listsJobs,
    listJobs: service.listJobs,
    // A dead process sends and receives nothing.
    post: async (...request: Parameters<JobService['post']>) => {
      const outcome = fuse.isBlown ? never : await service.post(...request)
      return fuse.isBlown ? never : outcome
    },
  }
  const connection = createConnectionManager({
    ...fakeAddressClasses(),
    settings,
    secrets: createFakeSecrets(),
    connect: () => client,
    accountOverride: null,
    httpAllowedFor: null,
    startSandbox: async () =>
      succeed({ url: 'http://127.0.0.1:1', key: 'k', ended: new Promise(() => undefined) }),
    onDescribed: () => null,
    onChanged: () => undefined,
    onReopened: () => undefined,
  })
  const ids = { next: () => crypto.randomUUID() }
  const log = createSpyLog()
  const events = createInternalEventHub(log)
  const { pipeline, intake } = assemblePipeline({
    clock,
    log,
    events,
    journal,
    files,
    connection: connection.current,
    describe: connection.describe,
    testService: async () => 'fine',
    clientOf: () => null,
    jobsInFlight: () => settings.read().jobsInFlight,
    isPaused: () => settings.read().isQueuePaused,
    setPaused: (isQueuePaused) => settings.write({ ...settings.read(), isQueuePaused }),
  })
  const views = createSubmissionViews({
    journal,
    files: createLibraryViews({
      files,
      downloads: { progress: () => null, rest: () => null, isSlow: () => false },
    }),
    liveJob: pipeline.liveJob,
    liveProblem: pipeline.liveProblem,
    labelOf: (modelId) => modelId,
    sheetOf: () => null,
    writtenPromptOf: () => null,
    connectedService: () => connection.current()?.serviceId ?? null,
    isFollowed: () => false,
  })
  const budget = createBudget({ clock, ledger: kept, limits: () => settings.read().budget })
  const confirmation = createRunConfirmation({
    storageFailureOf,
    clock,
    log: createSpyLog(),
    journal,
    views,
    connection,
    queue: pipeline.queue,
    changes: { compared: async () => undefined, unseenOfMoney: () => [], see: () => undefined },
    catalogue: createCatalogue({ clock, modelPaths: () => ({ i3: '/generate/image/sandbox/i3' }) }),
    bodies: fakeRequestBodies,
    sheets: { of: () => null },
    agentBudget: { objection: () => null },
    budget,
    onChanged: () => undefined,
  })
  const status = () => ({}) as StudioStatus
  const procedures = createJobProcedures({
    ids,
    journal,
    queue: pipeline.queue,
    connection,
    confirmation,
    budget,
    views,
    status,
    onPollRequested: () => undefined,
    onMoved: () => {},
  })
  await connection.open()
  pipeline.resume()
  return { clock, fuse, pipeline, intake, procedures }
}

export type Life = Awaited<ReturnType<typeof openLife>>
