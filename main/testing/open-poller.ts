import type { Job } from '../../shared/api/job.ts'
import { createPoller } from '../engine/polling/poller.ts'
import { createFakeClock } from './fake-clock.ts'
import { sampleJob } from './sample-submission.ts'
import { createSpyJobService, type SpyJobService } from './spy-job-service.ts'

/** A poller of a service by script, by a clock that a test advances. */
export function openPoller({ isQuiet = false, chance = 0.5 } = {}) {
  const clock = createFakeClock()
  const service = createSpyJobService()
  const seen: { submissionId: string; job: Job; wasAway: boolean }[] = []
  const deps = { returns: 0, healths: [] as string[], canWrite: true, isConnected: true }
  const poller = createPoller({
    clock,
    random: { next: () => chance },
    service: () => (deps.isConnected ? service : null),
    onJob(submissionId, job, wasAway) {
      seen.push({ submissionId, job, wasAway })
      return deps.canWrite
    },
    onHealth: () => void deps.healths.push(poller.health().state),
    onReturn() {
      deps.returns += 1
    },
    isQuiet: () => isQuiet,
  })
  function watch(kind: 'image' | 'video' | 'audio' = 'image', age = 0) {
    const job = sampleJob()
    poller.watch({ submissionId: job.job_id, kind, acceptedAt: clock.now() - age, job })
    return job
  }
  return { clock, service, seen, poller, watch, deps }
}

/** Resolves each reading when the test says; counts those waiting now and the most that ever waited at once. */
export function holdReadings(service: SpyJobService) {
  const waiting: (() => void)[] = []
  const held = { most: 0 }
  const respond = service.readJob.bind(service)
  service.readJob = async (jobId, signal) => {
    const outcome = respond(jobId, signal)
    await new Promise<void>((resolve) => {
      held.most = Math.max(held.most, waiting.push(resolve))
    })
    return outcome
  }
  return { waiting, held, release: () => waiting.splice(0).forEach((resolve) => void resolve()) }
}
