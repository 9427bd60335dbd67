import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

export interface PaidJob {
  readonly jobId: string
  /** The record before the end. */
  readonly record: string
}

/** The jobs made by a service, each with files of its own. */
export interface MadeJobs {
  make(): PaidJob
  /** SHA-256 (hex) of the job's files, in their order. */
  digests(jobId: string): readonly string[]
  /** Handles all but paid requests: the description, jobs, their files. */
  respond(request: IncomingMessage, response: ServerResponse): void
}

export interface MadeJobsOptions {
  readonly filesPerJob: number
  readonly bytesPerFile: number
}

/** A job has ended when it is first read. `url` is the service's address. */
export function createMadeJobs({ filesPerJob, bytesPerFile }: MadeJobsOptions, url: () => string): MadeJobs {
  const createdAt = new Map<string, string>()

  function namesOf(jobId: string): string[] {
    return Array.from({ length: filesPerJob }, (_, ordinal) => `${jobId}-${ordinal}.png`)
  }

  function recordOf(jobId: string, hasEnded: boolean) {
    return {
      job_id: jobId,
      status: hasEnded ? 'completed' : 'backlogged',
      created_at: createdAt.get(jobId),
      completed_at: hasEnded ? new Date().toISOString() : null,
      progress: hasEnded ? 1 : 0,
      result: hasEnded ? { urls: namesOf(jobId).map((name) => `${url()}/results/${name}`) } : null,
    }
  }

  return {
    make() {
      const jobId = crypto.randomUUID()
      createdAt.set(jobId, new Date().toISOString())
      return { jobId, record: JSON.stringify(recordOf(jobId, false)) }
    },
    digests: (jobId) => namesOf(jobId).map((name) => sha256Of(fileBytes(name, bytesPerFile))),
    respond(request, response) {
      const [, place, name = ''] = (request.url ?? '').split('/')
      if (place === 'openapi.json') json(response, 200, description)
      else if (place === 'jobs' && createdAt.has(name)) json(response, 200, recordOf(name, true))
      else if (place === 'jobs' && request.headers.authorization === undefined)
        json(response, 401, { error: 'A key is missing.' })
      else if (place === 'results') sendFile(request, response, fileBytes(name, bytesPerFile))
      else json(response, 404, { error: 'There is nothing here.' })
    },
  }
}

/** The models that the trials use. */
const description = {
  openapi: '3.1.0',
  info: { title: 'Chaos', version: '1' },
  paths: Object.fromEntries(['i3', 'i5', 'i8'].map((id) => [`/generate/image/chaos/${id}`, { post: {} }])),
}

/** A distinct file for each name, which begins as a PNG does. */
function fileBytes(name: string, bytes: number): Buffer {
  const content = Buffer.alloc(bytes, createHash('sha256').update(name).digest())
  content.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return content
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

/** The whole file, or the rest from where a client continues. */
function sendFile(request: IncomingMessage, response: ServerResponse, bytes: Buffer): void {
  const tag = `"${sha256Of(bytes)}"`
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
  const isPart = from > 0 && from < bytes.length && request.headers['if-range'] === tag
  const range = isPart ? { 'Content-Range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` } : {}
  const body = isPart ? bytes.subarray(from) : bytes
  response.writeHead(isPart ? 206 : 200, {
    'Content-Type': 'image/png',
    'Content-Length': body.length,
    ETag: tag,
    ...range,
  })
  response.end(body)
}
