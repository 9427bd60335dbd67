import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { setCookie } from 'hono/cookie'
import { streamSSE } from 'hono/streaming'
import { z } from 'zod'
import { mediaRoutePrefix } from '../../../shared/bridge/media-routes.ts'
import type { Studio } from '../../studio.ts'
import type { PageRoutes } from '../page.ts'
import { isSameToken, onlyOurOrigin, onlyWithSession, sessionCookie } from './session-guard.ts'

const heartbeatMs = 15_000
const bridgeBodyMaxBytes = 8 * 1024 * 1024
const sessionBody = z.object({ token: z.string() })

export interface BrowserAppWorld {
  readonly studio: Pick<Studio, 'procedures' | 'events' | 'mediaRoutes'>
  readonly page: PageRoutes
  /** What the printed address carries; good for as long as the host runs (docs/decisions/0007). */
  readonly token: string
  /** What the cookie holds. */
  readonly session: string
  /** `http://127.0.0.1:PORT`, known once the server listens. */
  origin(): string
}

/**
 * The browser host as Request → Response: the page for whoever asks with the right Host; bridge, events and media
 * for the page that has shown the token. No answer carries a CORS header.
 */
export function createBrowserApp({ studio, page, token, session, origin }: BrowserAppWorld): Hono {
  const app = new Hono()
  app.use(onlyOurOrigin(origin))

  app.post('/session', bodyLimit({ maxSize: 4096 }), async (context) => {
    const body = sessionBody.safeParse(await context.req.json().catch(() => null))
    if (!body.success || !isSameToken(body.data.token, token))
      return context.text('The token is not right.', 401)
    setCookie(context, sessionCookie(origin()), session, { httpOnly: true, sameSite: 'Strict', path: '/' })
    return context.body(null, 204)
  })

  app.use('/bridge/*', onlyWithSession(session, origin))
  app.use(`${mediaRoutePrefix}*`, onlyWithSession(session, origin))

  app.post('/bridge/events', (context) =>
    streamSSE(context, async (stream) => {
      const { promise: ended, resolve: end } = Promise.withResolvers<void>()
      const unsubscribe = studio.events.subscribe(
        (event) => void stream.writeSSE({ data: JSON.stringify(event) }),
      )
      const heartbeat = setInterval(() => void stream.write(': still here\n\n'), heartbeatMs)
      stream.onAbort(end)
      await stream.write(': connected\n\n')
      await ended
      clearInterval(heartbeat)
      unsubscribe()
    }),
  )

  app.post('/bridge/:procedure', bodyLimit({ maxSize: bridgeBodyMaxBytes }), async (context) => {
    const input: unknown = await context.req.json().catch(() => undefined)
    const result = await studio.procedures(context.req.param('procedure'), input)
    return context.json(result, 200, { 'Cache-Control': 'no-store' })
  })

  app.all(`${mediaRoutePrefix}*`, (context) => studio.mediaRoutes(context.req.raw))
  app.all('*', (context) => page(context.req.raw))
  return app
}
