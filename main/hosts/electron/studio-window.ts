import type { BrowserWindow } from 'electron'
import type { Settings } from '../../../shared/settings/settings.ts'
import type { Log } from '../../engine/ports.ts'
import type { ElectronModule } from './electron-module.ts'
import { pageOrigin } from './page-scheme.ts'
import { strictPreferences } from './strict-preferences.ts'
import type { WindowMemory } from './window-memory.ts'
import { placeWindow, smallestWindow } from './window-place.ts'

/** The background until the page has painted: the theme's own. */
const grounds = { dark: '#131211', light: '#f6f4f1' } as const

export interface StudioWindowOptions {
  readonly electron: ElectronModule
  /** Absolute path of the built preload. */
  readonly preload: string
  readonly theme: Settings['theme']
  readonly memory: WindowMemory
  readonly log: Log
}

/**
 * The one window: its page has no Node, no other origin and no access but the bridge (contents-guard.ts ensures
 * that). It opens where it was last (DESK1).
 */
export function openStudioWindow({
  electron,
  preload,
  theme,
  memory,
  log,
}: StudioWindowOptions): BrowserWindow {
  const { BrowserWindow, app, nativeTheme } = electron
  const isDark = theme === 'system' ? nativeTheme.shouldUseDarkColors : theme === 'dark'
  const place = placeWindow(memory.read(), workAreas(electron))
  const window = new BrowserWindow({
    ...place.bounds,
    minWidth: smallestWindow.width,
    minHeight: smallestWindow.height,
    fullscreen: place.isFullScreen,
    show: false,
    title: 'Atelier',
    autoHideMenuBar: true,
    backgroundColor: isDark ? grounds.dark : grounds.light,
    webPreferences: { ...strictPreferences(app), preload },
  })
  window.once('ready-to-show', () => {
    if (place.isMaximized) window.maximize()
    window.show()
  })
  rememberPlace(window, memory)
  loadPage(window, log)
  return window
}

/** How often the page of a window is loaded anew; one that crashes more often would for ever. */
const mostReloads = 3

/** Loads the page, and anew where its process is gone: nothing that was sent depends on it (DESK493). */
function loadPage(window: BrowserWindow, log: Log): void {
  const load = () =>
    void window
      .loadURL(`${pageOrigin}/`)
      .catch((error: unknown) => log.warn(`The page could not be loaded: ${String(error)}.`))
  let reloads = 0
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    log.warn(`The page’s process is gone (${reason}).`)
    if (reason !== 'clean-exit' && reloads++ < mostReloads) load()
  })
  load()
}

/** Of the displays of now, the primary one first. */
function workAreas({ screen }: ElectronModule) {
  const primary = screen.getPrimaryDisplay()
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id)
  return [primary, ...others].map(({ workArea }) => workArea)
}

const settleMs = 500

/** Writes the place once a move or a change of size has ended, and when the window closes. */
function rememberPlace(window: BrowserWindow, memory: WindowMemory): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const keep = () => {
    clearTimeout(timer)
    memory.write({
      bounds: window.getNormalBounds(),
      isMaximized: window.isMaximized(),
      isFullScreen: window.isFullScreen(),
    })
  }
  const keepSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(keep, settleMs)
  }
  window.on('resize', keepSoon)
  window.on('move', keepSoon)
  window.on('close', keep)
  window.once('closed', () => clearTimeout(timer))
}
