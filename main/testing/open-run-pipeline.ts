import { onTestFinished } from 'vitest'
import { createRunPipeline, type RunPipeline } from '../engine/run-pipeline.ts'
import type { Connection } from '../engine/service/connection.ts'
import type { JobService } from '../engine/submissions/ports.ts'
import type { Submission } from '../engine/submissions/submission.ts'
import type { FakeClock } from './fake-clock.ts'
import type { openLibrary } from './open-library.ts'
import { createSpyService } from './spy-connect-service.ts'
import { createSpyLog } from './spy-log.ts'

type Library = Awaited<ReturnType<typeof openLibrary>>

export interface OpenJobDesk {
  readonly pipeline: RunPipeline
  readonly changes: Submission[]
  readonly deps: { serviceId: string; key: string | null; isPaused: boolean }
}

interface DeskParts {
  readonly library: Pick<Library, 'journal' | 'files'>
  readonly clock: FakeClock
  readonly service: JobService
  readonly jobsInFlight?: number
  readonly isPaused?: boolean
  /** Called with each change, before it is noted. */
  onChanged?(submission: Submission): void
}

/** A desk over a real library and a service by script; a body is the values as JSON. It is closed with the test. */
export function openRunPipeline({
  library: { journal, files },
  clock,
  service,
  jobsInFlight = 8,
  isPaused = false,
  onChanged,
}: DeskParts): OpenJobDesk {
  const deps: OpenJobDesk['world'] = { serviceId: 'sandbox', key: 'k', isPaused }
  const changes: Submission[] = []
  const client = { ...createSpyService().connect({ baseUrl: '', key: null }), ...service }
  const pipeline = createRunPipeline({
    clock,
    ids: { next: () => crypto.randomUUID() },
    random: { next: () => 0.5 },
    log: createSpyLog(),
    journal,
    files,
    bodies: { build: async (values) => new TextEncoder().encode(JSON.stringify(values)) },
    deprecation: { answered: () => undefined, sunset: () => undefined, objection: () => null },
    downloads: { add: () => undefined },
    connection: (): Connection => ({
      kind: 'service',
      serviceId: deps.serviceId,
      baseUrl: 'http://127.0.0.1:1',
      key: deps.key,
      keySource: 'file',
      isDescribed: true,
      client,
    }),
    jobsInFlight: () => jobsInFlight,
    isPaused: () => deps.isPaused,
    setPaused(isOn) {
      deps.isPaused = isOn
    },
    webhookUrl: () => null,
    isQuiet: () => false,
    onEndFound: () => undefined,
    onChanged(submission) {
      onChanged?.(submission)
      changes.push(submission)
    },
    onCompleted: () => undefined,
    onHold: () => undefined,
  })
  onTestFinished(() => pipeline.close())
  return { pipeline, changes, deps }
}
