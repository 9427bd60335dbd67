import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createKeyMask } from '../engine/service/key-mask.ts'
import { accountAt } from '../engine/service/start-account.ts'
import { type RepairWay, repairOptions } from '../infra/repair-ways.ts'
import { chooseMainWords, type MainWords } from '../words/choose-words.ts'
import { allowHttpOption, readArguments, readPort, readServiceUrl } from './arguments.ts'
import type { BrowserHost } from './browser/serve-browser.ts'
import { spawnProgram } from './child-programs.ts'
import { readHostLanguages } from './host-languages.ts'
import { readRepair, repairSwitches } from './repair-options.ts'
import { SetUpError, sayError, sayFailed } from './setup-error.ts'
import { describeUncaught, endOnUncaught } from './uncaught-errors.ts'

const root = join(import.meta.dirname, '..', '..')
const keyMask = createKeyMask()

/** `npm start`: the desktop window where it is available, else the browser host. */
async function start(given: readonly string[], words: MainWords): Promise<void> {
  const { values, positionals } = readArguments(given, {
    browser: { type: 'boolean' },
    desktop: { type: 'boolean' },
    port: { type: 'string' },
    data: { type: 'string' },
    'no-open': { type: 'boolean' },
    service: { type: 'string' },
    [allowHttpOption]: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
    ...repairSwitches,
  })
  if (values.help) return console.log(sayHelp(words))
  const [stray] = positionals
  if (stray !== undefined) throw new SetUpError(({ setup }) => setup.strayWord(stray))
  if (values.browser && values.desktop) throw new SetUpError(({ setup }) => setup.browserOrDesktop)
  const port = readPort(values.port)
  const allowsHttp = values[allowHttpOption] ?? false
  const service = readServiceUrl(values.service, { allowsHttp })
  const repair = readRepair((option) => Object.hasOwn(values, option))
  const { findDesktop } = await import('./find-desktop.ts')
  const desktop = values.browser
    ? null
    : await findDesktop(root, { isWanted: values.desktop ?? false, words })
  const studio = { data: values.data, service, allowsHttp, repair }
  if (desktop) return startDesktop(desktop, studio)
  await startBrowser({ ...studio, port, opens: !values['no-open'], words })
}

/** Every option with what it does; those of a library that can't be used are named where it can't. */
function sayHelp({ setup }: MainWords): string {
  const { title, options } = setup.startHelp
  const width = Math.max(...options.map(([typed]) => typed.length))
  return [title, ...options.map(([typed, effect]) => `  ${typed.padEnd(width)}   ${effect}`)].join('\n')
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
  readonly words: MainWords
}

async function startBrowser(options: BrowserOptions): Promise<void> {
  const { port, data, opens, service, allowsHttp, repair, words } = options
  const pageFolder = join(root, 'dist', 'renderer')
  if (!existsSync(join(pageFolder, 'index.html'))) throw new SetUpError(({ setup }) => setup.pageNotBuilt)
  const [{ openStudio }, { serveBrowser }, { choosePort, keepPort, readKeptPort }] = await Promise.all([
    import('./open-studio.ts'),
    import('./browser/serve-browser.ts'),
    import('./browser/kept-port.ts'),
  ])
  const { promise: isReady, resolve: begin } = Promise.withResolvers<void>()
  const opened = await openStudio({
    host: 'browser',
    dataFolder: data,
    ...(service !== null && { chooseAccount: (settings) => accountAt(settings, service) }),
    allowsHttp,
    keyMask,
    repair,
    asksAgents: true,
    beginsAfter: isReady,
  })
  const portFile = opened.folder.resolve('browser-port')
  const known = await readKeptPort(portFile)
  const keptPort = known ?? choosePort()
  const host = await serveBrowser({ ...opened, port, keptPort, pageFolder }).catch(async (error: unknown) => {
    await opened.close()
    throw error
  })
  let stopOpening = () => {}
  endOnSignal(async () => {
    stopOpening()
    await host.close()
    await opened.close()
  })
  // Where it was taken once, or another was wanted once, the next start goes back to it.
  if (known === null && port === undefined) await keepPort(portFile, host.port)
  console.log(`Atelier: ${host.url}`)
  begin()
  const connected = await opened.studio.connected
  if (!connected.ok) console.error(`Atelier: ${sayFailed(connected.error, words)}`)
  if (opens) stopOpening = await openInBrowser(host, words)
}

async function openInBrowser(host: BrowserHost, words: MainWords): Promise<() => void> {
  const [{ openFile }, { openPage }] = await Promise.all([
    import('./open-file.ts'),
    import('./browser/open-page.ts'),
  ])
  return openPage({
    host,
    words,
    open: openFile,
    say: (sentence) => console.error(`Atelier: ${sentence}`),
    later(task, milliseconds) {
      const timer = setTimeout(task, milliseconds)
      return () => clearTimeout(timer)
    },
  })
}

/** The desktop is a separate process; it ends with this one and this one with it. */
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
    child.once('error', (error) => reject(new SetUpError(({ setup }) => setup.desktopFailed(error.message))))
    child.once('exit', (code) => {
      process.exitCode = code ?? 0
      resolve()
    })
  })
}

/** Ends in order on the first signal, at once on the second. */
function endOnSignal(end: () => Promise<void>): void {
  let isEnding = false
  const handle = () => {
    if (isEnding) process.exit(130)
    isEnding = true
    end().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(describeUncaught(error, keyMask))
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, handle)
}

endOnUncaught(process, keyMask, (text) => console.error(text))
const given = process.argv.slice(2)
const words = chooseMainWords(...readHostLanguages(given))
start(given, words).catch((error: unknown) => {
  const sentence = sayError(error, words)
  if (sentence === null) throw error
  console.error(`Atelier: ${sentence}`)
  process.exitCode = 2
})
