import type { Context, MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import { sessionSecretHeader } from '../../../shared/bridge/page-session.ts'
import { isSameToken } from './session-tokens.ts'

/**
 * The credentials of a page with a session; neither can be derived from the other, nor from the token that
 * opened it.
 */
export interface Session {
  /** In the cookie, which every port of 127.0.0.1 receives: reads media. */
  readonly cookie: string
  /** In the storage of our origin only: with the cookie, allows everything else. */
  readonly secret: string
}

/** Cookies ignore ports, so each host's has its own name: two studios side by side keep both sessions. */
export function sessionCookie(origin: string): string {
  return `atelier-session-${new URL(origin).port}`
}

const reading: ReadonlySet<string> = new Set(['GET', 'HEAD'])
const fetchSites: ReadonlySet<string | undefined> = new Set([undefined, 'same-origin', 'none'])

/**
 * Admits only our own page (promise 11): the exact Host always, no request that a browser marks as cross-site,
 * and the exact Origin on everything but plain reads. `origin` is `http://127.0.0.1:PORT`.
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
    if (refused) return context.text('This address is for Atelier’s own page only.', 403)
    await next()
  }
}

/**
 * A tab that navigates to the page from elsewhere, such as from the file that opens it (docs/decisions/0017).
 * The page only: it holds no data, and can neither be framed nor reached by the tab's opener.
 */
function isOpeningThePage({ req }: Context): boolean {
  return (
    req.method === 'GET' &&
    req.path === '/' &&
    req.header('sec-fetch-mode') === 'navigate' &&
    req.header('sec-fetch-dest') === 'document'
  )
}

/**
 * The destinations as which media are fetched: `empty` is the page's own fetch; a media document runs nothing
 * (LIB8).
 */
const mediaDestinations: ReadonlySet<string | undefined> = new Set([
  undefined,
  'empty',
  'image',
  'video',
  'audio',
  'document',
])

/** Media are shown and downloaded; they are never a script, style, worker, frame or plug-in. */
export function onlyAsMedia(): MiddlewareHandler {
  return async (context, next) => {
    if (!mediaDestinations.has(context.req.header('sec-fetch-dest')))
      return context.text('Media are images, video and audio, and nothing else.', 403)
    await next()
  }
}

/** Admits only a page that has a session; the cookie alone only reads media. */
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
