import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { BrowserWindow } from 'electron'
import { createBridgeClient } from '../../../shared/bridge/client.ts'
import type { Log } from '../../engine/ports.ts'
import { createKeyMask, type KeyMask } from '../../engine/service/key-mask.ts'
import { accountAt, startAccount } from '../../engine/service/start-account.ts'
import { createConfSettingsStore, type KeptSettings } from '../../infra/conf-settings-store.ts'
import { defaultDataFolder } from '../../infra/default-data-folder.ts'
import type { RepairWay } from '../../infra/repair-ways.ts'
import { createStudio } from '../../studio.ts'
import type { DesktopPort } from '../../studio-desktop.ts'
import { chooseMainWords } from '../../words/choose-words.ts'
import { allowHttpOption } from '../arguments.ts'
import { languagesOf } from '../host-languages.ts'
import { machineSources } from '../machine-sources.ts'
import { createPageRoutes } from '../page.ts'
import { type OpenStudio, openStudioOnFolder } from '../studio-on-folder.ts'
import { describeUncaught } from '../uncaught-errors.ts'
import { showTextMenu } from './app-menu.ts'
import { askToQuit } from './ask-to-quit.ts'
import { denyPermissions, guardContents } from './contents-guard.ts'
import { readDeepLink, readOpenedFile, readWanted } from './deep-link.ts'
import { createDesktopSurroundings } from './desktop-surroundings.ts'
import { createDragOut } from './drag-out.ts'
import type { ElectronModule } from './electron-module.ts'
import { type AfterError, endInOrder } from './end-in-order.ts'
import { connectIpcBridge } from './ipc-bridge.ts'
import { openOrAsk } from './open-or-ask.ts'
import { createOpenedItems, type OpenedItems } from './opened-items.ts'
import { packedSandbox } from './packed-sandbox.ts'
import { registerPageScheme, servePage } from './page-scheme.ts'
import { createSafeSecrets } from './safe-secrets.ts'
import { openStudioWindow } from './studio-window.ts'
import { createWindowMemory } from './window-memory.ts'

export interface DesktopDeps {
  readonly electron: ElectronModule
  /** The project's folder: `dist/` and `sandbox/` are under it. */
  readonly root: string
  /** The Node that runs the sandbox of a folder of sources; what is installed has its own way (PACK31). */
  readonly node: string
  openSettings(folder: string): KeptSettings
  /** What this start was given, without the program itself. */
  readonly given?: readonly string[]
  /** Calls back where the system or a terminal ends the program: nobody is there to be asked. */
  onEndSignal?(end: () => void): void
  /** Calls back with every error that nothing caught, in place of what Electron and Node do then. */
  onUncaught?(tell: (error: unknown) => void): void
  /** Looks for a newer version, once the window is there (PACK22). */
  offerUpdate?(log: Log): Promise<void>
}

/**
 * Runs the desktop from start to end. Resolves once the window is there and a newer version was offered, or at once where
 * another one runs.
 */
export async function runDesktop(deps: DesktopDeps): Promise<void> {
  const { app, protocol } = deps.electron
  const { given = [] } = deps
  const keyMask = createKeyMask()
  const log: Log = { warn: (sentence) => console.error(`Atelier: ${keyMask.text(sentence)}`) }
  app.enableSandbox()
  registerPageScheme(protocol)
  guardContents(deps.electron, log)
  const items = createOpenedItems()
  const dataFolder = resolve(switchOf(app, 'data') || defaultDataFolder())
  let endAfterError: ((after: AfterError) => Promise<void>) | null = null
  endOnUncaught(deps, { dataFolder, keyMask, log }, (after) => endAfterError?.(after) ?? null)
  if (!takeProfile(deps.electron, dataFolder, given)) return
  let bringToFront = () => {}
  receiveWanted(app, items, () => bringToFront())
  items.add(readWanted(given, (path) => resolve(path)))
  await app.whenReady()
  let window: BrowserWindow | null = null
  let listener: Parameters<DesktopPort['listen']>[0] = () => {}
  items.listen(() => listener('opened'))
  let surroundings: ReturnType<typeof createDesktopSurroundings> | null = null
  const desktop: DesktopPort = {
    take: items.take,
    setMenu: (menu) => surroundings?.showMenu(menu),
    listen(next) {
      listener = next
    },
  }
  const { promise: beginsAfter, resolve: begin } = Promise.withResolvers<void>()
  const opened = await openOrAsk({
    electron: deps.electron,
    words: chooseMainWords(...languagesOf(dataFolder)),
    open: (repair) =>
      openDesktopStudio(deps, {
        ...{ dataFolder, keyMask, log },
        window: () => window,
        repair,
        desktop,
        beginsAfter,
      }),
  })
  if (!opened) return app.exit(2)
  const { studio, settings } = opened
  const client = createBridgeClient(studio.procedures)
  const memory = createWindowMemory(join(dataFolder, 'desktop', 'window.json'), log)

  const openWindow = () => {
    const preload = join(deps.root, 'dist', 'preload', 'preload.cjs')
    const { theme } = settings.read()
    const next = openStudioWindow({ electron: deps.electron, preload, theme, memory, log })
    const pageClosed = studio.pageOpened()
    next.on('close', (event) => ending.onClose(event))
    next.on('focus', () => surroundings?.seen())
    next.once('closed', () => {
      pageClosed()
      window = null
      surroundings?.pageGone()
    })
    next.webContents.on('context-menu', (_event, params) =>
      showTextMenu(deps.electron, next, params, surroundings?.words().menu ?? chooseMainWords().desktop.menu),
    )
    window = next
    ending.windowOpened()
  }
  bringToFront = () => {
    if (ending.secondStart()) return
    if (!window) return openWindow()
    if (window.isMinimized()) window.restore()
    window.show()
    window.focus()
  }
  prepareSession(deps, opened, log)
  const { ipcMain, powerMonitor } = deps.electron
  const disconnect = connectIpcBridge({ ipcMain, studio, page: () => window?.webContents ?? null })
  surroundings = createDesktopSurroundings({
    electron: deps.electron,
    platform: process.platform,
    configFolder: process.env.XDG_CONFIG_HOME || join(homedir(), '.config'),
    program: process.env.APPIMAGE || process.execPath,
    events: studio.events,
    pathOf: (fileId) => opened.folder.resolve(studio.pathOf(fileId)),
    settings,
    log,
    window: () => window,
    onChosen: (id) => listener({ chosen: id }),
    show(submissionId) {
      if (submissionId !== undefined) items.add([{ kind: 'run', submissionId }])
      bringToFront()
    },
    quit: () => app.quit(),
  })
  const wakes = ['resume', 'unlock-screen'] as const
  for (const name of wakes) powerMonitor.on(name as 'resume', studio.resumeAfterSleep)
  const ending = endInOrder({
    electron: deps.electron,
    clock: machineSources.clock,
    log,
    onEndSignal: deps.onEndSignal,
    runsWithoutWindow: () => settings.read().desktop.runsWithoutWindow,
    ask: async () => {
      const status = await client.call('studio.status', {})
      const { jobsRunning: running, jobsWaiting: waiting } = status.ok
        ? status.value
        : { jobsRunning: 0, jobsWaiting: 0 }
      const work = { running, waiting, inSandbox: Math.min(running, studio.runningInSandbox()) }
      return askToQuit(deps.electron, work, chooseMainWords(settings.read().language).desktop, window)
    },
    window: () => window,
    stopSending: studio.stopSending,
    async close() {
      // After an error that nobody foresaw any of these may fail, and the studio is closed all the same.
      try {
        for (const name of wakes) powerMonitor.off(name as 'resume', studio.resumeAfterSleep)
        surroundings?.close()
        disconnect()
      } finally {
        await opened.close()
      }
    },
  })
  endAfterError = ending.afterError
  app.on('activate', () => {
    if (!window) bringToFront()
  })
  if (app.isPackaged) app.setAsDefaultProtocolClient('atelier')
  openWindow()
  begin()
  await deps
    .offerUpdate?.(log)
    .catch((error: unknown) => log.warn(`A newer version could not be offered: ${String(error)}.`))
}

/** A release takes neither another data folder nor another service from whoever starts it. */
function switchOf(app: ElectronModule['app'], name: 'data' | 'service'): string {
  return app.isPackaged ? '' : app.commandLine.getSwitchValue(name)
}

/** Links and files, however the system hands them over, also before there is a window (DESK21). */
function receiveWanted(app: ElectronModule['app'], items: OpenedItems, bringToFront: () => void): void {
  app.on('open-url', (event, url) => {
    event.preventDefault()
    items.add([readDeepLink(url)])
    bringToFront()
  })
  app.on('open-file', (event, path) => {
    const wanted = readOpenedFile(path)
    if (!wanted) return
    event.preventDefault()
    items.add([wanted])
    bringToFront()
  })
  app.on('second-instance', (_event, argv, folder, data) => {
    // Chromium adds to these, and may order them anew.
    const given = (data as { given?: unknown } | null | undefined)?.given ?? argv
    items.add(readWanted(given, (path) => resolve(folder, path)))
    bringToFront()
  })
}

/**
 * Ends Atelier after an error that nothing caught, which leaves it in a state that nobody knows (DESK490, decisions/0343).
 * What is said has none of the keys that were used (SEC383).
 */
function endOnUncaught(
  { electron, onUncaught }: DesktopDeps,
  { dataFolder, keyMask, log }: Told,
  end: (after: AfterError) => Promise<void> | null,
): void {
  const { app, dialog } = electron
  onUncaught?.((error) => {
    const text = describeUncaught(error, keyMask)
    log.warn(text)
    const { title, message, detail, choices } = chooseMainWords(...languagesOf(dataFolder)).desktop.unexpected
    const shown = detail(text.slice(0, longestInDialog))
    const isEnding = end({
      async askToReopen() {
        const { response } = await dialog.showMessageBox({
          type: 'error',
          title,
          message,
          detail: shown,
          buttons: [choices.reopen, choices.quit],
          defaultId: 0,
          cancelId: 1,
          noLink: true,
        })
        return response === 0
      },
      reopen() {
        const program = process.env.APPIMAGE
        app.relaunch(program ? { execPath: program, args: process.argv.slice(1) } : {})
      },
    })
    if (isEnding) return
    // There is no studio yet that could be closed in order: what is open is left as a killed program leaves it.
    dialog.showErrorBox(message, shown)
    app.exit(1)
  })
}

/** What a dialog can show on a small screen. */
const longestInDialog = 1_500

interface Told {
  readonly dataFolder: string
  readonly keyMask: KeyMask
  readonly log: Log
}

/** Chromium's own files are in the data folder too; one desktop per data folder. */
function takeProfile({ app, dialog }: ElectronModule, dataFolder: string, given: readonly string[]): boolean {
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
  if (app.requestSingleInstanceLock({ given: [...given] })) return true
  app.quit()
  return false
}

interface DesktopStudio extends Told {
  window(): BrowserWindow | null
  readonly repair: RepairWay | null
  readonly desktop: DesktopPort
  /** Resolves when the window is there. */
  readonly beginsAfter: Promise<void>
}

function openDesktopStudio(
  { electron, root, node, openSettings }: DesktopDeps,
  { dataFolder, keyMask, log, window, repair, desktop, beginsAfter }: DesktopStudio,
) {
  const { app, dialog, safeStorage, shell } = electron
  return openStudioOnFolder({
    dataFolder,
    node,
    packedSandbox: app.isPackaged ? packedSandbox(electron, root) : undefined,
    asksAgents: true,
    beginsAfter,
    log,
    async create({ folder, sandbox }) {
      const settings = createConfSettingsStore({ openToWrite: openSettings, folder: folder.path, log })
      const address = switchOf(app, 'service') || null
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
        desktop,
        log,
        keyMask,
        repair,
        beginsAfter,
      })
      return { studio, settings }
    },
  })
}

function prepareSession({ electron, root }: DesktopDeps, { studio, settings }: OpenStudio, log: Log): void {
  const session = electron.session.defaultSession
  denyPermissions(session)
  const page = createPageRoutes({
    folder: join(root, 'dist', 'renderer'),
    look: settings.read,
  })
  servePage(session, { page, mediaRoutes: studio.mediaRoutes, log })
}
