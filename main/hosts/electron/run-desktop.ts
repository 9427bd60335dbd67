import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { BrowserWindow } from 'electron'
import type { Log } from '../../engine/ports.ts'
import { accountAt, startAccount } from '../../engine/service/start-account.ts'
import { createConfSettingsStore, type KeptSettings } from '../../infra/conf-settings-store.ts'
import { defaultDataFolder } from '../../infra/data-folder.ts'
import type { RepairWay } from '../../infra/repair-ways.ts'
import { createStudio } from '../../studio.ts'
import { chooseMainWords } from '../../words/choose-words.ts'
import { allowHttpOption } from '../arguments.ts'
import { languagesOf } from '../host-languages.ts'
import { machineSources } from '../machine-sources.ts'
import { createPageRoutes } from '../page.ts'
import { type OpenStudio, openStudioOnFolder } from '../studio-on-folder.ts'
import { denyPermissions, guardContents } from './contents-guard.ts'
import { createDragOut } from './drag-out.ts'
import type { ElectronModule } from './electron-module.ts'
import { connectIpcBridge } from './ipc-bridge.ts'
import { notifyOutside } from './job-notifications.ts'
import { openOrAsk } from './open-or-ask.ts'
import { registerPageScheme, servePage } from './page-scheme.ts'
import { createSafeSecrets } from './safe-secrets.ts'
import { openStudioWindow } from './studio-window.ts'

export interface DesktopDeps {
  readonly electron: ElectronModule
  /** The project's folder: `dist/` and `sandbox/` are under it. */
  readonly root: string
  /** The Node that runs the sandbox: Electron's own program runs no scripts. */
  readonly node: string
  openSettings(folder: string): KeptSettings
}

const log: Log = { warn: (sentence) => console.error(`Atelier: ${sentence}`) }

/** Runs the desktop from start to end. Resolves when the window is there, or at once where another one runs. */
export async function runDesktop(deps: DesktopDeps): Promise<void> {
  const { app, protocol } = deps.electron
  app.enableSandbox()
  registerPageScheme(protocol)
  guardContents(deps.electron)
  const dataFolder = resolve(app.commandLine.getSwitchValue('data') || defaultDataFolder())
  if (!takeProfile(deps.electron, dataFolder)) return
  let window: BrowserWindow | null = null
  app.on('second-instance', () => {
    window?.show()
    window?.focus()
  })
  await app.whenReady()
  const opened = await openOrAsk({
    electron: deps.electron,
    words: chooseMainWords(...languagesOf(dataFolder)),
    open: (repair) => openDesktopStudio(deps, dataFolder, () => window, repair),
  })
  if (!opened) return app.exit(2)
  const openWindow = () => {
    const preload = join(deps.root, 'dist', 'preload', 'preload.cjs')
    const next = openStudioWindow({ electron: deps.electron, preload, theme: opened.settings.read().theme })
    const pageClosed = opened.studio.pageOpened()
    next.once('closed', () => {
      pageClosed()
      window = null
    })
    window = next
  }
  prepareSession(deps, opened)
  const { ipcMain } = deps.electron
  const disconnect = connectIpcBridge({
    ipcMain,
    studio: opened.studio,
    page: () => window?.webContents ?? null,
  })
  const silence = notifyOutside({
    electron: deps.electron,
    events: opened.studio.events,
    window: () => window,
    language: () => opened.settings.read().language,
  })
  const { powerMonitor } = deps.electron
  powerMonitor.on('resume', opened.studio.resumeAfterSleep)
  endInOrder(deps.electron, async () => {
    powerMonitor.off('resume', opened.studio.resumeAfterSleep)
    silence()
    disconnect()
    await opened.close()
  })
  app.on('activate', () => {
    if (!window) openWindow()
  })
  openWindow()
}

/** Chromium's own files are in the data folder too; one desktop per data folder. */
function takeProfile({ app, dialog }: ElectronModule, dataFolder: string): boolean {
  const profile = join(dataFolder, 'desktop')
  try {
    mkdirSync(profile, { recursive: true, mode: 0o700 })
  } catch (error) {
    const { desktop } = chooseMainWords(...languagesOf(dataFolder))
    const sentence = desktop.folderUnwritable(dataFolder, (error as Error).message)
    dialog.showErrorBox(desktop.cannotStart, sentence)
    app.exit(2)
    return false
  }
  app.setPath('userData', profile)
  if (app.requestSingleInstanceLock()) return true
  app.quit()
  return false
}

function openDesktopStudio(
  { electron, node, openSettings }: DesktopDeps,
  dataFolder: string,
  window: () => BrowserWindow | null,
  repair: RepairWay | null,
) {
  const { app, dialog, safeStorage, shell } = electron
  return openStudioOnFolder({
    dataFolder,
    node,
    asksAgents: true,
    log,
    async create({ folder, sandbox }) {
      const settings = createConfSettingsStore({ open: openSettings, folder: folder.path, log })
      const address = app.commandLine.getSwitchValue('service') || null
      const accountOverride = address === null ? null : accountAt(settings, address)
      const secretsIn = (name: string) =>
        createSafeSecrets({ safeStorage, path: folder.resolve(name), platform: process.platform, log })
      const studio = await createStudio({
        ...machineSources,
        host: 'desktop',
        version: app.getVersion(),
        folder,
        settings,
        secrets: secretsIn('keys.desktop.json'),
        usageSecrets: secretsIn('usage-keys.desktop.json'),
        accountOverride,
        httpAllowedFor: app.commandLine.hasSwitch(allowHttpOption)
          ? (startAccount(settings, accountOverride)?.baseUrl ?? null)
          : null,
        startSandbox: sandbox.start,
        reveal: async (path) => shell.showItemInFolder(path),
        dragOut: createDragOut(electron, window),
        chooseFolder: async () => {
          const { filePaths } = await dialog.showOpenDialog({
            properties: ['openDirectory', 'createDirectory'],
          })
          return filePaths[0] ?? null
        },
        log,
        repair,
      })
      return { studio, settings }
    },
  })
}

function prepareSession({ electron, root }: DesktopDeps, { studio, settings }: OpenStudio): void {
  const session = electron.session.defaultSession
  denyPermissions(session)
  const page = createPageRoutes({
    folder: join(root, 'dist', 'renderer'),
    look: settings.read,
  })
  servePage(session, { page, mediaRoutes: studio.mediaRoutes })
}

/** Quits once everything is closed. Without a window the program ends, except on macOS. */
function endInOrder({ app }: ElectronModule, close: () => Promise<void>): void {
  let isClosed = false
  let isClosing = false
  app.on('before-quit', (event) => {
    if (isClosed) return
    event.preventDefault()
    if (isClosing) return
    isClosing = true
    close()
      .catch((error: unknown) => log.warn(`Not everything could be closed: ${String(error)}.`))
      .finally(() => {
        isClosed = true
        app.quit()
      })
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
}
