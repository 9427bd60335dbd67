import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { AppUpdater } from 'electron-updater'
import type { Log } from '../../engine/ports.ts'
import { chooseMainWords } from '../../words/choose-words.ts'
import type { ElectronModule } from './electron-module.ts'
import { offerUpdate, type Updater } from './updates.ts'

/** The installed program’s own updater; null where it has no feed, as when it runs from its sources. */
async function createInstalledUpdater(
  { app }: Pick<ElectronModule, 'app'>,
  log: Pick<Log, 'warn'>,
): Promise<Updater | null> {
  if (!app.isPackaged || !existsSync(join(process.resourcesPath, 'app-update.yml'))) return null
  // A .deb belongs to the system’s package manager.
  if (process.platform === 'linux' && !process.env.APPIMAGE) return null
  const { autoUpdater } = await import('electron-updater')
  return createUpdater(autoUpdater, log)
}

/**
 * electron-updater, doing only what it is told. It compares the digest of what it downloads with the feed’s, and
 * on Windows and macOS the signature with that of the program that runs.
 */
export function createUpdater(updater: AppUpdater, log: Pick<Log, 'warn'>): Updater {
  updater.autoDownload = false
  // Only what a person had downloaded is there to install.
  updater.autoInstallOnAppQuit = !canInstall(updater)
  updater.allowDowngrade = false
  updater.allowPrerelease = false
  updater.disableWebInstaller = true
  // Else each installation would name itself by an id of its own.
  updater.requestHeaders = { 'x-user-staging-id': '00000000-0000-0000-0000-000000000000' }
  updater.logger = { info: () => {}, warn: () => {}, error: () => {} }
  // What fails is thrown as well; an event without a listener would end the program.
  updater.on('error', (error) => log.warn(`The updater failed: ${error.message.split('\n')[0]}`))
  return {
    async check() {
      const found = await updater.checkForUpdates()
      return found?.isUpdateAvailable ? found.updateInfo.version : null
    },
    async download() {
      await updater.downloadUpdate()
    },
    leavesItToTheSystem: !canInstall(updater),
    install({ restarts }) {
      if (canInstall(updater)) updater.install(true, restarts)
      else updater.quitAndInstall()
    },
  }
}

interface InstallingUpdater extends AppUpdater {
  /** Silently; true where the installer was started. */
  install(isSilent: boolean, restarts: boolean): boolean
}

/** Those of Windows and Linux; that of macOS passes the update to the system. */
function canInstall(updater: AppUpdater): updater is InstallingUpdater {
  return 'install' in updater
}

/** Offers a newer version of the installed program, in the system’s language. */
export async function offerInstalledUpdate(electron: ElectronModule, log: Pick<Log, 'warn'>): Promise<void> {
  const updater = await createInstalledUpdater(electron, log)
  if (!updater) return
  await offerUpdate({ electron, updater, words: () => chooseMainWords(electron.app.getLocale()), log })
}
