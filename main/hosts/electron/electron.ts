import { existsSync } from 'node:fs'
import { join } from 'node:path'
import electron from 'electron'
import Store from 'electron-store'
import { forgetKeys } from '../child-programs.ts'
import { offerInstalledUpdate } from './electron-updater.ts'
import { runDesktop } from './run-desktop.ts'

const root = electron.app.getAppPath()
const ownNode = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

// The desktop's keys are in the keychain; Chromium's processes and opened programs would inherit these.
forgetKeys()

void runDesktop({
  electron,
  root,
  node: existsSync(ownNode) ? ownNode : 'node',
  given: process.argv.slice(1),
  onEndSignal(end) {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  },
  onUncaught(tell) {
    process.on('uncaughtException', (error) => tell(error))
    process.on('unhandledRejection', (reason) => tell(reason))
  },
  offerUpdate: (log) => offerInstalledUpdate(electron, log),
  openSettings(folder) {
    const store = new Store<Record<string, unknown>>({
      cwd: folder,
      name: 'settings',
      clearInvalidConfig: false,
      configFileMode: 0o600,
    })
    // The settings library offers pages a channel of its own; ours have the bridge and nothing else.
    electron.ipcMain.removeAllListeners('electron-store-get-data')
    return store
  },
})
