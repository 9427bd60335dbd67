import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sampleJob } from '../../testing/sample-submission.ts'
import { responded } from '../../testing/spy-job-service.ts'
import { readPostResponse } from './read-post-response.ts'

const context = { now: Date.parse('2026-11-20T12:00:00Z'), pauseMs: 5_000 }

it('[JOB4] a 2xx with a readable job is accepted, one without is unknown', () => {
  const job = sampleJob()
  expect(readPostResponse(responded(200, job), context).event).toEqual({ type: 'accepted', job })
  for (const body of ['', '{', '{}', 'null', { job_id: 'x', status: 'queued', created_at: job.created_at }]) {
    expect(readPostResponse(responded(200, body), context).event.type).toBe('answer_lost')
  }
  expect(readPostResponse(responded(300, job), context).event.type).toBe('answer_lost')
})

it('[JOB4] a response without a job says whether it was JSON', () => {
  const problem = (body: string) => {
    const { event } = readPostResponse(responded(201, body), context)
    return event.type === 'answer_lost' ? event.problem.cause : event.type
  }
  expect(problem('{}')).toEqual({ code: 'answer_without_job' })
  expect(problem('{')).toMatchObject({ code: 'answer_unreadable' })
})

it('[JOB56] an accepted response’s headers are read for an end, and none is reported without them', () => {
  const sunset = 'Sat, 30 Jan 2100 15:00:00 GMT'
  const ending = responded(200, sampleJob(), { deprecation: 'true', sunset })
  expect(readPostResponse(ending, context).deprecation).toEqual({
    sunset: '2100-01-30T15:00:00.000Z',
    link: null,
    replacement: null,
  })
  expect(readPostResponse(responded(200, sampleJob()), context).deprecation).toBeNull()
})

it.each([400, 402, 422, 429, 500, 503])('[CAT52] a response of %i announces an end as well', (status) => {
  const reading = readPostResponse(
    responded(status, { error: 'No.' }, { deprecation: '@1688169599' }),
    context,
  )
  expect(reading.deprecation).toEqual({ sunset: null, link: null, replacement: null })
  expect(readPostResponse(responded(status, { error: 'No.' }), context).deprecation).toBeNull()
})

it.each([200, 302, 500, 503])('[CAT52] a page of a gateway with %i announces none', (status) => {
  const page = responded(status, '<html>', { sunset: 'Sat, 30 Jan 2010 15:00:00 GMT' })
  expect(readPostResponse(page, context).deprecation).toBeNull()
})

it('[CAT52] what the body of a 410 leaves out comes from its headers', () => {
  const headers = {
    deprecation: 'true',
    sunset: 'Fri, 23 Oct 2026 00:00:00 GMT',
    link: '<https://docs.example/i3>; rel="deprecation", </generate/image/acme/i9>; rel="successor-version"',
  }
  expect(readPostResponse(responded(410, '<html>', headers), context).sunset).toEqual({
    sunsetDate: '2026-10-23',
    message: null,
    replacement: '/generate/image/acme/i9',
    link: 'https://docs.example/i3',
  })
  const own = { sunset_date: '2026-05-13', replacement: 'i5', migration_url: 'https://docs.example/own' }
  expect(readPostResponse(responded(410, own, headers), context).sunset).toEqual({
    sunsetDate: '2026-05-13',
    message: null,
    replacement: 'i5',
    link: 'https://docs.example/own',
  })
})

it('[JOB5] a readable 402 holds until the person acts, a readable 429 for as long as it says', () => {
  const empty = readPostResponse(responded(402, { message: 'Balance is empty.' }), context)
  expect(empty).toMatchObject({
    event: { type: 'held', problem: { retryAt: null } },
    hold: { reason: 'insufficient_balance', forMs: null },
  })
  const busy = readPostResponse(responded(429, { error: 'Slow down.' }, { 'retry-after': '30' }), context)
  expect(busy).toMatchObject({
    event: { type: 'held', problem: { retryAt: '2026-11-20T12:00:30.000Z' } },
    hold: { reason: 'rate_limited', forMs: 30_000 },
  })
  const silent = readPostResponse(responded(429, { error: 'Slow down.' }), context)
  expect(silent.hold?.forMs).toBe(context.pauseMs)
})

it('[JOB5] an unreadable 402 or 429 proves nothing', () => {
  for (const status of [402, 429]) {
    expect(readPostResponse(responded(status, '<html>'), context)).toMatchObject({
      event: { type: 'answer_lost' },
      hold: null,
    })
  }
})

it('[JOB6] a readable final 4xx is rejected with the service’s words', () => {
  for (const status of [400, 401, 403, 404, 405, 413, 422]) {
    const { event } = readPostResponse(responded(status, { error: 'These words.' }), context)
    expect(event).toMatchObject({ type: 'rejected', problem: { message: 'These words.', status } })
  }
})

it('[JOB6] a 401 holds the queue until the person acts, and no other refusal does', () => {
  const refused = (status: number) => readPostResponse(responded(status, { error: 'These words.' }), context)
  expect(refused(401)).toMatchObject({
    event: { problem: { code: 'unauthorized' } },
    hold: { reason: 'unauthorized', message: 'These words.', forMs: null },
  })
  for (const status of [400, 403, 404, 422])
    expect(refused(status)).toMatchObject({ event: { problem: { code: 'refused' } }, hold: null })
})

it.each([
  ['A usage key can not generate; use an API key.', 'not_allowed'],
  ['API access is not enabled on this workspace.', 'not_allowed'],
  ['Insufficient permissions', 'not_allowed'],
  ['This prompt is not allowed.', 'refused'],
  ['A monkey, a turkey: too wild.', 'refused'],
])('[CONN30] a 403 is about the key only where its words are: %s', (error, code) => {
  const reading = readPostResponse(responded(403, { error }), context)
  expect(reading).toMatchObject({
    event: { type: 'rejected', problem: { code, message: error } },
    hold: null,
  })
})

it('[JOB50] a sunset model is rejected with what the body says', () => {
  const body = {
    error: 'model_unavailable',
    reason: 'deprecated',
    message: 'Gone since May.',
    sunset_date: '2026-05-13',
  }
  const reading = readPostResponse(responded(410, body), context)
  expect(reading).toMatchObject({
    event: { type: 'rejected', problem: { code: 'model_sunset', message: 'Gone since May.' } },
    sunset: { sunsetDate: '2026-05-13', message: 'Gone since May.' },
  })
})

it('[JOB50] any 410 is final, whatever its body', () => {
  for (const body of [
    '',
    '<html>Gone</html>',
    '{}',
    'null',
    '[]',
    '{"error":',
    { error: 'No such thing.' },
  ]) {
    const { event, hold, sunset } = readPostResponse(responded(410, body), context)
    expect(event).toMatchObject({ type: 'rejected', problem: { code: 'model_sunset', status: 410 } })
    expect([hold, sunset]).toEqual([null, expect.objectContaining({ sunsetDate: null })])
  }
  const words = (body: object) => {
    const { event } = readPostResponse(responded(410, body), context)
    return event.type === 'rejected' && event.problem.message
  }
  expect(words({ error: 'No such thing.' })).toBe('No such thing.')
  expect(words({ error: 'model_unavailable' })).toBeUndefined()
})

it('[JOB50] a sunset date may carry a time, and an impossible one costs only itself', () => {
  const sunset = (sunset_date: string) =>
    readPostResponse(responded(410, { error: 'model_unavailable', message: 'Gone.', sunset_date }), context)
      .sunset
  expect(sunset('2026-06-18T22:00:00-05:00')).toMatchObject({ sunsetDate: '2026-06-19T03:00:00.000Z' })
  expect(sunset('2026-99-99')).toMatchObject({ sunsetDate: null, message: 'Gone.' })
})

it('[JOB7] proof that nothing was sent makes it unsent, and the queue pauses', () => {
  const reading = readPostResponse({ type: 'not_sent', cause: 'Refused.' }, context)
  expect(reading).toMatchObject({
    event: { type: 'not_sent', problem: { retryAt: '2026-11-20T12:00:05.000Z' } },
    hold: { reason: 'unreachable', forMs: 5_000 },
  })
})

it('[JOB8] every other end is unknown, and a 503 holds the queue as well', () => {
  expect(readPostResponse({ type: 'lost', cause: 'Reset.' }, context).event.type).toBe('answer_lost')
  for (const status of [301, 302, 307, 308, 408, 409, 500, 502, 504]) {
    expect(readPostResponse(responded(status, { error: 'x' }), context)).toMatchObject({
      event: { type: 'answer_lost' },
      hold: null,
    })
  }
  const unavailable = readPostResponse(responded(503, { error: 'x' }, { 'retry-after': '7' }), context)
  expect(unavailable).toMatchObject({
    event: { type: 'answer_lost' },
    hold: { reason: 'service_unavailable', forMs: 7_000 },
  })
})

it('[JOB8] whatever bytes a service responds, a response is never taken for proof that nothing was sent', () => {
  const anyBody = fc.oneof(fc.string(), fc.json(), fc.constant(JSON.stringify({ error: 'x' })))
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 599 }), anyBody, (status, body) => {
      const { event } = readPostResponse(responded(status, body), context)
      expect(event.type).not.toBe('not_sent')
      if (event.type === 'held') expect([402, 429]).toContain(status)
      if (event.type === 'rejected') expect(status >= 400 && status < 500).toBe(true)
      if (status === 410) expect(event.type).toBe('rejected')
    }),
  )
})

const deepArrays = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

it.each([
  ['its result is 1,001 arrays deep', { result: { urls: [], more: 'HERE' } }, deepArrays(1_001)],
  ['it has 10,001 members', { result: { urls: [], more: 'HERE' } }, `[${Array(10_001).fill(0)}]`],
  ['it is larger than 4 MiB', { more: 'HERE' }, JSON.stringify('x'.repeat(4 * 1024 * 1024))],
  [
    'it brings 1,001 files',
    { result: { urls: 'HERE' } },
    JSON.stringify(Array(1_001).fill('https://a.example/1')),
  ],
  [
    'a file’s address is 20,000 characters long',
    { result: { urls: ['HERE'] } },
    JSON.stringify('x'.repeat(20_000)),
  ],
  ['its status is 201 characters long', { status: 'HERE' }, JSON.stringify('x'.repeat(201))],
  ['its time is none', { created_at: 'HERE' }, JSON.stringify(`2026-11-20T12:00:00.${'1'.repeat(100)}Z`)],
])('[JOB31] a paid request’s response is unknown where %s', (_, changes, more) => {
  const body = JSON.stringify({ ...sampleJob(), ...changes }).replace('"HERE"', more)
  expect(readPostResponse(responded(201, body), context)).toMatchObject({
    event: { type: 'answer_lost', problem: { code: 'answer_unreadable', status: 201 } },
    hold: null,
  })
})

it('[JOB31] a refusal’s words are bounded, and one that is too deep proves nothing', () => {
  const { event } = readPostResponse(responded(400, { error: 'x'.repeat(100_000) }), context)
  expect(event).toMatchObject({ type: 'rejected', problem: { message: `${'x'.repeat(1_999)}…` } })
  const deep = readPostResponse(responded(400, `{"error":"no","more":${deepArrays(65)}}`), context)
  expect(deep.event.type).toBe('answer_lost')
})

it('[JOB31] a response that exceeds the bounds is unknown', () => {
  expect(
    readPostResponse({ type: 'unreadable', status: 200, cause: 'Too large.' }, context).event,
  ).toMatchObject({
    type: 'answer_lost',
    problem: { code: 'answer_unreadable', status: 200 },
  })
})
