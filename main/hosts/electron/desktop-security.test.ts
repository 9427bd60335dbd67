import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ipcChannels } from '../../../shared/bridge/carrier.ts'
import { strictHeaders } from '../../engine/strict-headers.ts'
import type { FakeWebContents } from '../../testing/fake-electron.ts'
import { runProgram } from '../../testing/run-program.ts'
import { startDesktop } from '../../testing/start-desktop.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { pageOrigin } from './page-scheme.ts'

const page = `${pageOrigin}/`

describe('the window’s page', () => {
  test('[HOST12] has exactly these preferences, and is loaded over our own scheme', async () => {
    const { window, root } = await startDesktop()
    expect(window?.options.webPreferences).toEqual({
      preload: join(root, 'dist/preload/preload.cjs'),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      devTools: true,
      spellcheck: false,
    })
    expect(window?.loaded).toEqual([page])
  })

  test('[HOST15] is sandboxed like every renderer, from before the app is ready', async () => {
    const { electron } = await startDesktop()
    expect(electron.isSandboxed()).toBe(true)
  })
})

describe('[HOST14] [HOST16] web contents stay on our page and open nothing else', () => {
  /** The window's own, and others that could be created. */
  const kinds: readonly [string, (desktop: Awaited<ReturnType<typeof startDesktop>>) => FakeWebContents][] = [
    ['the window’s', ({ window }) => window?.webContents ?? missing()],
    ['others at our page', ({ electron }) => Object.assign(electron.createContents(), { address: page })],
    ['others at nothing yet', ({ electron }) => electron.createContents()],
  ]

  describe.each(kinds)('%s', (_, pick) => {
    test.each([
      'https://elsewhere.example/',
      `${pageOrigin}.example/`,
      'atelier://other/',
      'atelier://user@studio/',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'data:text/html,x',
      `blob:${pageOrigin}/1`,
      'about:blank',
      `${pageOrigin}/media/files/x`,
      `${pageOrigin}/media/files/x?download=1`,
      `${pageOrigin}/media/posters/x#/`,
      `${pageOrigin}//media/files/x`,
      `${pageOrigin}/assets/app.js`,
      `${pageOrigin}/?x`,
    ])('don’t navigate to %s, nor does a frame of theirs', async (url) => {
      const contents = pick(await startDesktop())
      const before = contents.getURL()
      expect([contents.navigate(url), contents.navigate(url, { isTop: false })]).toEqual([false, false])
      for (const name of ['will-navigate', 'will-frame-navigate', 'will-redirect'])
        expect(contents.attempt(name, url)).toBe(true)
      expect(contents.getURL()).toBe(before)
    })

    test('may navigate to our page, on any screen', async () => {
      const contents = pick(await startDesktop())
      expect([contents.navigate(page), contents.navigate(`${page}#/library`)]).toEqual([true, true])
    })

    test('open no window and attach no webview', async () => {
      const desktop = await startDesktop()
      const contents = pick(desktop)
      for (const url of ['https://docs.example/a', page, `${pageOrigin}/media/files/x`, 'about:blank'])
        expect(contents.openWindow(url)).toBe(false)
      expect(contents.attempt('will-attach-webview', '')).toBe(true)
      expect(desktop.electron.windows).toHaveLength(1)
    })
  })

  test('a web link of our page opens in the person’s browser; nothing else does, and no other page’s', async () => {
    const { window, electron } = await startDesktop()
    const contents = window?.webContents ?? missing()
    const addresses = [
      'https://docs.example/a',
      'http://docs.example',
      'file:///etc/passwd',
      'javascript:x',
      'x',
      page,
    ]
    for (const url of addresses) contents.openWindow(url)
    contents.navigate('https://docs.example/b')
    contents.navigate('https://docs.example/c', { isTop: false })
    expect(electron.shown.external).toEqual(['https://docs.example/a', 'https://docs.example/b'])
    const other = Object.assign(electron.createContents(), { address: 'https://elsewhere.example/' })
    other.openWindow('https://docs.example/c')
    other.navigate('https://docs.example/d')
    expect(electron.shown.external).toHaveLength(2)
  })
})

describe('the page’s scheme', () => {
  test('[HOST13] has exactly these privileges, before the app is ready', async () => {
    const { electron } = await startDesktop()
    const privileges = { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true }
    expect(electron.schemes).toEqual([{ scheme: 'atelier', privileges }])
  })

  test('serves the page under its policy, the media routes, and nothing of other hosts', async () => {
    const { electron } = await startDesktop()
    const route = electron.routes.get('atelier') ?? missing()
    const response = await route(new Request(page))
    expect(await response.text()).toContain('<title>Atelier</title>')
    const policy = response.headers.get('content-security-policy') ?? ''
    const directives = Object.fromEntries(policy.split('; ').map((one) => [one.split(' ')[0], one]))
    // Nothing is evaluated or written into the page, and nothing comes from elsewhere.
    expect(directives).toMatchObject({
      'default-src': "default-src 'none'",
      'script-src': "script-src 'self'",
      'connect-src': "connect-src 'self'",
      'worker-src': "worker-src 'self'",
      'base-uri': "base-uri 'none'",
      'form-action': "form-action 'none'",
      'frame-ancestors': "frame-ancestors 'none'",
    })
    expect(directives).not.toHaveProperty('object-src')
    expect(policy).not.toMatch(/unsafe-|https?:|wss?:|\*/)
    expect((await route(new Request('atelier://other/'))).status).toBe(404)
    expect((await route(new Request(`${pageOrigin}/..%2f..%2fpackage.json`))).status).toBe(404)
  })

  test.each([
    [200, page],
    [404, `${pageOrigin}/none.js`],
    [404, 'atelier://other/'],
    [404, `${pageOrigin}/media/files/00000000-0000-4000-8000-000000000000`],
    [404, `${pageOrigin}/media/nonsense`],
    [404, `${pageOrigin}/media/posters/%00`],
  ])('[HOST18] returns %i under the headers of the browser host: %s', async (status, address) => {
    const { electron } = await startDesktop()
    const response = await electron.routes.get('atelier')?.(new Request(address))
    expect(response?.status).toBe(status)
    const { 'Content-Security-Policy': policy, ...others } = strictHeaders
    for (const [name, value] of Object.entries(others)) expect(response?.headers.get(name)).toBe(value)
    const own = response?.headers.get('content-security-policy') ?? ''
    if (status === 200) expect(own).toContain("default-src 'none'; script-src 'self'")
    else expect(own).toBe(policy)
  })
})

describe('[HOST14] permissions', () => {
  const sessions = ['the default session', 'another session'] as const

  test.each(sessions)(
    '%s grants none but the clipboard to write on and the whole screen, and only to our page',
    async (which) => {
      const { electron } = await startDesktop()
      const { permissions } = which === 'the default session' ? electron : electron.createSession()
      const [request, check, device, display] = ['request', 'check', 'device', 'display'].map(
        (name) => permissions.get(name) as ((...args: unknown[]) => unknown) | undefined,
      )
      const requested = (permission: string, requestingUrl: string) => {
        let reply: unknown
        const responded = (granted: boolean) => {
          reply = granted
        }
        request?.(null, permission, responded, { requestingUrl })
        return reply
      }
      for (const permission of [
        'media',
        'geolocation',
        'notifications',
        'openExternal',
        'clipboard-read',
        'hid',
      ]) {
        expect(requested(permission, page)).toBe(false)
        expect(check?.(null, permission, page)).toBe(false)
      }
      for (const permission of ['clipboard-sanitized-write', 'fullscreen']) {
        expect(requested(permission, page)).toBe(true)
        expect(requested(permission, 'https://elsewhere.example/')).toBe(false)
        expect(check?.(null, permission, page)).toBe(true)
        expect(check?.(null, permission, 'https://elsewhere.example/')).toBe(false)
      }
      expect(device?.({})).toBe(false)
      const streams: unknown[] = []
      display?.({}, (given: unknown) => streams.push(given))
      expect(streams).toEqual([{}])
    },
  )
})

// Starts a program.
test('[HOST6] [HOST17] the desktop’s own entry, with its settings store, listens on the bridge only and removes the keys', async () => {
  const env = { ATELIER_API_KEY: 'sk-canary-1', ATELIER_USAGE_KEY: 'sk-canary-2' }
  const program = runProgram('main/testing/desktop-entry-program.ts', [temporaryFolder()], { env })
  const { handlers, listeners, keys, everListened } = JSON.parse(await program.line(/^{/))
  expect({ handlers, listeners, keys }).toEqual({ handlers: [ipcChannels.call], listeners: [], keys: [] })
  expect(everListened).toEqual(['electron-store-get-data'])
  expect(await program.ended).toMatchObject({ code: 0, err: '' })
}, 30_000)

test('the Electron version that is built against is a supported one', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../node_modules/electron/package.json'), 'utf8')
  const { version } = JSON.parse(text) as { version: string }
  expect(Number(version.split('.')[0])).toBeGreaterThanOrEqual(45)
})

function missing(): never {
  throw new Error('It is not there.')
}
