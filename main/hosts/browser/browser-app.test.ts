import { describe, expect, test } from 'vitest'
import type { BridgeEvent } from '../../../shared/bridge/events.ts'
import { type Reason, reasonOf } from '../../../shared/failures/reason.ts'
import { createBrowserApp } from './browser-app.ts'
import { createSessionTokens, createToken } from './session-tokens.ts'

const host = '127.0.0.1:4100'
const origin = `http://${host}`
const session = { cookie: createToken(), secret: createToken() }
const cookie = `atelier-session-4100=${session.cookie}`

interface Reached {
  readonly calls: string[]
  readonly media: string[]
  readonly pages: string[]
  subscriptions: number
}

interface Opening {
  readonly tokens?: ReturnType<typeof createSessionTokens>
  /** Why no media is served. */
  readonly refusedMedia?: Reason
}

function open({ tokens = createSessionTokens(), refusedMedia }: Opening = {}) {
  const reached: Reached = { calls: [], media: [], pages: [], subscriptions: 0 }
  const listeners = new Set<(event: BridgeEvent) => void>()
  const app = createBrowserApp({
    tokens,
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
      pageOpened: () => () => undefined,
      async mediaRoutes(request) {
        reached.media.push(`${request.method} ${new URL(request.url).pathname}`)
        return refusedMedia ? Response.json(refusedMedia, { status: 404 }) : new Response('media')
      },
    },
  })
  return { app, reached, listeners, tokens }
}

interface Asking {
  readonly method: string
  readonly path: string
  readonly host?: string | undefined
  readonly origin?: string | undefined
  readonly site?: string | undefined
  readonly mode?: string | undefined
  readonly destination?: string | undefined
  readonly cookie?: string | undefined
  readonly secret?: string | undefined
  readonly body?: string | undefined
}

const names = {
  origin: 'origin',
  site: 'sec-fetch-site',
  mode: 'sec-fetch-mode',
  destination: 'sec-fetch-dest',
  cookie: 'cookie',
  secret: 'atelier-session',
} as const

function request({ method, path, host: named = host, body, ...sent }: Asking): Request {
  const headers = new Headers({ host: named })
  for (const key of Object.keys(names) as (keyof typeof names)[]) {
    const value = sent[key]
    if (value !== undefined) headers.set(names[key], value)
  }
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
  `atelier-session-4100=${session.secret}`,
  `atelier-session-4100=${session.cookie.slice(0, -1)}`,
  `atelier-session-4100=${session.cookie}x`,
  `atelier-session-4101=${session.cookie}`,
  'atelier-session-4100=',
]
const secrets = [
  undefined,
  session.secret,
  session.cookie,
  session.secret.slice(0, -1),
  `${session.secret}x`,
  '',
]
/** Every combination of cookie and secret. */
const sessions = cookies.flatMap((sent) => secrets.map((secret) => [sent, secret] as const))
type Needs = 'nothing' | 'cookie' | 'cookie and secret'
const routes: readonly (readonly [method: string, path: string, needs: Needs])[] = [
  ['GET', '/', 'nothing'],
  ['HEAD', '/assets/app.js', 'nothing'],
  ['POST', '/bridge/jobs.confirm', 'cookie and secret'],
  ['POST', '/bridge/events', 'cookie and secret'],
  ['GET', '/bridge/events', 'cookie and secret'],
  ['GET', '/media/files/x', 'cookie'],
  ['HEAD', '/media/files/x', 'cookie'],
  ['PUT', '/media/posters/x', 'cookie and secret'],
  ['POST', '/media/inputs', 'cookie and secret'],
  ['POST', '/media/imports', 'cookie and secret'],
  ['DELETE', '/media/files/x', 'cookie and secret'],
  ['OPTIONS', '/bridge/jobs.confirm', 'cookie and secret'],
  ['PROPFIND', '/media/files/x', 'cookie and secret'],
]

function setHeader({ headers }: Request, name: string, value: string | undefined): void {
  if (value === undefined) headers.delete(name)
  else headers.set(name, value)
}

function countReached({ calls, media, pages, subscriptions }: Reached): number {
  return calls.length + media.length + pages.length + subscriptions
}

describe('only our own page gets through (promise 11)', () => {
  // 14,112 requests each.
  test.each(routes)(
    '[HOST4] [HOST10] %s %s gives %s',
    async (method, path, needs) => {
      const { app, reached } = open()
      const isReading = method === 'GET' || method === 'HEAD'
      const wrong: string[] = []
      let passed = 0
      for (const named of hosts) {
        for (const from of origins) {
          for (const site of sites) {
            // Made once for its sessions: a request costs as much as what the app does with it.
            const asked = request({ method, path, host: named, origin: from, site })
            for (const [sent, secret] of sessions) {
              setHeader(asked, names.cookie, sent)
              setHeader(asked, names.secret, secret)
              const isOurs =
                named === host &&
                (from === origin || (isReading && from === undefined)) &&
                (site === undefined || site === 'same-origin' || site === 'none')
              const hasSession =
                needs === 'nothing' || (sent === cookie && (needs === 'cookie' || secret === session.secret))
              const expected = !isOurs ? 403 : hasSession ? 200 : 401
              const before = countReached(reached)
              const response = await app.fetch(asked)
              await response.body?.cancel()
              const isReached = countReached(reached) !== before
              const hasCors = [...response.headers.keys()].some((name) => name.startsWith('access-control-'))
              if (response.status !== expected || isReached !== (expected === 200) || hasCors)
                wrong.push(`${named} ${from} ${site} ${sent} ${secret}: ${response.status}, not ${expected}`)
              if (expected === 200) passed += 1
            }
          }
        }
      }
      expect(wrong).toEqual([])
      const good = { nothing: sessions.length, cookie: secrets.length, 'cookie and secret': 1 }
      expect(passed).toBe((isReading ? 2 : 1) * 3 * good[needs])
    },
    30_000,
  )

  const navigation = { method: 'GET', path: '/', mode: 'navigate', destination: 'document' } as const

  test.each(['cross-site', 'same-site'])(
    '[HOST10] a tab that comes from elsewhere (%s) gets the page',
    async (site) => {
      const { app, reached } = open()
      expect((await app.fetch(request({ ...navigation, site }))).status).toBe(200)
      expect(reached.pages).toEqual(['/'])
    },
  )

  const notATab: readonly [string, Partial<Asking>][] = [
    ['a frame', { destination: 'iframe' }],
    ['an object', { destination: 'object' }],
    ['a script', { mode: 'no-cors', destination: 'script' }],
    ['a fetch', { mode: 'cors', destination: 'empty' }],
    ['a socket', { mode: 'websocket', destination: 'empty' }],
    ['a form', { method: 'POST', origin: 'https://evil.example' }],
    ['a tab at another host', { host: 'atelier.example' }],
    ['a tab with another origin', { origin: 'null' }],
    ['a tab at an asset', { path: '/assets/app.js' }],
    ['a tab at media', { path: '/media/files/x', cookie }],
    ['a tab at the bridge', { path: '/bridge/events', cookie, secret: session.secret }],
    ['a tab at another spelling of the page', { path: '//' }],
  ]
  test.each(notATab)('[HOST10] %s from elsewhere gets nothing', async (_, changes) => {
    const { app, reached } = open()
    const response = await app.fetch(request({ ...navigation, site: 'cross-site', ...changes }))
    expect([response.status, reached.pages, reached.media]).toEqual([403, [], []])
  })

  const shown = [undefined, 'empty', 'image', 'video', 'audio', 'document']
  const neverMedia = [
    ...[
      'script',
      'style',
      'font',
      'worker',
      'sharedworker',
      'serviceworker',
      'audioworklet',
      'iframe',
      'frame',
    ],
    ...['object', 'embed', 'manifest', 'track', 'xslt', 'report', 'webidentity', 'constructor', ''],
  ]
  test('[HOST30] media that can’t be served are a sentence in a tab of their own, and a code to the page', async () => {
    const { app } = open({ refusedMedia: reasonOf('file_not_in_place') })
    const read = async (destination: string) => {
      const response = await app.fetch(
        request({ method: 'GET', path: '/media/files/x', cookie, destination }),
      )
      return [response.status, response.headers.get('content-type'), await response.text()]
    }
    const sentence = 'The file is no longer in its place.'
    expect(await read('document')).toEqual([404, 'text/plain; charset=utf-8', sentence])
    expect(await read('empty')).toEqual([404, 'application/json', '{"code":"file_not_in_place"}'])
  })

  test('[HOST11] media are shown, fetched and downloaded, and can’t be embedded in any other way', async () => {
    const { app } = open()
    const statuses = async (destinations: readonly (string | undefined)[]) => {
      const requested = destinations.map((destination) =>
        app.fetch(request({ method: 'GET', path: '/media/files/x', cookie, destination })),
      )
      return new Set((await Promise.all(requested)).map(({ status }) => status))
    }
    expect([...(await statuses(shown))]).toEqual([200])
    expect([...(await statuses(neverMedia))]).toEqual([403])
  })

  test.each([
    '//bridge/jobs.list',
    '/%62ridge/jobs.list',
    '/BRIDGE/jobs.list',
    '/x/../bridge/jobs.list',
    '/bridge%2fjobs.list',
    '/media/../bridge/jobs.list',
  ])('no encoding of a path (%s) bypasses the session', async (path) => {
    const { app, reached } = open()
    await app.fetch(request({ method: 'POST', path, origin }))
    expect([reached.calls, reached.media]).toEqual([[], []])
  })
})

describe('the session', () => {
  async function offer(token: unknown, changes: Partial<Asking> = {}, { app } = open()) {
    const body = JSON.stringify({ token })
    return app.fetch(request({ method: 'POST', path: '/session', origin, body, ...changes }))
  }

  test('[HOST4] is a cookie that no script can read, for this port, until the browser ends, plus a secret for the page', async () => {
    const opened = open()
    const response = await offer(opened.tokens.printed, {}, opened)
    expect([response.status, await response.json(), response.headers.get('cache-control')]).toEqual([
      200,
      { secret: session.secret },
      'no-store',
    ])
    const [pair, ...attributes] = (response.headers.get('set-cookie') ?? '').split('; ')
    expect(pair).toBe(cookie)
    expect(attributes.toSorted()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Strict'])
    expect(response.headers.get('set-cookie')).not.toContain(session.secret)
  })

  test('[HOST2] is opened by the printed token repeatedly, by any other once', async () => {
    const opened = open()
    const { token, used } = opened.tokens.issueOnce()
    const other = opened.tokens.issueOnce()
    expect(opened.tokens.hasOpened()).toBe(false)
    const tokens = [token, token, opened.tokens.printed, opened.tokens.printed, other.token, other.token]
    const statuses = []
    for (const one of tokens) statuses.push((await offer(one, {}, opened)).status)
    expect(statuses).toEqual([200, 401, 200, 200, 200, 401])
    await used
    expect(opened.tokens.hasOpened()).toBe(true)
  })

  test('[HOST2] is not opened by a token that was revoked', async () => {
    const opened = open()
    const { token, revoke } = opened.tokens.issueOnce()
    revoke()
    expect([(await offer(token, {}, opened)).status, opened.tokens.hasOpened()]).toEqual([401, false])
  })

  test.each([
    ['another token', () => createToken()],
    ['a beginning of it', (token: string) => token.slice(0, 20)],
    ['more than it', (token: string) => `${token}a`],
    ['no text', (token: string) => [token]],
    ['no token', () => undefined],
    ['the cookie', () => session.cookie],
    ['the secret', () => session.secret],
    ['far too much', (token: string) => token.repeat(300)],
  ] as const)('is not opened by %s', async (_, bend) => {
    const opened = open()
    for (const token of [opened.tokens.printed, opened.tokens.issueOnce().token]) {
      const response = await offer(bend(token), {}, opened)
      expect([response.ok, response.headers.get('set-cookie')]).toEqual([false, null])
      expect(await response.text()).not.toContain(session.secret)
    }
  })

  test.each(['', 'token', '[]', '"', '{"token":'])('is not opened by a body of %j', async (body) => {
    const response = await offer('', { body })
    expect([response.status, response.headers.get('set-cookie')]).toEqual([401, null])
  })

  test('is not opened from elsewhere, and the right token is not used up by that', async () => {
    const opened = open()
    const { token } = opened.tokens.issueOnce()
    const strangers = [
      { origin: 'https://evil.example' },
      { origin: undefined },
      { host: 'atelier.example' },
      { site: 'cross-site' },
    ]
    for (const changes of strangers) {
      const response = await offer(token, changes, opened)
      expect([response.status, response.headers.get('set-cookie')]).toEqual([403, null])
    }
    expect((await offer(token, {}, opened)).status).toBe(200)
  })

  test('tokens are long and unique', () => {
    const tokens = Array.from({ length: 50 }, createToken)
    expect(new Set(tokens).size).toBe(50)
    for (const one of tokens) expect(one).toMatch(/^[\w-]{43}$/)
  })
})

describe('the bridge over HTTP', () => {
  const ours = { method: 'POST', origin, cookie, secret: session.secret } as const

  test('carries the input in and the result out, uncached', async () => {
    const { app, reached } = open()
    const response = await app.fetch(request({ ...ours, path: '/bridge/jobs.list', body: '{"limit":3}' }))
    expect([response.status, await response.json(), response.headers.get('cache-control')]).toEqual([
      200,
      { ok: true, value: { limit: 3 } },
      'no-store',
    ])
    expect(reached.calls).toEqual(['jobs.list'])
  })

  test('refuses an oversized body before anyone reads it', async () => {
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
