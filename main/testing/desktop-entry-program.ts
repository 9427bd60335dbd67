import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ipcChannels } from '../../shared/bridge/carrier.ts'
import { createFakeElectron, type FakeWebContents } from './fake-electron.ts'
import { standInForElectron } from './stand-in-for-electron.ts'

/**
 * The desktop's own entry with its own settings library, over the double of Electron: `DATA_FOLDER [APP_FOLDER]`,
 * where the second is a packed app instead of this project. Prints the channels that its main side listens on, or
 * ever did, and which keys it still has, and ends.
 */
async function main(folder: string, packed?: string): Promise<void> {
  const root = packed ?? join(import.meta.dirname, '..', '..')
  const electron = createFakeElectron({ switches: { data: folder, service: 'http://127.0.0.1:9', root } })
  standInForElectron(electron.module)
  const everListened: unknown[] = []
  const note = (name: unknown) => void everListened.push(name)
  electron.ipcMain.on('newListener', note)
  const opened = once(electron.app, 'web-contents-created')
  await (packed
    ? import(pathToFileURL(join(packed, 'dist', 'main', 'electron.js')).href)
    : import('../hosts/electron/entry.ts'))
  const [, contents] = (await opened) as [unknown, FakeWebContents]
  // The settings library opens the file at the first change.
  await electron.invoke(contents, contents.mainFrame, [
    ipcChannels.call,
    'settings.change',
    { theme: 'light' },
  ])
  electron.ipcMain.off('newListener', note)
  const report = {
    handlers: [...electron.channels.keys()],
    listeners: electron.ipcMain.eventNames(),
    keys: Object.keys(process.env).filter((name) => /^ATELIER_\w+_KEY$/.test(name)),
    everListened,
  }
  process.stdout.write(`${JSON.stringify(report)}\n`)
  const ended = once(electron.app, 'quit')
  electron.app.quit()
  await ended
}

await main(process.argv[2] ?? '', process.argv[3])
