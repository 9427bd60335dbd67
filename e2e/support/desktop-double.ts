import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Frame, Page, Route } from '@playwright/test'
import { root } from '../../tools/start-program.ts'
import { type IsolatedPreload, isolatePreload } from './isolated-preload.ts'

/** What is asked of the main side's program. */
export type DoubleRequest =
  | {
      readonly task: 'invoke'
      readonly frame: { readonly origin: string; readonly isOwn: boolean; readonly isTop: boolean }
      readonly channel: string
      readonly args: readonly unknown[]
    }
  | { readonly task: 'navigate'; readonly url: string; readonly isTop: boolean }
  | { readonly task: 'openWindow'; readonly url: string }
  | { readonly task: 'permission'; readonly name: string }
  | { readonly task: 'menu' | 'state' | 'leave' | 'crash' | 'stop' }
  | { readonly task: 'notified'; readonly at: number; readonly button?: number }
  | { readonly task: 'choose'; readonly label: string }
  | { readonly task: 'secondStart'; readonly given: readonly string[] }

export type DoubleReply =
  | { readonly ready: number }
  | { readonly event: unknown }
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: string }

export interface DesktopDoubleOptions {
  /** 0: any free one. */
  readonly port: number
  readonly switches: Readonly<Record<string, string>>
  /** What `safeStorage` encrypts by. */
  readonly backend?: string
  readonly env: Readonly<Record<string, string>>
}

/** The desktop's built main side over the double of Electron, in a program of its own. */
export interface DesktopDouble {
  readonly port: number
  ask(request: DoubleRequest): Promise<unknown>
  /** Makes this page the window's: with its preload, its main side, and Electron's events for where it may lead. */
  attach(page: Page): Promise<void>
  stop(): Promise<void>
  kill(): Promise<void>
}

export async function startDesktopDouble({
  port,
  switches,
  backend = 'gnome_libsecret',
  env,
}: DesktopDoubleOptions): Promise<DesktopDouble> {
  const { ATELIER_API_KEY: _, ...inherited } = process.env
  const given = JSON.stringify({ port, switches, backend })
  const child = spawn(process.execPath, [join(import.meta.dirname, 'desktop-double-program.ts'), given], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    env: { ...inherited, ...env },
  })
  let words = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    words += chunk.toString()
  })
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  const ready = Promise.withResolvers<number>()
  const pages = new Map<Page, IsolatedPreload>()
  let asked = 0
  child.on('message', (reply: DoubleReply) => {
    if ('ready' in reply) return ready.resolve(reply.ready)
    if ('event' in reply) return emit(reply.event)
    const reader = waiting.get(reply.id)
    waiting.delete(reply.id)
    if ('error' in reply) reader?.reject(new Error(reply.error))
    else reader?.resolve(reply.value)
  })
  const ended = endOf(child)
  void ended.then(() => {
    const error = new Error(`The desktop’s program ended.\n${words}`)
    ready.reject(error)
    for (const { reject } of waiting.values()) reject(error)
  })

  function ask(request: DoubleRequest): Promise<unknown> {
    if (!child.connected) return Promise.reject(new Error(`The desktop’s program ended.\n${words}`))
    const reader = Promise.withResolvers<unknown>()
    waiting.set(++asked, reader)
    child.send({ ...request, id: asked })
    return reader.promise
  }

  function emit(event: unknown): void {
    for (const preload of pages.values()) preload.emit(event)
  }

  const at = await ready.promise
  const own = `http://127.0.0.1:${at}`
  return {
    port: at,
    ask,
    async attach(page) {
      // Only the top frame has a preload: the window's preferences give frames none.
      const preload = await isolatePreload(page, (channel, args) =>
        ask({ task: 'invoke', frame: senderOf(page.mainFrame(), own), channel, args }),
      )
      pages.set(page, preload)
      page.on('close', () => pages.delete(page))
      // Only a context's routes see the first request of a popup, which has no frame yet.
      await page.context().route(
        (url) => url.origin !== own || url.pathname.startsWith('/media/'),
        async (route) => {
          const frame = frameOf(route)
          if (frame) return frame.page() === page ? guardNavigation(route, own, ask) : route.fallback()
          const isOpened = await ask({ task: 'openWindow', url: route.request().url() })
          return isOpened === true ? route.continue() : route.abort('aborted')
        },
      )
      page.on('popup', (popup) => void popup.close())
    },
    async stop() {
      if (child.connected) await ask({ task: 'stop' }).catch(() => undefined)
      await ended
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

function frameOf(route: Route): Frame | null {
  try {
    return route.request().frame()
  } catch {
    return null
  }
}

/** As Electron: the main side's listeners may prevent each navigation. */
async function guardNavigation(
  route: Route,
  own: string,
  ask: (request: DoubleRequest) => Promise<unknown>,
): Promise<void> {
  const request = route.request()
  if (!request.isNavigationRequest()) return route.continue()
  const isTop = request.frame().parentFrame() === null
  const url = request.url().replace(own, 'atelier://studio')
  const isAllowed = await ask({ task: 'navigate', url, isTop })
  return isAllowed === true ? route.continue() : route.abort('aborted')
}

/** The frame as the main side sees it; its address stands for that of the desktop's scheme. */
function senderOf(frame: Frame, own: string) {
  const { origin } = new URL(frame.url())
  return { origin, isOwn: origin === own, isTop: frame.parentFrame() === null }
}

function endOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('error', () => resolve())
    child.once('exit', () => resolve())
  })
}
