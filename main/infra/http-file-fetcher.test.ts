import { createHash } from 'node:crypto'
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Reason } from '../../shared/failures/reason.ts'
import { sayReason } from '../../shared/words/en/reasons.ts'
import { openFetcherHome } from '../testing/fetcher-home.ts'
import { openRawServer, type RawHandlers, rawResponse } from '../testing/raw-server.ts'
import { openResultServer, respondWithRange } from '../testing/result-server.ts'
import { claimingPng, samplePng } from '../testing/sample-media.ts'
import { openSpyHttpServer } from '../testing/spy-http-server.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { ownReach } from '../testing/test-accounts.ts'

async function serve(handlers: RawHandlers): Promise<string> {
  const server = await openRawServer(handlers)
  onTestFinished(() => server.close())
  return `${server.url}/result`
}

function head(length: number | null, extra: Record<string, string> = {}): string {
  return rawResponse('200 OK', '', { ...(length === null ? {} : { 'Content-Length': length }), ...extra })
}

test('[LIB2] a file has its name only once it is whole, and its digest is that of its bytes', async () => {
  const home = await openFetcherHome()
  const bytes = samplePng({ bytes: 300_000 })
  const url = await serve({
    onRequest(socket) {
      socket.write(head(bytes.length))
      socket.end(bytes)
    },
  })
  const outcome = await home.fetch(url)
  if (outcome.type !== 'fetched') throw new Error(outcome.type)
  expect(outcome).toMatchObject({ bytes: 300_000, media: { mediaType: 'image/png' } })
  expect(outcome.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  expect(home.incoming()).toEqual(['f1.part'])
  await outcome.commit('media/2026-11/sea.png')
  expect(readFileSync(join(home.path, 'media/2026-11/sea.png')).equals(bytes)).toBe(true)
  expect(home.incoming()).toEqual([])
})

test.each(['close', 'keep-alive'])(
  'a server that hangs up after a large body (Connection: %s) harms neither the file nor the process',
  async (connection) => {
    const home = await openFetcherHome()
    const bytes = samplePng({ bytes: 2_000_000 })
    const url = await serve({
      onRequest(socket) {
        socket.write(head(bytes.length, { Connection: connection }))
        socket.end(bytes)
      },
    })
    for (let count = 0; count < 25; count += 1)
      expect(await home.fetch(url)).toMatchObject({ type: 'fetched', bytes: 2_000_000 })
  },
)

describe('[LIB25] a body that ends with its connection', () => {
  const png = samplePng({ bytes: 9_000 })

  test('is accepted when it was received twice alike', async () => {
    const home = await openFetcherHome()
    const url = await serve({ onRequest: (socket) => void socket.write(head(null), () => socket.end(png)) })
    expect(await home.fetch(url)).toMatchObject({ type: 'failed', isFinal: false })
    expect([home.incoming(), await home.fetch(url)]).toEqual([
      [],
      expect.objectContaining({ type: 'fetched', bytes: 9_000 }),
    ])
  })

  test('is not while it breaks at another byte each time', async () => {
    const home = await openFetcherHome()
    let length = 1_000
    const url = await serve({
      onRequest(socket) {
        length += 1_000
        socket.write(head(null), () => socket.end(png.subarray(0, length)))
      },
    })
    for (let count = 0; count < 4; count += 1)
      expect(await home.fetch(url)).toMatchObject({ type: 'failed', isFinal: false })
  })

  test.each([
    { 'Repr-Digest': `sha-256=:${createHash('sha256').update(png).digest('base64')}:` },
    { 'Content-Digest': `sha-256=:${createHash('sha256').update(png).digest('base64')}:` },
  ])('is accepted at once with %j', async (said) => {
    const home = await openFetcherHome()
    const url = await serve({
      onRequest: (socket) => void socket.write(head(null, said), () => socket.end(png)),
    })
    expect(await home.fetch(url)).toMatchObject({ type: 'fetched', bytes: 9_000 })
  })
})

test('progress grows up to the whole length', async () => {
  const home = await openFetcherHome()
  const bytes = samplePng({ bytes: 200_000 })
  const url = await serve({
    onRequest(socket) {
      socket.write(head(bytes.length))
      socket.end(bytes)
    },
  })
  const steps: (readonly [number, number | null])[] = []
  await home.fetcher.fetch({
    fileId: 'f1',
    url,
    reach: ownReach(url),
    refused: [],
    expectedBytes: null,
    signal: new AbortController().signal,
    onProgress: (done, total) => steps.push([done, total]),
  })
  expect(steps.at(-1)).toEqual([200_000, 200_000])
  expect(steps.map(([done]) => done)).toEqual(steps.map(([done]) => done).sort((a, b) => a - b))
})

describe('[LIB2] a failed download leaves nothing', () => {
  const png = samplePng({ bytes: 5_000 })
  const rows: readonly [string, RawHandlers][] = [
    ['refused at once', { onConnect: (socket) => socket.resetAndDestroy() }],
    ['cut after the headers', { onRequest: (socket) => void socket.end(head(png.length)) }],
    [
      'cut amid the body',
      {
        onRequest(socket) {
          socket.write(head(png.length))
          socket.end(png.subarray(0, 3_000))
        },
      },
    ],
    [
      'reset amid the body',
      {
        onRequest(socket) {
          socket.write(head(png.length))
          socket.write(png.subarray(0, 3_000), () => socket.resetAndDestroy())
        },
      },
    ],
    [
      'a chunked body without its end',
      {
        onRequest(socket) {
          socket.write(
            rawResponse('200 OK', `${png.length.toString(16)}\r\n`, { 'Transfer-Encoding': 'chunked' }),
          )
          socket.end(png)
        },
      },
    ],
    [
      'silence amid the body',
      {
        onRequest(socket) {
          socket.write(head(png.length))
          socket.write(png.subarray(0, 3_000))
        },
      },
    ],
    ['silence at once', {}],
    ['404', { onRequest: (socket) => void socket.end(rawResponse('404 Gone', 'x')) }],
    ['500', { onRequest: (socket) => void socket.end(rawResponse('500 Oh', 'x')) }],
    [
      'a 304 that nobody asked for',
      { onRequest: (socket) => void socket.end(rawResponse('304 Same', '', {})) },
    ],
    ['no content', { onRequest: (socket) => void socket.end(rawResponse('204 None', '', {})) }],
    [
      'a redirect to nowhere',
      {
        onRequest: (socket) =>
          void socket.end(rawResponse('302 Found', '', { Location: 'http://[', 'Content-Length': 0 })),
      },
    ],
  ]
  test.each(rows)('%s', async (name, handlers) => {
    const home = await openFetcherHome(name.startsWith('silence') ? { idleTimeoutMs: 200 } : {})
    const outcome = await home.fetch(await serve(handlers))
    const cause = expect.toSatisfy((reason: Reason) => sayReason(reason).length > 5)
    expect(outcome).toMatchObject({ type: 'failed', isFinal: false, cause })
    expect(home.incoming()).toEqual([])
  })
})

describe('[LIB3] a file that is no image, video or audio is refused for good, whatever it is called', () => {
  test.each([
    ['HTML', '<!doctype html><script>alert(1)</script>', 'image/png'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'image/svg+xml'],
    ['SVG with a declaration', '<?xml version="1.0"?><svg onload="alert(1)"/>', 'image/png'],
    ['text', 'GIF, or so it says', 'image/gif'],
    ['nothing at all', '', 'image/png'],
  ])('%s', async (_, text, type) => {
    const home = await openFetcherHome()
    const url = await serve({
      onRequest: (socket) =>
        void socket.end(rawResponse('200 OK', text, { 'Content-Length': text.length, 'Content-Type': type })),
    })
    expect(await home.fetch(url)).toMatchObject({ type: 'failed', isFinal: true })
    expect(home.incoming()).toEqual([])
  })

  test('an image is accepted although it is called text', async () => {
    const home = await openFetcherHome()
    const url = await serve({
      onRequest(socket) {
        socket.write(head(400, { 'Content-Type': 'text/html' }))
        socket.end(samplePng())
      },
    })
    expect(await home.fetch(url)).toMatchObject({ type: 'fetched', media: { mediaType: 'image/png' } })
  })
})

test.each(['file:///etc/passwd', 'data:image/png;base64,AAAA', 'ftp://a.example/b', 'nonsense'])(
  '%s is no address to fetch from',
  async (url) => {
    const home = await openFetcherHome()
    expect(await home.fetch(url)).toMatchObject({ type: 'failed', isFinal: true })
  },
)

test('an encoded body is kept as it was before encoding', async () => {
  const home = await openFetcherHome()
  const packed = gzipSync(samplePng({ bytes: 90_000 }))
  const url = await serve({
    onRequest(socket) {
      socket.write(head(packed.length, { 'Content-Encoding': 'gzip' }))
      socket.end(packed)
    },
  })
  expect(await home.fetch(url)).toMatchObject({ type: 'fetched', bytes: 90_000 })
})

describe('[LIB6] the key is sent to the service’s own origin only', () => {
  test('along a chain of redirects, to its other addresses too', async () => {
    const service = await openSpyHttpServer((request, response) => {
      if (request.url === '/end') response.end(samplePng())
      else response.writeHead(302, { location: '/end' }).end()
    })
    onTestFinished(() => service.close())
    const home = await openFetcherHome()
    const reach = ownReach(service.url, 'k')
    expect(await home.fetch(`${service.url}/result`, { reach })).toMatchObject({ type: 'fetched' })
    expect(service.requests.map(({ authorization }) => authorization)).toEqual(['Bearer k', 'Bearer k'])
  })

  test('and to no other origin', async () => {
    const service = await openSpyHttpServer((_, response) => response.end(samplePng()))
    onTestFinished(() => service.close())
    const { port } = new URL(service.url)
    const home = await openFetcherHome()
    const reach = { ...ownReach(service.url), key: 'k', origin: `https://127.0.0.1:${port}` }
    expect(await home.fetch(service.url, { reach })).toMatchObject({ type: 'failed', isFinal: true })
    expect(service.requests).toEqual([])
  })

  test('a cycle of redirects ends', async () => {
    const server = await openSpyHttpServer((_, response) =>
      response.writeHead(302, { location: '/again' }).end(),
    )
    onTestFinished(() => server.close())
    const home = await openFetcherHome()
    expect(await home.fetch(server.url)).toMatchObject({ type: 'failed', isFinal: true })
    expect(server.requests).toHaveLength(6)
  })

  test('a redirect to a file of this machine is refused', async () => {
    const server = await openSpyHttpServer((_, response) =>
      response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    )
    onTestFinished(() => server.close())
    const home = await openFetcherHome()
    expect(await home.fetch(server.url)).toMatchObject({ type: 'failed', isFinal: true })
  })
})

test('an abort ends a download at once and leaves nothing', async () => {
  const home = await openFetcherHome()
  const stop = new AbortController()
  const url = await serve({
    onRequest(socket) {
      socket.write(head(5_000))
      socket.write(samplePng({ bytes: 2_000 }), () => setImmediate(() => stop.abort()))
    },
  })
  expect(await home.fetch(url, { signal: stop.signal })).toMatchObject({ type: 'failed' })
  expect(home.incoming()).toEqual([])
})

test('a place that can’t be written is a failure, and nothing is left', async () => {
  const home = await openFetcherHome()
  const url = await serve({
    onRequest(socket) {
      socket.write(head(400))
      socket.end(samplePng())
    },
  })
  writeFileSync(join(home.path, 'media'), 'in the way')
  const outcome = await home.fetch(url)
  if (outcome.type !== 'fetched') throw new Error(outcome.type)
  await expect(outcome.commit('media/2026-11/a.png')).rejects.toThrow()
  expect(home.incoming()).toEqual([])
})

test('[LIB5] unfinished files of an earlier process are removed', async () => {
  const home = await openFetcherHome()
  await home.fetcher.sweep(() => false)
  const url = await serve({
    onRequest(socket) {
      socket.write(head(400))
      socket.end(samplePng())
    },
  })
  await home.fetch(url)
  expect(home.incoming()).toEqual(['f1.part'])
  await home.fetcher.sweep(() => false)
  expect(home.incoming()).toEqual([])
})

test('[LIB43] a result is measured by its headers on arrival, even if nothing can show it', async () => {
  const home = await openFetcherHome()
  const bytes = claimingPng(20_000, 20_000)
  const url = await serve({
    onRequest: (socket) => void socket.write(head(bytes.length), () => socket.end(bytes)),
  })
  expect(await home.fetch(url)).toMatchObject({
    type: 'fetched',
    measures: { width: 20_000, height: 20_000, durationSeconds: null },
  })
})

describe('[LIB40] something else at a file’s path', () => {
  const place = 'media/2026-11/sea.png'
  const png = samplePng({ bytes: 5_000 })

  async function fetchInto(prepare: (path: string) => void) {
    const home = await openFetcherHome()
    const path = join(home.path, place)
    mkdirSync(dirname(path), { recursive: true })
    prepare(path)
    const url = await serve({
      onRequest: (socket) => void socket.write(head(png.length), () => socket.end(png)),
    })
    const outcome = await home.fetch(url)
    if (outcome.type !== 'fetched') throw new Error(outcome.type)
    return { home, path, commit: () => outcome.commit(place) }
  }

  test.each([
    ['a file that was changed', (path: string) => writeFileSync(path, 'changed')],
    ['a folder', (path: string) => mkdirSync(path)],
    ['a link', (path: string) => symlinkSync('/nonexistent-place', path)],
  ])('is moved aside when the file is fetched again: %s', async (_, prepare) => {
    const { home, path, commit } = await fetchInto(prepare)
    await commit()
    expect(readFileSync(path).equals(png)).toBe(true)
    expect(lstatSync(path).isFile()).toBe(true)
    expect(readdirSync(join(home.path, 'lost+found', dirname(place)))).toEqual(['sea.png'])
  })

  test('nothing is written through a folder that is a link', async () => {
    const other = temporaryFolder()
    const { home, commit } = await fetchInto((path) => {
      rmSync(dirname(path), { recursive: true })
      symlinkSync(other, dirname(path))
    })
    await expect(commit()).rejects.toMatchObject({
      reason: { code: 'folder_is_link', path: 'media/2026-11' },
    })
    expect([readdirSync(other), home.hasMedia()]).toEqual([[], true])
  })

  test.each(['f1.part', 'f1.note', 'f1.note.part'])(
    'nothing is written through a link: incoming/%s',
    async (name) => {
      const other = join(temporaryFolder(), 'diary.txt')
      writeFileSync(other, 'dear diary')
      const home = await openFetcherHome()
      mkdirSync(join(home.path, 'incoming'))
      symlinkSync(other, join(home.path, 'incoming', name))
      const server = await openResultServer((request) => respondWithRange(png, request, { ETag: '"one"' }))
      onTestFinished(() => server.close())
      expect(await home.fetch(server.url)).toMatchObject({ type: 'fetched', bytes: png.length })
      expect(readFileSync(other, 'utf8')).toBe('dear diary')
    },
  )

  test('a link in place of a part is not continued', async () => {
    const other = join(temporaryFolder(), 'diary.txt')
    const home = await openFetcherHome()
    const server = await openResultServer((request, count) => {
      const reply = respondWithRange(png, request, { ETag: '"one"' })
      return count === 1 ? { ...reply, sent: 2_000 } : reply
    })
    onTestFinished(() => server.close())
    await home.fetch(server.url)
    const part = join(home.path, 'incoming', 'f1.part')
    renameSync(part, other)
    symlinkSync(other, part)
    expect(await home.fetch(server.url)).toMatchObject({ type: 'fetched' })
    expect([server.requests.map(({ from }) => from), readFileSync(other).length]).toEqual([
      [null, null],
      2_000,
    ])
  })

  test('nothing is written into an incoming folder that is a link, and it says so', async () => {
    const other = temporaryFolder()
    const home = await openFetcherHome()
    symlinkSync(other, join(home.path, 'incoming'))
    const server = await openResultServer((request) => respondWithRange(png, request, {}))
    onTestFinished(() => server.close())
    expect(await home.fetch(server.url)).toMatchObject({
      type: 'failed',
      cause: { code: 'folder_is_link', path: 'incoming' },
    })
    expect([server.requests, readdirSync(other)]).toEqual([[], []])
  })
})
