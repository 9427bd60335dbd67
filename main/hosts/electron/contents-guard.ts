import type { Session, WebContents } from 'electron'
import type { Log } from '../../engine/ports.ts'
import type { ElectronModule } from './electron-module.ts'
import { isOurs, isThePage } from './page-scheme.ts'

/**
 * Guards all web contents created from here on, including the window's, and every further session. Called
 * before the app is ready, so that nothing was created before.
 */
export function guardContents({ app, shell }: Pick<ElectronModule, 'app' | 'shell'>, log: Log): void {
  // It rejects where the system has no browser, or doesn't open it.
  const openOutside = (address: string) =>
    void shell
      .openExternal(address)
      .catch((error: unknown) => log.warn(`${address} could not be opened: ${String(error)}.`))
  app.on('session-created', denyPermissions)
  app.on('web-contents-created', (_event, contents) => keepInPlace(contents, openOutside))
}

/**
 * No other page in these contents and no further window; our page's web links open in the person's own browser.
 */
function keepInPlace(contents: WebContents, openOutside: (address: string) => void): void {
  const openLink = (address: string) => {
    const isLink = URL.canParse(address) && new URL(address).protocol === 'https:'
    if (isLink && isThePage(contents.getURL())) openOutside(address)
  }
  const stay = (event: { readonly url: string; preventDefault(): void }) => {
    if (!isThePage(event.url)) event.preventDefault()
  }
  contents.setWindowOpenHandler(({ url }) => {
    openLink(url)
    return { action: 'deny' }
  })
  // After a prevented navigation no further event fires, whichever of these is first.
  contents.on('will-frame-navigate', (event) => {
    stay(event)
    if (event.isMainFrame) openLink(event.url)
  })
  contents.on('will-navigate', (event) => {
    stay(event)
    openLink(event.url)
  })
  contents.on('will-redirect', stay)
  contents.on('will-attach-webview', (event) => event.preventDefault())
}

/** What our own page may do: put text and images on the clipboard, and show a result on the whole screen. */
const granted: ReadonlySet<string> = new Set(['clipboard-sanitized-write', 'fullscreen'])

/** Denies every other permission, and all of them to any other page. */
export function denyPermissions(session: Session): void {
  const isAllowed = (permission: string, address: string) => granted.has(permission) && isOurs(address)
  session.setPermissionRequestHandler((_contents, permission, callback, { requestingUrl }) =>
    callback(isAllowed(permission, requestingUrl)),
  )
  session.setPermissionCheckHandler((_contents, permission, origin) =>
    isAllowed(permission, origin.replace(/\/$/, '')),
  )
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler((_request, callback) => callback({}))
}
