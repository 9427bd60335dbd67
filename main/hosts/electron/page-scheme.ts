import type { Protocol, Session } from 'electron'
import { mediaRoutePrefix } from '../../../shared/bridge/media-routes.ts'
import type { MediaRoutes } from '../../engine/library/media-routes.ts'
import type { PageRoutes } from '../page.ts'

const scheme = 'atelier'

/** The one origin of the desktop: page, assets and media. Nothing else may call the bridge. */
export const pageOrigin = `${scheme}://studio`

/** Tells Chromium that the scheme is as good as https. Only before the app is ready. */
export function registerPageScheme(protocol: Protocol): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true }
  protocol.registerSchemesAsPrivileged([{ scheme, privileges }])
}

/** Serves the page and the media from the same functions as the browser host. */
export function servePage(
  session: Session,
  { page, mediaRoutes }: { page: PageRoutes; mediaRoutes: MediaRoutes },
): void {
  session.protocol.handle(scheme, async (request) => {
    const url = new URL(request.url)
    if (url.host !== new URL(pageOrigin).host) return new Response('There is no such place.', { status: 404 })
    return url.pathname.startsWith(mediaRoutePrefix) ? mediaRoutes(request) : page(request)
  })
}

/** Whether an address is the page's own. */
export function isOurs(address: string): boolean {
  return address === pageOrigin || address.startsWith(`${pageOrigin}/`)
}
