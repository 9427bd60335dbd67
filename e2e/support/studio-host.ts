import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, _electron as electron, type Page } from '@playwright/test'
import { type Program, root, startProgram } from '../../tools/start-program.ts'

/** Where the studio lives in a test. Specs use it without asking which it is. */
export interface StudioHost {
  /** The studio's page, in a window or a tab of its own. */
  open(): Promise<Page>
  /** Ends the studio as a person does. */
  stop(): Promise<void>
  /** Starts it again over the same data. */
  start(): Promise<void>
  /** Ends it without warning and starts it again over the same data. */
  crash(): Promise<void>
}

export interface StudioHostOptions {
  readonly dataFolder: string
  /** Null: the sandbox that comes with Atelier. */
  readonly service: { readonly url: string; readonly key: string } | null
  readonly context: BrowserContext
  /** What the studio finds in its environment besides. */
  readonly env?: Readonly<Record<string, string>>
}

export const hostNames = ['browser', 'desktop'] as const
export type HostName = (typeof hostNames)[number]

/** Why a host can't be tried on this machine; null where it can. */
export const obstacles: Readonly<Record<HostName, () => string | null>> = {
  browser: () => null,
  desktop() {
    if (electronProgram() === null) return 'Electron’s binary is not on this machine'
    const hasDisplay = process.platform !== 'linux' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY
    return hasDisplay ? null : 'there is no display for a window'
  },
}

export const startHost: Readonly<Record<HostName, (options: StudioHostOptions) => Promise<StudioHost>>> = {
  browser: startBrowserHost,
  desktop: startDesktopHost,
}

async function startBrowserHost({
  dataFolder,
  service,
  context,
  env = {},
}: StudioHostOptions): Promise<StudioHost> {
  let port = '0'
  let program = await start()

  async function start(): Promise<Program> {
    const args = ['main/hosts/start.mjs', '--browser', '--no-open', '--port', port, '--data', dataFolder]
    const started = await startProgram([...args, ...(service ? ['--service', service.url] : [])], {
      isReady: (line) => line.startsWith('Atelier: http'),
      env: { ...env, ...(service ? { ATELIER_API_KEY: service.key } : {}) },
    })
    // The same port again: the page's own storage belongs to its origin.
    port = new URL(addressOf(started)).port
    return started
  }

  return {
    async open() {
      const page = await context.newPage()
      await page.goto(addressOf(program))
      return page
    },
    stop: async () => void (await program.stop()),
    async start() {
      program = await start()
    },
    async crash() {
      await program.kill()
      program = await start()
    },
  }
}

/** With the token, as it was printed. */
function addressOf(program: Program): string {
  return program.ready.replace('Atelier: ', '')
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
      if (service) await giveKey(page, service)
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

/** The desktop takes its key over the bridge; a machine for tests has no keychain. */
async function giveKey(page: Page, { url, key }: { url: string; key: string }): Promise<void> {
  await page.evaluate(
    async (input) => {
      const bridge = Reflect.get(globalThis, 'atelier') as {
        call(name: string, input: unknown): Promise<unknown>
      }
      await bridge.call('service.connect', input)
    },
    { baseUrl: url, key, consent: true },
  )
}

function electronProgram(): string | null {
  const folder = join(root, 'node_modules', 'electron')
  if (!existsSync(join(folder, 'path.txt'))) return null
  const program = join(folder, 'dist', readFileSync(join(folder, 'path.txt'), 'utf8').trim())
  return existsSync(program) ? program : null
}
