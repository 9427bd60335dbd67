import type { Protocol, Session } from 'electron'
import { mediaRoutePrefix } from '../../../shared/bridge/media-routes.ts'
import type { MediaRoutes } from '../../engine/library/media-routes.ts'
import type { Log } from '../../engine/ports.ts'
import { withStrictHeaders } from '../../engine/strict-headers.ts'
import type { PageRoutes } from '../page.ts'

const scheme = 'atelier'

/** The one origin of the desktop: page, assets and media. Nothing else may call the bridge. */
export const pageOrigin = `${scheme}://studio`

/** Makes Chromium treat the scheme like https. Only before the app is ready. */
export function registerPageScheme(protocol: Protocol): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true }
  protocol.registerSchemesAsPrivileged([{ scheme, privileges }])
}

/** Serves the page and the media from the same functions as the browser host. */
export function servePage(
  session: Session,
  { page, mediaRoutes, log }: { page: PageRoutes; mediaRoutes: MediaRoutes; log: Log },
): void {
  async function serve(request: Request): Promise<Response> {
    const url = new URL(request.url)
    if (url.host !== new URL(pageOrigin).host) return new Response('There is no such place.', { status: 404 })
    return url.pathname.startsWith(mediaRoutePrefix) ? mediaRoutes(request) : page(request)
  }
  session.protocol.handle(scheme, async (request) => withStrictHeaders(await serve(request).catch(toFailure)))

  function toFailure(error: unknown): Response {
    log.warn(`The page’s request could not be served: ${String(error)}`)
    return new Response('Something went wrong inside Atelier.', { status: 500 })
  }
}

/** Whether an address has the page's own origin. */
export function isOurs(address: string): boolean {
  return address === pageOrigin || address.startsWith(`${pageOrigin}/`)
}

/** Whether an address is the page itself, on any screen: assets and media are never a document. */
export function isThePage(address: string): boolean {
  return address.split('#')[0] === `${pageOrigin}/`
}
