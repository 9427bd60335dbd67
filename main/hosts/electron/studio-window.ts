import type { BrowserWindow } from 'electron'
import type { Settings } from '../../../shared/settings/settings.ts'
import type { ElectronModule } from './electron-module.ts'
import { pageOrigin } from './page-scheme.ts'

/** The background until the page has painted: the theme's own. */
const grounds = { dark: '#131211', light: '#f6f4f1' } as const

export interface StudioWindowOptions {
  readonly electron: ElectronModule
  /** Absolute path of the built preload. */
  readonly preload: string
  readonly theme: Settings['theme']
}

/**
 * The one window: its page has no Node, no other origin and no access but the bridge (contents-guard.ts ensures
 * that).
 */
export function openStudioWindow({ electron, preload, theme }: StudioWindowOptions): BrowserWindow {
  const { BrowserWindow, nativeTheme } = electron
  const isDark = theme === 'system' ? nativeTheme.shouldUseDarkColors : theme === 'dark'
  const window = new BrowserWindow({
    width: 1440,
    height: 900,
    minWidth: 800,
    minHeight: 600,
    show: false,
    title: 'Atelier',
    backgroundColor: isDark ? grounds.dark : grounds.light,
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      // Its dictionaries would be downloaded from elsewhere.
      spellcheck: false,
    },
  })
  window.once('ready-to-show', () => window.show())
  void window.loadURL(`${pageOrigin}/`)
  return window
}
