import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { modelPath } from './job-service.ts'
import type { Dialect } from './listing-dialects.ts'

/** The fate of a paid request: its response arrives, or is lost with the job made, or without one. */
export type Fate = 'responded' | 'made and lost' | 'lost'

interface Made {
  readonly job_id: string
  readonly created_at: string
  readonly prompt: string
}

/** A service that loses responses and lists its jobs in one of many forms. */
export interface ListingService {
  readonly url: string
  readonly key: string
  /** How often a run was posted, and the jobs that were made for it. */
  postsOf(prompt: string): number
  jobsOf(prompt: string): readonly string[]
  /** Somebody else makes so many jobs with the same key, or made them so many milliseconds ago. */
  addOthers(count: number, agoMs?: number): void
  listed(): number
  pagesRequested(): number
  close(): Promise<void>
}

interface ListingServiceOptions {
  readonly dialect: Dialect
  fateOf(prompt: string): Fate
  /** The service's clock, in milliseconds since the epoch. */
  now(): number
}

/** Every nth page is refused for a second first. */
const refusedEvery = 5

export async function openListingService({
  dialect,
  fateOf,
  now,
}: ListingServiceOptions): Promise<ListingService> {
  const made: Made[] = []
  const posts: string[] = []
  let pages = 0

  function make(prompt: string, agoMs = 0): Made {
    const job = { job_id: crypto.randomUUID(), created_at: new Date(now() - agoMs).toISOString(), prompt }
    made.push(job)
    return job
  }

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { prompt } = JSON.parse(Buffer.concat(await request.toArray()).toString()) as { prompt: string }
    posts.push(prompt)
    const fate = fateOf(prompt)
    const job = fate === 'lost' ? null : make(prompt)
    if (job && fate === 'responded') reply(response, 202, recordOf(job))
    else request.socket.destroy()
  }

  function list(url: URL, response: ServerResponse): void {
    pages += 1
    if (pages % refusedEvery === 0) {
      response.setHeader('Retry-After', '1')
      reply(response, 429, { error: 'Not so fast.' })
      return
    }
    const newestFirst = made.map((job) => ({
      ...recordOf(job),
      path: modelPath,
      request: { prompt: job.prompt },
    }))
    const rows = dialect.name === 'oldest first' ? newestFirst : newestFirst.toReversed()
    const { body, headers = {} } = dialect.response({ url, rows })
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    reply(response, 200, body)
  }

  function reply(response: ServerResponse, status: number, body: unknown): void {
    response.writeHead(status, { 'Content-Type': 'application/json', Date: new Date(now()).toUTCString() })
    response.end(JSON.stringify(body))
  }

  const server = createServer((request, response) => {
    const address = server.address() as AddressInfo
    const url = new URL(request.url ?? '/', `http://127.0.0.1:${address.port}`)
    const job = made.find(({ job_id }) => url.pathname === `/jobs/${job_id}`)
    if (request.method === 'POST') void take(request, response)
    else if (url.pathname === '/openapi.json') reply(response, 200, descriptionIn(dialect))
    else if (url.pathname === '/jobs') list(url, response)
    else if (job) reply(response, 200, recordOf(job))
    else reply(response, 404, { error: 'There is nothing here.' })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: 'chaos-key',
    postsOf: (prompt) => posts.filter((one) => one === prompt).length,
    jobsOf: (prompt) => made.filter((job) => job.prompt === prompt).map(({ job_id }) => job_id),
    addOthers(count, agoMs) {
      for (let index = 0; index < count; index += 1) make(`somebody else’s ${crypto.randomUUID()}`, agoMs)
    },
    listed: () => made.length,
    pagesRequested: () => pages,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function recordOf({ job_id, created_at }: Made) {
  return { job_id, created_at, status: 'completed', completed_at: created_at, result: { urls: [] } }
}

function descriptionIn({ takes }: Dialect) {
  const schema = { type: 'object', properties: { prompt: { type: 'string' } }, required: ['prompt'] }
  return {
    openapi: '3.1.0',
    info: { title: 'Chaos', version: '1' },
    paths: {
      [modelPath]: { post: { requestBody: { content: { 'application/json': { schema } } } } },
      '/jobs': { get: { parameters: takes.map((name) => ({ name, in: 'query' })) } },
    },
  }
}
