import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { BrowserWindow, UtilityProcess } from 'electron'
import { withoutKeys } from '../child-programs.ts'
import type { SandboxChild, SandboxLaunch } from '../sandbox-process.ts'
import { denyPermissions } from './contents-guard.ts'
import type { ElectronModule } from './electron-module.ts'
import { strictPreferences } from './strict-preferences.ts'

type Electron = Pick<ElectronModule, 'app' | 'BrowserWindow' | 'session' | 'utilityProcess'>

/** The page that renders, and nothing else, is at this origin; its session is its own and stays in memory. */
const renderOrigin = 'atelier://sandbox'
const renderPath = '/__render/'
const partition = 'sandbox'
/** How often a page that crashed is opened again: each crash has cost its task. */
const mostReloads = 20

/**
 * The sandbox of the installed desktop: a utility process of Electron runs the bundle of the archive, and a window that
 * nobody sees draws and encodes (decisions/0287). No other program is started.
 */
export function packedSandbox(electron: Electron, root: string): SandboxLaunch {
  return {
    launch(args) {
      const child = electron.utilityProcess.fork(join(root, 'dist', 'main', 'sandbox.js'), [...args], {
        serviceName: 'Atelier Sandbox',
        stdio: 'pipe',
        env: withoutKeys(process.env),
      })
      return new UtilityChild(child)
    },
    render: (place) => openRenderWindow(electron, place),
  }
}

/** A utility process as a child process, as far as the sandbox needs one. */
class UtilityChild extends EventEmitter implements SandboxChild {
  exitCode: number | null = null
  readonly signalCode = null
  readonly #child: UtilityProcess

  constructor(child: UtilityProcess) {
    super()
    this.#child = child
    child.once('exit', (code) => {
      this.exitCode = code
      this.emit('exit', code)
      // What it said last arrives before.
      setImmediate(() => this.emit('close', code))
    })
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  get stdout(): Readable | null {
    return this.#child.stdout as Readable | null
  }

  get stderr(): Readable | null {
    return this.#child.stderr as Readable | null
  }

  /** It ends in order; there is no harder way, and Electron ends it with itself. */
  kill(): boolean {
    return this.#child.kill()
  }
}

interface RenderPlace {
  /** The sandbox’s own address. */
  readonly url: string
  readonly token: string
}

/** Opens the window that renders; returns how to close it. */
function openRenderWindow({ app, BrowserWindow, session }: Electron, place: RenderPlace): () => void {
  const own = session.fromPartition(partition, { cache: false })
  denyPermissions(own)
  own.protocol.handle('atelier', (request) => forward(request, place))
  const window: BrowserWindow = new BrowserWindow({
    show: false,
    focusable: false,
    skipTaskbar: true,
    title: 'Atelier Sandbox',
    webPreferences: {
      ...strictPreferences(app),
      session: own,
      // It works without ever being seen.
      backgroundThrottling: false,
    },
  })
  // Without its page, tasks fail in time (PACK381).
  const load = () => void window.loadURL(`${renderOrigin}${renderPath}`).catch(() => undefined)
  let reloads = 0
  window.webContents.on('render-process-gone', () => {
    if (reloads++ < mostReloads) load()
  })
  load()
  return () => {
    own.protocol.unhandle('atelier')
    if (!window.isDestroyed()) window.destroy()
  }
}

/** Passes the page’s own requests to the sandbox, with the token that the page never has. */
async function forward(request: Request, { url, token }: RenderPlace): Promise<Response> {
  const { origin, host, protocol, pathname, search } = new URL(request.url)
  const isOwn = `${protocol}//${host}` === renderOrigin || origin === renderOrigin
  if (!isOwn || !pathname.startsWith(renderPath)) return new Response(null, { status: 404 })
  const type = request.headers.get('content-type')
  const body = request.method === 'POST' ? await request.arrayBuffer() : null
  return fetch(`${url}${pathname}${search}`, {
    method: request.method,
    headers: { Authorization: `Bearer ${token}`, ...(type !== null && { 'Content-Type': type }) },
    body,
    redirect: 'error',
    signal: request.signal,
  }).catch(() => new Response(null, { status: 502 }))
}
