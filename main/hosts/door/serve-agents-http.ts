import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import { createBridgeClient } from '../../../shared/bridge/client.ts'
import { parseBoundedJson } from '../../../shared/json/read-bounded-json.ts'
import type { Log } from '../../engine/ports.ts'
import type { SettingsStore } from '../../engine/settings/ports.ts'
import type { DataFolder } from '../../infra/data-folder.ts'
import { writeDurably } from '../../infra/durable-files.ts'
import { readPlainFile } from '../../infra/plain-file.ts'
import { createStrictServer } from '../../infra/strict-http-server.ts'
import type { Studio } from '../../studio.ts'
import { choosePort } from '../browser/kept-port.ts'
import { createToken, isSameToken } from '../browser/session-tokens.ts'
import { openToAgents } from './open-to-agents.ts'

const addressSchema = z.object({
  url: z.url().max(200),
  token: z.string().min(20).max(100),
  /** Which of the person's tokens it is; another is made where the settings count further (AGENT68). */
  number: z.int().min(0).default(0),
})

/** Where agents reach the studio over HTTP; the file stays, so that what a person pasted stays true. */
export type AgentsAddress = z.infer<typeof addressSchema>

export const agentsAddressFile = 'agents-http.json'
const mcpPath = '/mcp'

export interface AgentsHttpOptions {
  readonly studio: Pick<Studio, 'procedures' | 'events' | 'noteAgentsHttp'>
  readonly settings: Pick<SettingsStore, 'read'>
  readonly folder: Pick<DataFolder, 'resolve'>
  readonly log: Pick<Log, 'warn'>
}

/** Serves agents over HTTP on 127.0.0.1 while the settings say so (AGENT30 to AGENT32, AGENT67, AGENT68). */
export function serveAgentsHttp(options: AgentsHttpOptions) {
  const { studio, settings, log } = options
  let running: Promise<Listening | null> = Promise.resolve(null)
  let isClosed = false

  /** One after the other, so that quick changes end where the settings do. */
  function follow(): void {
    running = running.then(async (before) => {
      const { isHttpOn, httpTokens } = settings.read().agents
      const isWanted = isHttpOn && !isClosed
      if (isWanted && before?.number === httpTokens) return before
      if (before) await stop(before)
      if (!isWanted) {
        studio.noteAgentsHttp(null)
        return null
      }
      return start(options, httpTokens).catch((error: unknown) => {
        studio.noteAgentsHttp('failed')
        log.warn(`Agents can’t reach the studio over HTTP: ${(error as Error).message}`)
        return null
      })
    })
  }

  const unsubscribe = studio.events.subscribe(({ name }) => {
    if (name === 'settings.changed') follow()
  })
  follow()
  return {
    /** For tests: resolves when what the settings say is so. */
    settled: async () => void (await running),
    async close(): Promise<void> {
      isClosed = true
      unsubscribe()
      follow()
      await running
    },
  }
}

interface Listening {
  readonly server: Server
  /** Of its token. */
  readonly number: number
  close(): Promise<void>
}

async function stop({ server, close }: Omit<Listening, 'number'>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeAllConnections()
  await close()
  await closed
}

async function start({ studio, folder, log }: AgentsHttpOptions, number: number): Promise<Listening> {
  const [{ createMcpHandler }, { createAgentServer }, { messageBounds, refusalOf, tooLarge }] =
    await Promise.all([
      import('@modelcontextprotocol/server'),
      import('../mcp/server.ts'),
      import('../mcp/message-bounds.ts'),
    ])
  const file = folder.resolve(agentsAddressFile)
  const kept = await readAddress(file)
  let token = kept?.number === number ? kept.token : createToken()
  const { call } = createBridgeClient(openToAgents(studio.procedures))
  const handler = createMcpHandler(
    ({ requestInfo }) => createAgentServer({ call, log, agent: nameInSession(requestInfo) }),
    { onerror: (error) => log.warn(`An agent’s request failed: ${error.message}`) },
  )
  let origin = ''
  const app = new Hono()
  app.use(async ({ req, text }, next) => {
    const sentOrigin = req.header('origin')
    const isOurs =
      req.header('host') === new URL(origin).host &&
      (sentOrigin === undefined || sentOrigin === origin) &&
      [undefined, 'none', 'same-origin'].includes(req.header('sec-fetch-site'))
    if (!isOurs) return text('Not for web pages.', 403)
    if (!isSameToken(req.header('authorization') ?? '', `Bearer ${token}`))
      return text('A token is needed; it stands in the data folder.', 401)
    await next()
  })
  app.use(bodyLimit({ maxSize: messageBounds.bytes, onError: ({ json }) => json(tooLarge, 413) }))
  app.all(mcpPath, async ({ req, json }) => {
    const refusal = refusalOf(await req.raw.clone().text())
    if (refusal) return json(refusal, 400)
    const session = await sessionFor(req.raw.clone())
    const response = await handler.fetch(req.raw)
    if (session !== null && response.ok) response.headers.set(sessionHeader, session)
    return response
  })
  const server = createStrictServer({ fetch: app.fetch })
  const port = kept === null ? choosePort() : Number(new URL(kept.url).port)
  let isMoved = false
  await listen(server, port).catch(() => {
    // Another program has the port, and may have been sent the token.
    token = createToken()
    isMoved = kept !== null
    return listen(server, 0)
  })
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const address: AgentsAddress = { url: `${origin}${mcpPath}`, token, number }
  const listening: Listening = { server, number, close: handler.close }
  try {
    await writeDurably(file, `${JSON.stringify(address, null, 2)}\n`, 0o600)
  } catch (error) {
    await stop(listening)
    throw error
  }
  studio.noteAgentsHttp(isMoved ? 'moved' : null)
  return listening
}

async function readAddress(file: string): Promise<AgentsAddress | null> {
  const text = await readPlainFile(file).catch(() => '')
  return addressSchema.safeParse(parseBoundedJson(text)).data ?? null
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
}

const sessionHeader = 'mcp-session-id'

const initializeSchema = z.object({
  method: z.literal('initialize'),
  params: z.object({ clientInfo: z.object({ name: z.string().min(1) }) }),
})
const mostOfName = 100

/**
 * A client of the protocol before 2026-07-28 says its name once, and each of its requests is served by itself. The session
 * that it is given carries the name, so that nothing is kept for it here, and what it sends back is what it said (AGENT67).
 * Null for any other request.
 */
async function sessionFor(request: Request): Promise<string | null> {
  if (request.method !== 'POST' || request.headers.has(sessionHeader)) return null
  const message = initializeSchema.safeParse(parseBoundedJson(await request.text().catch(() => '')))
  if (!message.success) return null
  const name = message.data.params.clientInfo.name.slice(0, mostOfName).toWellFormed()
  return `${randomUUID()}.${Buffer.from(name).toString('base64url')}`
}

/** The name in the session that a request belongs to; undefined where there is none. */
function nameInSession(request: Request | undefined): string | undefined {
  const [, name = ''] = request?.headers.get(sessionHeader)?.slice(0, 1_000).split('.') ?? []
  return Buffer.from(name, 'base64url').toString('utf8') || undefined
}
