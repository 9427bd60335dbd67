import { describe, expect, test } from 'vitest'
import type { BridgeEvent } from '../../../shared/bridge/events.ts'
import { createBrowserApp } from './browser-app.ts'
import { createToken } from './session-guard.ts'

const host = '127.0.0.1:4100'
const origin = `http://${host}`
const token = createToken()
const session = createToken()
const cookie = `atelier-session-4100=${session}`

interface Reached {
  readonly calls: string[]
  readonly media: string[]
  readonly pages: string[]
  subscriptions: number
}

function open() {
  const reached: Reached = { calls: [], media: [], pages: [], subscriptions: 0 }
  const listeners = new Set<(event: BridgeEvent) => void>()
  const app = createBrowserApp({
    token,
    session,
    origin: () => origin,
    page: async (request) => {
      reached.pages.push(new URL(request.url).pathname)
      return new Response('page')
    },
    studio: {
      async procedures(name, input) {
        reached.calls.push(name)
        return { ok: true, value: input }
      },
      events: {
        subscribe(listener) {
          reached.subscriptions += 1
          listeners.add(listener)
          return () => void listeners.delete(listener)
        },
      },
      async mediaRoutes(request) {
        reached.media.push(`${request.method} ${new URL(request.url).pathname}`)
        return new Response('media')
      },
    },
  })
  return { app, reached, listeners }
}

interface Asking {
  readonly method: string
  readonly path: string
  readonly host?: string | undefined
  readonly origin?: string | undefined
  readonly site?: string | undefined
  readonly cookie?: string | undefined
  readonly body?: string | undefined
}

function request({
  method,
  path,
  host: named = host,
  origin: from,
  site,
  cookie: sent,
  body,
}: Asking): Request {
  const headers = new Headers({ host: named })
  if (from !== undefined) headers.set('origin', from)
  if (site !== undefined) headers.set('sec-fetch-site', site)
  if (sent !== undefined) headers.set('cookie', sent)
  return new Request(`${origin}${path}`, { method, headers, ...(body === undefined ? {} : { body }) })
}

const hosts = [
  host,
  '127.0.0.1',
  '127.0.0.1:4101',
  'localhost:4100',
  'atelier.example:4100',
  '127.0.0.1:4100.evil.example',
  '',
]
const origins = [
  undefined,
  origin,
  'null',
  'http://127.0.0.1:4101',
  'http://localhost:4100',
  'https://127.0.0.1:4100',
  'https://evil.example',
  `${origin}/`,
]
const sites = [undefined, 'same-origin', 'none', 'same-site', 'cross-site', 'nonsense']
const cookies = [
  undefined,
  cookie,
  `atelier-session-4100=${token}`,
  `atelier-session-4100=${session.slice(0, -1)}`,
  `atelier-session-4100=${session}x`,
  `atelier-session-4101=${session}`,
  'atelier-session-4100=',
]
const routes: readonly (readonly [method: string, path: string, isOpen: boolean])[] = [
  ['GET', '/', true],
  ['HEAD', '/assets/app.js', true],
  ['POST', '/bridge/jobs.confirm', false],
  ['POST', '/bridge/events', false],
  ['GET', '/bridge/events', false],
  ['GET', '/media/files/x', false],
  ['HEAD', '/media/files/x', false],
  ['PUT', '/media/posters/x', false],
  ['POST', '/media/inputs', false],
  ['DELETE', '/media/files/x', false],
  ['OPTIONS', '/bridge/jobs.confirm', false],
  ['PROPFIND', '/media/files/x', false],
]

describe('only our own page gets through (promise 11)', () => {
  test.each(routes)('%s %s', async (method, path, isOpen) => {
    const { app, reached } = open()
    const isReading = method === 'GET' || method === 'HEAD'
    const wrong: string[] = []
    let passed = 0
    for (const named of hosts) {
      for (const from of origins) {
        for (const site of sites) {
          for (const sent of cookies) {
            const isOurs =
              named === host &&
              (from === origin || (isReading && from === undefined)) &&
              (site === undefined || site === 'same-origin' || site === 'none')
            const expected = !isOurs ? 403 : isOpen || sent === cookie ? 200 : 401
            const before = JSON.stringify(reached)
            const response = await app.fetch(
              request({ method, path, host: named, origin: from, site, cookie: sent }),
            )
            await response.body?.cancel()
            const isReached = JSON.stringify(reached) !== before
            const hasCors = [...response.headers.keys()].some((name) => name.startsWith('access-control-'))
            if (response.status !== expected || isReached !== (expected === 200) || hasCors)
              wrong.push(`${named} ${from} ${site} ${sent}: ${response.status} instead of ${expected}`)
            if (expected === 200) passed += 1
          }
        }
      }
    }
    expect(wrong).toEqual([])
    expect(passed).toBe((isReading ? 2 : 1) * 3 * (isOpen ? cookies.length : 1))
  })

  test.each([
    '//bridge/jobs.list',
    '/%62ridge/jobs.list',
    '/BRIDGE/jobs.list',
    '/x/../bridge/jobs.list',
    '/bridge%2fjobs.list',
    '/media/../bridge/jobs.list',
  ])('no spelling of a path (%s) gets round the session', async (path) => {
    const { app, reached } = open()
    await app.fetch(request({ method: 'POST', path, origin }))
    expect([reached.calls, reached.media]).toEqual([[], []])
  })
})

describe('the session', () => {
  function offer(body: string | undefined, changes: Partial<Asking> = {}) {
    const { app } = open()
    return app.fetch(request({ method: 'POST', path: '/session', origin, body, ...changes }))
  }

  test('is a cookie that no script reads and no other site sends, for this port, until the browser ends', async () => {
    const response = await offer(JSON.stringify({ token }))
    expect([response.status, await response.text()]).toEqual([204, ''])
    const [pair, ...attributes] = (response.headers.get('set-cookie') ?? '').split('; ')
    expect(pair).toBe(cookie)
    expect(attributes.toSorted()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Strict'])
  })

  test.each([
    ['another token', JSON.stringify({ token: createToken() })],
    ['a beginning of it', JSON.stringify({ token: token.slice(0, 20) })],
    ['more than it', JSON.stringify({ token: `${token}a` })],
    ['no text', JSON.stringify({ token: [token] })],
    ['no token', '{}'],
    ['no JSON', token],
    ['nothing', undefined],
    ['far too much', JSON.stringify({ token, more: 'x'.repeat(10_000) })],
  ])('is not opened by %s', async (_, body) => {
    const response = await offer(body)
    expect([response.ok, response.headers.get('set-cookie')]).toEqual([false, null])
  })

  test('is not opened from elsewhere, with the right token', async () => {
    const strangers = [
      { origin: 'https://evil.example' },
      { origin: undefined },
      { host: 'atelier.example' },
      { site: 'cross-site' },
    ]
    for (const changes of strangers) {
      const response = await offer(JSON.stringify({ token }), changes)
      expect([response.status, response.headers.get('set-cookie')]).toEqual([403, null])
    }
  })

  test('tokens are long and each is new', () => {
    const tokens = Array.from({ length: 50 }, createToken)
    expect(new Set(tokens).size).toBe(50)
    for (const one of tokens) expect(one).toMatch(/^[\w-]{43}$/)
  })
})

describe('the bridge over HTTP', () => {
  const ours = { method: 'POST', origin, cookie } as const

  test('carries the input in and the result out, kept by nobody', async () => {
    const { app, reached } = open()
    const response = await app.fetch(request({ ...ours, path: '/bridge/jobs.list', body: '{"limit":3}' }))
    expect([response.status, await response.json(), response.headers.get('cache-control')]).toEqual([
      200,
      { ok: true, value: { limit: 3 } },
      'no-store',
    ])
    expect(reached.calls).toEqual(['jobs.list'])
  })

  test('refuses a body beyond all measure before anybody reads it', async () => {
    const { app, reached } = open()
    const response = await app.fetch(
      request({ ...ours, path: '/bridge/jobs.list', body: 'x'.repeat(9 * 1024 * 1024) }),
    )
    expect([response.status, reached.calls]).toEqual([413, []])
  })

  test('streams every event to each page, and forgets a page that left', async () => {
    const { app, listeners } = open()
    const response = await app.fetch(request({ ...ours, path: '/bridge/events' }))
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader?.read())?.value).toMatch(/^: /)
    const event = { name: 'settings.changed', payload: { theme: 'light' } } as unknown as BridgeEvent
    for (const listener of listeners) listener(event)
    expect((await reader?.read())?.value).toBe(`data: ${JSON.stringify(event)}\n\n`)
    await reader?.cancel()
    await expect.poll(() => listeners.size, { timeout: 10_000 }).toBe(0)
  })
})
