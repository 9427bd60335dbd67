import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../infra/sqlite-database.ts'
import { createSqliteSubmissionJournal } from '../../infra/sqlite-submission-journal.ts'
import { storageFailureOf } from '../../infra/storage-failure.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { fakeRequestBodies } from '../../testing/fake-request-bodies.ts'
import { openMigratedDatabase } from '../../testing/migrated-library.ts'
import { sampleSubmission } from '../../testing/sample-submission.ts'
import { createSpyJobService } from '../../testing/spy-job-service.ts'
import { createSpyLog } from '../../testing/spy-log.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { createSubmissionQueue } from './submission-queue.ts'

function openQueue(database: Database) {
  const deps = { onAccepted: (() => undefined) as () => void, onPaused: (() => undefined) as () => void }
  const journal = createSqliteSubmissionJournal(database)
  const service = createSpyJobService()
  const clock = createFakeClock()
  const queue = createSubmissionQueue({
    storageFailureOf,
    journal,
    clock,
    log: createSpyLog(),
    bodies: fakeRequestBodies,
    models: {
      recordNotice: () => undefined,
      sunset: () => undefined,
      end: () => null,
      reprice: () => () => null,
      objection: () => null,
    },
    connection: () => ({ serviceId: 'sandbox', service }),
    jobsInFlight: () => 8,
    jobsRunning: () => 0,
    isPaused: () => false,
    setPaused: () => deps.onPaused(),
    webhookUrl: () => null,
    isThere: async () => true,
    onSilence: () => undefined,
    onChanged: () => undefined,
    onAccepted: () => deps.onAccepted(),
    onHold: () => undefined,
  })
  return { deps, journal, service, clock, queue }
}

async function openFull() {
  const path = join(temporaryFolder(), 'library.sqlite')
  const database = await openMigratedDatabase(path)
  onTestFinished(() => database.close())
  const opened = openQueue(database)
  const run = sampleSubmission()
  opened.journal.insert([run])
  return {
    ...opened,
    run,
    database,
    /** Fills the disk so that no page can be added, or frees it again. */
    setFull(isFull: boolean) {
      const pages = Number(database.prepare('PRAGMA page_count').get()?.page_count)
      database.prepare(`PRAGMA max_page_count = ${isFull ? pages : 1_000_000}`).get()
      // Free space inside the file is filled, so that the next row needs a page.
      if (isFull) fill(database)
    },
  }
}

function fill(database: Database): void {
  for (let row = 0; row < 1_000; row += 1) {
    try {
      database
        .prepare(`INSERT INTO attempts VALUES (?, ?, 1)`)
        .run('00000000-0000-4000-8000-00000000000f', row)
    } catch {
      return
    }
  }
}

test('[LIB37] a full disk holds the queue and is checked again automatically, and nothing is sent meanwhile', async () => {
  const { queue, clock, service, journal, run, setFull, database } = await openFull()
  const filler = sampleSubmission({ submissionId: '00000000-0000-4000-8000-00000000000f' })
  journal.insert([filler])
  journal.save({ ...filler, state: 'withdrawn' })
  setFull(true)
  queue.sendNext()
  await clock.advance(5_000)
  const hold = queue.hold()
  expect(hold).toMatchObject({ reason: 'storage_failed', cause: { code: 'storage', kind: 'full' } })
  expect([hold?.until === null, service.posts.length]).toEqual([false, 0])
  await clock.advance(600_000)
  expect([service.posts.length, journal.get(run.submissionId)?.state]).toEqual([0, 'confirmed'])
  setFull(false)
  database.prepare('DELETE FROM attempts').run()
  await clock.advance(200_000)
  expect([queue.hold(), service.posts.length, journal.get(run.submissionId)?.state]).toEqual([
    null,
    1,
    'accepted',
  ])
  await queue.close()
})

test('[LIB37] a response that could not be written is written as soon as there is room', async () => {
  const { queue, clock, service, journal, run } = await openFull()
  const saveAll = journal.saveAll
  let isFull = false
  journal.saveAll = (submissions) => {
    if (isFull) throw Object.assign(new Error('database or disk is full'), { errcode: 13 })
    saveAll(submissions)
  }
  const post = service.post.bind(service)
  service.post = (...request) => {
    isFull = true
    return post(...request)
  }
  queue.sendNext()
  await clock.advance(1_000)
  expect([journal.get(run.submissionId)?.state, queue.hold()?.reason]).toEqual(['sending', 'storage_failed'])
  isFull = false
  await clock.advance(60_000)
  expect([journal.get(run.submissionId)?.state, service.posts.length, queue.hold()]).toEqual([
    'accepted',
    1,
    null,
  ])
  await queue.close()
})

test('[LIB37] an answer that could not be written is tried at once at the person’s word, and no more once the library is damaged', async () => {
  const { queue, clock, journal, run } = await openFull()
  const { saveAll } = journal
  let tries = 0
  let isFull = true
  journal.saveAll = (submissions) => {
    if (submissions.some(({ state }) => state === 'accepted')) {
      tries += 1
      if (isFull) throw Object.assign(new Error('database or disk is full'), { errcode: 13 })
    }
    saveAll(submissions)
  }
  queue.sendNext()
  await clock.advance(1_000)
  expect([tries, queue.hold()?.reason]).toEqual([1, 'storage_failed'])
  queue.sendNext()
  expect(tries).toBe(1)
  queue.resume()
  expect(tries).toBe(2)
  queue.holdForStorage(Object.assign(new Error('malformed'), { errcode: 11 }))
  queue.sendNext()
  expect([tries, journal.get(run.submissionId)?.state]).toEqual([2, 'sending'])
  isFull = false
  await queue.close()
})

/** A queue whose one answer came and can't be written, as this error says, until `state.isBroken` is false. */
async function openUnwritten(error: Error) {
  const opened = await openFull()
  const { queue, clock, journal } = opened
  const state = { isBroken: true, triesAt: [] as number[] }
  const { saveAll } = journal
  journal.saveAll = (submissions) => {
    if (submissions.some((one) => one.state === 'accepted')) {
      state.triesAt.push(clock.now())
      if (state.isBroken) throw error
    }
    saveAll(submissions)
  }
  queue.sendNext()
  await clock.advance(0)
  onTestFinished(() => queue.close())
  return { ...opened, state }
}

test('[JOB35] an answer that the disk refuses is tried after growing pauses, also while the person has paused the queue', async () => {
  const full = Object.assign(new Error('database or disk is full'), { errcode: 13 })
  const { queue, clock, journal, run, state } = await openUnwritten(full)
  const [first = 0] = state.triesAt
  queue.pause()
  await clock.advance(150_000)
  expect(state.triesAt.map((at) => at - first)).toEqual([0, 10_000, 30_000, 70_000, 150_000])
  state.isBroken = false
  await clock.advance(120_000)
  expect([state.triesAt.length, journal.get(run.submissionId)?.state]).toEqual([6, 'accepted'])
  expect(queue.hold()?.reason).toBe('paused')
})

test('[JOB35] the person’s word moves the next try of an answer, and the end leaves none', async () => {
  const full = Object.assign(new Error('database or disk is full'), { errcode: 13 })
  const { queue, clock, state } = await openUnwritten(full)
  const [first = 0] = state.triesAt
  await clock.advance(5_000)
  queue.resume()
  await clock.advance(20_000)
  expect(state.triesAt.map((at) => at - first)).toEqual([0, 5_000, 25_000])
  await queue.close()
  expect(clock.waiting()).toBe(0)
})

test('[JOB35] of two kept responses each is written once, also where the first wakes the queue', async () => {
  const { queue, clock, journal, deps } = await openFull()
  journal.insert([sampleSubmission()])
  const written: string[] = []
  let isFull = true
  const { saveAll } = journal
  journal.saveAll = (submissions) => {
    const responses = submissions.filter(({ state }) => state === 'accepted')
    if (responses.length > 0 && isFull) throw Object.assign(new Error('disk is full'), { errcode: 13 })
    written.push(...responses.map(({ submissionId }) => submissionId))
    saveAll(submissions)
  }
  deps.onAccepted = () => queue.sendNext()
  queue.sendNext()
  await clock.advance(1_000)
  isFull = false
  queue.resume()
  expect([written.length, new Set(written).size]).toEqual([2, 2])
  await queue.close()
})

test('[JOB35] an answer that is not written for another reason is tried again at the person’s word, or at the end', async () => {
  const { queue, clock, journal, run, state } = await openUnwritten(new Error('Boom.'))
  await clock.advance(3_600_000)
  expect(state.triesAt.length).toBe(1)
  queue.resume()
  expect(state.triesAt.length).toBe(2)
  state.isBroken = false
  await queue.close()
  expect([journal.get(run.submissionId)?.state, clock.waiting()]).toEqual(['accepted', 0])
})

test('[JOB35] an answer that is written at the end leaves no timer', async () => {
  const full = Object.assign(new Error('database or disk is full'), { errcode: 13 })
  const { queue, clock, journal, run, state } = await openUnwritten(full)
  state.isBroken = false
  await queue.close()
  expect([journal.get(run.submissionId)?.state, clock.waiting()]).toEqual(['accepted', 0])
})

test('[LIB37] once the library is damaged an answer that could not be written is not tried again by itself', async () => {
  const full = Object.assign(new Error('database or disk is full'), { errcode: 13 })
  const { queue, clock, state } = await openUnwritten(full)
  queue.holdForStorage(Object.assign(new Error('malformed'), { errcode: 11 }))
  await clock.advance(3_600_000)
  expect([state.triesAt.length, clock.waiting()]).toEqual([1, 0])
})

/** A library whose pages after the first are garbage. */
async function openDamaged() {
  const path = join(temporaryFolder(), 'library.sqlite')
  const first = await openMigratedDatabase(path)
  createSqliteSubmissionJournal(first).insert(Array.from({ length: 500 }, () => sampleSubmission()))
  await first.idle()
  first.close()
  const database = await openMigratedDatabase(path)
  onTestFinished(() => database.close())
  const opened = openQueue(database)
  const bytes = readFileSync(path)
  bytes.fill(0, 4_096 * 30)
  writeFileSync(path, bytes)
  return { ...opened, database }
}

test('[LIB37] a damaged library is not written any more, and nothing the person does lifts the hold', async () => {
  const { queue, clock, service, journal, database } = await openDamaged()
  const reported: unknown[] = []
  database.onDamage((error) => reported.push(error))
  database.onDamage(queue.holdForStorage)
  queue.sendNext()
  await clock.advance(1_000)
  for (let again = 0; again < 3 && reported.length === 0; again += 1)
    expect(() => journal.list({ limit: 500 })).toThrow()
  expect([queue.hold()?.reason, queue.hold()?.until, reported.length]).toEqual(['library_damaged', null, 1])
  const posts = service.posts.length
  for (const act of [queue.resume, queue.retry, queue.networkReturned, queue.sendNext, queue.pause]) act()
  await clock.advance(600_000)
  expect([queue.hold()?.reason, service.posts.length]).toEqual(['library_damaged', posts])
  expect(() => journal.insert([sampleSubmission()])).toThrow(/malformed/)
  // This page is intact: only the guard refuses it.
  const sound = `INSERT INTO inputs (sha256, kind, media_type, extension, bytes, name, added_at) VALUES ('a', 'b', 'c', 'd', 1, 'e', 1)`
  expect(() => database.prepare(sound).run()).toThrow(/malformed/)
  await queue.close()
})

test('a pause that can’t be stored holds the queue all the same', async () => {
  const { deps, queue, service } = await openFull()
  deps.onPaused = () => {
    throw new Error('settings.json is being written')
  }
  expect(() => queue.pause()).toThrow('being written')
  queue.sendNext()
  expect([queue.hold()?.reason, service.posts.length]).toEqual(['paused', 0])
})
