import { describe, expect, it } from 'vitest'
import type { ListedJob, UnreadableRow } from '../service/ports.ts'
import type { JobListing } from './job-listing.ts'
import { type LostAttempt, matchListing } from './match-listing.ts'

const minute = 60_000
const sentAt = Date.parse('2026-11-20T12:00:00Z')
const path = '/generate/image/a/b'
const body = { prompt: 'a quiet sea', seed: 7, image: 'data:image/png;base64,AAAA' }
const attempt: LostAttempt = {
  submissionId: 's1',
  path,
  bodySha256: 'f'.repeat(64),
  sentAt,
  endedAt: sentAt + 1_000,
}

function job(minutesAfter: number, changes: Partial<ListedJob> = {}): ListedJob {
  const jobId = crypto.randomUUID()
  return { jobId, createdAt: sentAt + minutesAfter * minute, path, body: { prompt: 'another' }, ...changes }
}

/** The verdict on the attempt from a listing with these rows, an hour after it. */
function verdict(
  rows: readonly (ListedJob | UnreadableRow)[],
  listing: Partial<JobListing> = {},
  changes: Partial<Parameters<typeof matchListing>[0]> = {},
) {
  return matchListing({
    attempt,
    body,
    listing: { rows, isWhole: true, clockDifferenceMs: 0, ...listing },
    rivals: [],
    isClaimed: () => false,
    now: sentAt + 60 * minute,
    ...changes,
  }).type
}

const own = (minutesAfter = 0) => job(minutesAfter, { body })

it('[JOB26] the one job with its path, body and time is its own', () => {
  expect(verdict([job(1), own(), job(-1)])).toBe('found')
  expect(verdict([own(), own()])).toBe('unclear')
})

it('[CAT33] a listing may show its path without what the service puts before it', () => {
  const prefixed = { attempt: { ...attempt, path: `/v1${path}` } }
  expect(verdict([own()], {}, prefixed)).toBe('found')
  expect(verdict([job(0, { body, path: '/v1/generate/image/a/other' })], {}, prefixed)).toBe('absent')
})

it('[JOB26] a minute before the request and after its end a job can still be its own, and no longer', () => {
  const at = (createdAt: number) => verdict([job(0, { body, createdAt })])
  const { endedAt } = attempt
  expect([at(sentAt - minute), at(endedAt + minute)]).toEqual(['found', 'found'])
  expect([at(sentAt - minute - 1), at(endedAt + minute + 1)]).toEqual(['unclear', 'unclear'])
})

describe('[JOB44] a run is absent', () => {
  it('where the whole listing has no job that could be its own', () => {
    expect(verdict([])).toBe('absent')
    expect(verdict([job(0), job(3), job(-4)])).toBe('absent')
    expect(verdict([job(0, { body, path: '/generate/video/a/b' })])).toBe('absent')
  })

  it('where a job has another text, number or switch', () => {
    const sent = { prompt: 'sea', seed: 7, upscale: true }
    for (const other of [{ prompt: 'lake' }, { seed: 8 }, { upscale: false }])
      expect(verdict([job(0, { body: { ...sent, ...other } })], {}, { body: sent })).toBe('absent')
  })

  it('where the part that was read reaches back far enough, newest first', () => {
    const part = { isWhole: false }
    expect(verdict([job(2), job(-6)], part)).toBe('absent')
    expect(verdict([job(2), job(-6), job(-6)], part)).toBe('absent')
    expect(verdict([job(2), job(-5)], part)).toBe('partial')
    expect(verdict([job(2), job(-4)], part)).toBe('partial')
    expect(verdict([job(2)], part)).toBe('partial')
    expect(verdict([job(-6), job(2), job(-7)], part)).toBe('partial')
    expect(verdict([], part)).toBe('partial')
    expect(verdict([job(-6), job(-6), job(-7)], part)).toBe('partial')
  })

  it('only once no job of it can still appear', () => {
    const at = (minutes: number) => ({ now: sentAt + minutes * minute })
    expect(verdict([], {}, at(1))).toBe('early')
    expect(verdict([], {}, at(5))).toBe('early')
    expect(verdict([], {}, at(6))).toBe('absent')
    expect(verdict([own()], {}, at(2))).toBe('found')
    const { endedAt } = attempt
    expect(verdict([own()], {}, { now: endedAt + minute })).toBe('early')
    expect(verdict([own()], {}, { now: endedAt + minute + 1 })).toBe('found')
    expect(verdict([], {}, { now: endedAt + 5 * minute })).toBe('early')
    expect(verdict([], {}, { now: endedAt + 5 * minute + 1 })).toBe('absent')
  })

  it.each<[string, Partial<ListedJob>]>([
    ['the listing has neither its path nor its body', { path: null, body: null }],
    ['has no body', { body: null }],
    ['leaves out a part', { body: { prompt: 'a quiet sea' } }],
    ['adds a part', { body: { ...body, width: 1024 } }],
    ['keeps the file elsewhere', { body: { ...body, image: 'https://service.example/assets/1' } }],
    ['keeps the file under a name', { body: { ...body, image: 'asset-1' } }],
    ['writes a number as text', { body: { ...body, seed: '7' } }],
    ['writes a number as an object', { body: { ...body, seed: { value: 7 } } }],
    ['writes spaces around a text', { body: { ...body, prompt: ' a quiet sea\n' } }],
    ['was made four minutes off', { body, createdAt: sentAt + 4 * minute }],
    ['was made four minutes off, before', { body, createdAt: sentAt - 4 * minute }],
  ])('but not where a job %s: that may be it', (_, changes) => {
    expect(verdict([job(0, changes)])).toBe('unclear')
    const mine = job(0, changes)
    expect(verdict([mine], {}, { isClaimed: (jobId) => jobId === mine.jobId })).toBe('absent')
  })

  it('but not where a job leaves out the spaces that were sent around a text', () => {
    expect(verdict([job(0, { body: { prompt: 'sea' } })], {}, { body: { prompt: ' sea ' } })).toBe('unclear')
  })

  it('but not where the service’s clock is far from ours', () => {
    expect(verdict([], { clockDifferenceMs: 5 * minute })).toBe('absent')
    expect(verdict([], { clockDifferenceMs: 5 * minute + 1 })).toBe('unclear')
    expect(verdict([], { clockDifferenceMs: 6 * minute })).toBe('unclear')
  })

  it('but not where what was sent is not known any more', () => {
    expect(verdict([job(0)], {}, { body: undefined })).toBe('unclear')
    expect(verdict([job(0, { body: null })], {}, { body: undefined })).toBe('unclear')
  })
})

describe('[JOB43] a row that can’t be read', () => {
  const unread = (changes: Partial<UnreadableRow> = {}) => ({ jobId: null, createdAt: null, ...changes })

  it('prevents a match and absence where it could be of that time', () => {
    for (const row of [unread(), unread({ createdAt: sentAt }), unread({ jobId: 'j' })]) {
      expect(verdict([job(1), row, job(-1)])).toBe('unclear')
      expect(verdict([row, own()])).toBe('unclear')
    }
  })

  it('costs only itself where its time, or its neighbours’ in their order, say otherwise', () => {
    const early = [job(2), job(-9), unread(), job(-20)]
    expect(verdict(early)).toBe('absent')
    expect(verdict([own(), ...early.slice(1)])).toBe('found')
    expect(verdict([job(20), unread(), job(10), own()])).toBe('found')
    expect(verdict([unread({ createdAt: sentAt - 30 * minute }), own()])).toBe('found')
    expect(verdict([job(-9), job(2), unread(), job(-20)])).toBe('unclear')
  })

  it('is bounded by the nearest rows that can be read on either side, and by nothing else', () => {
    expect(verdict([job(1), unread(), job(-9)])).toBe('unclear')
    expect(verdict([job(-9), unread(), job(-20)])).toBe('absent')
    expect(verdict([job(20), unread(), own()])).toBe('unclear')
    expect(verdict([job(-5), unread(), job(-9)])).toBe('unclear')
    const last = attempt.endedAt + 5 * minute
    expect(verdict([job(20), unread(), job(0, { createdAt: last })])).toBe('unclear')
    expect(verdict([job(20), unread(), job(0, { createdAt: last + 1 })])).toBe('absent')
  })

  it('does not count where a run has its job', () => {
    const row = unread({ jobId: 'j' })
    expect(verdict([row, own()], {}, { isClaimed: (jobId) => jobId === 'j' })).toBe('found')
  })
})
