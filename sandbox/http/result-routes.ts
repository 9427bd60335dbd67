import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Hono } from 'hono'
import type { FaultBox } from '../control/faults.ts'
import { spoilDownload } from '../control/spoil-download.ts'
import type { JobStore, ResultFile } from '../store/job-store.ts'
import { type ByteRange, readRange } from './byte-range.ts'
import type { SandboxContext, SandboxEnvironment } from './environment.ts'

export interface ResultPorts {
  readonly jobs: Pick<JobStore, 'findFile'>
  readonly resultsFolder: string
  readonly faults: Pick<FaultBox, 'takeDownload'>
}

/** GET and HEAD /results/{name}: a job's file by its unguessable name, with Range, no key needed. */
export function createResultRoutes({ jobs, resultsFolder, faults }: ResultPorts): Hono<SandboxEnvironment> {
  const routes = new Hono<SandboxEnvironment>()
  routes.get('/results/:name', async (context) => {
    const file = jobs.findFile(context.req.param('name'))
    if (!file) return context.json({ error: 'No such result.' }, 404)
    const path = join(resultsFolder, file.name)
    const found = await stat(path).catch(() => null)
    if (!found) return context.json({ error: 'This result has been taken away.' }, 404)
    const response = serve(context, file, path)
    const fault = faults.takeDownload()
    return fault ? spoilDownload(response, fault) : response
  })
  return routes
}

function serve(context: SandboxContext, file: ResultFile, path: string): Response {
  const etag = `"${file.sha256}"`
  const headers = new Headers({
    'Content-Type': file.mediaType,
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, max-age=31536000, immutable',
    'X-Content-Type-Options': 'nosniff',
    ETag: etag,
  })
  if (matchesTag(context.req.header('if-none-match'), etag))
    return new Response(null, { status: 304, headers })
  const mayRange = (context.req.header('if-range') ?? etag) === etag
  const range = mayRange ? readRange(context.req.header('range'), file.bytes) : 'whole'
  if (range === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${file.bytes}`)
    return new Response(null, { status: 416, headers })
  }
  return send(context, { file, path, headers, range })
}

interface Sending {
  readonly file: ResultFile
  readonly path: string
  readonly headers: Headers
  readonly range: ByteRange | 'whole'
}

function send(context: SandboxContext, { file, path, headers, range }: Sending): Response {
  const { start, end } = range === 'whole' ? { start: 0, end: file.bytes - 1 } : range
  headers.set('Content-Length', String(end - start + 1))
  if (range !== 'whole') headers.set('Content-Range', `bytes ${start}-${end}/${file.bytes}`)
  const status = range === 'whole' ? 200 : 206
  if (context.req.method === 'HEAD') return new Response(null, { status, headers })
  const stream = Readable.toWeb(createReadStream(path, { start, end })) as ReadableStream<Uint8Array>
  return new Response(stream, { status, headers })
}

function matchesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
}
