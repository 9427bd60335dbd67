import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { chromium } from '@playwright/test'
import { expect, onTestFinished, test, vi } from 'vitest'
import { chromiumFlags, knownChromium } from '../../../tools/chromium.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { createSandboxProcess } from '../sandbox-process.ts'
import type { ElectronModule } from './electron-module.ts'
import { packedSandbox } from './packed-sandbox.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const executablePath = knownChromium()
const canRun = executablePath !== null && existsSync(join(root, 'dist', 'main', 'sandbox.js'))

type Handler = (request: Request) => Promise<Response>

/**
 * The part of Electron that the sandbox needs, over real programs: a utility process is a Node, and a window a page of
 * Chromium whose every request goes to the handler of its session.
 */
function createRealParts() {
  const forked: { args: string[]; options: { env?: NodeJS.ProcessEnv; stdio?: unknown } }[] = []
  const children: ChildProcess[] = []
  const windows: { options: { show?: boolean; webPreferences: Record<string, unknown> }; isGone: boolean }[] =
    []
  const handlers = new Map<string, Handler>()
  const denied: string[] = []
  const own = {
    protocol: {
      handle(scheme: string, handler: Handler) {
        if (handlers.has(scheme)) throw new Error('The scheme has been already handled')
        handlers.set(scheme, handler)
      },
      unhandle: (scheme: string) => void handlers.delete(scheme),
    },
    setPermissionRequestHandler: () => void denied.push('request'),
    setPermissionCheckHandler: () => void denied.push('check'),
    setDevicePermissionHandler: () => void denied.push('device'),
    setDisplayMediaRequestHandler: () => void denied.push('display'),
  }
  class Utility extends EventEmitter {
    readonly stdout: Readable
    readonly stderr: Readable
    readonly pid: number | undefined
    readonly #child: ChildProcess

    constructor(script: string, args: string[]) {
      super()
      const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
      this.#child = child
      this.stdout = child.stdout
      this.stderr = child.stderr
      this.pid = child.pid
      children.push(child)
      child.once('exit', (code) => this.emit('exit', code ?? 0))
    }

    kill(): boolean {
      return this.#child.kill()
    }
  }
  class Window {
    readonly webContents = new EventEmitter()
    readonly options
    isGone = false
    #close = async () => {}

    constructor(options: { webPreferences: Record<string, unknown> }) {
      this.options = options
      windows.push(this)
      onTestFinished(() => this.destroy())
    }

    async loadURL(address: string): Promise<void> {
      const browser = await chromium.launch({
        executablePath: executablePath ?? '',
        args: [...chromiumFlags],
      })
      this.#close = () => browser.close()
      // It was ended while the browser started.
      if (this.isGone) return this.#close()
      const page = await browser.newPage()
      // Chromium alone doesn’t know our scheme: the same paths, at an origin that it trusts as much.
      await page.route('**/*', async (route) => {
        const { pathname, search } = new URL(route.request().url())
        const method = route.request().method()
        const body = method === 'POST' ? new Uint8Array(route.request().postDataBuffer() ?? []) : null
        const headers = { 'Content-Type': route.request().headers()['content-type'] ?? '' }
        const request = new Request(new URL(pathname + search, address), { method, body, headers })
        const response = (await handlers.get('atelier')?.(request)) ?? new Response(null, { status: 502 })
        await route
          .fulfill({
            status: response.status,
            headers: Object.fromEntries(response.headers),
            body: Buffer.from(await response.arrayBuffer()),
          })
          .catch(() => {})
      })
      await page.goto(`https://sandbox.example${new URL(address).pathname}`).catch(() => {})
    }

    isDestroyed(): boolean {
      return this.isGone
    }

    destroy(): void {
      this.isGone = true
      void this.#close()
    }
  }
  const electron = {
    app: { isPackaged: true },
    session: { fromPartition: (name: string) => (name.startsWith('persist:') ? null : own) },
    utilityProcess: {
      fork(script: string, args: string[], options: (typeof forked)[number]['options']) {
        forked.push({ args, options })
        return new Utility(script, args)
      },
    },
    BrowserWindow: Window,
  }
  return { electron: electron as unknown as ElectronModule, forked, children, windows, handlers, denied }
}

// Starts programs and a browser.
test.skipIf(!canRun)(
  '[PACK33] runs in a utility process and renders in a window that nobody sees, and ends with both',
  async () => {
    vi.stubEnv('ATELIER_API_KEY', 'sk-canary-1')
    const parts = createRealParts()
    const dataFolder = join(temporaryFolder(), 'sandbox')
    const sandbox = createSandboxProcess({
      dataFolder,
      node: process.execPath,
      packed: packedSandbox(parts.electron, root),
    })
    onTestFinished(() => sandbox.stop())
    const started = await sandbox.start()
    if (!started.ok) throw new Error(JSON.stringify(started.error))
    expect(started.value).not.toHaveProperty('renderToken')
    expect(parts.forked).toMatchObject([
      { args: ['--port', '0', '--data', dataFolder], options: { stdio: 'pipe' } },
    ])
    expect(parts.forked[0]?.options.env).not.toHaveProperty('ATELIER_API_KEY')
    const [window] = parts.windows
    expect(window?.options.show).toBe(false)
    const { session, ...preferences } = window?.options.webPreferences ?? {}
    expect(session).toHaveProperty('protocol')
    // Exactly these: no preload, and nothing that the window of the page doesn't have.
    expect(preferences).toEqual({
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
      devTools: false,
      spellcheck: false,
      backgroundThrottling: false,
    })
    expect(parts.denied).toEqual(['request', 'check', 'device', 'display'])

    const { url, key } = started.value
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
    const body = JSON.stringify({ prompt: 'A harbour' })
    const made = await fetch(`${url}/generate/image/sandbox/i1`, { method: 'POST', headers, body })
    const { job_id: id } = (await made.json()) as { job_id: string }
    const status = async () =>
      ((await (await fetch(`${url}/jobs/${id}`, { headers })).json()) as { status: string }).status
    await expect.poll(status, { timeout: 90_000 }).toBe('completed')

    await sandbox.stop()
    expect(window?.isGone).toBe(true)
    expect(parts.handlers.size).toBe(0)
    expect(parts.children.every(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null)).toBe(
      true,
    )
  },
  150_000,
)

test.skipIf(!canRun)(
  '[PACK33] the window reaches the page that renders, and nothing else of the sandbox',
  async () => {
    const parts = createRealParts()
    const { render } = packedSandbox(parts.electron, root)
    const close = render({ url: 'http://127.0.0.1:9', token: 'secret' })
    const handler = parts.handlers.get('atelier')
    for (const address of [
      'atelier://sandbox/jobs',
      'atelier://sandbox/__render',
      'atelier://sandbox/__render/../jobs',
      'atelier://studio/__render/',
      'https://sandbox/__render/',
    ])
      expect((await handler?.(new Request(address)))?.status).toBe(404)
    // The sandbox is gone.
    expect((await handler?.(new Request('atelier://sandbox/__render/')))?.status).toBe(502)
    close()
  },
)
