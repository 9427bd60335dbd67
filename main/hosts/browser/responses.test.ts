import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createMediaRoutes } from '../../engine/library/media-routes.ts'
import { createStoredFiles } from '../../engine/library/stored-files.ts'
import { strictHeaders } from '../../engine/strict-headers.ts'
import { takeDataFolder } from '../../infra/data-folder.ts'
import { createDiskInputStore } from '../../infra/disk-input-store.ts'
import { createDiskLibraryFileStore } from '../../infra/disk-library-file-store.ts'
import type { Studio } from '../../studio.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createFakeSettings } from '../../testing/fake-settings.ts'
import { openLibrary } from '../../testing/open-library.ts'
import { openPageSession } from '../../testing/page-session.ts'
import { exchange } from '../../testing/raw-exchange.ts'
import { sampleJpeg, samplePng } from '../../testing/sample-media.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { serveBrowser } from './serve-browser.ts'

/** A host over a library with one file, its thumbnail and one whose file is gone. */
async function open() {
  const folder = await takeDataFolder(join(temporaryFolder(), 'data'))
  onTestFinished(() => folder.release())
  const { database, files, saveFile } = await openLibrary(folder.resolve('library.sqlite'))
  const lost = saveFile()
  const file = saveFile()
  const path = folder.resolve(files.stored(file)?.path ?? '')
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, samplePng())
  const reader = createDiskLibraryFileStore(folder)
  const mediaRoutes = createMediaRoutes({
    files,
    storedFiles: createStoredFiles({ files, reader, onChanged() {} }),
    inputs: createDiskInputStore({ folder, database, clock: createFakeClock() }),
    reader,
    onPoster: () => {},
  })
  const studio = {
    async procedures(name: string) {
      if (name === 'broken') throw new Error('broken')
      return { ok: true, value: 7 }
    },
    events: { subscribe: () => () => {} },
    async mediaRoutes(request: Request) {
      if (request.url.endsWith('broken')) throw new Error('broken')
      return mediaRoutes(request)
    },
  } as unknown as Studio
  const pageFolder = join(folder.path, 'page')
  mkdirSync(join(pageFolder, 'assets'), { recursive: true })
  writeFileSync(join(pageFolder, 'index.html'), '<!doctype html><html data-theme="dark"></html>')
  writeFileSync(join(pageFolder, 'assets', 'app.js'), 'run()')
  const host = await serveBrowser({ studio, settings: createFakeSettings({}), port: 0, pageFolder })
  onTestFinished(host.close)
  const { port, hash } = new URL(host.url)
  const session = await openPageSession(host.url)
  return { ...session, port: Number(port), token: hash.replace('#token=', ''), file, lost }
}

type Host = Awaited<ReturnType<typeof open>>

interface Row {
  readonly status: number
  readonly request: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Without a session, or from elsewhere. */
  readonly from?: 'no session' | 'elsewhere' | 'no host'
  readonly isPage?: boolean
}

const words: Readonly<Record<string, (host: Host) => string>> = {
  FILE: ({ file }) => file,
  LOST: ({ lost }) => lost,
  PORT: ({ port }) => String(port),
  TOKEN: ({ token }) => token,
}

function fill(text: string, host: Host): string {
  return text.replace(/\b[A-Z]{4,5}\b/g, (word) => words[word]?.(host) ?? word)
}

function toBytes({ request, headers = {}, body = '', from }: Row, host: Host): string {
  const own = {
    ...(from !== 'no host' && { Host: from === 'elsewhere' ? 'evil.example' : `127.0.0.1:${host.port}` }),
    origin: host.origin,
    ...(from !== 'no session' && { ...host.headers }),
    ...(!('Transfer-Encoding' in headers) && { 'Content-Length': String(fill(body, host).length) }),
    ...headers,
  }
  const lines = Object.entries(own).map(([name, value]) => `${name}: ${fill(value, host)}\r\n`)
  return `${fill(request, host)}\r\n${lines.join('')}\r\n${fill(body, host)}`
}

const jpeg = Buffer.from(sampleJpeg()).toString('latin1')
const large = { 'Content-Length': '99999999' }

const rows: readonly Row[] = [
  { status: 200, request: 'GET / HTTP/1.1', isPage: true },
  { status: 200, request: 'HEAD / HTTP/1.1', isPage: true },
  {
    status: 200,
    request: 'GET / HTTP/1.1',
    isPage: true,
    headers: { 'Sec-Fetch-Site': 'none' },
    from: 'no session',
  },
  { status: 200, request: 'GET /assets/app.js HTTP/1.1', isPage: true },
  { status: 404, request: 'GET /assets/none.js HTTP/1.1' },
  { status: 404, request: 'GET /.env HTTP/1.1' },
  { status: 404, request: 'DELETE / HTTP/1.1' },
  { status: 403, request: 'GET / HTTP/1.1', from: 'elsewhere' },
  { status: 403, request: 'GET /assets/app.js HTTP/1.1', headers: { 'Sec-Fetch-Site': 'cross-site' } },

  { status: 200, request: 'POST /session HTTP/1.1', body: '{"token":"TOKEN"}', from: 'no session' },
  { status: 401, request: 'POST /session HTTP/1.1', body: '{"token":"wrong"}', from: 'no session' },
  { status: 403, request: 'POST /session HTTP/1.1', body: '{"token":"TOKEN"}', from: 'elsewhere' },
  { status: 413, request: 'POST /session HTTP/1.1', headers: large },
  { status: 404, request: 'GET /session HTTP/1.1' },

  { status: 200, request: 'POST /bridge/jobs.list HTTP/1.1', body: '{}' },
  { status: 401, request: 'POST /bridge/jobs.list HTTP/1.1', body: '{}', from: 'no session' },
  { status: 403, request: 'POST /bridge/jobs.list HTTP/1.1', body: '{}', from: 'elsewhere' },
  { status: 413, request: 'POST /bridge/jobs.list HTTP/1.1', headers: large },
  { status: 500, request: 'POST /bridge/broken HTTP/1.1', body: '{}' },
  { status: 404, request: 'POST /bridge/a/b HTTP/1.1', body: '{}' },
  { status: 200, request: 'POST /bridge/events HTTP/1.1' },
  { status: 401, request: 'POST /bridge/events HTTP/1.1', from: 'no session' },
  { status: 403, request: 'POST /bridge/events HTTP/1.1', from: 'elsewhere' },
  { status: 404, request: 'GET /bridge/events HTTP/1.1' },

  { status: 200, request: 'GET /media/files/FILE HTTP/1.1' },
  { status: 200, request: 'HEAD /media/files/FILE HTTP/1.1' },
  { status: 200, request: 'GET /media/files/FILE?download=1 HTTP/1.1' },
  { status: 200, request: 'GET /media/files/FILE HTTP/1.1', headers: { 'Sec-Fetch-Dest': 'document' } },
  { status: 206, request: 'GET /media/files/FILE HTTP/1.1', headers: { Range: 'bytes=0-9' } },
  {
    status: 304,
    request: 'GET /media/files/FILE HTTP/1.1',
    headers: { 'If-None-Match': `"${'2'.padStart(64, '0')}"` },
  },
  { status: 416, request: 'GET /media/files/FILE HTTP/1.1', headers: { Range: 'bytes=999999-' } },
  { status: 401, request: 'GET /media/files/FILE HTTP/1.1', from: 'no session' },
  { status: 403, request: 'GET /media/files/FILE HTTP/1.1', from: 'elsewhere' },
  { status: 403, request: 'GET /media/files/FILE HTTP/1.1', headers: { 'Sec-Fetch-Dest': 'script' } },
  { status: 404, request: 'GET /media/files/LOST HTTP/1.1' },
  { status: 404, request: 'GET /media/files/none HTTP/1.1' },
  { status: 404, request: 'DELETE /media/files/FILE HTTP/1.1' },
  { status: 500, request: 'GET /media/broken HTTP/1.1' },
  { status: 404, request: 'GET /media/posters/LOST HTTP/1.1' },
  { status: 204, request: 'PUT /media/posters/FILE?width=2&height=1 HTTP/1.1', body: jpeg },
  { status: 400, request: 'PUT /media/posters/FILE HTTP/1.1', body: 'no jpeg' },
  { status: 401, request: 'PUT /media/posters/FILE HTTP/1.1', body: jpeg, from: 'no session' },
  { status: 413, request: 'PUT /media/posters/FILE HTTP/1.1', body: 'x'.repeat(1_100_000) },
  {
    status: 200,
    request: 'POST /media/inputs?name=a.png HTTP/1.1',
    body: Buffer.from(samplePng()).toString('latin1'),
  },
  { status: 422, request: 'POST /media/inputs?name=a.png HTTP/1.1', body: 'no media' },
  { status: 401, request: 'POST /media/inputs?name=a.png HTTP/1.1', body: 'x', from: 'no session' },
  { status: 413, request: 'POST /media/inputs HTTP/1.1', headers: { 'Content-Length': '9999999999' } },
  { status: 404, request: `GET /media/inputs/${'a'.repeat(64)} HTTP/1.1` },

  // Requests that Node or its adapter refuse before routing.
  { status: 400, request: 'GET / HTTP/1.1', from: 'no host' },
  { status: 400, request: 'GET / HTTP/1.1', headers: { Host: 'a b' } },
  { status: 400, request: 'GET /\\..\\x HTTP/1.1' },
  { status: 400, request: 'nonsense' },
  { status: 400, request: 'GET / HTTP/9.9' },
  { status: 400, request: 'GET /a b HTTP/1.1' },
  { status: 400, request: 'GET / HTTP/1.1', headers: { 'bad name': 'x' } },
  { status: 400, request: 'POST /session HTTP/1.1', headers: { 'Content-Length': 'x' } },
  { status: 400, request: 'POST /session HTTP/1.1', headers: { 'Transfer-Encoding': 'gzip' }, body: 'x' },
  {
    status: 404,
    request: 'GET /bridge/events HTTP/1.1',
    headers: { Connection: 'Upgrade', Upgrade: 'websocket' },
  },
  { status: 417, request: 'POST /session HTTP/1.1', headers: { Expect: 'nonsense' } },
  { status: 431, request: 'GET / HTTP/1.1', headers: { 'X-Long': 'x'.repeat(20_000) } },
  {
    status: 413,
    request: 'POST /session HTTP/1.1',
    headers: { 'Transfer-Encoding': 'chunked' },
    body: `1;${'x'.repeat(20_000)}\r\nx\r\n0\r\n\r\n`,
  },
]

const forProxies: readonly string[] = [
  'GET http://evil.example/ HTTP/1.1',
  'GET http://127.0.0.1:PORT/ HTTP/1.1',
  'GET http://127.0.0.1:PORT/media/files/FILE HTTP/1.1',
  'POST http://127.0.0.1:PORT/bridge/jobs.list HTTP/1.1',
  'GET https://evil.example/ HTTP/1.1',
  'GET HTTP://EVIL.EXAMPLE/ HTTP/1.1',
  'GET ftp://evil.example/ HTTP/1.1',
  'GET evil.example:80 HTTP/1.1',
  'CONNECT evil.example:443 HTTP/1.1',
  'CONNECT 127.0.0.1:PORT HTTP/1.1',
  'OPTIONS * HTTP/1.1',
]

beforeEach(() => {
  // The app records its errors; two rows cause one.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  return () => vi.restoreAllMocks()
})

describe('every response of the browser host', () => {
  test.each(rows)(
    '[HOST7] $status to $request ($from) $headers can’t run, be framed or be read elsewhere',
    async (row) => {
      const host = await open()
      const { status, headers } = await exchange(host.port, toBytes(row, host))
      expect(status).toBe(row.status)
      expectStrict(headers, row.isPage ?? false)
    },
  )

  test.each(forProxies)('[HOST9] a request for a proxy is refused: %s', async (request) => {
    const host = await open()
    const { status, headers } = await exchange(host.port, toBytes({ status: 400, request }, host))
    expect(status).toBe(400)
    expectStrict(headers, false)
  })
})

function expectStrict(headers: Headers, isPage: boolean): void {
  const { 'Content-Security-Policy': policy, ...others } = strictHeaders
  const wanted = Object.entries(others).map(([name, value]) => [name.toLowerCase(), value])
  expect(Object.fromEntries(headers)).toMatchObject(Object.fromEntries(wanted))
  const own = headers.get('content-security-policy') ?? ''
  if (!isPage) expect(own).toBe(policy)
  for (const part of [
    "default-src 'none'",
    "frame-ancestors 'none'",
    "form-action 'none'",
    "base-uri 'none'",
  ])
    expect(own.split('; ')).toContain(part)
}
