import type { Server } from 'node:http'
import { type ServerType, serve } from '@hono/node-server'
import { createPageRoutes } from '../page.ts'
import { SetUpError } from '../setup-error.ts'
import type { OpenStudio } from '../studio-on-folder.ts'
import { createBrowserApp } from './browser-app.ts'
import { createToken } from './session-guard.ts'

export interface BrowserHost {
  /** With the one-time token in its fragment. */
  readonly url: string
  close(): Promise<void>
}

export interface BrowserHostOptions extends Pick<OpenStudio, 'studio' | 'settings'> {
  /** Undefined or 0: any free one. */
  readonly port: number | undefined
  readonly pageFolder: string
}

/** Serves the studio on 127.0.0.1. Throws `SetUpError` where the port can't be had. */
export async function serveBrowser({
  studio,
  settings,
  port,
  pageFolder,
}: BrowserHostOptions): Promise<BrowserHost> {
  const token = createToken()
  let origin = ''
  const page = createPageRoutes({ folder: pageFolder, theme: () => settings.read().theme })
  const app = createBrowserApp({ studio, page, token, session: createToken(), origin: () => origin })
  const server = await listen((request) => app.fetch(request), port ?? 0)
  const address = server.address()
  if (typeof address === 'object' && address) origin = `http://127.0.0.1:${address.port}`
  return {
    url: `${origin}/#token=${token}`,
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      ;(server as Server).closeAllConnections()
      return closed
    },
  }
}

function listen(
  fetch: (request: Request) => Response | Promise<Response>,
  port: number,
): Promise<ServerType> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, hostname: '127.0.0.1', port }, () => resolve(server))
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        reject(new SetUpError(`Port ${port} is in use. Choose another with --port N, or leave it out.`))
      else if (error.code === 'EACCES')
        reject(new SetUpError(`Port ${port} may not be opened. Choose one above 1023 with --port N.`))
      else reject(error)
    })
  })
}
