import { onTestFinished } from 'vitest'
import type { Connection } from '../engine/connection/connection.ts'
import { createJobDesk, type JobDesk } from '../engine/jobs/job-desk.ts'
import type { JobService } from '../engine/jobs/ports.ts'
import type { Submission } from '../engine/jobs/submission.ts'
import type { FakeClock } from './fake-clock.ts'
import type { openLibrary } from './open-library.ts'
import { createSpyService } from './spy-connect-service.ts'
import { createSpyLog } from './spy-log.ts'

type Library = Awaited<ReturnType<typeof openLibrary>>

export interface OpenJobDesk {
  readonly desk: JobDesk
  readonly changes: Submission[]
  readonly world: { serviceId: string; key: string | null; isPaused: boolean }
}

interface DeskParts {
  readonly library: Pick<Library, 'journal' | 'files'>
  readonly clock: FakeClock
  readonly service: JobService
  readonly jobsInFlight?: number
  readonly isPaused?: boolean
  /** Told of each change, before it is noted. */
  onChanged?(submission: Submission): void
}

/** A desk over a real library and a service by script; a body is the values as JSON. It is closed with the test. */
export function openJobDesk({
  library: { journal, files },
  clock,
  service,
  jobsInFlight = 8,
  isPaused = false,
  onChanged,
}: DeskParts): OpenJobDesk {
  const world: OpenJobDesk['world'] = { serviceId: 'sandbox', key: 'k', isPaused }
  const changes: Submission[] = []
  const client = { ...createSpyService().connect({ baseUrl: '', key: null }), ...service }
  const desk = createJobDesk({
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
      serviceId: world.serviceId,
      baseUrl: 'http://127.0.0.1:1',
      key: world.key,
      keySource: 'file',
      isDescribed: true,
      client,
    }),
    jobsInFlight: () => jobsInFlight,
    isPaused: () => world.isPaused,
    setPaused(isOn) {
      world.isPaused = isOn
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
  onTestFinished(() => desk.close())
  return { desk, changes, world }
}
