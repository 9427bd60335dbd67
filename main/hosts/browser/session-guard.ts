import type { Context, MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import { sessionSecretHeader } from '../../../shared/bridge/page-session.ts'
import { isSameToken } from './session-tokens.ts'

/** What a page with a session holds; neither tells anything of the other, nor of the token that opened it. */
export interface Session {
  /** In the cookie, which every port of 127.0.0.1 receives: reads media. */
  readonly cookie: string
  /** In the storage of our origin alone: with the cookie, everything else. */
  readonly secret: string
}

/** Cookies know no ports, so each host's has its own name: two studios side by side keep both sessions. */
export function sessionCookie(origin: string): string {
  return `atelier-session-${new URL(origin).port}`
}

const reading: ReadonlySet<string> = new Set(['GET', 'HEAD'])
const fetchSites: ReadonlySet<string | undefined> = new Set([undefined, 'same-origin', 'none'])

/**
 * Lets only our own page through (promise 11): the exact Host always, no request that a browser marks as another
 * site's, and the exact Origin on everything that is not a plain read. `origin` is `http://127.0.0.1:PORT`.
 */
export function onlyOurOrigin(origin: () => string): MiddlewareHandler {
  return async (context, next) => {
    const request = context.req
    const isChange = !reading.has(request.method)
    const sentOrigin = request.header('origin')
    const refused =
      request.header('host') !== new URL(origin()).host ||
      !(fetchSites.has(request.header('sec-fetch-site')) || isOpeningThePage(context)) ||
      (isChange ? sentOrigin !== origin() : sentOrigin !== undefined && sentOrigin !== origin())
    if (refused) return context.text('This address answers Atelier’s own page only.', 403)
    await next()
  }
}

/**
 * A tab that goes to the page from elsewhere, as from the file that opens it (docs/decisions/0017). The page alone:
 * it holds nothing, and can neither be framed nor reached from where the tab came from.
 */
function isOpeningThePage({ req }: Context): boolean {
  return (
    req.method === 'GET' &&
    req.path === '/' &&
    req.header('sec-fetch-mode') === 'navigate' &&
    req.header('sec-fetch-dest') === 'document'
  )
}

/** What media are fetched as: `empty` is the page's own fetch; a document of their own runs nothing (LIB8). */
const mediaDestinations: ReadonlySet<string | undefined> = new Set([
  undefined,
  'empty',
  'image',
  'video',
  'audio',
  'document',
])

/** Media are shown and downloaded; they are no script, style, worker, frame or plug-in of anything. */
export function onlyAsMedia(): MiddlewareHandler {
  return async (context, next) => {
    if (!mediaDestinations.has(context.req.header('sec-fetch-dest')))
      return context.text('Media are images, video and audio, and nothing else.', 403)
    await next()
  }
}

/** Lets only a page through that has a session; with the cookie alone, media are read and nothing else. */
export function onlyWithSession(
  session: Session,
  { origin, cookieReads }: { readonly origin: () => string; readonly cookieReads: boolean },
): MiddlewareHandler {
  return async (context, next) => {
    const { req } = context
    const hasCookie = isSameToken(getCookie(context, sessionCookie(origin())) ?? '', session.cookie)
    const needsSecret = !(cookieReads && reading.has(req.method))
    const hasSecret = isSameToken(req.header(sessionSecretHeader) ?? '', session.secret)
    if (!hasCookie || (needsSecret && !hasSecret))
      return context.text('This page has no session. Open the address that Atelier printed.', 401)
    await next()
  }
}
