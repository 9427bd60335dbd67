import { expect, it, onTestFinished } from 'vitest'
import type { Job } from '../../../shared/api/job.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { sampleJob, sampleSubmission } from '../../testing/sample-submission.ts'
import { createSpyService } from '../../testing/spy-connect-service.ts'
import { createSpyJobService } from '../../testing/spy-job-service.ts'
import type { Connection } from '../service/connection.ts'
import type { ReadJobOutcome, ServiceClient } from '../service/ports.ts'

import type { Submission } from '../submissions/submission.ts'
import { createDeliveryProcessor } from './delivery-processor.ts'
import type { OpenDelivery } from './ports.ts'

function open(state: Submission['state']) {
  const clock = createFakeClock()
  const jobs = createSpyJobService()
  const client = { ...createSpyService().connect({ baseUrl: '', key: null }), ...jobs }
  const connection: Connection = {
    kind: 'sandbox',
    serviceId: 'sandbox',
    baseUrl: 'http://127.0.0.1:1',
    key: 'k',
    keySource: 'sandbox',
    isDescribed: true,
    client,
  }
  const deps = {
    submission: sampleSubmission({ state }),
    connection: connection as Connection | null,
    canWrite: true,
    canRead: true,
    isBroken: false,
  }
  const jobId = crypto.randomUUID()
  const delivery = (requestId: string): OpenDelivery => ({
    serviceId: 'sandbox',
    requestId,
    submissionId: deps.submission.submissionId,
    jobId,
    takenAt: clock.now(),
  })
  const waiting = [delivery('r')]
  const adopted: Job[] = []
  const polledNow: string[] = []
  const settledAt: number[] = []
  const announcedAt = new Set<number>()
  const walks = { count: 0 }
  const processor = createDeliveryProcessor({
    clock,
    deliveries: {
      open() {
        walks.count += 1
        return [...waiting]
      },
      settle(done, at) {
        settledAt.push(at)
        waiting.splice(
          waiting.findIndex((one) => one.requestId === done.requestId),
          1,
        )
      },
    },
    submission() {
      if (!deps.canRead) throw Object.assign(new Error('disk I/O error'), { errcode: 10 })
      return deps.submission
    },
    connection: () => deps.connection,
    adopt(_, job) {
      if (deps.isBroken) throw Object.assign(new Error('disk I/O error'), { errcode: 10 })
      return adopted.push(job) > 0 && deps.canWrite
    },
    announced: (_, at) => announcedAt.add(at),
    pollNow: (submissionId) => polledNow.push(submissionId),
  })
  onTestFinished(() => processor.close())
  return {
    clock,
    jobs,
    client,
    deps,
    jobId,
    delivery,
    waiting,
    adopted,
    polledNow,
    settledAt,
    announcedAt,
    walks,
    processor,
  }
}

const day = 86_400_000
const notFound: ReadJobOutcome = { type: 'refused', status: 404, message: 'No such job.', retryAfterMs: null }

function countReads(client: Pick<ServiceClient, 'readJob'>, read: ServiceClient['readJob']) {
  const at: string[] = []
  client.readJob = (jobId, signal) => {
    at.push(jobId)
    return read(jobId, signal)
  }
  return { at }
}

it('[HOOK32] a library that can’t be read for a moment ends nothing, and the deliveries are processed after', async () => {
  const { clock, client, deps, delivery, waiting, adopted, processor } = open('unknown')
  for (const requestId of ['s', 't', 'u', 'v']) waiting.push(delivery(requestId))
  client.readJob = async (job_id) => {
    await Promise.resolve()
    deps.canRead = false
    return { type: 'job', job: sampleJob({ job_id }) }
  }
  processor.resume()
  await clock.advance(0)
  expect(waiting).toHaveLength(1)
  deps.canRead = true
  await clock.advance(10_000)
  expect([adopted.length, waiting]).toEqual([5, []])
})

it('[HOOK32] a library that keeps failing is tried after growing pauses, which a new delivery does not shorten', async () => {
  const { clock, client, deps, jobId, delivery, waiting, adopted, processor } = open('unknown')
  const reads = countReads(client, async () => ({ type: 'job', job: sampleJob({ job_id: jobId }) }))
  deps.isBroken = true
  processor.processOpen()
  const readsAfter: number[] = []
  for (const seconds of [0, 1.999, 0.001, 3.999, 0.001, 7.999, 0.001]) {
    await clock.advance(seconds * 1_000)
    readsAfter.push(reads.at.length)
  }
  expect(readsAfter).toEqual([1, 1, 2, 2, 3, 3, 4])
  waiting.push(delivery('new'))
  processor.process(delivery('new'))
  await clock.advance(15_999)
  expect(reads.at).toHaveLength(4)
  deps.isBroken = false
  await clock.advance(1)
  expect([reads.at.length, adopted.length, waiting]).toEqual([6, 2, []])
})

it('[HOOK32] readings that fail together over the library are one failure: the pause is the first', async () => {
  const { clock, client, deps, jobId, delivery, waiting, processor } = open('unknown')
  waiting.push(delivery('s'), delivery('t'), delivery('u'))
  const reads = countReads(client, async () => ({ type: 'job', job: sampleJob({ job_id: jobId }) }))
  deps.isBroken = true
  processor.processOpen()
  await clock.advance(1_999)
  expect(reads.at).toHaveLength(4)
  await clock.advance(1)
  expect(reads.at).toHaveLength(8)
  await clock.advance(3_999)
  expect(reads.at).toHaveLength(8)
  await clock.advance(1)
  expect(reads.at).toHaveLength(12)
})

it('[HOOK12] a run whose outcome is unknown takes the job that the service itself then shows', async () => {
  const { clock, client, jobId, waiting, adopted, settledAt, processor } = open('unknown')
  client.readJob = async () => ({ type: 'job', job: sampleJob({ job_id: jobId, status: 'completed' }) })
  processor.processOpen()
  processor.processOpen()
  await clock.advance(0)
  expect(settledAt).toEqual([clock.now()])
  expect([adopted.map(({ status }) => status), waiting]).toEqual([['completed'], []])
})

it('[HOOK12] a run that the person closed still takes its job', async () => {
  const { clock, client, jobId, waiting, adopted, processor } = open('closed')
  client.readJob = async () => ({ type: 'job', job: sampleJob({ job_id: jobId }) })
  processor.processOpen()
  await clock.advance(0)
  expect([adopted.map(({ job_id }) => job_id), waiting]).toEqual([[jobId], []])
})

it('[HOOK13] a delivery whose job could not be written is kept and tried again', async () => {
  const { clock, client, deps, jobId, waiting, adopted, processor } = open('unknown')
  client.readJob = async () => ({ type: 'job', job: sampleJob({ job_id: jobId }) })
  deps.canWrite = false
  processor.processOpen()
  await clock.advance(0)
  expect([adopted.length, waiting.length]).toEqual([1, 1])
  deps.canWrite = true
  await clock.advance(60_000)
  expect([adopted.length, waiting]).toEqual([2, []])
})

it('[HOOK11] a job that the service does not know is not believed, whatever was signed', async () => {
  const { clock, client, waiting, adopted, processor } = open('unknown')
  client.readJob = async () => notFound
  processor.processOpen()
  await clock.advance(2 * day)
  expect([adopted, waiting, clock.waiting()]).toEqual([[], [], 0])
})

it('[HOOK25] a job that the service shows only later is taken then', async () => {
  const { clock, client, jobId, waiting, adopted, processor } = open('unknown')
  client.readJob = async () => notFound
  processor.processOpen()
  await clock.advance(20 * 3_600_000)
  expect(waiting.length).toBe(1)
  client.readJob = async () => ({ type: 'job', job: sampleJob({ job_id: jobId }) })
  await clock.advance(3_600_000)
  expect([adopted.length, waiting, clock.waiting()]).toEqual([1, [], 0])
})

it('[HOOK25] an unknown job is requested less and less often, and given up after a day', async () => {
  const { clock, client, waiting, processor } = open('unknown')
  const reads = countReads(client, async () => notFound)
  processor.processOpen()
  await clock.advance(60_000)
  expect(reads.at).toHaveLength(5)
  await clock.advance(day + 3_600_000)
  expect([waiting, reads.at.length > 30, reads.at.length < 40]).toEqual([[], true, true])
  const before = reads.at.length
  await clock.advance(day)
  expect(reads.at).toHaveLength(before)
})

it('[HOOK25] an old delivery is not given up before its job was requested several times', async () => {
  const { clock, client, delivery, waiting, processor } = open('unknown')
  waiting.splice(0, 1, { ...delivery('r'), takenAt: clock.now() - 7 * day })
  const reads = countReads(client, async () => notFound)
  processor.resume()
  await clock.advance(60_000)
  expect(waiting).toHaveLength(1)
  await clock.advance(600_000)
  expect([waiting, reads.at.length]).toEqual([[], 8])
})

it('[HOOK25] a service that is back is asked at once; another run’s outcome is no reason to', async () => {
  const { clock, client, processor } = open('unknown')
  const reads = countReads(client, async () => notFound)
  processor.processOpen()
  await clock.advance(3_000_000)
  const before = reads.at.length
  processor.processOpen()
  await clock.advance(0)
  expect(reads.at).toHaveLength(before)
  processor.resume()
  await clock.advance(0)
  expect(reads.at).toHaveLength(before + 1)
})

it('[HOOK25] one that has just arrived is not given up within the day either', async () => {
  const { clock, client, delivery, waiting, processor } = open('unknown')
  client.readJob = async () => notFound
  processor.process(delivery('r'))
  await clock.advance(day - 3_600_000)
  expect(waiting).toHaveLength(1)
  await clock.advance(2 * 3_600_000)
  expect(waiting).toEqual([])
})

it('[HOOK25] a service that could not be reached is asked at once when it is back', async () => {
  const { clock, client, processor } = open('unknown')
  const reads = countReads(client, async () => ({ type: 'unreachable', cause: 'No network.' }))
  processor.processOpen()
  await clock.advance(3_000_000)
  const before = reads.at.length
  processor.resume()
  await clock.advance(0)
  expect(reads.at).toHaveLength(before + 1)
})

it('closing during a pause leaves no timer', async () => {
  const { clock, client, processor } = open('unknown')
  client.readJob = async () => notFound
  processor.processOpen()
  await clock.advance(0)
  expect(clock.waiting()).toBe(1)
  await processor.close()
  expect(clock.waiting()).toBe(0)
})

it('[HOOK26] of thousands of waiting deliveries four are read at once, and unknown jobs once a second', async () => {
  const { clock, client, delivery, waiting, processor } = open('unknown')
  waiting.push(...Array.from({ length: 3_000 }, (_, index) => delivery(`r-${index}`)))
  let inFlight = 0
  let most = 0
  const reads = countReads(client, async (_, signal) => {
    inFlight += 1
    most = Math.max(most, inFlight)
    await new Promise<void>((resolve) => {
      clock.setTimer(100, resolve)
      signal?.addEventListener('abort', () => resolve())
    })
    inFlight -= 1
    return notFound
  })
  processor.processOpen()
  processor.processOpen()
  await clock.advance(74_900)
  expect([reads.at.length, most]).toEqual([3_000, 4])
  await clock.advance(600_000)
  expect(reads.at.length - 3_000).toBeLessThan(605)
  expect(reads.at.length - 3_000).toBeGreaterThan(500)
})

it('[HOOK26] a new delivery does not wait behind those with unknown jobs', async () => {
  const { clock, client, delivery, waiting, processor } = open('unknown')
  waiting.push(...Array.from({ length: 100 }, (_, index) => delivery(`r-${index}`)))
  client.readJob = async () => notFound
  processor.processOpen()
  await clock.advance(30_000)
  const reads = countReads(client, async () => notFound)
  processor.process(delivery('new'))
  expect(reads.at).toHaveLength(1)
})

it('[HOOK26] an unreadable service is left alone by all deliveries together', async () => {
  const { clock, client, delivery, waiting, processor } = open('unknown')
  waiting.push(...Array.from({ length: 1_000 }, (_, index) => delivery(`r-${index}`)))
  const reads = countReads(client, async () => ({
    type: 'refused',
    status: 503,
    message: 'Down.',
    retryAfterMs: null,
  }))
  processor.processOpen()
  await clock.advance(3_600_000)
  processor.processOpen()
  expect(reads.at.length).toBeLessThan(100)
})

it('[HOOK26] deliveries that fail together are one failure: the pause is the first, not one longer for each', async () => {
  const { clock, client, delivery, waiting, processor } = open('unknown')
  waiting.push(delivery('s'), delivery('t'), delivery('u'))
  const reads = countReads(client, async () => ({ type: 'unreachable', cause: 'No network.' }))
  processor.processOpen()
  await clock.advance(1_999)
  expect(reads.at).toHaveLength(4)
  await clock.advance(1)
  expect(reads.at).toHaveLength(8)
  await clock.advance(3_999)
  expect(reads.at).toHaveLength(8)
})

it('[HOOK26] of readings that fail together the longest requested wait counts', async () => {
  const { clock, client, delivery, waiting, processor } = open('unknown')
  waiting.push(delivery('s'), delivery('t'))
  const busy: ReadJobOutcome = { type: 'refused', status: 503, message: 'Later.', retryAfterMs: 60_000 }
  const outcomes: ReadJobOutcome[] = [busy, { type: 'unreachable', cause: 'No network.' }]
  const reads = countReads(client, async () => outcomes.shift() ?? { ...busy, retryAfterMs: null })
  processor.processOpen()
  await clock.advance(59_999)
  expect(reads.at).toHaveLength(3)
  await clock.advance(1)
  expect(reads.at).toHaveLength(6)
})

it('[HOOK26] a service that responds again has its failures forgotten: the next pause is the first', async () => {
  const { clock, client, jobId, delivery, waiting, processor } = open('unknown')
  const unreachable: ReadJobOutcome = { type: 'unreachable', cause: 'No network.' }
  client.readJob = async () => unreachable
  processor.processOpen()
  await clock.advance(3_600_000)
  client.readJob = async () => ({ type: 'job', job: sampleJob({ job_id: jobId }) })
  await clock.advance(300_000)
  expect(waiting).toEqual([])
  waiting.push(delivery('later'))
  const reads = countReads(client, async () => unreachable)
  processor.processOpen()
  await clock.advance(2_000)
  expect(reads.at).toHaveLength(2)
})

it('[HOOK26] a response about another job holds up no other delivery', async () => {
  const { clock, client, jobId, delivery, waiting, adopted, processor } = open('unknown')
  waiting.push({ ...delivery('other'), jobId: crypto.randomUUID() })
  client.readJob = async () => ({ type: 'job', job: sampleJob({ job_id: waiting[1]?.jobId ?? jobId }) })
  processor.processOpen()
  await clock.advance(0)
  expect([adopted.length, waiting.length]).toEqual([1, 1])
})

it.each([
  ['the service can’t be read about', { type: 'unreadable', cause: 'Odd.', isJson: true } as const, 2],
  ['a gateway responds for', { type: 'unreadable', cause: 'Odd.' } as const, 1],
])('[HOOK26] a new delivery and a job that %s', async (_, outcome, readsAtOnce) => {
  const { clock, client, delivery, waiting, processor } = open('unknown')
  const reads = countReads(client, async () => outcome)
  processor.processOpen()
  await clock.advance(0)
  waiting.push(delivery('new'))
  processor.process(delivery('new'))
  await clock.advance(0)
  expect([reads.at.length, waiting.length]).toEqual([readsAtOnce, 2])
})

it('[HOOK26] a requested pause of the service is respected', async () => {
  const { clock, client, processor } = open('unknown')
  const said: ReadJobOutcome = { type: 'refused', status: 429, message: 'Slow down.', retryAfterMs: 40_000 }
  const reads = countReads(client, async () => said)
  processor.processOpen()
  await clock.advance(39_999)
  expect(reads.at).toHaveLength(1)
  await clock.advance(1)
  expect(reads.at).toHaveLength(2)
})

it('[HOOK12] the job is the reported one however its id is written', async () => {
  const { clock, client, jobId, waiting, adopted, processor } = open('unknown')
  client.readJob = async () => ({ type: 'job', job: sampleJob({ job_id: jobId.toUpperCase() }) })
  processor.processOpen()
  await clock.advance(0)
  expect([adopted.length, waiting]).toEqual([1, []])
})

it('[HOOK32] while the library fails there is one timer, whatever else waited', async () => {
  const { clock, client, deps, jobId, delivery, waiting, processor } = open('unknown')
  waiting.push({ ...delivery('unknown'), jobId: crypto.randomUUID() })
  deps.isBroken = true
  client.readJob = async (requested) =>
    requested === jobId ? { type: 'job', job: sampleJob({ job_id: jobId }) } : notFound
  processor.processOpen()
  await clock.advance(0)
  expect(clock.waiting()).toBe(1)
})

it('[HOOK32] a delivery that needs no reading doesn’t end the pause over the library, nor what comes after it', async () => {
  const { clock, client, deps, jobId, delivery, waiting, processor } = open('unknown')
  const reads = countReads(client, async () => ({ type: 'job', job: sampleJob({ job_id: jobId }) }))
  deps.isBroken = true
  processor.processOpen()
  await clock.advance(0)
  deps.submission = { ...deps.submission, state: 'confirmed' }
  waiting.push(delivery('needless'))
  processor.process(delivery('needless'))
  deps.submission = { ...deps.submission, state: 'unknown' }
  await clock.advance(1_999)
  expect(reads.at).toHaveLength(1)
  await clock.advance(1)
  expect(reads.at).toHaveLength(2)
})

it('[HOOK26] however many deliveries arrive during a pause, one timer waits for its end', async () => {
  const { clock, client, delivery, processor } = open('unknown')
  client.readJob = async () => ({ type: 'unreachable', cause: 'No network.' })
  processor.processOpen()
  await clock.advance(0)
  for (const requestId of ['s', 't', 'u']) processor.process(delivery(requestId))
  expect(clock.waiting()).toBe(1)
})

it('[HOOK25] a job that is read again costs no look through all open deliveries', async () => {
  const { clock, client, walks, processor } = open('unknown')
  const reads = countReads(client, async () => notFound)
  processor.processOpen()
  await clock.advance(3_600_000)
  expect([reads.at.length > 5, walks.count]).toEqual([true, 1])
})

it('[HOOK14] a delivery that is done when it arrives leaves no timer', () => {
  const { clock, delivery, processor } = open('accepted')
  processor.process(delivery('r'))
  expect(clock.waiting()).toBe(0)
})

it('[HOOK11] a response about another job is not taken for this one', async () => {
  const { clock, client, waiting, adopted, processor } = open('unknown')
  client.readJob = async () => ({ type: 'job', job: sampleJob({ status: 'completed' }) })
  processor.processOpen()
  await clock.advance(60_000)
  expect([adopted, waiting.length]).toEqual([[], 1])
})

it('[HOOK13] an unreadable job is read later, less and less often, until it can be', async () => {
  const { clock, client, jobId, waiting, adopted, processor } = open('unknown')
  let reads = 0
  client.readJob = async () => {
    reads += 1
    return { type: 'unreachable', cause: 'No network.' }
  }
  processor.processOpen()
  await clock.advance(3_600_000)
  expect([reads > 5, reads < 30, waiting.length]).toEqual([true, true, 1])
  client.readJob = async () => ({ type: 'job', job: sampleJob({ job_id: jobId }) })
  await clock.advance(300_000)
  expect([adopted.length, waiting]).toEqual([1, []])
})

it('[HOOK13] a delivery that overtakes the response to the POST waits for its end', async () => {
  const { clock, jobs, deps, waiting, adopted, processor } = open('sending')
  processor.processOpen()
  await clock.advance(60_000)
  expect([jobs.reads, waiting.length]).toEqual([[], 1])
  deps.submission = { ...deps.submission, state: 'unknown' }
  processor.processOpen()
  await clock.advance(0)
  expect(adopted.length).toBe(1)
})

it('[HOOK13] a delivery for another service’s run waits for that service', async () => {
  const { clock, deps, waiting, adopted, processor } = open('unknown')
  const { connection } = deps
  deps.connection = connection && { ...connection, serviceId: 'https://other.example' }
  processor.processOpen()
  await clock.advance(60_000)
  expect([adopted, waiting.length]).toEqual([[], 1])
  deps.connection = connection
  processor.processOpen()
  await clock.advance(0)
  expect(adopted.length).toBe(1)
})

it('[HOOK14] a polled job is read at once, and the delivery does nothing more', async () => {
  const { clock, jobs, deps, waiting, polledNow, adopted, processor } = open('accepted')
  processor.processOpen()
  await clock.advance(0)
  expect([polledNow, adopted, jobs.reads, waiting]).toEqual([[deps.submission.submissionId], [], [], []])
})

it.each(['confirmed', 'unsent', 'rejected', 'withdrawn'] as const)(
  'a run that is %s stays as it is',
  async (state) => {
    const { clock, jobs, waiting, polledNow, adopted, processor } = open(state)
    processor.processOpen()
    await clock.advance(60_000)
    expect([polledNow, adopted, jobs.reads, waiting]).toEqual([[], [], [], []])
  },
)

it.each(['job', 'broken'] as const)(
  '[HOOK13] a closed processor reads no more, and its delivery stays for the next start whatever a late response is: %s',
  async (late) => {
    const { clock, client, deps, jobId, delivery, waiting, adopted, processor } = open('unknown')
    const response = Promise.withResolvers<void>()
    const reads = countReads(client, async () => {
      await response.promise
      return { type: 'job', job: sampleJob({ job_id: jobId }) }
    })
    processor.processOpen()
    let isClosed = false
    const closing = processor.close().then(() => {
      isClosed = true
    })
    await clock.advance(0)
    expect(isClosed).toBe(false)
    deps.canRead = late === 'job'
    response.resolve()
    await closing
    deps.canRead = true
    processor.processOpen()
    processor.resume()
    processor.process(delivery('new'))
    await clock.advance(day)
    expect([adopted, waiting.length, reads.at.length, clock.waiting()]).toEqual([[], 1, 1, 0])
  },
)

it('[HOOK14] a closed processor polls nothing and settles nothing', async () => {
  const { delivery, waiting, polledNow, processor } = open('accepted')
  await processor.close()
  processor.processOpen()
  processor.resume()
  processor.process(delivery('new'))
  expect([polledNow, waiting.length]).toEqual([[], 1])
})

it('closing ends a reading and leaves no timer', async () => {
  const { clock, client, processor } = open('unknown')
  client.readJob = (_, signal) =>
    new Promise((resolve) => {
      signal?.addEventListener('abort', () => resolve({ type: 'unreachable', cause: 'Closed.' }))
    })
  processor.processOpen()
  await processor.close()
  expect(clock.waiting()).toBe(0)
})

it('[VIEW10] a delivery that waits announces its run’s end as of its arrival, also once it is taken up again', async () => {
  const { clock, waiting, announcedAt, processor } = open('accepted')
  const takenAt = waiting[0]?.takenAt
  await clock.advance(5_000)
  processor.processOpen()
  expect([...announcedAt]).toEqual([takenAt])
})
