import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'

/** Cookies know no ports, so each host's has its own name: two studios side by side keep both sessions. */
export function sessionCookie(origin: string): string {
  return `atelier-session-${new URL(origin).port}`
}

/** A secret of one run of the host: one stands in the printed address, another in the cookie that it is traded for. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

export function isSameToken(given: string, token: string): boolean {
  const left = Buffer.from(given)
  const right = Buffer.from(token)
  return left.length === right.length && timingSafeEqual(left, right)
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
      !fetchSites.has(request.header('sec-fetch-site')) ||
      (isChange ? sentOrigin !== origin() : sentOrigin !== undefined && sentOrigin !== origin())
    if (refused) return context.text('This address answers Atelier’s own page only.', 403)
    await next()
  }
}

/** Lets only a page through that has shown the token. */
export function onlyWithSession(session: string, origin: () => string): MiddlewareHandler {
  return async (context, next) => {
    if (!isSameToken(getCookie(context, sessionCookie(origin())) ?? '', session)) {
      return context.text('This page has no session. Open the link that Atelier printed.', 401)
    }
    await next()
  }
}
