import type { BrowserWindow } from 'electron'
import type { DesktopMenu } from '../../../shared/bridge/desktop-procedures.ts'
import type { Log } from '../../engine/ports.ts'
import type { SettingsStore } from '../../engine/settings/ports.ts'
import type { Studio } from '../../studio.ts'
import { chooseMainWords } from '../../words/choose-words.ts'
import { createAppMenu } from './app-menu.ts'
import type { ElectronModule } from './electron-module.ts'
import { notifyOutside } from './job-notifications.ts'
import { setOpensAtLogin } from './login-item.ts'
import { createTrayIcon } from './tray.ts'
import { showWorkSigns } from './work-signs.ts'

export interface SurroundingsDeps {
  readonly electron: ElectronModule
  readonly platform: NodeJS.Platform
  readonly configFolder: string
  readonly program: string
  readonly events: Studio['events']
  /** The absolute path of a saved file; throws where there is none. */
  pathOf(fileId: string): string
  readonly settings: Pick<SettingsStore, 'read'>
  readonly log: Log
  window(): BrowserWindow | null
  onChosen(id: string): void
  /** Brings the window to the front, or opens one; with a run, that is shown. */
  show(submissionId?: string): void
  quit(): void
}

const noMenu: DesktopMenu = { groups: [] }

/** What the desktop shows around its window, kept as the settings want it: menu, tray, icon, notifications. */
export function createDesktopSurroundings(deps: SurroundingsDeps) {
  const { electron, platform, configFolder, program, events, settings, log, window, show, quit } = deps
  const words = () => chooseMainWords(settings.read().language).desktop
  const desktop = () => settings.read().desktop
  const appMenu = createAppMenu({
    electron,
    platform,
    words: () => words().menu,
    onChosen: deps.onChosen,
  })
  const tray = createTrayIcon({ electron, platform, words, onOpen: () => show(), onQuit: quit })
  const signs = showWorkSigns({ electron, platform, events, window, settings: desktop, words })
  const silence = notifyOutside({
    electron,
    events,
    window,
    settings: settings.read,
    show,
    reveal(fileId) {
      try {
        electron.shell.showItemInFolder(deps.pathOf(fileId))
        return true
      } catch {
        return false
      }
    },
  })
  let menu = noMenu
  let work = { running: 0, waiting: 0 }
  let opensAtLogin: boolean | null = null

  function showAll(): void {
    appMenu.show(menu)
    tray.show(desktop().hasTray, work.running, work.waiting)
    const wanted = desktop().opensAtLogin
    // What was never on needs no change of the system.
    if (wanted !== (opensAtLogin ?? false))
      setOpensAtLogin({ app: electron.app, platform, configFolder, program, log }, wanted)
    opensAtLogin = wanted
  }
  const unfollow = events.subscribe((event) => {
    if (event.name === 'studio.changed')
      work = { running: event.payload.jobsRunning, waiting: event.payload.jobsWaiting }
    else if (event.name !== 'settings.changed') return
    showAll()
  })
  showAll()
  return {
    words,
    seen: signs.seen,
    showMenu(next: DesktopMenu): void {
      menu = next
      appMenu.show(menu)
    },
    /** Nobody carries out the page's items any more. */
    pageGone(): void {
      menu = noMenu
      appMenu.show(menu)
    },
    close(): void {
      unfollow()
      signs.stop()
      silence()
      tray.close()
    },
  }
}
