import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { parseBoundedJson } from '../../../shared/json/read-bounded-json.ts'

export const sessionHeader = 'mcp-session-id'

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
export async function sessionFor(request: Request): Promise<string | null> {
  if (request.method !== 'POST' || request.headers.has(sessionHeader)) return null
  const message = initializeSchema.safeParse(parseBoundedJson(await request.text().catch(() => '')))
  if (!message.success) return null
  const name = message.data.params.clientInfo.name.slice(0, mostOfName).toWellFormed()
  return `${randomUUID()}.${Buffer.from(name).toString('base64url')}`
}

/** The name in the session that a request belongs to; undefined where there is none. */
export function nameInSession(request: Request | undefined): string | undefined {
  const [, name = ''] = request?.headers.get(sessionHeader)?.slice(0, 1_000).split('.') ?? []
  return Buffer.from(name, 'base64url').toString('utf8') || undefined
}
