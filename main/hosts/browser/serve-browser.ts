import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import { sessionTokenFragment } from '../../../shared/bridge/page-session.ts'
import { createStrictServer } from '../../infra/strict-http-server.ts'
import { createPageRoutes } from '../page.ts'
import { SetUpError } from '../setup-error.ts'
import type { OpenStudio } from '../studio-on-folder.ts'
import { createBrowserApp } from './browser-app.ts'
import { createSessionTokens, createToken, type OneTimeToken } from './session-tokens.ts'

export interface BrowserHost {
  /** With a token in its fragment that is valid as long as the host runs. */
  readonly url: string
  /** An address that opens one session. */
  issueOnce(): Omit<OneTimeToken, 'token'> & { readonly url: string }
  readonly port: number
  /** Whether a page has opened a session. */
  hasOpened(): boolean
  close(): Promise<void>
}

export interface BrowserHostOptions extends Pick<OpenStudio, 'studio' | 'settings'> {
  /** Undefined or 0: any free one. */
  readonly port: number | undefined
  /** Tried first where `port` leaves the choice: a page finds what it stored only at the same address. */
  readonly keptPort?: number | undefined
  readonly pageFolder: string
}

/** Serves the studio on 127.0.0.1. Throws `SetUpError` where the port is not available. */
export async function serveBrowser({
  studio,
  settings,
  port,
  keptPort,
  pageFolder,
}: BrowserHostOptions): Promise<BrowserHost> {
  const tokens = createSessionTokens()
  const session = { cookie: createToken(), secret: createToken() }
  let origin = ''
  const page = createPageRoutes({ folder: pageFolder, look: settings.read })
  const app = createBrowserApp({ studio, page, tokens, session, origin: () => origin })
  const server = await listenAgain(app.fetch, { port, keptPort })
  const { port: listening } = server.address() as AddressInfo
  origin = `http://127.0.0.1:${listening}`
  const urlWith = (token: string) => `${origin}/#${sessionTokenFragment}${token}`
  return {
    url: urlWith(tokens.printed),
    port: listening,
    issueOnce() {
      const { token, ...once } = tokens.issueOnce()
      return { ...once, url: urlWith(token) }
    },
    hasOpened: tokens.hasOpened,
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      return closed
    },
  }
}

type Fetch = (request: Request) => Response | Promise<Response>

/** On the kept port where the choice is ours and it is free; else on the next one, which is the same at each start, too. */
function listenAgain(fetch: Fetch, { port, keptPort }: Pick<BrowserHostOptions, 'port' | 'keptPort'>) {
  if (port !== undefined || keptPort === undefined) return listen(fetch, port ?? 0)
  return listen(fetch, keptPort)
    .catch(() => listen(fetch, keptPort + 1))
    .catch(() => listen(fetch, 0))
}

function listen(fetch: Fetch, port: number): Promise<Server> {
  const server = createStrictServer({
    fetch: (request, { incoming }) => (isForUs(incoming) ? fetch(request) : notForUs()),
  })
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') reject(new SetUpError(({ setup }) => setup.portInUse(port)))
      else if (error.code === 'EACCES') reject(new SetUpError(({ setup }) => setup.portRefused(port)))
      else reject(error)
    })
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}

/**
 * A target that names a host (`GET http://elsewhere/`) is meant for a proxy, and would bypass the exact check
 * of Host.
 */
function isForUs({ url = '' }: HttpBindings['incoming']): boolean {
  return url.startsWith('/')
}

function notForUs(): Response {
  return new Response('This is no proxy: a request names a path alone.', { status: 400 })
}
