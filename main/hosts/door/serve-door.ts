import type { AddressInfo } from 'node:net'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Log } from '../../engine/ports.ts'
import { createStrictServer } from '../../infra/strict-http-server.ts'
import type { Studio } from '../../studio.ts'
import { createToken, isSameToken } from '../browser/session-tokens.ts'
import { removeDoorAddress, writeDoorAddress } from './door-file.ts'
import { openToAgents } from './open-to-agents.ts'

const callMaxBytes = 8 * 1024 * 1024

export interface DoorOptions {
  readonly studio: Pick<Studio, 'procedures'>
  /** The data folder's path. */
  readonly folder: string
  /** Gives the data folder to a studio that a person opens; null where a person is at this one. */
  readonly onYield: (() => void) | null
  readonly log: Pick<Log, 'warn'>
}

/**
 * Lets other programs of this user reach the studio that owns the data folder, as far as agents may: on 127.0.0.1, with a
 * token from a file that only this user can read (AGENT20, AGENT21). A studio without one works all the same.
 */
export async function serveDoor({ studio, folder, onYield, log }: DoorOptions) {
  const token = createToken()
  let host = ''
  const call = openToAgents(studio.procedures)
  const app = new Hono()
  app.use(async ({ req, text }, next) => {
    const isOurs =
      req.header('host') === host &&
      req.header('origin') === undefined &&
      req.header('sec-fetch-site') === undefined &&
      isSameToken(req.header('authorization') ?? '', `Bearer ${token}`)
    if (!isOurs) return text('Not for you.', 403)
    await next()
  })
  app.post('/call/:procedure', bodyLimit({ maxSize: callMaxBytes }), async ({ req, json }) => {
    const input: unknown = await req.json().catch(() => undefined)
    return json(await call(req.param('procedure'), input))
  })
  app.post('/yield', ({ json }) => {
    if (onYield === null) return json({ yields: false })
    setImmediate(onYield)
    return json({ yields: true })
  })

  const server = createStrictServer({ fetch: app.fetch })
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(0, '127.0.0.1', resolve)
    })
    const { port } = server.address() as AddressInfo
    host = `127.0.0.1:${port}`
    await writeDoorAddress(folder, { port, token })
  } catch (error) {
    log.warn(`Agents can’t reach this studio while it is open: ${(error as Error).message}`)
  }
  return {
    close(): Promise<void> {
      removeDoorAddress(folder)
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      return closed
    },
  }
}
