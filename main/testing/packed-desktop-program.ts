import { once } from 'node:events'
import { registerHooks } from 'node:module'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createFakeElectron } from './fake-electron.ts'
import { standInForElectron } from './stand-in-for-electron.ts'

const heavy: ReadonlySet<string> = new Set(['http', 'https', 'internal/deps/undici/undici'])

/**
 * A packed desktop over the double of Electron: `APP_FOLDER`. When its window is there, it prints which of Node's large
 * modules, and which of its own chunks, were asked for until then; a signal ends it.
 */
const [app = ''] = process.argv.slice(2)
const electron = createFakeElectron({ isPackaged: true, switches: { root: app } })
standInForElectron(electron.module)
// Where Electron has what is installed beside the archive: no feed of updates is there.
Reflect.set(process, 'resourcesPath', app)
const chunks: string[] = []
registerHooks({
  resolve(specifier, context, next) {
    if (specifier.startsWith('.')) chunks.push(basename(specifier))
    return next(specifier, context)
  },
})
const created = new Promise<string[]>((resolve) => {
  electron.app.once('web-contents-created', () => resolve([...chunks]))
})
await import(pathToFileURL(join(app, 'dist', 'main', 'electron.js')).href)
const chunksUntil = await created
const { moduleLoadList } = process as unknown as { readonly moduleLoadList: readonly string[] }
const loaded = moduleLoadList
  .map((name) => name.replace('NativeModule ', ''))
  .filter((name) => heavy.has(name))
process.stdout.write(`${JSON.stringify({ loaded, chunks: chunksUntil })}\n`)
await once(electron.app, 'quit')
process.exit()
