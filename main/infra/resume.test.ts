import { createHash } from 'node:crypto'
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { FetchOutcome } from '../engine/library/ports.ts'
import { type FetcherHome, openFetcherHome } from '../testing/fetcher-home.ts'
import {
  openResultServer,
  type ResultRequest,
  type ResultResponse,
  respondWithRange,
} from '../testing/result-server.ts'
import { samplePng } from '../testing/sample-media.ts'

const png = variedPng(9_000, 7)
const cutAt = 4_000
const tag = { ETag: '"one"' }
const modified = {
  'Last-Modified': 'Fri, 20 Nov 2026 10:00:00 GMT',
  Date: 'Fri, 20 Nov 2026 12:00:00 GMT',
}

/** Bytes that depend on their position. */
function variedPng(bytes: number, seed: number): Uint8Array {
  const content = samplePng({ bytes })
  for (let at = 8; at < bytes; at += 1) content[at] = at * seed + (at >> 8)
  return content
}

async function serve(response: (request: ResultRequest, count: number) => ResultResponse) {
  const server = await openResultServer(response)
  onTestFinished(() => server.close())
  return server
}

/** The first response breaks off; the later ones are as given. */
function breakFirst(
  later: (request: ResultRequest) => ResultResponse = (request) => respondWithRange(png, request, tag),
  first: Readonly<Record<string, string>> = tag,
) {
  return serve((request, count) =>
    count === 1 ? { ...respondWithRange(png, request, first), sent: cutAt } : later(request),
  )
}

async function expectWhole(home: FetcherHome, outcome: FetchOutcome, bytes: Uint8Array = png): Promise<void> {
  if (outcome.type !== 'fetched') throw new Error(JSON.stringify(outcome))
  expect([outcome.bytes, outcome.sha256]).toEqual([bytes.length, sha256(bytes, 'hex')])
  expect(home.hasMedia()).toBe(false)
  await outcome.commit('media/2026-11/sea.png')
  expect(readFileSync(join(home.path, 'media/2026-11/sea.png')).equals(bytes)).toBe(true)
  expect(home.incoming()).toEqual([])
}

function sha256(bytes: Uint8Array, encoding: 'hex' | 'base64'): string {
  return createHash('sha256').update(bytes).digest(encoding)
}

const whole: ResultRequest = { path: '/a', from: null, ifRange: null }

describe('[LIB11] a broken transfer continues where it ended', () => {
  test.each([
    ['in the same process', (home: FetcherHome) => home],
    ['in a later one', (home: FetcherHome) => home.restart()],
  ])('%s', async (_, next) => {
    const home = await openFetcherHome()
    const server = await breakFirst()
    expect(await home.fetch(`${server.url}/a`)).toMatchObject({ type: 'failed', isFinal: false })
    expect(home.incoming().sort()).toEqual(['f1.note', 'f1.part'])
    await expectWhole(home, await next(home).fetch(`${server.url}/a`))
    expect(server.requests).toEqual([whole, { path: '/a', from: cutAt, ifRange: '"one"' }])
  })

  // Forty servers, each with up to six downloads that are flushed to the disk.
  test('wherever it breaks, however often', { timeout: 30_000 }, async () => {
    const home = await openFetcherHome()
    const cuts = fc.array(fc.nat(png.length - 1), { maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(cuts, async (lengths) => {
        const server = await openResultServer((request, count) => {
          const response = respondWithRange(png, request, tag)
          const length = lengths[count - 1]
          return length === undefined || length >= response.body.length
            ? response
            : { ...response, sent: length, after: length % 2 === 0 ? 'end' : 'reset' }
        })
        let outcome = await home.fetch(server.url)
        for (let tries = 0; tries < 10 && outcome.type === 'failed'; tries += 1)
          outcome = await home.restart().fetch(server.url)
        await expectWhole(home, outcome)
        rmSync(join(home.path, 'media'), { recursive: true })
        await server.close()
      }),
      { numRuns: 40 },
    )
  })

  test('progress starts with the bytes that are here', async () => {
    const home = await openFetcherHome()
    const server = await breakFirst()
    await home.fetch(server.url)
    const steps: [number, number | null][] = []
    await home.fetch(server.url, { onProgress: (...step) => steps.push(step) })
    expect([steps[0], steps.at(-1)]).toEqual([
      [cutAt, png.length],
      [png.length, png.length],
    ])
  })

  test('a silence breaks it, too', async () => {
    // Far longer than a busy machine pauses, because the second fetch must not be taken for silent.
    const home = await openFetcherHome({ idleTimeoutMs: 1_500 })
    const server = await serve((request, count) =>
      count === 1
        ? { ...respondWithRange(png, request, tag), sent: cutAt, after: 'stay' }
        : respondWithRange(png, request, tag),
    )
    expect(await home.fetch(server.url)).toMatchObject({
      type: 'failed',
      cause: { code: 'file_silent' },
    })
    await expectWhole(home, await home.fetch(server.url))
    expect(server.requests[1]?.from).toBe(cutAt)
  })

  test('where all bytes are here, the last is requested, so that the server says whether they are valid', async () => {
    const home = await openFetcherHome()
    const server = await serve((request) => respondWithRange(png, request, tag))
    expect(await home.fetch(server.url)).toMatchObject({ type: 'fetched' })
    await expectWhole(home, await home.restart().fetch(server.url))
    expect(server.requests.map(({ from }) => from)).toEqual([null, png.length - 1])
  })

  test('where its URL was refused meanwhile, under its renewed one', async () => {
    const home = await openFetcherHome()
    const server = await breakFirst((request) =>
      request.path === '/a' ? { status: '403 Expired' } : respondWithRange(png, request, tag),
    )
    await home.fetch(`${server.url}/a`)
    expect(await home.fetch(`${server.url}/a`)).toMatchObject({ type: 'failed', isFinal: false })
    await expectWhole(home, await home.fetch(`${server.url}/b`))
    expect(server.requests[2]).toEqual({ path: '/b', from: cutAt, ifRange: '"one"' })
  })

  test('flushed bytes are trusted after the machine itself stopped, and no byte more', async () => {
    const home = await openFetcherHome()
    const server = await breakFirst()
    await home.fetch(server.url)
    const notePath = join(home.path, 'incoming/f1.note')
    const note = JSON.parse(readFileSync(notePath, 'utf8'))
    expect(note.flushedBytes).toBe(cutAt)
    writeFileSync(notePath, JSON.stringify({ ...note, boot: 'another', flushedBytes: 1_000 }))
    await expectWhole(home, await home.restart().fetch(server.url))
    expect(server.requests[1]?.from).toBe(1_000)
  })

  test('where the part was truncated behind its back, from its new end', async () => {
    const home = await openFetcherHome()
    const server = await breakFirst()
    await home.fetch(server.url)
    truncateSync(join(home.path, 'incoming/f1.part'), 1_000)
    await expectWhole(home, await home.restart().fetch(server.url))
    expect(server.requests[1]?.from).toBe(1_000)
  })
})

describe('[LIB11] a part that is no longer valid is started over', () => {
  const other = variedPng(9_000, 9)
  const longer = variedPng(9_500, 9)
  const rows: readonly [string, Uint8Array, (request: ResultRequest) => ResultResponse][] = [
    ['where the ETag has changed', other, (request) => respondWithRange(other, request, { ETag: '"two"' })],
    ['where the server knows no ranges', png, () => ({ status: '200 OK', headers: tag, body: png })],
    [
      'where the rest comes under another ETag',
      other,
      (request) => respondWithRange(other, { ...request, ifRange: null }, { ETag: '"two"' }),
    ],
    [
      'where the rest comes under no ETag',
      other,
      (request) => respondWithRange(other, { ...request, ifRange: null }, {}),
    ],
    [
      'where the length has changed',
      longer,
      (request) => respondWithRange(longer, { ...request, ifRange: null }, tag),
    ],
    ['where the length is not said any more', png, (request) => oddRange(request, `bytes ${cutAt}-8999/*`)],
    ['where the range is another', png, (request) => oddRange(request, 'bytes 3999-8999/9000')],
    [
      'where the range is another of the same length',
      png,
      (request) => ({
        ...oddRange(request, 'bytes 3999-8998/9000'),
        ...(request.from && { body: png.subarray(3_999, -1) }),
      }),
    ],
    ['where the range is none', png, (request) => oddRange(request, 'pages 1-2/3')],
    ['where the range and the body differ', png, (request) => oddRange(request, `bytes ${cutAt}-8000/9000`)],
    [
      'where the range is refused',
      png,
      (request) => (request.from === null ? respondWithRange(png, request, tag) : { status: '416 No' }),
    ],
  ]
  function oddRange(request: ResultRequest, range: string): ResultResponse {
    const response = respondWithRange(png, request, tag)
    return request.from === null
      ? response
      : { ...response, headers: { ...response.headers, 'Content-Range': range } }
  }

  test.each(rows)('%s', async (_, bytes, later) => {
    const home = await openFetcherHome()
    const server = await breakFirst(later)
    await home.fetch(server.url)
    await expectWhole(home, await home.restart().fetch(server.url), bytes)
    const wasWhole = later(server.requests[1] ?? whole).status.startsWith('200')
    expect(server.requests.slice(1).map(({ from }) => from)).toEqual(wasWhole ? [cutAt] : [cutAt, null])
  })

  test('where the note can’t be read', async () => {
    const home = await openFetcherHome()
    const server = await breakFirst()
    await home.fetch(server.url)
    writeFileSync(join(home.path, 'incoming/f1.note'), '{"url":1}')
    await expectWhole(home, await home.restart().fetch(server.url))
    expect(server.requests[1]?.from).toBeNull()
  })
})

describe('[LIB12] only a strong validator allows continuing', () => {
  test.each([
    ['a weak ETag', { ETag: 'W/"one"' }],
    ['a weak ETag with a date', { ETag: 'W/"one"', ...modified }],
    ['an ETag that is none', { ETag: 'one' }],
    ['a date as young as the answer', { 'Last-Modified': modified.Date, Date: modified.Date }],
    ['a date without the answer’s', { 'Last-Modified': modified['Last-Modified'] }],
    ['nothing', {}],
    ['a server that takes no ranges', { ...tag, 'Accept-Ranges': 'none' }],
    ['a packed body', { ...tag, 'Content-Encoding': 'gzip' }],
  ])('%s: nothing is kept, and the whole is requested', async (_, headers) => {
    const home = await openFetcherHome()
    const server = await breakFirst(
      (request) => respondWithRange(png, request, tag),
      headers as Record<string, string>,
    )
    await home.fetch(server.url)
    expect(home.incoming()).toEqual([])
    await expectWhole(home, await home.fetch(server.url))
    expect(server.requests[1]).toEqual({ path: '/', from: null, ifRange: null })
  })

  test.each([
    ['?signature=2', cutAt],
    ['b', null],
  ])('a date is valid for the same address only: %s', async (more, from) => {
    const home = await openFetcherHome()
    const server = await breakFirst((request) => respondWithRange(png, request, modified), modified)
    await home.fetch(`${server.url}/a`)
    await expectWhole(home, await home.fetch(`${server.url}/a${more}`))
    expect(server.requests[1]?.from).toBe(from)
  })
})

describe('[LIB13] a digest from the service is compared with the bytes', () => {
  const right = `sha-256=:${sha256(png, 'base64')}:`
  const wrong = `sha-256=:${sha256(samplePng({ fill: 3 }), 'base64')}:`
  test.each([
    ['Repr-Digest', right, wrong],
    ['Content-Digest', right, wrong],
    ['Digest', `SHA-256=${sha256(png, 'base64')}`, `SHA-256=${sha256(png.subarray(1), 'base64')}`],
  ])('%s', async (name, holds, fails) => {
    const home = await openFetcherHome()
    const server = await serve((request, count) => {
      const headers = { ...tag, [name]: `md5=:AAAA:, ${count === 1 ? fails : holds}` }
      return respondWithRange(png, request, headers)
    })
    expect(await home.fetch(server.url)).toMatchObject({ type: 'failed', isFinal: false })
    expect(home.incoming()).toEqual([])
    await expectWhole(home, await home.fetch(server.url))
  })

  test('of the whole from its first response, after it was continued', async () => {
    const home = await openFetcherHome()
    const other = variedPng(9_000, 9)
    const server = await breakFirst((request) => respondWithRange(other, request, tag), {
      ...tag,
      'Repr-Digest': right,
    })
    await home.fetch(server.url)
    expect(await home.fetch(server.url)).toMatchObject({ type: 'failed', isFinal: false })
    expect(home.incoming()).toEqual([])
  })

  test('of the rest only, where it is given for the rest', async () => {
    const home = await openFetcherHome()
    const rest = (digest: string) => (request: ResultRequest) => {
      const response = respondWithRange(png, request, tag)
      return { ...response, headers: { ...response.headers, 'Content-Digest': digest } }
    }
    const server = await breakFirst(rest(`sha-256=:${sha256(png.subarray(cutAt), 'base64')}:`))
    await home.fetch(server.url)
    await expectWhole(home, await home.fetch(server.url))
    const lying = await breakFirst(rest(right))
    await home.fetch(lying.url)
    expect(await home.fetch(lying.url)).toMatchObject({ type: 'failed', isFinal: false })
    expect(home.incoming()).toEqual([])
  })
})

test('[LIB14] a start removes only files that belong to no wanted file', async () => {
  const home = await openFetcherHome()
  const server = await serve((request) => ({ ...respondWithRange(png, request, tag), sent: cutAt }))
  for (const fileId of ['f1', 'f2', 'f3']) await home.fetch(server.url, { fileId })
  const loose = ['f4.part', 'f3.note.part', 'write-1.part', 'f5.note']
  for (const name of loose) writeFileSync(join(home.path, 'incoming', name), 'x')
  await home.restart().fetcher.sweep((fileId) => fileId !== 'f2')
  expect(home.incoming().sort()).toEqual(['f1.note', 'f1.part', 'f3.note', 'f3.part'])
  expect(home.hasMedia()).toBe(false)
})
