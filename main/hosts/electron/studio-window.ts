import type { BrowserWindow, Session, WebContents } from 'electron'
import type { Settings } from '../../../shared/settings/settings.ts'
import type { ElectronModule } from './electron-module.ts'
import { isOurs, pageOrigin } from './page-scheme.ts'

/** What is behind the page until it has painted, as the theme's own ground. */
const grounds = { dark: '#131211', light: '#f6f4f1' } as const

export interface StudioWindowOptions {
  readonly electron: ElectronModule
  /** Absolute path of the built preload. */
  readonly preload: string
  readonly theme: Settings['theme']
}

/** The one window: its page has no Node, no other origin and no way out but the bridge. */
export function openStudioWindow({ electron, preload, theme }: StudioWindowOptions): BrowserWindow {
  const { BrowserWindow, nativeTheme, shell } = electron
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
      // Its dictionaries would be fetched from elsewhere.
      spellcheck: false,
    },
  })
  keepInPlace(window.webContents, (address) => void shell.openExternal(address))
  window.once('ready-to-show', () => window.show())
  void window.loadURL(`${pageOrigin}/`)
  return window
}

/** No other page in this window and no window beside it; a web link opens in the person's own browser. */
function keepInPlace(contents: WebContents, openOutside: (address: string) => void): void {
  const openLink = (address: string) => {
    if (URL.canParse(address) && new URL(address).protocol === 'https:') openOutside(address)
  }
  contents.setWindowOpenHandler(({ url }) => {
    openLink(url)
    return { action: 'deny' }
  })
  contents.on('will-navigate', (event) => {
    if (isOurs(event.url)) return
    event.preventDefault()
    openLink(event.url)
  })
  contents.on('will-frame-navigate', (event) => {
    if (!isOurs(event.url)) event.preventDefault()
  })
  contents.on('will-redirect', (event) => {
    if (!isOurs(event.url)) event.preventDefault()
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
}

/** Denies whatever a page could ask of the system but one thing: our own page may put text on the clipboard. */
export function denyPermissions(session: Session): void {
  const isAllowed = (permission: string, address: string) =>
    permission === 'clipboard-sanitized-write' && isOurs(address)
  session.setPermissionRequestHandler((_contents, permission, callback, { requestingUrl }) =>
    callback(isAllowed(permission, requestingUrl)),
  )
  session.setPermissionCheckHandler((_contents, permission, origin) =>
    isAllowed(permission, origin.replace(/\/$/, '')),
  )
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler((_request, callback) => callback({}))
}
