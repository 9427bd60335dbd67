import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Settings } from '../../../shared/settings/settings.ts'
import type { Studio } from '../../studio.ts'
import { createFakeSettings } from '../../testing/fake-settings.ts'
import { openPageSession } from '../../testing/page-session.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { SetUpError } from '../setup-error.ts'
import { serveBrowser } from './serve-browser.ts'

const styles = ':root{color:red}'
const page = `<!doctype html><html lang="en" data-theme="dark"><title>Atelier</title><style>${styles}</style></html>`
const studio = {
  procedures: async () => ({ ok: true, value: 7 }),
  events: { subscribe: () => () => {} },
  pageOpened: () => () => {},
  mediaRoutes: async () => new Response('media'),
} as unknown as Studio

async function open({
  theme = 'dark' as Settings['theme'],
  port = undefined as number | undefined,
  keptPort = undefined as number | undefined,
} = {}) {
  const root = temporaryFolder()
  const pageFolder = join(root, 'renderer')
  mkdirSync(join(pageFolder, 'assets'), { recursive: true })
  writeFileSync(join(pageFolder, 'index.html'), page)
  writeFileSync(join(pageFolder, 'assets', 'app-1a.js'), 'run()')
  writeFileSync(join(pageFolder, 'icon.svg'), '<svg/>')
  writeFileSync(join(pageFolder, '.env'), 'secret')
  writeFileSync(join(root, 'secret.html'), 'secret')
  const served = await serveBrowser({
    studio,
    settings: createFakeSettings({ theme }),
    port,
    keptPort,
    pageFolder,
  })
  let isClosed = false
  async function close() {
    if (!isClosed) await served.close()
    isClosed = true
  }
  onTestFinished(close)
  const url = new URL(served.url)
  return { host: served, url, port: Number(url.port), close }
}

interface Got {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Sends the path as it is given, unlike fetch, which normalises it. */
function ask(
  port: number,
  path: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Got> {
  return new Promise((resolve, reject) => {
    const requested = httpRequest(
      { host: '127.0.0.1', port, path, method, headers, agent: false },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
        )
      },
    )
    requested.on('error', reject)
    requested.end(body)
  })
}

/** A free port whose next one is free, too; below those that a system gives to programs that ask for any. */
async function freePair(): Promise<number> {
  const from = 20_000 + (process.pid % 5_000) * 2
  for (let port = from; port < from + 200; port += 2)
    if ((await isFree(port)) && (await isFree(port + 1))) return port
  throw new Error('No two ports in a row are free.')
}

function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const probe = createServer()
    .once('error', () => resolve(false))
    .listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  return promise
}

test('[HOST19] it listens on its kept port where that is free and no other is given, else on the next', async () => {
  const keptPort = await freePair()
  const first = await open({ keptPort })
  expect(first.port).toBe(keptPort)
  const beside = await open({ keptPort })
  expect(beside.port).toBe(keptPort + 1)
  expect([keptPort, keptPort + 1]).not.toContain((await open({ keptPort })).port)
  await first.close()
  expect((await open({ keptPort })).port).toBe(keptPort)
  expect((await open({ keptPort, port: 0 })).port).not.toBe(keptPort)
})

describe('the page', () => {
  test('is served with a policy that admits nothing but its own', async () => {
    const { port } = await open()
    const { status, headers, body } = await ask(port, '/')
    expect([status, body]).toEqual([200, page])
    const digest = createHash('sha256').update(styles).digest('base64')
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self' 'sha256-${digest}'; ` +
        "img-src 'self' blob: data:; media-src 'self' blob:; " +
        "font-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    })
  })

  test.each(['dark', 'light', 'system'] as const)(
    'has the chosen theme (%s) from its first paint',
    async (theme) => {
      const { port } = await open({ theme })
      expect((await ask(port, '/')).body).toContain(`data-theme="${theme}"`)
    },
  )

  test('has cacheable assets with their types', async () => {
    const { port } = await open()
    const asset = await ask(port, '/assets/app-1a.js')
    expect([asset.body, asset.headers['content-type'], asset.headers['cache-control']]).toEqual([
      'run()',
      'text/javascript; charset=utf-8',
      'public, max-age=31536000, immutable',
    ])
    const head = await ask(port, '/icon.svg', { method: 'HEAD' })
    expect([head.status, head.headers['content-type'], head.body]).toEqual([200, 'image/svg+xml', ''])
  })

  const outside = [
    '/../secret.html',
    '/%2e%2e/secret.html',
    '/assets/../../secret.html',
    '/assets/..%2f..%2fsecret.html',
    '/assets/..%5c..%5csecret.html',
    '/..%252fsecret.html',
    '//secret.html',
    '/.env',
    '/assets',
    '/assets/',
    '/index.html%00.js',
    '/%',
    '/none.html',
    '/icon.svg:x',
    '/constructor',
  ]
  test.each(outside)('nothing else is served: %s', async (path) => {
    const { port } = await open()
    const { status, headers, body } = await ask(port, path)
    expect([status, body.includes('secret')]).toEqual([404, false])
    expect(headers['content-security-policy']).toContain("default-src 'none'")
  })
})

test('[HOST2] its address holds a token that opens a session, and only then the bridge responds', async () => {
  const { url, port } = await open()
  const call = (headers: Record<string, string>) =>
    ask(port, '/bridge/studio.status', {
      method: 'POST',
      headers: { origin: url.origin, ...headers },
      body: '{}',
    })
  expect((await call({})).status).toBe(401)
  const { headers } = await openPageSession(url.href)
  const reply = await call({ ...headers })
  expect([reply.status, JSON.parse(reply.body)]).toEqual([200, { ok: true, value: 7 }])
  expect((await call({ ...headers, host: `localhost:${port}` })).status).toBe(403)
})

test('[HOST2] a single-use address opens one session, and the printed one still opens others', async () => {
  const { host, url } = await open()
  const once = host.issueOnce()
  expect(new URL(once.url).origin).toBe(url.origin)
  await openPageSession(once.url)
  await once.used
  await expect(openPageSession(once.url)).rejects.toThrow('401')
  await openPageSession(host.url)
  await openPageSession(host.url)
})

describe('[HOST4] a server on another port, which receives the cookie and forges every header of the page', () => {
  /** What a program on this machine holds after the person’s browser sent it a request. */
  async function steal() {
    const { url, port } = await open()
    const { cookie, origin } = await openPageSession(url.href)
    const received: string[] = []
    const hostile = createServer((request, response) => {
      received.push(request.headers.cookie ?? '')
      response.end()
    })
    await new Promise<void>((resolve) => hostile.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void hostile.close())
    // As a browser does: a cookie of 127.0.0.1 is sent to each of its ports.
    await ask((hostile.address() as AddressInfo).port, '/', { headers: { cookie } })
    const [stolen = ''] = received
    const forged = { origin, 'sec-fetch-site': 'same-origin', 'atelier-session': stolen.split('=')[1] ?? '' }
    return { port, headers: { cookie: stolen, ...forged } }
  }

  test.each([
    ['POST', '/bridge/studio.status'],
    ['POST', '/bridge/jobs.confirm'],
    ['POST', '/bridge/events'],
    ['PUT', '/media/posters/x'],
    ['POST', '/media/inputs'],
    ['DELETE', '/media/files/x'],
  ])('is refused: %s %s', async (method, path) => {
    const { port, headers } = await steal()
    expect((await ask(port, path, { method, headers })).status).toBe(401)
    const { 'atelier-session': _, ...without } = headers
    expect((await ask(port, path, { method, headers: without })).status).toBe(401)
  })

  test('gets no session for it, and can at most read media', async () => {
    const { port, headers } = await steal()
    const body = JSON.stringify({ token: headers.cookie.split('=')[1] })
    expect((await ask(port, '/session', { method: 'POST', headers, body })).status).toBe(401)
    const media = await ask(port, '/media/files/x', { headers })
    expect([media.status, media.body]).toEqual([200, 'media'])
  })
})

test('it is reached on 127.0.0.1 only', async () => {
  const { port } = await open()
  const outcome = await new Promise((resolve) => {
    const requested = httpRequest({ host: '127.0.0.2', port, agent: false }, () => resolve('responded'))
    requested.on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
    requested.end()
  })
  expect(outcome).toBe('ECONNREFUSED')
})

test('a port that is in use is reported in one sentence', async () => {
  const { port } = await open()
  const second = open({ port })
  await expect(second).rejects.toThrow(SetUpError)
  await expect(second).rejects.toThrow(
    `Port ${port} is in use. Choose another with --port N, or leave it out.`,
  )
})

test('closing hangs up on streams and frees the port', async () => {
  const { url, port, close } = await open()
  const { headers } = await openPageSession(url.href)
  const stream = ask(port, '/bridge/events', { method: 'POST', headers: { ...headers } }).catch(
    (error: Error) => error.message,
  )
  await ask(port, '/')
  await close()
  expect(await stream).toBeTypeOf('string')
  await open({ port })
})

test('the built page has the place where the theme is inserted', () => {
  const built = readFileSync(join(import.meta.dirname, '..', '..', '..', 'renderer', 'index.html'), 'utf8')
  expect(built.match(/data-theme="\w+"/g)).toHaveLength(1)
})
