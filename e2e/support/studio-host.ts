import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, _electron as electron, type Page } from '@playwright/test'
import { root, startProgram } from '../../tools/start-program.ts'
import { type DesktopDouble, startDesktopDouble } from './desktop-double.ts'
import type { Studios } from './studios.ts'

/** Where the studio lives in a test. Specs use it without asking which it is. */
export interface StudioHost {
  /** The studio's page, in a window or a tab of its own. */
  open(): Promise<Page>
  /** Ends the studio as a person does. */
  stop(): Promise<void>
  /** Starts it again over the same data. */
  start(): Promise<void>
  /** Ends it without warning and starts it again over the same data; only where it has a program of its own. */
  crash(): Promise<void>
  /** The double of Electron around the page, where there is one. */
  double?(): DesktopDouble
}

export interface StudioHostOptions {
  readonly dataFolder: string
  /** Null: the sandbox that comes with Atelier. */
  readonly service: { readonly url: string; readonly key: string; readonly usageKey?: string } | null
  readonly context: BrowserContext
  /** What the studio finds in its environment besides. */
  readonly env?: Readonly<Record<string, string>>
  /** What the double encrypts by; absent: a keychain, and the keys are given. */
  readonly backend?: string | undefined
  /** The program to open it in, in the browser; null: one of its own. */
  readonly studios: Studios | null
}

/** `desktop-double`: the desktop's built main side and preload over the double of Electron, its page in Chromium. */
export const hostNames = ['browser', 'desktop-double', 'desktop'] as const
export type HostName = (typeof hostNames)[number]

/** Why a host can't be tried on this machine; null where it can. */
export const obstacles: Readonly<Record<HostName, () => string | null>> = {
  browser: () => null,
  'desktop-double': () => null,
  desktop() {
    if (electronProgram() === null) return 'Electron’s binary is not on this machine'
    const hasDisplay = process.platform !== 'linux' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY
    return hasDisplay ? null : 'there is no display for a window'
  },
}

export const startHost: Readonly<Record<HostName, (options: StudioHostOptions) => Promise<StudioHost>>> = {
  browser: startBrowserHost,
  'desktop-double': startDoubleHost,
  desktop: startDesktopHost,
}

/** A studio that runs. */
interface RunningStudio {
  /** With the token. */
  readonly url: string
  stop(): Promise<void>
  kill(): Promise<void>
}

async function startBrowserHost(options: StudioHostOptions): Promise<StudioHost> {
  let port = 0
  let running = await start()

  async function start(): Promise<RunningStudio> {
    const started = await (options.studios ? openShared(options, port) : startOwn(options, port))
    // The same port again: the page's own storage belongs to its origin.
    port = Number(new URL(started.url).port)
    return started
  }

  return {
    async open() {
      const page = await options.context.newPage()
      await page.goto(running.url)
      return page
    },
    stop: () => running.stop(),
    async start() {
      running = await start()
    },
    async crash() {
      await running.kill()
      running = await start()
    },
  }
}

async function openShared(
  { studios, dataFolder, service }: StudioHostOptions,
  port: number,
): Promise<RunningStudio> {
  if (!studios || !service) throw new Error('The sandbox that comes with Atelier needs a program of its own.')
  const { url, stop } = await studios.open({ dataFolder, service, port })
  return {
    url,
    stop,
    kill: () => Promise.reject(new Error('What is killed needs a program of its own: `ownProgram: true`.')),
  }
}

async function startOwn(
  { dataFolder, service, env = {} }: StudioHostOptions,
  port: number,
): Promise<RunningStudio> {
  const args = ['main/hosts/start.mjs', '--browser', '--no-open', '--port', `${port}`, '--data', dataFolder]
  const { ready, stop, kill } = await startProgram(
    [...args, ...(service ? ['--service', service.url] : [])],
    {
      isReady: (line) => line.startsWith('Atelier: http'),
      env: {
        ...(service && { ATELIER_API_KEY: service.key }),
        ...(service?.usageKey !== undefined && { ATELIER_USAGE_KEY: service.usageKey }),
        ...env,
      },
    },
  )
  return { url: ready.replace('Atelier: ', ''), stop: async () => void (await stop()), kill }
}

async function startDoubleHost({
  dataFolder,
  service,
  env = {},
  context,
  backend,
}: StudioHostOptions): Promise<StudioHost> {
  const switches = { data: dataFolder, ...(service && { service: service.url }) }
  const begin = (port: number) =>
    startDesktopDouble({ port, switches, env, ...(backend !== undefined && { backend }) })
  let running = await begin(0)
  const { port } = running
  return {
    async open() {
      const page = await context.newPage()
      await running.attach(page)
      await page.goto(`http://127.0.0.1:${port}/`)
      if (service && backend === undefined)
        await giveKeys(page, service, env.ATELIER_USAGE_KEY ?? service.usageKey)
      return page
    },
    stop: () => running.stop(),
    async start() {
      running = await begin(port)
    },
    async crash() {
      await running.kill()
      running = await begin(port)
    },
    double: () => running,
  }
}

async function startDesktopHost({ dataFolder, service, env }: StudioHostOptions): Promise<StudioHost> {
  const executablePath = electronProgram()
  if (executablePath === null) throw new Error('Electron’s binary is not on this machine.')
  const options = {
    executablePath,
    args: [root, `--data=${dataFolder}`, ...(service ? [`--service=${service.url}`] : [])],
    env: { ...(process.env as Record<string, string>), ...env },
  }
  let app = await electron.launch(options)
  return {
    async open() {
      const page = await app.firstWindow()
      if (service) await giveKeys(page, service, env?.ATELIER_USAGE_KEY ?? service.usageKey)
      return page
    },
    stop: () => app.close(),
    async start() {
      app = await electron.launch(options)
    },
    async crash() {
      app.process().kill('SIGKILL')
      app = await electron.launch(options)
    },
  }
}

/** The desktop takes its keys over the bridge; a machine for tests has no keychain. An empty one for usage is none. */
async function giveKeys(
  page: Page,
  { url, key }: { url: string; key: string },
  usageKey: string | undefined,
): Promise<void> {
  await page.evaluate(
    async (input) => {
      const bridge = Reflect.get(globalThis, 'atelier') as {
        call(name: string, input: unknown): Promise<unknown>
      }
      await bridge.call('accounts.connect', input)
    },
    { baseUrl: url, key, consent: true, ...(usageKey && { usageKey }) },
  )
}

function electronProgram(): string | null {
  const folder = join(root, 'node_modules', 'electron')
  if (!existsSync(join(folder, 'path.txt'))) return null
  const program = join(folder, 'dist', readFileSync(join(folder, 'path.txt'), 'utf8').trim())
  return existsSync(program) ? program : null
}
