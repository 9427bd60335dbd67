import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A received paid request, with the job that was made of it. */
export interface Posted {
  readonly jobId: string
  readonly prompt: string
  /** The delivery address for its end; null where none was given. */
  readonly webhookUrl: string | null
}

export interface JobServiceScript {
  /** Handles a paid request, or does not; by default 202 with the job. */
  respondToPost?(posted: Posted, response: ServerResponse): void
  /** The result of reading the job, merged over a completed job without files. */
  job?(posted: Posted, readings: number): Readonly<Record<string, unknown>> | Promise<Record<string, unknown>>
  /** The content of `/.well-known/jwks.json`. */
  respondWithKeys?(response: ServerResponse): void
  /** Everything else. */
  other?(request: IncomingMessage, response: ServerResponse): void
}

/** A service on 127.0.0.1 that makes the jobs of a trial, and counts its requests. */
export interface JobService {
  readonly url: string
  readonly port: number
  readonly key: string
  readonly posts: readonly Posted[]
  postOf(prompt: string): Posted
  /** How often a job was read. */
  readingsOf(jobId: string): number
  /** How often the keys were requested. */
  keyFetches(): number
  close(): Promise<void>
}

/** The path of this service's one model; it has to be in the settings. */
export const modelPath = '/generate/image/chaos/fast'

export async function openJobService(script: JobServiceScript): Promise<JobService> {
  const posts: Posted[] = []
  const readings = new Map<string, number>()
  let keyFetches = 0

  async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? ''
    if (request.method === 'POST' && path === modelPath) {
      const posted = await readPost(request)
      posts.push(posted)
      const accept = script.respondToPost ?? acceptJob
      return accept(posted, response)
    }
    if (path === '/.well-known/jwks.json' && script.respondWithKeys) {
      keyFetches += 1
      return script.respondWithKeys(response)
    }
    const posted = posts.find(({ jobId }) => path === `/jobs/${jobId}`)
    if (posted) {
      const count = (readings.get(posted.jobId) ?? 0) + 1
      readings.set(posted.jobId, count)
      return respondJson(response, 200, { ...jobRecord(posted), ...(await script.job?.(posted, count)) })
    }
    if (path.startsWith('/jobs/') && request.headers.authorization === undefined)
      return respondJson(response, 401, { error: 'A key is missing.' })
    if (script.other && path.startsWith('/files/')) return script.other(request, response)
    respondJson(response, 404, { error: 'There is nothing here.' })
  }

  const server = createServer((request, response) => {
    response.on('error', () => undefined)
    reply(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    key: 'chaos-key',
    posts,
    postOf(prompt) {
      const found = posts.find((posted) => posted.prompt === prompt)
      if (!found) throw new Error(`The run “${prompt}” did not reach the service.`)
      return found
    },
    readingsOf: (jobId) => readings.get(jobId) ?? 0,
    keyFetches: () => keyFetches,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

async function readPost(request: IncomingMessage): Promise<Posted> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { prompt } = JSON.parse(Buffer.concat(chunks).toString()) as { prompt: string }
  const webhookUrl = request.headers['x-webhook-url']
  return {
    jobId: crypto.randomUUID(),
    prompt,
    webhookUrl: typeof webhookUrl === 'string' ? webhookUrl : null,
  }
}

/** Responds to a paid request with its job, which is under way. */
export function acceptJob(posted: Posted, response: ServerResponse): void {
  respondJson(response, 202, { ...jobRecord(posted), status: 'queued', completed_at: null })
}

function jobRecord({ jobId }: Posted) {
  return {
    job_id: jobId,
    status: 'completed',
    created_at: '2026-11-20T11:59:00Z',
    completed_at: '2026-11-20T12:00:00Z',
    result: { urls: [] },
  }
}

export function respondJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}
