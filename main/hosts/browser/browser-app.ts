import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { setCookie } from 'hono/cookie'
import { streamSSE } from 'hono/streaming'
import { z } from 'zod'
import { mediaRoutePrefix } from '../../../shared/bridge/media-routes.ts'
import { type SessionOpened, sessionRoute } from '../../../shared/bridge/page-session.ts'
import { reasonSchema } from '../../../shared/failures/reason.ts'
import { sayReason } from '../../../shared/words/en/reasons.ts'
import type { Studio } from '../../studio.ts'
import type { PageRoutes } from '../page.ts'
import { onlyAsMedia, onlyOurOrigin, onlyWithSession, type Session, sessionCookie } from './session-guard.ts'
import type { SessionTokens } from './session-tokens.ts'

const heartbeatMs = 15_000
const bridgeBodyMaxBytes = 8 * 1024 * 1024
const sessionBody = z.object({ token: z.string() })

export interface BrowserAppDeps {
  readonly studio: Pick<Studio, 'procedures' | 'events' | 'mediaRoutes' | 'pageOpened'>
  readonly page: PageRoutes
  readonly tokens: Pick<SessionTokens, 'redeem'>
  readonly session: Session
  /** `http://127.0.0.1:PORT`, known once the server listens. */
  origin(): string
}

/**
 * The browser host as Request → Response: the page for any request with the right Host; bridge, events and
 * media for a page that has presented a token. No response carries a CORS header; the strict headers come from
 * the server (strict-http-server.ts).
 */
export function createBrowserApp({ studio, page, tokens, session, origin }: BrowserAppDeps): Hono {
  const app = new Hono()
  app.use(onlyOurOrigin(origin))

  app.post(sessionRoute, bodyLimit({ maxSize: 4096 }), async (context) => {
    const body = sessionBody.safeParse(await context.req.json().catch(() => null))
    if (!body.success || !tokens.redeem(body.data.token))
      return context.text('This link opens nothing any more. Open the address that Atelier printed.', 401)
    const { cookie, secret } = session
    setCookie(context, sessionCookie(origin()), cookie, { httpOnly: true, sameSite: 'Strict', path: '/' })
    const opened = { secret } satisfies SessionOpened
    return context.json(opened, 200, { 'Cache-Control': 'no-store' })
  })

  app.use('/bridge/*', onlyWithSession(session, { origin, cookieReads: false }))
  app.use(`${mediaRoutePrefix}*`, onlyAsMedia(), onlyWithSession(session, { origin, cookieReads: true }))

  app.post('/bridge/events', (context) =>
    streamSSE(context, async (stream) => {
      const { promise: ended, resolve: end } = Promise.withResolvers<void>()
      const unsubscribe = studio.events.subscribe(
        (event) => void stream.writeSSE({ data: JSON.stringify(event) }),
      )
      const pageClosed = studio.pageOpened()
      const heartbeat = setInterval(() => void stream.write(': still here\n\n'), heartbeatMs)
      stream.onAbort(end)
      await stream.write(': connected\n\n')
      await ended
      clearInterval(heartbeat)
      pageClosed()
      unsubscribe()
    }),
  )

  app.post('/bridge/:procedure', bodyLimit({ maxSize: bridgeBodyMaxBytes }), async (context) => {
    const input: unknown = await context.req.json().catch(() => undefined)
    const result = await studio.procedures(context.req.param('procedure'), input)
    return context.json(result, 200, { 'Cache-Control': 'no-store' })
  })

  app.all(`${mediaRoutePrefix}*`, async (context) => {
    const response = await studio.mediaRoutes(context.req.raw)
    const isRead = context.req.header('sec-fetch-dest') === 'document'
    return isRead && response.status >= 400 ? inWords(response) : response
  })
  app.all('*', (context) => page(context.req.raw))
  return app
}

/** The same refusal for a person who opened the address by itself. */
async function inWords(refused: Response): Promise<Response> {
  const reason = reasonSchema.safeParse(await refused.json().catch(() => null))
  const headers = new Headers(refused.headers)
  headers.set('Content-Type', 'text/plain; charset=utf-8')
  return new Response(reason.success ? sayReason(reason.data) : '', { status: refused.status, headers })
}
