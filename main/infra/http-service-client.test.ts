import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { ProbeVerdict } from '../../shared/api/probe.ts'
import { createKeyMask } from '../engine/service/key-mask.ts'
import { openRawServer, rawResponse } from '../testing/raw-server.ts'
import { sampleJob } from '../testing/sample-submission.ts'
import { openSpyHttpServer, type SpyHttpServer } from '../testing/spy-http-server.ts'
import { openTestService } from '../testing/test-studio.ts'
import { connectHttpService } from './http-service-client.ts'

type Responder = (response: ServerResponse, path: string, authorization?: string) => void

async function open(reply: Responder): Promise<SpyHttpServer> {
  const server = await openSpyHttpServer((request, response) =>
    reply(response, request.url ?? '', request.headers.authorization),
  )
  onTestFinished(() => server.close())
  return server
}

function json(status: number, body: unknown, headers: Record<string, string> = {}): Responder {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
}

const never = new AbortController().signal
const id = '0190a1b2-c3d4-4e5f-8a6b-7c8d9e0f1a2b'

describe('reading a job', () => {
  test('returns the record, unlisted members included, and sends the key', async () => {
    const job = sampleJob({ job_id: id, status: 'sampling', progress: 0.4 })
    const server = await open(json(200, { ...job, lane: 3 }))
    const client = connectHttpService({ baseUrl: server.url, key: 'k' })
    expect(await client.readJob(id)).toEqual({ type: 'job', job: { ...job, lane: 3 } })
    expect(server.requests).toEqual([{ method: 'GET', path: `/jobs/${id}`, authorization: 'Bearer k' }])
  })

  test('an unlisted status is read as it is', async () => {
    const server = await open(json(200, sampleJob({ status: 'daydreaming' })))
    const outcome = await connectHttpService({ baseUrl: server.url, key: 'k' }).readJob(id)
    expect(outcome.type === 'job' && outcome.job.status).toBe('daydreaming')
  })

  test('a response that repeats the last one is parsed once, each other one anew', async () => {
    const progress = [0.4, 0.4, 0.5, null, 0.4]
    const server = await open((response) =>
      progress[0] === null
        ? response.writeHead(503).end(String(progress.shift()))
        : response.end(JSON.stringify(sampleJob({ job_id: id, progress: progress.shift() ?? null }))),
    )
    const client = connectHttpService({ baseUrl: server.url, key: 'k' })
    const outcomes = [await client.readJob(id), await client.readJob(id), await client.readJob(id)]
    expect(outcomes.map((outcome) => outcome.type === 'job' && outcome.job.progress)).toEqual([0.4, 0.4, 0.5])
    expect(outcomes[1]).toBe(outcomes[0])
    expect(await client.readJob(id)).toMatchObject({ type: 'refused', status: 503 })
    expect(await client.readJob(id)).toMatchObject({ type: 'job', job: { progress: 0.4 } })
  })

  test('the same text of another job is that job’s response', async () => {
    const server = await open(json(200, sampleJob({ job_id: id })))
    const client = connectHttpService({ baseUrl: server.url, key: 'k' })
    const first = await client.readJob(id)
    expect(await client.readJob('0190a1b2-c3d4-4e5f-8a6b-7c8d9e0f1a2c')).not.toBe(first)
  })

  test('a key that is learned later is masked in a repeated response, too', async () => {
    const mask = createKeyMask()
    const server = await open(json(200, sampleJob({ job_id: id, status: 'a-later-key-in-words' })))
    const client = connectHttpService({ baseUrl: server.url, key: 'k' }, mask)
    await client.readJob(id)
    mask.learn('a-later-key')
    expect(JSON.stringify(await client.readJob(id))).not.toContain('a-later-key')
  })

  test('a response that is encoded unasked is still read', async () => {
    const job = sampleJob({ job_id: id })
    const server = await open((response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(JSON.stringify(job)))
    })
    const client = connectHttpService({ baseUrl: server.url, key: 'k' })
    for (let reading = 0; reading < 3; reading += 1)
      expect(await client.readJob(id)).toEqual({ type: 'job', job })
    expect(server.requests.length).toBe(3)
  })

  test('a service with a base path is requested below it', async () => {
    const server = await open(json(200, sampleJob({ job_id: id })))
    await connectHttpService({ baseUrl: `${server.url}/api`, key: 'k' }).readJob(id)
    expect(server.requests[0]?.path).toBe(`/api/jobs/${id}`)
  })

  test('an id can’t escape its place in the path', async () => {
    const server = await open(json(404, { error: 'none' }))
    await connectHttpService({ baseUrl: server.url, key: 'k' }).readJob('../usage?x=1')
    expect(server.requests[0]?.path).toBe('/jobs/..%2Fusage%3Fx%3D1')
  })

  test.each([
    [404, { error: 'No such job.' }, {}, { status: 404, message: 'No such job.', retryAfterMs: null }],
    [401, { error: 'Who?' }, {}, { status: 401, message: 'Who?', retryAfterMs: null }],
    [429, { error: 'Slow.' }, { 'retry-after': '7' }, { status: 429, message: 'Slow.', retryAfterMs: 7_000 }],
    [503, '<html>', {}, { status: 503, message: { code: 'answer_status', status: 503 }, retryAfterMs: null }],
  ])('a %i is a refusal in the service’s words', async (status, body, headers, refusal) => {
    const server = await open(json(status, body, headers as unknown as Record<string, string>))
    const client = connectHttpService({ baseUrl: server.url, key: 'k' })
    expect(await client.readJob(id)).toEqual({ type: 'refused', ...refusal })
  })

  test.each([
    ['{"job_id":'],
    ['[]'],
    ['{"job_id":"7","status":"completed","created_at":"2026-01-01T00:00:00Z"}'],
    [''],
  ])('a response without a job is no knowledge of the job: %j', async (body) => {
    const server = await open(json(200, body))
    const client = connectHttpService({ baseUrl: server.url, key: 'k' })
    expect(await client.readJob(id)).toMatchObject({ type: 'unreadable' })
  })

  test.each([
    [
      '1,001 arrays deep',
      `"more":${'['.repeat(1_001)}${']'.repeat(1_001)}`,
      { code: 'answer_unreadable', json: 'too_deep' },
    ],
    [
      'of 10,001 members',
      `"more":[${Array(10_001).fill(1)}]`,
      { code: 'answer_unreadable', json: 'too_many_members' },
    ],
    [
      'of 1,001 files',
      `"result":{"urls":[${Array(1_001).fill('""')}]}`,
      { code: 'answer_malformed', place: 'result.urls' },
    ],
  ])('[JOB31] a job %s can’t be read, and the fault is named', async (_, more, cause) => {
    const body = `${JSON.stringify(sampleJob({ job_id: id, result: undefined })).slice(0, -1)},${more}}`
    const server = await open(json(200, body))
    const outcome = await connectHttpService({ baseUrl: server.url, key: 'k' }).readJob(id)
    expect(outcome).toMatchObject({ type: 'unreadable', isJson: true, cause })
  })

  test('[JOB31] [CAT30] a description too deep is none, and what is deeper than any request costs only itself', async () => {
    const description = (depth: number) =>
      `{"openapi":"3.1.0","paths":{"/generate/image/a/b":{"post":{"x":${'['.repeat(depth)}${']'.repeat(depth)}}}}}`
    for (const [depth, expected] of [
      [100, { type: 'described' }],
      [3_000, { type: 'described' }],
      [100_000, { type: 'none', fault: 'too_deep' }],
    ] as const) {
      const server = await open(json(200, description(depth)))
      const outcome = await connectHttpService({ baseUrl: server.url, key: 'k' }).describe()
      expect(outcome).toMatchObject(expected)
    }
  })

  test('a redirect is not followed, so the key stays with the service', async () => {
    const elsewhere = await open(json(200, sampleJob({ job_id: id })))
    const server = await open(json(302, '', { location: `${elsewhere.url}/jobs/${id}` }))
    const client = connectHttpService({ baseUrl: server.url, key: 'k' })
    expect(await client.readJob(id)).toMatchObject({ type: 'refused', status: 302 })
    expect(elsewhere.requests).toEqual([])
  })

  test('a response that never ends is not kept in memory', async () => {
    let sent = 0
    const server = await open((response) => {
      response.writeHead(200)
      const more = () => {
        while (!response.destroyed && sent < 64 * 1024 * 1024) {
          sent += 65_536
          if (!response.write(Buffer.alloc(65_536, 0x20))) return void response.once('drain', more)
        }
      }
      more()
    })
    const client = connectHttpService({ baseUrl: server.url, key: 'k' })
    expect(await client.readJob(id)).toEqual({ type: 'unreachable', cause: { code: 'answer_too_large' } })
    expect(sent).toBeLessThan(32 * 1024 * 1024)
  })

  test('a key that no header takes is a failure with a sentence, not an exception', async () => {
    const server = await open(json(200, sampleJob()))
    const client = connectHttpService({ baseUrl: server.url, key: 'k\n“”' })
    expect(await client.readJob(id)).toMatchObject({ type: 'unreachable' })
    expect(await client.post('/generate/image/a/b', new Uint8Array(2), never)).toMatchObject({
      type: 'not_sent',
    })
    expect(server.requests).toEqual([])
  })

  test('a truncated response and a dead service are unreachable', async () => {
    const raw = await openRawServer({
      onRequest: (socket) => socket.end(rawResponse('200 OK', '{"job_id"', { 'Content-Length': 900 })),
    })
    const client = connectHttpService({ baseUrl: raw.url, key: 'k' })
    expect(await client.readJob(id)).toMatchObject({ type: 'unreachable' })
    await raw.close()
    expect(await client.readJob(id)).toEqual({
      type: 'unreachable',
      cause: { code: 'connection_refused' },
    })
  })
})

test('a paid request carries the key and its exact bytes', async () => {
  const raw = await openRawServer({
    onRequest: (socket) => socket.end(rawResponse('200 OK', '{}')),
  })
  onTestFinished(() => raw.close())
  const client = connectHttpService({ baseUrl: raw.url, key: 'k' })
  const outcome = await client.post('/generate/image/a/b', new TextEncoder().encode('{"prompt":"é"}'), never)
  expect(outcome).toMatchObject({ type: 'responded', status: 200 })
  const [request = ''] = raw.received
  expect(request).toMatch(/^POST \/generate\/image\/a\/b HTTP\/1\.1\r\n/)
  expect(request).toMatch(/^authorization: Bearer k\r$/im)
  expect(Buffer.from(request.slice(request.indexOf('\r\n\r\n') + 4), 'latin1').toString('utf8')).toBe(
    '{"prompt":"é"}',
  )
})

test('[JOB55] a paid request says that its body is JSON, whatever header the person set', async () => {
  const server = await openRawServer({
    onRequest: (socket) => socket.end(rawResponse('200 OK', JSON.stringify(sampleJob()))),
  })
  onTestFinished(() => server.close())
  const client = connectHttpService({ baseUrl: server.url, key: 'k' })
  const headers = { 'X-Zero-Retention': 'true' }
  await client.post('/generate/image/acme/i3', new TextEncoder().encode('{}'), never, undefined, headers)
  const [request = ''] = server.received
  expect(request.match(/^content-type: .*$/gim)).toEqual(['Content-Type: application/json'])
  expect(request).toMatch(/^x-zero-retention: true\r$/im)
})

describe('the description', () => {
  const document = {
    openapi: '3.1.0',
    paths: { '/generate/image/acme/i3': { post: { deprecated: true } }, '/usage': { get: {} } },
  }

  test('is requested without the key', async () => {
    const server = await open(json(200, document))
    const outcome = await connectHttpService({ baseUrl: server.url, key: 'k' }).describe()
    expect(outcome).toMatchObject({
      type: 'described',
      endpoints: [
        { kind: 'image', vendor: 'acme', model: 'i3', path: '/generate/image/acme/i3', isDeprecated: true },
      ],
    })
    expect(server.requests).toEqual([{ method: 'GET', path: '/openapi.json', authorization: null }])
  })

  test.each([
    ['a page', 'html', json(200, '<html>')],
    ['another version', 'other_version', json(200, { ...document, openapi: '4.0.0' })],
    ['Swagger 2', 'swagger_2', json(200, { swagger: '2.0', paths: {} })],
    ['half of one', 'half', json(200, JSON.stringify(document).slice(0, 60))],
    ['something else', 'not_openapi', json(200, { models: [] })],
    ['no generation paths', 'no_models', json(200, { openapi: '3.1.0', paths: { '/usage': {} } })],
    ['nothing', 'absent', json(404, { error: 'none' })],
    ['a refusal', 'needs_key', json(403, { error: 'no' })],
    ['an error of its own', 'unreached', json(500, { error: 'none' })],
    ['a hung-up line', 'unreached', (response: ServerResponse) => void response.destroy()],
  ])('[CAT31] says why there is none where the service gives %s', async (_, fault, reply) => {
    const server = await open(reply)
    const outcome = await connectHttpService({ baseUrl: server.url, key: null }).describe()
    expect(outcome).toEqual({ type: 'none', fault })
  })

  test('[CAT32] is requested with the key where it is refused without', async () => {
    const server = await open((response, path, authorization) =>
      (authorization === undefined ? json(401, {}) : json(200, document))(response, path),
    )
    const client = connectHttpService({ baseUrl: server.url, key: 'k' })
    expect(await client.describe()).toMatchObject({ type: 'described' })
    expect(await client.describe()).toEqual({ type: 'unchanged' })
    expect(server.requests.map(({ authorization }) => authorization)).toEqual([null, 'Bearer k', 'Bearer k'])
  })

  test('[CAT34] is not sent again while its ETag is current', async () => {
    const asked: unknown[] = []
    const server = await openSpyHttpServer((request, response) => {
      asked.push(request.headers['if-none-match'])
      if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end()
      else json(200, document, { etag: '"1"' })(response, '')
    })
    onTestFinished(() => server.close())
    const client = connectHttpService({ baseUrl: server.url, key: null })
    expect(await client.describe()).toMatchObject({ type: 'described' })
    expect(await client.describe()).toEqual({ type: 'unchanged' })
    expect(asked).toEqual([undefined, '"1"'])
  })
})

test('[CAT30] a description that can’t be used doesn’t move the jobs, and the last good one stays', async () => {
  const good = {
    openapi: '3.1.0',
    paths: { '/v2/generate/image/acme/i3': { post: {} }, '/v2/jobs/{id}': {} },
  }
  const stub = { openapi: '3.1.0', paths: { '/elsewhere/jobs/{id}': { get: {} } } }
  const documents = [good, stub]
  const server = await open((response, path) =>
    (path === '/openapi.json' ? json(200, documents.shift()) : json(404, { error: 'None.' }))(response, path),
  )
  const client = connectHttpService({ baseUrl: server.url, key: 'k' })
  expect(await client.describe()).toMatchObject({ type: 'described' })
  expect(await client.describe()).toEqual({ type: 'none', fault: 'no_models' })
  await client.readJob('1', new AbortController().signal)
  expect(server.requests.at(-1)?.path).toBe('/v2/jobs/1')
})

describe('testing a connection costs nothing and reports what it can', () => {
  const unknownJob = json(404, { error: 'No such job.' })
  /** As a service does: only with the key does it say anything of a job. */
  const guarded: Responder = (response, path, authorization) =>
    (authorization === undefined ? json(401, { error: 'Who?' }) : unknownJob)(response, path)
  const rows: readonly [string, Responder, ProbeVerdict][] = [
    ['an unknown job in the service’s words', guarded, 'fine'],
    ['a place of the service where nothing is, whatever the key', unknownJob, 'other_service'],
    ['an unknown job in other JSON', json(404, { message: 'No such job.' }), 'unclear'],
    ['a key that is not known', json(401, { error: 'Who?' }), 'key_refused'],
    ['a gateway that does not know the key', json(401, '<h1>Who?</h1>'), 'key_refused'],
    ['a key that may not', json(403, { error: 'No.' }), 'access_off'],
    ['some other web server’s 403', json(403, '<h1>Forbidden</h1>'), 'other_service'],
    ['some other web server’s 404', json(404, '<h1>Not found</h1>'), 'other_service'],
    ['a request refused in the service’s words', json(400, { error: 'No.' }), 'unclear'],
    ['a service that is busy', json(503, { error: 'Later.' }), 'unclear'],
    ['a gateway of a service that is away', json(502, '<h1>Bad gateway</h1>'), 'unclear'],
    ['a request for time', json(429, { error: 'Later.' }), 'unclear'],
    ['a redirect', json(302, ''), 'other_service'],
    ['a page instead of a job', json(200, '<html>'), 'other_service'],
    ['a hung-up line', (response: ServerResponse) => void response.destroy(), 'no_answer'],
  ]
  test.each(rows)('[CONN12] %s', async (_, reply, expected) => {
    const server = await open(reply)
    expect(await connectHttpService({ baseUrl: server.url, key: 'k' }).probe()).toMatchObject({
      verdict: expected,
    })
    expect(new Set(server.requests.map(({ method }) => method))).toEqual(new Set(['GET']))
  })

  test('[CONN12] what describes itself is this service, whatever it says of a job', async () => {
    const described = json(200, { openapi: '3.1.0', paths: { '/usage': { get: {} } } })
    const describes: Responder = (response, path) =>
      (path === '/openapi.json' ? described : json(404, '<h1>Not found</h1>'))(response, path)
    const server = await open(describes)
    const { verdict } = await connectHttpService({ baseUrl: server.url, key: 'k' }).probe()
    expect(verdict).toBe('unclear')
  })

  test('[CONN12] an address whose host has no entry, or that refuses, is distinguished', async () => {
    const nowhere = await connectHttpService({ baseUrl: 'http://service.invalid', key: 'k' }).probe()
    expect(['unknown_host', 'no_network']).toContain(nowhere.verdict)
    const server = await open(guarded)
    await server.close()
    const { verdict } = await connectHttpService({ baseUrl: server.url, key: 'k' }).probe()
    expect(verdict).toBe('no_answer')
  })

  test.each([
    [600_000, 'Date', 600_000],
    [-86_400_000, 'Date', -86_400_000],
    [0, 'X-Date', null],
  ])('[CONN16] a service’s clock that is %i ms off is reported', async (offMs, header, expected) => {
    const server = await open((response, path, authorization) => {
      response.sendDate = false
      response.setHeader(header, new Date(Date.now() + offMs).toUTCString())
      guarded(response, path, authorization)
    })
    const { clockDifferenceMs } = await connectHttpService({ baseUrl: server.url, key: 'k' }).probe()
    if (expected === null) expect(clockDifferenceMs).toBeNull()
    // The header has whole seconds, and the test may be slow.
    else expect(Math.abs((clockDifferenceMs ?? Number.NaN) - expected)).toBeLessThan(60_000)
  })

  test('[CONN16] a date that is none is no difference', async () => {
    const server = await open((response, path, authorization) => {
      response.sendDate = false
      response.setHeader('Date', 'yesterday, about noon')
      guarded(response, path, authorization)
    })
    const { clockDifferenceMs } = await connectHttpService({ baseUrl: server.url, key: 'k' }).probe()
    expect(clockDifferenceMs).toBeNull()
  })

  test.each([
    [200, 'fine'],
    [400, 'fine'],
    [401, 'key_refused'],
    [403, 'not_entitled'],
    [404, 'no_workspace'],
    [422, 'unclear'],
    [429, 'unclear'],
    [503, 'unclear'],
  ])('[CONN17] %i to a request for a moment’s usage is %s', async (status, expected) => {
    const server = await open(json(status, { error: 'Words.' }))
    expect(await connectHttpService({ baseUrl: server.url, key: 'u' }).probeUsage()).toBe(expected)
    const [request] = server.requests
    expect(request).toMatchObject({ method: 'GET', authorization: 'Bearer u' })
    const query = new URL(request?.path ?? '', server.url).searchParams
    expect(query.get('start_date')).toBe(query.get('end_date'))
  })

  test('[CONN17] a usage report that never comes is no answer', async () => {
    const server = await open((response) => void response.destroy())
    expect(await connectHttpService({ baseUrl: server.url, key: 'u' }).probeUsage()).toBe('no_answer')
  })
})

describe('listing the jobs', () => {
  const description = { openapi: '3.1.0', paths: { '/jobs': { get: {} } } }

  test.each([
    ['a description without a listing', json(200, { openapi: '3.1.0', paths: {} }), 'none'],
    ['no description', json(404, { error: 'Not found.' }), 'none'],
    ['no time for it', json(503, { error: 'Later.' }), 'undescribed'],
    ['something that is no JSON', json(200, '<html>'), 'undescribed'],
    ['nothing', (response: ServerResponse) => void response.destroy(), 'undescribed'],
  ] as const)('[JOB100] a service with %s lists no jobs, or nobody knows', async (_, respond, type) => {
    const server = await open(respond)
    const client = connectHttpService({ baseUrl: server.url, key: 'k' })
    await client.describe()
    expect(await client.listJobs(null, never)).toEqual({ type })
  })

  test('[JOB26] requests the described path, with the key; without one there is none', async () => {
    const listed = [{ job_id: id, created_at: '2026-11-20T12:00:00Z', path: '/p', body: { prompt: 'x' } }]
    const server = await open((response, path) =>
      json(200, path === '/jobs' ? listed : description)(response, path),
    )
    const client = connectHttpService({ baseUrl: server.url, key: 'k' })
    expect(await client.listJobs(null, never)).toEqual({ type: 'undescribed' })
    await client.describe()
    const job = {
      jobId: id,
      createdAt: Date.parse('2026-11-20T12:00:00Z'),
      path: '/p',
      body: { prompt: 'x' },
    }
    expect(await client.listJobs(null, never)).toMatchObject({
      type: 'page',
      page: { rows: [job], isLast: true, next: null },
    })
    expect(server.requests.at(-1)).toEqual({ method: 'GET', path: '/jobs', authorization: 'Bearer k' })
  })

  test.each([[500], [401]])('[JOB26] a %i is no listing', async (status) => {
    const server = await open((response, path) =>
      json(path === '/jobs' ? status : 200, path === '/jobs' ? [] : description)(response, path),
    )
    const client = connectHttpService({ baseUrl: server.url, key: 'k' })
    await client.describe()
    expect(await client.listJobs(null, never)).toEqual({ type: 'refused', status, retryAfterMs: null })
  })

  test('[JOB41] a next page is requested with the key at the service’s own origin, and nowhere else', async () => {
    const elsewhere = await open(json(200, []))
    const server = await open((response, path) => {
      if (path === '/openapi.json') return json(200, description)(response, path)
      if (path === '/jobs?cursor=a')
        return json(200, { items: [], next: `${elsewhere.url}/jobs?cursor=b` })(response, path)
      return json(200, { items: [] }, { Link: '</jobs?cursor=a>; rel="next"' })(response, path)
    })
    const client = connectHttpService({ baseUrl: server.url, key: 'k' })
    await client.describe()
    const first = await client.listJobs(null, never)
    const next = first.type === 'page' ? first.page.next : null
    expect(next).toBe(`${server.url}/jobs?cursor=a`)
    expect(await client.listJobs(next, never)).toMatchObject({
      type: 'page',
      page: { next: null, isLast: false },
    })
    expect(await client.listJobs(`${elsewhere.url}/jobs`, never)).toEqual({ type: 'failed' })
    expect(server.requests.slice(1).map(({ path, authorization }) => [path, authorization])).toEqual([
      ['/jobs', 'Bearer k'],
      ['/jobs?cursor=a', 'Bearer k'],
    ])
    expect(elsewhere.requests).toEqual([])
  })

  test('[JOB42] a 429 says for how long', async () => {
    const server = await open((response, path) =>
      path === '/jobs'
        ? json(429, { error: 'Slow.' }, { 'Retry-After': '7' })(response, path)
        : json(200, description)(response, path),
    )
    const client = connectHttpService({ baseUrl: server.url, key: 'k' })
    await client.describe()
    expect(await client.listJobs(null, never)).toEqual({ type: 'refused', status: 429, retryAfterMs: 7_000 })
  })

  test('[JOB26] the sandbox lists what was sent to it, path and body, as it was sent', async () => {
    const sandbox = await openTestService()
    onTestFinished(() => sandbox.close())
    const client = connectHttpService({ baseUrl: sandbox.url, key: sandbox.key })
    const read = await client.describe()
    const endpoints = read.type === 'described' ? read.endpoints : []
    const endpoint = endpoints.find(({ model }) => model === 'i3')
    const path = endpoint?.path ?? ''
    const body = { prompt: 'a quiet sea', width: 512, height: 512 }
    const reply = await client.post(path, new TextEncoder().encode(JSON.stringify(body)), never)
    expect(reply).toMatchObject({ type: 'responded', status: 200 })
    const outcome = await client.listJobs(null, never)
    const [listed] = outcome.type === 'page' ? outcome.page.rows : []
    expect(listed).toMatchObject({ path, body })
    expect(listed).toHaveProperty('body', body)
  })
})
