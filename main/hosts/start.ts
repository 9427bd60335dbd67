import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { allowHttpOption, readArguments, readPort, readServiceUrl } from './arguments.ts'
import { SetUpError } from './setup-error.ts'

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
  })
  if (positionals.length > 0) throw new SetUpError(`“${positionals[0]}” is no option of npm start.`)
  if (values.browser && values.desktop) throw new SetUpError('Choose --browser or --desktop, not both.')
  const port = readPort(values.port)
  const allowsHttp = values[allowHttpOption] ?? false
  const service = readServiceUrl(values.service, { allowsHttp })
  const { findDesktop } = await import('./find-desktop.ts')
  const desktop = values.browser ? null : await findDesktop(root, { isWanted: values.desktop ?? false })
  const studio = { data: values.data, service, allowsHttp }
  if (desktop) return startDesktop(desktop, studio)
  await startBrowser({ ...studio, port, opens: !values['no-open'] })
}

interface StudioOptions {
  readonly data: string | undefined
  readonly service: string | null
  readonly allowsHttp: boolean
}

interface BrowserOptions extends StudioOptions {
  readonly port: number | undefined
  readonly opens: boolean
}

async function startBrowser({ port, data, service, allowsHttp, opens }: BrowserOptions): Promise<void> {
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
  })
  const host = await serveBrowser({ ...opened, port, pageFolder }).catch(async (error: unknown) => {
    await opened.close()
    throw error
  })
  endOnSignal(async () => {
    await host.close()
    await opened.close()
  })
  console.log(`Atelier: ${host.url}`)
  const connected = await opened.studio.connected
  if (!connected.ok) console.error(`Atelier: ${connected.error.message}`)
  if (opens) (await import('./open-address.ts')).openAddress(host.url)
}

/** The desktop is a process of its own; it ends with this one and this one with it. */
function startDesktop(electron: string, { data, service, allowsHttp }: StudioOptions): Promise<void> {
  const options = [
    ...(data === undefined ? [] : [`--data=${data}`]),
    ...(service === null ? [] : [`--service=${service}`]),
    ...(allowsHttp ? [`--${allowHttpOption}`] : []),
  ]
  const child = spawn(electron, [root, ...options], { stdio: 'inherit' })
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
  if (!(error instanceof SetUpError)) throw error
  console.error(`Atelier: ${error.message}`)
  process.exitCode = 2
})
