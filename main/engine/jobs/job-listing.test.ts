import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findJobListing, readJobListing } from './job-listing.ts'

const jobId = '0190a1b2-c3d4-4e5f-8a6b-7c8d9e0f1a2b'
const created_at = '2026-11-20T12:00:00Z'
const body = { prompt: 'a quiet sea' }
const plain = { job_id: jobId, created_at }
const whole = { isPaged: false }

it.each([
  [{ '/jobs': { get: {} } }, { path: '/jobs', isPaged: false }],
  [{ '/v1/jobs': { get: { parameters: [{ name: 'limit' }] } } }, { path: '/v1/jobs', isPaged: true }],
  [
    { '/jobs': { parameters: [{ $ref: '#/components/parameters/Limit' }], get: {} } },
    { path: '/jobs', isPaged: true },
  ],
  [{ '/jobs': { get: { parameters: [{ name: 'workspace', required: true }] } } }, null],
  [{ '/jobs/{id}': { get: {} }, '/jobs': { post: {} }, '/usage': { get: {} } }, null],
])('[JOB26] a description with %j lists jobs at %j', (paths, place) => {
  expect(findJobListing({ openapi: '3.1.0', paths })).toEqual(place)
})

it.each([
  ['a bare array', [plain], true],
  ['jobs', { jobs: [plain] }, true],
  ['data with no more', { data: [plain], has_more: false }, true],
  ['data with more', { data: [plain], has_more: true }, false],
  ['a cursor', { jobs: [plain], next_cursor: 'abc' }, false],
  ['no cursor', { jobs: [plain], next_cursor: null }, true],
])('[JOB26] reads %s', (_, answer, isWhole) => {
  const listing = readJobListing(answer, whole)
  expect(listing).toMatchObject({ isWhole, jobs: [{ jobId, createdAt: Date.parse(created_at) }] })
})

it('[JOB26] a page of a listing that takes parameters is not known to be all', () => {
  expect(readJobListing([plain], { isPaged: true })?.isWhole).toBe(false)
})

it.each([
  ['its request', { ...plain, request: { path: '/generate/image/a/b', body } }],
  ['its body beside its path', { ...plain, path: '/generate/image/a/b', body }],
  ['its input beside its path', { ...plain, path: '/generate/image/a/b', input: body }],
])('[JOB26] a job is listed with %s', (_, job) => {
  expect(readJobListing([job], whole)?.jobs[0]).toMatchObject({ path: '/generate/image/a/b', body })
})

it('[JOB26] what the listing doesn’t tell is not made up', () => {
  for (const job of [plain, { ...plain, path: null, request: null }])
    expect(readJobListing([job], whole)?.jobs[0]).toMatchObject({ path: null, body: null })
})

it('[JOB26] a listing in which one job can’t be read says nothing at all', () => {
  expect(readJobListing([plain, { job_id: jobId }], whole)).toBeNull()
})

it('[JOB26] whatever a service answers and describes, it is read or it is not', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      readJobListing(value, whole)
      findJobListing(value)
      findJobListing({ paths: value })
    }),
  )
})
