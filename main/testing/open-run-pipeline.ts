import { onTestFinished } from 'vitest'
import type { ProbeVerdict } from '../../shared/api/probe.ts'
import { createInternalEventHub, type InternalEventHub } from '../engine/internal-events.ts'
import { createJobIntake, type JobIntake } from '../engine/job-intake.ts'
import { createRunPipeline, type RunPipeline } from '../engine/run-pipeline.ts'
import type { Connection } from '../engine/service/connection.ts'
import type { JobService } from '../engine/service/ports.ts'
import type { Submission } from '../engine/submissions/submission.ts'
import { storageFailureOf } from '../infra/storage-failure.ts'
import type { FakeClock } from './fake-clock.ts'
import { fakeRequestBodies } from './fake-request-bodies.ts'
import type { openLibrary } from './open-library.ts'
import { createSpyService } from './spy-connect-service.ts'
import { createSpyLog } from './spy-log.ts'

type Library = Awaited<ReturnType<typeof openLibrary>>

export interface OpenRunPipeline {
  readonly pipeline: RunPipeline
  readonly intake: JobIntake
  readonly events: InternalEventHub
  readonly changes: Submission[]
  readonly deps: { serviceId: string; key: string | null; isPaused: boolean; isDescribed: boolean }
}

interface PipelineParts {
  readonly library: Pick<Library, 'journal' | 'files'>
  readonly clock: FakeClock
  readonly service: JobService
  readonly jobsInFlight?: number
  readonly isPaused?: boolean
  /** Of accounts that are not connected; null where one can't be asked. */
  readonly clientOf?: (serviceId: string) => JobService | null
  /** Reads the service's description; it has one unless the test says otherwise. */
  describe?(): Promise<void>
  /** What a test of the service finds; it is there unless the test says otherwise. */
  testService?(): Promise<ProbeVerdict>
  /** Called with each change, before it is recorded. */
  onChanged?(submission: Submission): void
}

/**
 * A pipeline over a real library and a service by script; a body is the values as JSON. It is closed with the
 * test.
 */
export function openRunPipeline({
  library: { journal, files },
  clock,
  service,
  jobsInFlight = 8,
  isPaused = false,
  clientOf = () => null,
  testService = async () => 'fine',
  describe = async () => undefined,
  onChanged,
}: PipelineParts): OpenRunPipeline {
  const deps: OpenRunPipeline['deps'] = { serviceId: 'sandbox', key: 'k', isPaused, isDescribed: true }
  const changes: Submission[] = []
  const client = { ...createSpyService().connect({ baseUrl: '', key: null }), ...service }
  const log = createSpyLog()
  const events = createInternalEventHub(log)
  if (onChanged) events.on('run.changed', onChanged)
  events.on('run.changed', (submission) => changes.push(submission))
  const { pipeline, intake } = assemblePipeline({
    clock,
    log,
    events,
    journal,
    files,
    connection: (): Connection => ({
      kind: 'service',
      serviceId: deps.serviceId,
      baseUrl: 'http://127.0.0.1:1',
      key: deps.key,
      keySource: 'file',
      isDescribed: deps.isDescribed,
      client,
    }),
    clientOf,
    describe,
    testService,
    jobsInFlight: () => jobsInFlight,
    isPaused: () => deps.isPaused,
    setPaused(isOn) {
      deps.isPaused = isOn
    },
  })
  onTestFinished(() => pipeline.close())
  return { pipeline, intake, events, changes, deps }
}

type PipelineDeps = Parameters<typeof createRunPipeline>[0]

interface AssembledParts
  extends Pick<
      PipelineDeps,
      | 'clock'
      | 'log'
      | 'events'
      | 'journal'
      | 'connection'
      | 'clientOf'
      | 'describe'
      | 'testService'
      | 'jobsInFlight'
      | 'isPaused'
      | 'setPaused'
    >,
    Pick<Parameters<typeof createJobIntake>[0], 'files'> {}

/** A pipeline and its intake as composed in a studio, without webhooks, downloads and deprecation. */
export function assemblePipeline({ files, ...deps }: AssembledParts) {
  const { clock, journal, events } = deps
  const ids = { next: () => crypto.randomUUID() }
  const intake = createJobIntake({ clock, ids, journal, files, downloads: { add: () => undefined }, events })
  const pipeline = createRunPipeline({
    ...deps,
    storageFailureOf,
    random: { next: () => 0.5 },
    intake,
    bodies: fakeRequestBodies,
    models: {
      recordNotice: () => undefined,
      sunset: () => undefined,
      end: () => null,
      reprice: () => () => null,
      objection: () => null,
    },
    webhookUrl: () => null,
    isQuiet: () => false,
  })
  return { pipeline, intake }
}
