import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { sayFailure } from '../../shared/words/en/failures.ts'
import { type RepairWay, repairOptions } from '../infra/repair-ways.ts'
import { allowHttpOption, readArguments, readPort, readServiceUrl } from './arguments.ts'
import type { BrowserHost } from './browser/serve-browser.ts'
import { spawnProgram } from './child-programs.ts'
import { readRepair, repairSwitches } from './repair-options.ts'
import { SetUpError, sayError } from './setup-error.ts'

const root = join(import.meta.dirname, '..', '..')

/** `npm start`: the desktop window where it can be had, else the browser host. */
async function start(words: readonly string[]): Promise<void> {
  const { values, positionals } = readArguments(words, {
    browser: { type: 'boolean' },
    desktop: { type: 'boolean' },
    port: { type: 'string' },
    data: { type: 'string' },
    'no-open': { type: 'boolean' },
    service: { type: 'string' },
    [allowHttpOption]: { type: 'boolean' },
    ...repairSwitches,
  })
  if (positionals.length > 0) throw new SetUpError(`“${positionals[0]}” is no option of npm start.`)
  if (values.browser && values.desktop) throw new SetUpError('Choose --browser or --desktop, not both.')
  const port = readPort(values.port)
  const allowsHttp = values[allowHttpOption] ?? false
  const service = readServiceUrl(values.service, { allowsHttp })
  const repair = readRepair((option) => Object.hasOwn(values, option))
  const { findDesktop } = await import('./find-desktop.ts')
  const desktop = values.browser ? null : await findDesktop(root, { isWanted: values.desktop ?? false })
  const studio = { data: values.data, service, allowsHttp, repair }
  if (desktop) return startDesktop(desktop, studio)
  await startBrowser({ ...studio, port, opens: !values['no-open'] })
}

interface StudioOptions {
  readonly data: string | undefined
  readonly service: string | null
  readonly allowsHttp: boolean
  /** The person's choice of a way out of a library that can't be used. */
  readonly repair: RepairWay | null
}

interface BrowserOptions extends StudioOptions {
  readonly port: number | undefined
  readonly opens: boolean
}

async function startBrowser(options: BrowserOptions): Promise<void> {
  const { port, data, opens, service, allowsHttp, repair } = options
  const pageFolder = join(root, 'dist', 'renderer')
  if (!existsSync(join(pageFolder, 'index.html')))
    throw new SetUpError('The page has not been built. Run: npm run build')
  const [{ openStudio }, { serveBrowser }] = await Promise.all([
    import('./open-studio.ts'),
    import('./browser/serve-browser.ts'),
  ])
  const opened = await openStudio({
    host: 'browser',
    dataFolder: data,
    serviceOverride: service,
    allowsHttp,
    repair,
  })
  const host = await serveBrowser({ ...opened, port, pageFolder }).catch(async (error: unknown) => {
    await opened.close()
    throw error
  })
  let stopOpening = () => {}
  endOnSignal(async () => {
    stopOpening()
    await host.close()
    await opened.close()
  })
  console.log(`Atelier: ${host.url}`)
  const connected = await opened.studio.connected
  if (!connected.ok) console.error(`Atelier: ${sayFailure(connected.error)}`)
  if (opens) stopOpening = await openInBrowser(host)
}

async function openInBrowser(host: BrowserHost): Promise<() => void> {
  const [{ openFile }, { openPage }] = await Promise.all([
    import('./open-file.ts'),
    import('./browser/open-page.ts'),
  ])
  return openPage({
    host,
    open: openFile,
    say: (sentence) => console.error(`Atelier: ${sentence}`),
    later(task, milliseconds) {
      const timer = setTimeout(task, milliseconds)
      return () => clearTimeout(timer)
    },
  })
}

/** The desktop is a process of its own; it ends with this one and this one with it. */
function startDesktop(electron: string, { data, service, allowsHttp, repair }: StudioOptions): Promise<void> {
  const options = [
    ...(data === undefined ? [] : [`--data=${data}`]),
    ...(service === null ? [] : [`--service=${service}`]),
    ...(allowsHttp ? [`--${allowHttpOption}`] : []),
    ...(repair === null ? [] : [`--${repairOptions[repair]}`]),
  ]
  const child = spawnProgram(electron, [root, ...options], { stdio: 'inherit' })
  endOnSignal(async () => void child.kill('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.once('error', (error) =>
      reject(new SetUpError(`The desktop window could not be opened: ${error.message}`)),
    )
    child.once('exit', (code) => {
      process.exitCode = code ?? 0
      resolve()
    })
  })
}

/** Ends in order at the first signal, at once at the second. */
function endOnSignal(end: () => Promise<void>): void {
  let isEnding = false
  const handle = () => {
    if (isEnding) process.exit(130)
    isEnding = true
    end().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // The settings' library listens too and raises the signal once more, which would look like a second one.
    process.removeAllListeners(signal)
    process.on(signal, handle)
  }
}

enableCompileCache(join(root, 'node_modules', '.cache', 'atelier', 'compile'))
start(process.argv.slice(2)).catch((error: unknown) => {
  const sentence = sayError(error)
  if (sentence === null) throw error
  console.error(`Atelier: ${sentence}`)
  process.exitCode = 2
})
