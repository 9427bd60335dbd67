import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import type { DeprecationNotice } from '../../shared/api/deprecation.ts'
import type { QueueHold } from '../../shared/bridge/views.ts'
import type { ModelGuard, RequestBodies, RunPlace } from '../engine/submissions/ports.ts'
import type { Submission } from '../engine/submissions/submission.ts'
import { createSubmissionQueue, type SubmissionQueue } from '../engine/submissions/submission-queue.ts'
import type { Database } from '../infra/sqlite-database.ts'
import { createSqliteSubmissionJournal } from '../infra/sqlite-submission-journal.ts'
import { storageFailureOf } from '../infra/storage-failure.ts'
import { createFakeClock } from './fake-clock.ts'
import { fakeRequestBodies } from './fake-request-bodies.ts'
import { openMigratedDatabase } from './migrated-library.ts'
import { sampleSubmission } from './sample-submission.ts'
import { createSpyJobService } from './spy-job-service.ts'
import { createSpyLog } from './spy-log.ts'

let folder: string
let database: Database
let queue: SubmissionQueue | null

/** Gives each test of the file a library of its own, and closes its queue. */
export function openLibraryForEachTest(): void {
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'atelier-queue-'))
    database = await openMigratedDatabase(join(folder, 'library.sqlite'))
    queue = null
  })
  afterEach(async () => {
    await queue?.close()
    database.close()
    rmSync(folder, { recursive: true })
  })
}

export function queueDatabase(): Database {
  return database
}

function keyOf({ serviceId, path }: RunPlace): string {
  return `${serviceId} ${path}`
}

/** Objects to runs of an endpoint that returned 410, as the catalogue's signs do. */
function createFakeModelGuard() {
  const ended = new Set<string>()
  const received: (DeprecationNotice | null)[] = []
  const end: ModelGuard['end'] = (run) =>
    ended.has(keyOf(run)) ? { code: 'model_sunset', message: 'Ended.', status: null, retryAt: null } : null
  const repriced = new Set<string>()
  const priceOf = ({ submissionId }: Submission) =>
    repriced.has(submissionId) ? ({ code: 'price_changed', status: null, retryAt: null } as const) : null
  const watch: ModelGuard = {
    recordNotice: (_, notice) => void received.push(notice),
    sunset: (run) => void ended.add(keyOf(run)),
    end,
    reprice: () => priceOf,
    objection: (run) => end(run) ?? priceOf(run),
  }
  return { ...watch, repriced, received, comesBack: (run: Submission) => void ended.delete(keyOf(run)) }
}

export interface OpenQueue {
  readonly jobsInFlight?: number
  /** The same where it changes. */
  readonly limit?: { jobsInFlight: number }
  readonly hasKey?: boolean
  /** The connected account where it changes. */
  readonly connected?: { serviceId: string }
  readonly pause?: { isOn: boolean }
  readonly build?: RequestBodies['build']
  readonly webhookUrl?: (submissionId: string) => string | null
  readonly isThere?: () => Promise<boolean>
  readonly onSilence?: () => void
}

/** A queue over a real journal and a service by script. */
export function openQueue({
  jobsInFlight = 8,
  limit = { jobsInFlight },
  hasKey = true,
  connected = { serviceId: 'sandbox' },
  pause = { isOn: false },
  build = fakeRequestBodies.build,
  webhookUrl = () => null,
  isThere = async () => true,
  onSilence = () => undefined,
}: OpenQueue = {}) {
  const models = createFakeModelGuard()
  const journal = createSqliteSubmissionJournal(database)
  const service = createSpyJobService()
  const clock = createFakeClock()
  const changes: Submission[] = []
  const holds: (QueueHold | null)[] = []
  const accepted: string[] = []
  const created = createSubmissionQueue({
    storageFailureOf,
    journal,
    clock,
    log: createSpyLog(),
    bodies: { build },
    models,
    connection: () => (hasKey ? { serviceId: connected.serviceId, service } : null),
    jobsInFlight: () => limit.jobsInFlight,
    jobsRunning: () => journal.counts().running,
    isPaused: () => pause.isOn,
    setPaused: (isOn) => void Object.assign(pause, { isOn }),
    webhookUrl,
    isThere,
    onSilence,
    onChanged: (submission) => changes.push(submission),
    onAccepted: ({ submissionId }) => accepted.push(submissionId),
    onHold: (hold) => holds.push(hold),
  })
  queue = created
  return { journal, service, clock, changes, holds, accepted, models, queue: created }
}

export function confirmRuns(journal: ReturnType<typeof openQueue>['journal'], count: number): Submission[] {
  const runs = Array.from({ length: count }, () => sampleSubmission())
  journal.insert(runs)
  return runs
}
