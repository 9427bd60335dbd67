import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assetSchema } from './asset.ts'
import { readDeprecationHeaders, readSunsetBody } from './deprecation.ts'
import { errorBodySchema, insufficientBalanceBodySchema, sunsetBodySchema } from './error.ts'
import { isTerminal, jobSchema, jobStatuses, statusRank, utcDateTimeSchema, uuidSchema } from './job.ts'
import { styleShareResultSchema } from './style.ts'
import { usageQuerySchema, usageReportSchema } from './usage.ts'
import { webhookPayloadSchema } from './webhook.ts'

const jobId = '3f2b8c1e-0d4a-4b6f-9c3d-2a1b0c9d8e7f'

describe('a job id', () => {
  test.each([
    jobId,
    jobId.toUpperCase(),
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    '3f2b8c1e-0d4a-1b6f-8c3d-2a1b0c9d8e7f',
    '3f2b8c1e-0d4a-8b6f-bc3d-2a1b0c9d8e7f',
  ])('%s is one', (id) => expect(uuidSchema.safeParse(id).success).toBe(true))

  test.each([
    '3f2b8c1e-0d4a-0b6f-9c3d-2a1b0c9d8e7f',
    '3f2b8c1e-0d4a-9b6f-9c3d-2a1b0c9d8e7f',
    '3f2b8c1e-0d4a-4b6f-7c3d-2a1b0c9d8e7f',
    '3f2b8c1e-0d4a-4b6f-cc3d-2a1b0c9d8e7f',
    '3f2b8c1e0d4a4b6f9c3d2a1b0c9d8e7f',
    `${jobId}\n`,
    '',
  ])('%j is none', (id) => expect(uuidSchema.safeParse(id).success).toBe(false))
})

test.each([
  ['2026-06-19T10:00:00Z', true],
  ['2026-06-19T10:00:00.123456Z', true],
  ['2026-06-19T10:00:00+02:00', false],
  ['2026-06-19T10:00:00', false],
  ['2026-06-19', false],
])('a date-time ends in Z: %s', (value, taken) => {
  expect(utcDateTimeSchema.safeParse(value).success).toBe(taken)
})

describe('a job record is read tolerantly', () => {
  const record = { job_id: jobId, status: 'queued', created_at: '2026-01-02T03:04:05Z' }

  test('whether a result that is not there yet is null or absent', () => {
    expect(jobSchema.parse(record)).toEqual(record)
    expect(
      jobSchema.safeParse({ ...record, completed_at: null, result: null, error: null, progress: null })
        .success,
    ).toBe(true)
  })

  test('with members that the interface does not list, which are kept', () => {
    const parsed = jobSchema.parse({ ...record, queue: 'b', result: { urls: ['https://a/b'], seed: 7 } })
    expect(parsed).toMatchObject({ queue: 'b', result: { urls: ['https://a/b'], seed: 7 } })
  })

  test('with an unknown status, which is pending', () => {
    expect(jobSchema.parse({ ...record, status: 'warming-up' }).status).toBe('warming-up')
    expect(isTerminal('warming-up')).toBe(false)
  })

  test.each([
    [{ progress: 1.01 }],
    [{ progress: -0.1 }],
    [{ job_id: '7' }],
    [{ created_at: 'yesterday' }],
    [{ status: '' }],
    [{ error: { code: 'x' } }],
    [{ result: { urls: 'https://a/b' } }],
  ])('but not with %j', (wrong) => {
    expect(jobSchema.safeParse({ ...record, ...wrong }).success).toBe(false)
  })
})

describe('the order of statuses', () => {
  test('each listed status ranks above the one before; the three ends are equal', () => {
    expect(jobStatuses.map(statusRank)).toEqual([0, 1, 2, 3, 4, 5, 6, 6, 6])
    expect(jobStatuses.filter(isTerminal)).toEqual(['completed', 'failed', 'cancelled'])
  })

  test('an unknown status blocks no known one', () => {
    for (const status of jobStatuses)
      expect(statusRank(status)).toBeGreaterThanOrEqual(statusRank('warming-up'))
  })
})

describe('deprecation headers', () => {
  const read = (headers: Record<string, string>) => readDeprecationHeaders((name) => headers[name])
  const sunset = 'Fri, 23 Oct 2026 00:00:00 GMT'
  const nothing = { sunset: null, link: null, replacement: null }

  test('[JOB31] a date in a five-digit year is refused', () => {
    const notice = read({ deprecation: 'true', sunset: 'Fri, 31 Dec 99999 23:59:59 GMT' })
    expect(notice).toEqual({ ...nothing })
  })

  test('say when an endpoint ends and where to read about it', () => {
    expect(
      read({
        deprecation: 'true',
        sunset,
        link: '<https://docs.example/other>; rel="next", <https://docs.example/i6>; rel="deprecation"; type="text/html"',
      }),
    ).toEqual({
      ...nothing,
      sunset: '2026-10-23T00:00:00.000Z',
      link: 'https://docs.example/i6',
    })
  })

  test.each([
    ['no header', {}],
    ['another value', { deprecation: 'soon' }],
    ['false', { deprecation: 'false' }],
    ['a structured false', { deprecation: '?0' }],
    ['seconds without their sign', { deprecation: '1688169599' }],
    ['too many digits', { deprecation: `@${'1'.repeat(16)}` }],
    ['a long text', { deprecation: ' '.repeat(100_000) }],
    ['a link alone', { link: '<https://docs.example/i6>; rel="deprecation"' }],
    ['a sunset that is no date', { sunset: 'soon' }],
  ])('[CAT50] %s announces nothing', (_, headers) => {
    expect(read(headers as Record<string, string>)).toBeNull()
  })

  test.each([
    'true',
    ' TRUE ',
    'true, true',
    '?1',
    '@1688169599',
    '@4102444800;x=1',
    'Sun, 11 Nov 2018 23:59:59 GMT',
    'Sunday, 11-Nov-18 23:59:59 GMT',
  ])('[CAT50] Deprecation: %s announces an end', (deprecation) => {
    expect(read({ deprecation })).toEqual(nothing)
  })

  test('[CAT50] a sunset alone announces an end, in each form of an HTTP date', () => {
    for (const form of [sunset, 'Friday, 23-Oct-26 00:00:00 GMT', 'Fri Oct 23 00:00:00 2026'])
      expect(read({ sunset: form })).toEqual({ ...nothing, sunset: '2026-10-23T00:00:00.000Z' })
  })

  test.each([
    ['<https://a.example/1>;rel=deprecation', 'https://a.example/1'],
    ['<https://a.example/1> ; REL = "Sunset Deprecation" ; title="x"', 'https://a.example/1'],
    ['<https://a.example/1>; title="; rel=deprecation, <https://b.example>"; rel="next"', null],
    ['<https://a.example/1>; title="a \\" b"; rel="deprecation"', 'https://a.example/1'],
    ['<https://a.example/1>; rel="x-deprecation"', null],
    ['<https://a.example/1>; rel=next; rel=deprecation', null],
    ['<https://a.example/s>; rel="sunset", <https://a.example/d>; rel="deprecation"', 'https://a.example/d'],
    ['<https://a.example/s>; rel="sunset"', 'https://a.example/s'],
    ['<https://a.example/a,b;c>; rel="deprecation"', 'https://a.example/a,b;c'],
    ['garbage <https://a.example/1>; rel="deprecation"', null],
    ['<https://a.example/1', null],
  ])('[CAT51] of %s the link is %s', (link, target) => {
    expect(read({ deprecation: 'true', link })).toEqual({ ...nothing, link: target })
  })

  test('[CAT51] a successor that is a generation endpoint is the replacement', () => {
    const to = (target: string) =>
      read({ deprecation: 'true', link: `<${target}>; rel="successor-version"` })?.replacement
    expect(to('https://a.example/v1/generate/image/acme/i9?x=1')).toBe('/generate/image/acme/i9')
    expect(to('/generate/image/acme/i9')).toBe('/generate/image/acme/i9')
    expect([to('https://a.example/docs'), to(`/generate/${'x'.repeat(500)}`)]).toEqual([null, null])
  })

  test('[CAT51] any text is read in time', () => {
    fc.assert(fc.property(fc.string(), (link) => read({ deprecation: 'true', link }) !== null))
    for (const part of ['<', '"', ';a="', '<a>;', '<a>; rel="\\'])
      expect(read({ deprecation: 'true', link: part.repeat(100_000) })).toEqual(nothing)
  })

  test('unreadable members are null, and the deprecation is kept', () => {
    expect(read({ deprecation: ' True ', sunset: 'soon', link: '<https://a/b>; rel="alternate"' })).toEqual({
      ...nothing,
    })
  })

  test.each([
    '2026-99-99',
    'Fri, 99 Oct 2026 00:00:00 GMT',
    'Fri, 01 Jan 10000 00:00:00 GMT',
    'x'.repeat(9_000),
  ])('[CAT11] a Sunset of %.40s costs only itself', (bad) => {
    const link = '<https://docs.example/i6>; rel="deprecation"'
    expect(read({ deprecation: 'true', sunset: bad, link })).toEqual({
      ...nothing,
      link: 'https://docs.example/i6',
    })
  })

  test.each([
    'javascript:alert(1)',
    '/relative',
    'data:text/html,x',
    `https://a.example/${'x'.repeat(3_000)}`,
  ])('[CAT25] a link of %.40s is ignored', (target) => {
    expect(read({ deprecation: 'true', link: `<${target}>; rel="deprecation"` })).toEqual({ ...nothing })
    expect(readSunsetBody({ migration_url: target }).link).toBeNull()
  })
})

describe('the body of a 410', () => {
  test('[JOB50] is read member by member, and a date may carry a time', () => {
    expect(
      readSunsetBody({
        error: 'model_unavailable',
        reason: 'deprecated',
        message: 'Gone since May.',
        sunset_date: '2026-05-13T15:00:00Z',
        replacement: 'image/a/b',
        migration_url: 'https://docs.example/x',
      }),
    ).toEqual({
      sunsetDate: '2026-05-13T15:00:00.000Z',
      message: 'Gone since May.',
      replacement: 'image/a/b',
      link: 'https://docs.example/x',
    })
    expect(readSunsetBody({ sunset_date: '2026-99-99', message: 'Gone.' })).toMatchObject({
      sunsetDate: null,
      message: 'Gone.',
    })
    expect(readSunsetBody({ error: 'This model is gone.' }).message).toBe('This model is gone.')
    expect(readSunsetBody({ error: 'model_unavailable' }).message).toBeNull()
  })

  test('[JOB50] any body is read, and everything kept of it is bounded', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.object({ maxDepth: 2 })), (body) => {
        const notice = readSunsetBody(body)
        expect(Object.keys(notice)).toEqual(['sunsetDate', 'message', 'replacement', 'link'])
      }),
    )
    const long = readSunsetBody({ message: 'x'.repeat(1_000_000), replacement: 'y'.repeat(1_000_000) })
    expect([long.message?.length, long.replacement?.length]).toEqual([1_001, 201])
  })
})

describe('error bodies', () => {
  const sunset = {
    error: 'model_unavailable',
    reason: 'deprecated',
    message: 'Gone.',
    sunset_date: '2026-04-27',
  }

  test('a sunset body is read with or without a replacement', () => {
    expect(sunsetBodySchema.safeParse(sunset).success).toBe(true)
    expect(
      sunsetBodySchema.safeParse({
        ...sunset,
        replacement: 'video/a/b',
        migration_url: 'https://docs.example',
      }).success,
    ).toBe(true)
    expect(sunsetBodySchema.safeParse({ ...sunset, sunset_date: '27 April 2026' }).success).toBe(false)
  })

  test('the generic body has an error, the one of an empty balance a message', () => {
    expect(errorBodySchema.safeParse({ error: 'Bad request' }).success).toBe(true)
    expect(errorBodySchema.safeParse({ message: 'Top up' }).success).toBe(false)
    expect(insufficientBalanceBodySchema.safeParse({ message: 'Top up' }).success).toBe(true)
  })
})

describe('the usage report', () => {
  const job = {
    job_id: jobId,
    user_id: null,
    user_email: null,
    type: null,
    completed_at: '2026-01-02T03:04:05Z',
    compute_units: 1.5,
  }
  const report = { start_date: '2026-01-01T00:00:00Z', end_date: '2026-01-08T00:00:00Z', jobs: [job] }

  test('accepts null members and no unlisted ones', () => {
    expect(usageReportSchema.safeParse(report).success).toBe(true)
    expect(usageReportSchema.safeParse({ ...report, total: 1 }).success).toBe(false)
    expect(usageReportSchema.safeParse({ ...report, jobs: [{ ...job, model: 'v1' }] }).success).toBe(false)
  })

  test.each(Object.keys(job))('needs %s of every job', (member) => {
    const { [member as keyof typeof job]: _, ...rest } = job
    expect(usageReportSchema.safeParse({ ...report, jobs: [rest] }).success).toBe(false)
  })

  test('is requested with dates that are not empty', () => {
    expect(usageQuerySchema.safeParse({}).success).toBe(true)
    expect(usageQuerySchema.safeParse({ start_date: '' }).success).toBe(false)
    expect(usageQuerySchema.safeParse({ from: '2026-01-01' }).success).toBe(false)
  })
})

test('a delivery, a shared style and an upload are read according to the interface', () => {
  const delivery = {
    job_id: jobId,
    status: 'failed',
    created_at: '2026-01-02T03:04:05Z',
    completed_at: '2026-01-02T03:05:05Z',
  }
  expect(webhookPayloadSchema.safeParse(delivery).success).toBe(true)
  expect(webhookPayloadSchema.parse({ ...delivery, result: {} }).result).toEqual({ urls: [] })
  const share = { success: true, style_id: 's', workspace: { id: 'w', name: 'Studio' } }
  expect(styleShareResultSchema.safeParse(share).success).toBe(true)
  expect(styleShareResultSchema.safeParse({ ...share, workspace: { id: 'w' } }).success).toBe(false)
  expect(assetSchema.safeParse({ id: 'a', image_url: 'https://a.example/b' }).success).toBe(true)
  expect(assetSchema.safeParse({ id: '', image_url: 'https://a.example/b' }).success).toBe(false)
})
