import { describe, expect, it } from 'vitest'
import {
  confirmRuns,
  openLibraryForEachTest,
  openQueue,
  queueDatabase,
} from '../../testing/open-submission-queue.ts'
import { sampleJob, sampleSubmission } from '../../testing/sample-submission.ts'
import { accept, responded } from '../../testing/spy-job-service.ts'
import type { PostOutcome } from '../service/ports.ts'
import type { Submission } from './submission.ts'

openLibraryForEachTest()

const refused: PostOutcome = { type: 'not_sent', cause: 'Refused.' }
const askForTime = (seconds: number) =>
  responded(429, { error: 'Slow down.' }, { 'retry-after': String(seconds) })

/** How long the queue is held from now on, in milliseconds. */
function heldFor({ queue, clock }: Pick<ReturnType<typeof openQueue>, 'queue' | 'clock'>): number {
  return Date.parse(queue.hold()?.until ?? '') - clock.now()
}

it('[JOB5] a 429 holds all until it lifts; then each is sent once', async () => {
  const { journal, service, clock, queue } = openQueue({ jobsInFlight: 1 })
  confirmRuns(journal, 3)
  service.responses.push(responded(429, { error: 'Slow down.' }, { 'retry-after': '20' }))
  queue.sendNext()
  await clock.advance(19_000)
  expect([service.posts.length, queue.hold()?.reason]).toEqual([1, 'rate_limited'])
  await clock.advance(2_000)
  expect([queue.hold(), service.posts.length]).toEqual([null, 2])
})

it.each([
  ['a wait that the service asked for', null],
  ['a disk that was full', 13],
] as const)('[JOB5] the end of %s is announced', async (_, errcode) => {
  const { journal, service, clock, queue, holds } = openQueue()
  if (errcode) queue.holdForStorage(Object.assign(new Error('Full.'), { errcode }))
  else {
    confirmRuns(journal, 1)
    service.responses.push(askForTime(20))
    queue.sendNext()
    await clock.advance(0)
  }
  expect(holds.at(-1)?.until).toEqual(expect.any(String))
  await clock.advance(600_000)
  expect([holds.at(-1), queue.hold()]).toEqual([null, null])
})

it('[JOB5] a 402 holds all until the person resumes, also past a later 429', async () => {
  const { journal, service, clock, queue } = openQueue({ jobsInFlight: 2 })
  confirmRuns(journal, 2)
  service.responses.push(
    responded(402, { message: 'Empty.' }),
    responded(429, { error: 'Slow down.' }, { 'retry-after': '1' }),
  )
  queue.sendNext()
  await clock.advance(3_600_000)
  expect([service.posts.length, queue.hold()?.reason]).toEqual([2, 'insufficient_balance'])
  queue.resume()
  await clock.advance(0)
  expect([service.posts.length, journal.counts()]).toEqual([4, { waiting: 0, running: 2 }])
})

it('[JOB5] a run that is sent after another hold than an empty balance tries nothing', async () => {
  const { journal, service, clock, queue } = openQueue({ jobsInFlight: 1 })
  confirmRuns(journal, 1)
  service.responses.push(responded(401, { error: 'Wrong key.' }))
  queue.sendNext()
  await clock.advance(0)
  const { promise: response, resolve: respond } = Promise.withResolvers<PostOutcome>()
  service.responses.push(response)
  confirmRuns(journal, 1)
  queue.resume()
  expect(queue.hold()).toBeNull()
  respond(accept(sampleJob()))
  await clock.advance(0)
})

it('[JOB6] a refused key holds what else is waiting', async () => {
  const { journal, service, clock, queue } = openQueue({ jobsInFlight: 1 })
  confirmRuns(journal, 4)
  service.responses.push(responded(401, { error: 'Wrong key.' }))
  queue.sendNext()
  await clock.advance(600_000)
  expect([service.posts.length, queue.hold()?.reason, journal.counts().waiting]).toEqual([
    1,
    'unauthorized',
    3,
  ])
})

it('[JOB7] a request that provably was not sent is sent again after a growing pause, and counts its attempts', async () => {
  const { journal, service, clock, queue } = openQueue()
  const [run] = confirmRuns(journal, 1) as [Submission]
  const refused: PostOutcome = { type: 'not_sent', cause: 'Refused.' }
  service.responses.push(refused, refused, refused)
  queue.sendNext()
  const postsAt: number[] = []
  for (let second = 0; second <= 16; second += 1) {
    while (postsAt.length < service.posts.length) postsAt.push(second)
    await clock.advance(1_000)
  }
  expect(postsAt.length).toBe(4)
  const pauses = postsAt.slice(1).map((at, index) => at - (postsAt[index] ?? 0))
  expect(pauses).toEqual([...pauses].sort((left, right) => left - right))
  expect(pauses.at(-1)).toBeGreaterThan(pauses[0] ?? 0)
  expect(journal.get(run.submissionId)).toMatchObject({ state: 'accepted', attempts: 4 })
})

it('[JOB7] an unsent run says when it is sent again', async () => {
  const { journal, service, clock, queue } = openQueue()
  const [run] = confirmRuns(journal, 1) as [Submission]
  service.responses.push({ type: 'not_sent', cause: 'Refused.' })
  await clock.advance(60_000)
  queue.sendNext()
  await clock.advance(0)
  const retryAt = new Date(clock.now() + 2_000).toISOString()
  expect(journal.get(run.submissionId)?.problem).toMatchObject({ code: 'not_connected', retryAt })
})

it('[JOB17] a run being prepared when the person paused waits, and is sent once when they resume', async () => {
  const body = Promise.withResolvers<Uint8Array>()
  const { journal, service, clock, queue } = openQueue({ build: () => body.promise })
  const [run] = confirmRuns(journal, 1) as [Submission]
  queue.sendNext()
  await clock.advance(0)
  queue.pause()
  body.resolve(new TextEncoder().encode(JSON.stringify(run.values)))
  await clock.advance(3_600_000)
  expect([service.posts.length, journal.get(run.submissionId)?.state]).toEqual([0, 'confirmed'])
  queue.resume()
  await clock.advance(0)
  expect(service.posts.length).toBe(1)
})

it('[JOB34] a run that can’t be read any more, or is gone, when its body is there does not leave and holds nothing', async () => {
  for (const damage of [`UPDATE submissions SET values_json = '{'`, 'DELETE FROM submissions']) {
    const body = Promise.withResolvers<Uint8Array>()
    const { journal, service, clock, queue } = openQueue({ build: () => body.promise })
    const [run] = confirmRuns(journal, 1) as [Submission]
    queue.sendNext()
    await clock.advance(0)
    queueDatabase().prepare(damage).run()
    body.resolve(new TextEncoder().encode(JSON.stringify(run.values)))
    await clock.advance(0)
    expect([service.posts, queue.hold()]).toEqual([[], null])
    await queue.close()
  }
})

it('[JOB17] a paused queue sends nothing, also after a restart, until the person resumes', async () => {
  const pause = { isOn: false }
  const first = openQueue({ pause })
  first.queue.pause()
  confirmRuns(first.journal, 1)
  first.queue.sendNext()
  await first.clock.advance(86_400_000)
  await first.queue.close()
  const second = openQueue({ pause })
  second.queue.sendNext()
  second.queue.retry()
  await second.clock.advance(86_400_000)
  expect([first.service.posts, second.service.posts, second.queue.hold()?.reason]).toEqual([[], [], 'paused'])
  second.queue.resume()
  await second.clock.advance(0)
  expect([second.service.posts.length, pause.isOn]).toEqual([1, false])
})

it('[JOB27] attempts that fail together pause the queue once, not once each', async () => {
  const { journal, service, clock, queue } = openQueue({ jobsInFlight: 8 })
  confirmRuns(journal, 8)
  for (let run = 0; run < 8; run += 1) service.responses.push({ type: 'not_sent', cause: 'Refused.' })
  queue.sendNext()
  await clock.advance(0)
  const until = Date.parse(queue.hold()?.until ?? '')
  expect([until - clock.now(), service.posts.length]).toEqual([2_000, 8])
})

it('[JOB27] a pause that ends leaves the wait that the service requested in force', async () => {
  const { journal, service, clock, queue } = openQueue({ jobsInFlight: 1 })
  confirmRuns(journal, 2)
  service.responses.push(responded(429, { error: 'Slow down.' }, { 'retry-after': '60' }))
  queue.sendNext()
  await clock.advance(0)
  queue.pause()
  queue.resume()
  await clock.advance(59_000)
  expect([service.posts.length, queue.hold()?.reason]).toEqual([1, 'rate_limited'])
  await clock.advance(2_000)
  expect(service.posts.length).toBe(2)
})

it('[JOB27] a response that arrives while the queue is paused says how long to wait after it', async () => {
  const { journal, service, clock, queue } = openQueue({ jobsInFlight: 1 })
  confirmRuns(journal, 1)
  const { promise, resolve } = Promise.withResolvers<PostOutcome>()
  service.responses.push(promise)
  queue.sendNext()
  await clock.advance(0)
  queue.pause()
  resolve(responded(429, { error: 'Slow down.' }, { 'retry-after': '60' }))
  await clock.advance(0)
  expect(queue.hold()?.reason).toBe('paused')
  queue.resume()
  await clock.advance(59_000)
  expect([service.posts.length, queue.hold()?.reason]).toEqual([1, 'rate_limited'])
})

it('[JOB27] of several waits learnt while the queue is paused the longest applies after it', async () => {
  const { journal, service, clock, queue } = openQueue({ jobsInFlight: 3 })
  confirmRuns(journal, 3)
  const responses = [0, 1, 2].map(() => Promise.withResolvers<PostOutcome>())
  service.responses.push(...responses.map(({ promise }) => promise))
  queue.sendNext()
  await clock.advance(0)
  queue.pause()
  for (const [index, seconds] of ['20', '60', '10'].entries()) {
    responses[index]?.resolve(responded(429, { error: 'Slow down.' }, { 'retry-after': seconds }))
    await clock.advance(0)
  }
  queue.holdForStorage(Object.assign(new Error('disk is full'), { errcode: 13 }))
  expect(queue.hold()?.reason).toBe('paused')
  queue.resume()
  expect(queue.hold()).toMatchObject({ reason: 'rate_limited', until: '2026-11-20T12:01:00.000Z' })
})

it('[JOB27] pausing twice forgets nothing that the service requested', async () => {
  const { journal, service, clock, queue } = openQueue({ jobsInFlight: 1 })
  confirmRuns(journal, 1)
  service.responses.push(responded(429, { error: 'Slow down.' }, { 'retry-after': '60' }))
  queue.sendNext()
  await clock.advance(0)
  queue.pause()
  queue.pause()
  queue.resume()
  expect(queue.hold()?.reason).toBe('rate_limited')
})

it('[JOB23] a queue held for the network resumes at once when it returns; any other hold stays', async () => {
  const { journal, service, clock, queue } = openQueue({ jobsInFlight: 1 })
  confirmRuns(journal, 1)
  service.responses.push({ type: 'not_sent', cause: 'Refused.' }, responded(402, { message: 'Empty.' }))
  queue.sendNext()
  await clock.advance(0)
  for (const reason of ['unreachable', 'insufficient_balance', 'insufficient_balance']) {
    expect(queue.hold()?.reason).toBe(reason)
    queue.networkReturned()
    await clock.advance(0)
  }
  expect(service.posts.length).toBe(2)
})

it('[JOB5] a hold whose timer fires a moment before the wall clock is still lifted', async () => {
  const { journal, service, clock, queue } = openQueue({ jobsInFlight: 1 })
  confirmRuns(journal, 1)
  const setTimer = clock.setTimer.bind(clock)
  clock.setTimer = (milliseconds, callback) => setTimer(Math.max(1, milliseconds - 1), callback)
  service.responses.push(responded(429, { error: 'Slow down.' }, { 'retry-after': '20' }))
  queue.sendNext()
  await clock.advance(21_000)
  expect([service.posts.length, queue.hold()]).toEqual([2, null])
})

it('[CONN30] a key that may not generate is remembered until a run is accepted or the connection changes', async () => {
  const { journal, service, clock, queue } = openQueue({ jobsInFlight: 1 })
  const noKey = responded(403, { error: 'A usage key can not generate.' })
  const send = async (response: typeof noKey | null) => {
    if (response) service.responses.push(response)
    confirmRuns(journal, 1)
    queue.sendNext()
    await clock.advance(0)
    return queue.forbidsKey()
  }
  expect(await send(noKey)).toBe(true)
  expect(await send(responded(404, { error: 'No such model.' }))).toBe(true)
  queue.retry()
  expect(queue.forbidsKey()).toBe(false)
  expect([await send(noKey), await send(null), queue.hold()]).toEqual([true, false, null])
})

it('[JOB6] a path that one model does not have holds up no other model', async () => {
  const { journal, service, clock, queue } = openQueue({ jobsInFlight: 1 })
  confirmRuns(journal, 3)
  service.responses.push(responded(404, { error: 'No such model.' }), responded(403, { error: 'Not yours.' }))
  queue.sendNext()
  await clock.advance(0)
  expect([service.posts.length, queue.hold(), journal.counts()]).toEqual([
    3,
    null,
    { waiting: 0, running: 1 },
  ])
})

it('a journal that can’t be read when a hold is over ends no process: the queue stops and says so', async () => {
  const { journal, service, clock, queue } = openQueue({ jobsInFlight: 1 })
  confirmRuns(journal, 1)
  service.responses.push(responded(429, { error: 'Slow down.' }, { 'retry-after': '5' }))
  queue.sendNext()
  await clock.advance(0)
  queueDatabase().prepare('ALTER TABLE submissions RENAME COLUMN position TO place').run()
  await clock.advance(60_000)
  expect([queue.hold()?.reason, service.posts.length]).toEqual(['storage_failed', 1])
})

it('[JOB97] what waits for a model that has ended is held at once, also while the queue is paused', async () => {
  const { journal, service, clock, queue } = openQueue({ jobsInFlight: 1 })
  const runs = confirmRuns(journal, 2)
  const late = Promise.withResolvers<PostOutcome>()
  service.responses.push(late.promise)
  queue.sendNext()
  await clock.advance(0)
  queue.pause()
  late.resolve(responded(410, ''))
  await clock.advance(0)
  expect(runs.map((run) => journal.get(run.submissionId)?.state)).toEqual(['rejected', 'confirmed'])
  expect(journal.get(runs[1]?.submissionId ?? '')?.problem?.code).toBe('model_sunset')
  expect([service.posts.length, queue.hold()?.reason]).toEqual([1, 'paused'])
})

it('[JOB27] each failure in a row doubles the pause, and a response in between resets it', async () => {
  const opened = openQueue({ jobsInFlight: 1 })
  const { journal, service, clock, queue } = opened
  confirmRuns(journal, 2)
  service.responses.push(refused, refused, refused, accept(sampleJob({ status: 'completed' })), refused)
  queue.sendNext()
  await clock.advance(0)
  expect(heldFor(opened)).toBe(2_000)
  await clock.advance(2_000)
  expect(heldFor(opened)).toBe(4_000)
  await clock.advance(4_000)
  expect(heldFor(opened)).toBe(8_000)
  await clock.advance(8_000)
  expect([queue.hold(), service.posts.length]).toEqual([null, 4])
  const ended = sampleJob({ status: 'completed', completed_at: '2026-11-20T12:01:00Z' })
  journal.saveEnd({ ...(journal.running()[0] as Submission), job: ended }, [])
  queue.sendNext()
  await clock.advance(0)
  expect(heldFor(opened)).toBe(2_000)
})

it('[JOB7] where the person retries at once, the next pause is the first', async () => {
  const opened = openQueue({ jobsInFlight: 1 })
  const { journal, service, clock, queue } = opened
  confirmRuns(journal, 1)
  service.responses.push(refused, refused, refused, refused)
  queue.sendNext()
  await clock.advance(6_000)
  expect(heldFor(opened)).toBe(8_000)
  queue.resume()
  await clock.advance(0)
  expect([heldFor(opened), service.posts.length]).toEqual([2_000, 4])
})

it('[JOB17] an empty balance from before a pause is no hold after they resume', async () => {
  const { journal, service, clock, queue } = openQueue({ jobsInFlight: 1 })
  confirmRuns(journal, 1)
  service.responses.push(responded(402, { message: 'Empty.' }))
  queue.sendNext()
  await clock.advance(0)
  queue.pause()
  queue.resume()
  await clock.advance(0)
  expect([queue.hold(), service.posts.length]).toEqual([null, 2])
})

it('[JOB23] a network that returns while the queue is paused holds nothing after the pause; a requested wait does', async () => {
  for (const [response, reason] of [
    [refused, undefined],
    [askForTime(60), 'rate_limited'],
  ] as const) {
    const { journal, service, clock, queue } = openQueue({ jobsInFlight: 1 })
    confirmRuns(journal, 1)
    service.responses.push(response)
    queue.sendNext()
    await clock.advance(0)
    queue.pause()
    queue.networkReturned()
    expect(queue.hold()?.reason).toBe('paused')
    queue.resume()
    expect(queue.hold()?.reason).toBe(reason)
    await queue.close()
    for (const run of journal.inState('confirmed')) journal.save({ ...run, state: 'withdrawn' })
  }
})

it('[JOB17] other causes of waiting, which may have changed while it was paused, hold nothing after the pause', async () => {
  const { journal, service, clock, queue } = openQueue({ jobsInFlight: 1 })
  confirmRuns(journal, 1)
  service.responses.push(askForTime(60))
  queue.sendNext()
  await clock.advance(0)
  queue.pause()
  queue.retry()
  expect(queue.hold()?.reason).toBe('paused')
  queue.resume()
  await clock.advance(0)
  expect([queue.hold(), service.posts.length]).toEqual([null, 2])
})

it('[JOB5] of two waits that the service requests the later end counts', async () => {
  const opened = openQueue({ jobsInFlight: 2 })
  const { journal, service, clock, queue } = opened
  confirmRuns(journal, 2)
  service.responses.push(askForTime(60), askForTime(10))
  queue.sendNext()
  await clock.advance(0)
  expect(heldFor(opened)).toBe(60_000)
})

it('what the queue waited for may have changed: it tries again at once', async () => {
  const { journal, service, clock, queue } = openQueue({ jobsInFlight: 1 })
  confirmRuns(journal, 1)
  service.responses.push(responded(402, { message: 'Empty.' }))
  queue.sendNext()
  await clock.advance(0)
  queue.retry()
  await clock.advance(0)
  expect([queue.hold(), service.posts.length]).toEqual([null, 2])
})

it('[JOB23] a network that returns wakes a queue that nothing holds', async () => {
  const { journal, service, clock, queue } = openQueue()
  confirmRuns(journal, 1)
  queue.networkReturned()
  await clock.advance(0)
  expect(service.posts.length).toBe(1)
})

it('a queue that is closed while it is held leaves no timer', async () => {
  const { journal, service, clock, queue } = openQueue({ jobsInFlight: 1 })
  confirmRuns(journal, 1)
  service.responses.push(askForTime(60))
  queue.sendNext()
  await clock.advance(0)
  expect(clock.waiting()).toBe(1)
  await queue.close()
  expect(clock.waiting()).toBe(0)
})

it('a closed queue sends nothing more, whatever wakes it, and a response that holds it leaves no timer', async () => {
  const { journal, service, clock, queue } = openQueue({ jobsInFlight: 1 })
  confirmRuns(journal, 3)
  const late = Promise.withResolvers<PostOutcome>()
  service.responses.push(late.promise)
  queue.sendNext()
  await clock.advance(0)
  const closing = queue.close()
  late.resolve(askForTime(10))
  await closing
  expect(clock.waiting()).toBe(0)
  for (const act of [queue.sendNext, queue.resume, queue.retry, queue.networkReturned]) act()
  await clock.advance(60_000)
  expect([service.posts.length, clock.waiting(), journal.counts().waiting]).toEqual([1, 0, 3])
})

it('after a journal failure it retries with doubling pauses, and after a success from the first', async () => {
  const opened = openQueue({ jobsInFlight: 1 })
  const { journal, clock, queue } = opened
  const full = Object.assign(new Error('disk is full'), { errcode: 13 })
  queue.holdForStorage(full)
  expect(heldFor(opened)).toBe(10_000)
  await clock.advance(10_000)
  queue.holdForStorage(full)
  expect(heldFor(opened)).toBe(20_000)
  await clock.advance(20_000)
  confirmRuns(journal, 1)
  queue.sendNext()
  await clock.advance(0)
  queue.holdForStorage(full)
  expect(heldFor(opened)).toBe(10_000)
})

it('[JOB17] the disk’s trouble lifts no pause of the person’s, and stands after it as long as it lasts', () => {
  const opened = openQueue()
  const { queue } = opened
  queue.pause()
  queue.holdForStorage('It broke.')
  queue.holdForStorage(Object.assign(new Error('disk is full'), { errcode: 13 }))
  expect(queue.hold()?.reason).toBe('paused')
  queue.resume()
  expect(queue.hold()).toBeNull()
  queue.pause()
  queue.holdForStorage(Object.assign(new Error('disk is full'), { errcode: 13 }))
  queue.resume()
  expect([queue.hold()?.reason, heldFor(opened)]).toEqual(['storage_failed', 20_000])
})

it('what is no trouble of the disk makes no pause for the disk longer', () => {
  const opened = openQueue()
  opened.queue.holdForStorage('It broke.')
  opened.queue.resume()
  opened.queue.holdForStorage(Object.assign(new Error('disk is full'), { errcode: 13 }))
  expect(heldFor(opened)).toBe(10_000)
})

it('[JOB27] a failure that comes while the disk’s trouble holds the queue counts as well', async () => {
  const opened = openQueue({ jobsInFlight: 1 })
  const { journal, service, clock, queue } = opened
  confirmRuns(journal, 1)
  const late = Promise.withResolvers<PostOutcome>()
  service.responses.push(late.promise, refused)
  queue.sendNext()
  await clock.advance(0)
  queue.holdForStorage(Object.assign(new Error('disk is full'), { errcode: 13 }))
  late.resolve(refused)
  await clock.advance(10_000)
  expect([service.posts.length, heldFor(opened)]).toEqual([2, 4_000])
})

it('an error that is not the disk’s holds the queue until the person resumes', async () => {
  const { journal, service, clock, queue } = openQueue()
  queue.holdForStorage('It broke.')
  expect(queue.hold()).toEqual({ reason: 'storage_failed', message: 'It broke.', until: null })
  confirmRuns(journal, 1)
  await clock.advance(3_600_000)
  expect(service.posts).toEqual([])
  queue.resume()
  await clock.advance(0)
  expect(service.posts.length).toBe(1)
})

it('[LIB37] once the library was found damaged no word and no other trouble lifts the hold, also where it reads well', async () => {
  const { journal, service, clock, queue, holds } = openQueue()
  queue.holdForStorage(Object.assign(new Error('malformed'), { errcode: 11 }))
  queue.holdForStorage(Object.assign(new Error('disk is full'), { errcode: 13 }))
  queue.holdForStorage(new Error('It broke.'))
  expect(holds.map((hold) => hold?.reason)).toEqual(['library_damaged'])
  confirmRuns(journal, 1)
  for (const act of [queue.resume, queue.retry, queue.networkReturned, queue.sendNext, queue.pause]) {
    act()
    await clock.advance(600_000)
    expect([queue.hold()?.reason, service.posts]).toEqual(['library_damaged', []])
  }
  queue.resume()
  expect(queue.hold()?.reason).toBe('library_damaged')
})

it('an external hold ends by itself, and two leave one timer', async () => {
  const { journal, service, clock, queue } = openQueue()
  const full = Object.assign(new Error('disk is full'), { errcode: 13 })
  queue.holdForStorage(full)
  queue.holdForStorage(full)
  expect(clock.waiting()).toBe(1)
  confirmRuns(journal, 1)
  await clock.advance(20_000)
  expect(service.posts.length).toBe(1)
})

it('[JOB63] after an empty balance one run tries it; while it does the hold stays shown as being tried', async () => {
  const { journal, service, clock, queue } = openQueue({ jobsInFlight: 4 })
  confirmRuns(journal, 6)
  const empty = responded(402, { message: 'Top up.' })
  service.responses.push(empty, empty, empty, empty)
  queue.sendNext()
  await clock.advance(0)
  expect([service.posts.length, queue.hold()?.message]).toEqual([4, 'Top up.'])
  const tried = Promise.withResolvers<PostOutcome>()
  service.responses.push(tried.promise)
  queue.resume()
  queue.sendNext()
  await clock.advance(60_000)
  expect(service.posts.length).toBe(5)
  expect(queue.hold()).toMatchObject({ reason: 'insufficient_balance', message: 'Top up.', isTrying: true })
  tried.resolve(empty)
  await clock.advance(60_000)
  expect([service.posts.length, queue.hold()]).toEqual([
    5,
    { reason: 'insufficient_balance', message: 'Top up.', until: null },
  ])
  queue.resume()
  await clock.advance(0)
  expect([service.posts.length, queue.hold()]).toEqual([9, null])
})

it('[JOB63] a run that is refused for another reason says nothing of the balance: the next is tried alone', async () => {
  const { journal, service, clock, queue } = openQueue({ jobsInFlight: 3 })
  confirmRuns(journal, 5)
  const empty = responded(402, { message: 'Top up.' })
  service.responses.push(empty, empty, empty)
  queue.sendNext()
  await clock.advance(0)
  const second = Promise.withResolvers<PostOutcome>()
  service.responses.push(responded(400, { error: 'No such style.' }), second.promise)
  queue.resume()
  await clock.advance(0)
  expect([service.posts.length, queue.hold()?.isTrying]).toEqual([5, true])
  second.resolve(accept(sampleJob()))
  await clock.advance(0)
  expect([queue.hold(), service.posts.length]).toEqual([null, 7])
})

it('[JOB63] a balance that was empty before a pause is tried by one run after it, too', async () => {
  const { journal, service, clock, queue } = openQueue({ jobsInFlight: 2 })
  confirmRuns(journal, 3)
  const empty = responded(402, { message: 'Top up.' })
  service.responses.push(empty, empty)
  queue.sendNext()
  await clock.advance(0)
  queue.pause()
  const tried = Promise.withResolvers<PostOutcome>()
  service.responses.push(tried.promise)
  queue.resume()
  await clock.advance(0)
  expect([service.posts.length, queue.hold()?.isTrying]).toEqual([3, true])
  tried.resolve(accept(sampleJob()))
})

it('[JOB63] with nothing left to send no hold is shown', async () => {
  const { journal, service, clock, queue, holds } = openQueue({ jobsInFlight: 1 })
  confirmRuns(journal, 1)
  service.responses.push(responded(402, { message: 'Top up.' }), responded(400, { error: 'Refused.' }))
  queue.sendNext()
  await clock.advance(0)
  queue.resume()
  await clock.advance(0)
  expect([queue.hold(), holds.at(-1), service.posts.length]).toEqual([null, null, 2])
})

it.each([
  ['a refusal', responded(400, { error: 'Refused.' })],
  ['a lost response', responded(500, {})],
])('[JOB91] after %s of the run that tried it, the balance is as open as before', async (_, ended) => {
  const { journal, service, clock, queue } = openQueue({ jobsInFlight: 1 })
  confirmRuns(journal, 1)
  service.responses.push(responded(402, { message: 'Top up.' }), ended)
  queue.sendNext()
  await clock.advance(0)
  expect(queue.isBalanceUntested()).toBe(false)
  queue.resume()
  expect(queue.isBalanceUntested()).toBe(false)
  await clock.advance(0)
  expect([queue.hold(), queue.isBalanceUntested()]).toEqual([null, true])
  confirmRuns(journal, 1)
  service.responses.push(accept(sampleJob()))
  queue.sendNext()
  await clock.advance(0)
  expect([queue.hold(), queue.isBalanceUntested(), service.posts.length]).toEqual([null, false, 3])
})

describe('[JOB69] what an account’s responses hold', () => {
  const other = { serviceId: 'https://other.example' }

  function openTwo(jobsInFlight = 8) {
    const connected = { serviceId: 'sandbox' }
    const opened = openQueue({ connected, jobsInFlight })
    const theirs = Array.from({ length: 3 }, () => sampleSubmission(other))
    opened.journal.insert(theirs)
    return {
      ...opened,
      connect({ serviceId }: { readonly serviceId: string }) {
        connected.serviceId = serviceId
        opened.queue.accountChanged()
        return opened.clock.advance(0)
      },
    }
  }

  it('is not another account’s: an empty balance holds neither its runs nor their number', async () => {
    const { journal, service, clock, queue, connect } = openTwo()
    confirmRuns(journal, 1)
    service.responses.push(responded(402, { message: 'Top up.' }))
    queue.sendNext()
    await clock.advance(0)
    await connect(other)
    expect([queue.hold(), service.posts.length]).toEqual([null, 4])
    await connect({ serviceId: 'sandbox' })
    expect([queue.hold()?.message, service.posts.length]).toEqual(['Top up.', 4])
    const tried = Promise.withResolvers<PostOutcome>()
    service.responses.push(tried.promise)
    queue.resume()
    await clock.advance(0)
    expect([queue.hold()?.isTrying, service.posts.length]).toEqual([true, 5])
    tried.resolve(accept(sampleJob()))
  })

  it('is its own where the response comes after another account was connected', async () => {
    const { journal, service, clock, queue, connect } = openTwo(1)
    const late = Promise.withResolvers<PostOutcome>()
    confirmRuns(journal, 1)
    service.responses.push(late.promise)
    queue.sendNext()
    await clock.advance(0)
    await connect(other)
    late.resolve(responded(402, { message: 'Top up.' }))
    await clock.advance(0)
    expect([queue.hold(), service.posts.length]).toEqual([null, 2])
  })

  it('lasts as long as its service asked for, also over a change of account and back', async () => {
    const { journal, service, clock, queue, connect } = openTwo()
    confirmRuns(journal, 1)
    service.responses.push(askForTime(600))
    queue.sendNext()
    await clock.advance(0)
    await connect(other)
    await connect({ serviceId: 'sandbox' })
    expect([queue.hold()?.reason, service.posts.length]).toEqual(['rate_limited', 4])
    await clock.advance(600_000)
    expect([queue.hold(), service.posts.length]).toEqual([null, 5])
  })

  it('ends where its cause may be gone: a refused key may have been replaced meanwhile', async () => {
    const { journal, service, clock, queue, connect } = openTwo()
    confirmRuns(journal, 2)
    service.responses.push(responded(401, { error: 'Unauthorized.' }))
    queue.sendNext()
    await clock.advance(0)
    const held = queue.hold()?.reason
    await connect(other)
    await connect({ serviceId: 'sandbox' })
    expect([held, queue.hold()]).toEqual(['unauthorized', null])
  })

  it('is distinguished from the pause and the library’s failures, which hold every account', async () => {
    const { queue, service, connect } = openTwo()
    queue.pause()
    await connect(other)
    expect([queue.hold()?.reason, service.posts.length]).toEqual(['paused', 0])
  })
})

describe('[JOB17] what is shown of the hold', () => {
  it('is not shown anew by looking for something to send', async () => {
    const { journal, clock, queue, holds } = openQueue({ jobsInFlight: 1 })
    queue.sendNext()
    confirmRuns(journal, 2)
    queue.sendNext()
    await clock.advance(0)
    queue.sendNext()
    expect(holds).toEqual([])
  })

  it('is the trial of a balance while it lasts, and nothing once it is accepted', async () => {
    const { journal, service, clock, queue, holds } = openQueue({ jobsInFlight: 1 })
    confirmRuns(journal, 2)
    service.responses.push(responded(402, { message: 'Top up.' }))
    queue.sendNext()
    await clock.advance(0)
    queue.resume()
    await clock.advance(0)
    const shown = holds.map((hold) => (hold?.isTrying ? 'trying' : (hold?.reason ?? null)))
    expect(shown.filter((one, place) => one !== shown[place - 1])).toEqual([
      'insufficient_balance',
      null,
      'trying',
      null,
    ])
  })
})

it('[JOB5] the end of the disk’s trouble lifts neither an empty balance nor a longer wait, nor does a wait’s end lift the disk’s', async () => {
  const full = () => Object.assign(new Error('disk is full'), { errcode: 13 })
  for (const [response, reason] of [
    [responded(402, { message: 'Top up.' }), 'insufficient_balance'],
    [askForTime(600), 'rate_limited'],
  ] as const) {
    const { journal, service, clock, queue } = openQueue({ jobsInFlight: 1 })
    confirmRuns(journal, 2)
    service.responses.push(response)
    queue.sendNext()
    await clock.advance(0)
    queue.holdForStorage(full())
    await clock.advance(20_000)
    expect([queue.hold()?.reason, service.posts.length]).toEqual([reason, 1])
    await queue.close()
    for (const run of journal.inState('confirmed')) journal.save({ ...run, state: 'withdrawn' })
  }
  const { journal, service, clock, queue } = openQueue({ jobsInFlight: 1 })
  confirmRuns(journal, 1)
  service.responses.push(askForTime(5))
  queue.sendNext()
  await clock.advance(0)
  queue.holdForStorage('It broke.')
  await clock.advance(60_000)
  expect([queue.hold()?.reason, service.posts.length]).toEqual(['storage_failed', 1])
})
