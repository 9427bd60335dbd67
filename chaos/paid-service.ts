import { createHash } from 'node:crypto'
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** What a paid request may meet, as the service does it. */
export interface Treatment {
  readonly name: string
  /** When it is done: once the run's name has come, which may be amid the body, or when the whole request is here. */
  readonly at: 'name' | 'whole'
  act(request: PaidRequest): void
}

/** A paid request as far as it has come. */
export interface PaidRequest {
  /** What the run calls itself: `run-` and a number, at the beginning of its prompt. */
  readonly run: string
  readonly path: string
  readonly socket: Socket
  /** Makes the job that this request pays for. */
  makeJob(): PaidJob
  /** Notes that a whole answer with this job has been written. */
  noteAnswered(job: PaidJob): void
}

export interface PaidJob {
  readonly jobId: string
  /** The record as it stands before the end. */
  readonly record: string
}

/** What the service saw of one run. */
export interface RunSeen {
  /** Requests of which at least the run's name came. */
  readonly posts: number
  /** What each of them met, in order. */
  readonly met: readonly string[]
  readonly jobs: readonly string[]
  /** The jobs that a whole answer told of. */
  readonly answered: readonly string[]
}

export interface PaidService {
  readonly url: string
  readonly key: string
  seen(run: string): RunSeen
  /** Connections that were reset before anything was read. */
  resets(): number
  /** SHA-256 (hex) of the job's files, in their order. */
  digests(jobId: string): readonly string[]
  /** From now on connections are reset when they stand. */
  resetConnections(isOn: boolean): void
  /** From now on connections are refused. */
  refuse(): Promise<void>
  /** Takes connections again, at the same port. */
  listen(): Promise<void>
  close(): Promise<void>
}

export interface PaidServiceOptions {
  /** What the next request of this run meets. */
  treat(run: string): Treatment
  readonly filesPerJob: number
  readonly bytesPerFile: number
}

interface Seen {
  posts: number
  readonly met: string[]
  readonly jobs: string[]
  readonly answered: string[]
}

const runName = /"prompt":"(run-\d+) /

/**
 * Stands for the service on a bare TCP port, so that it can break a connection at any byte. Each model is at
 * `/generate/{kind}/chaos/{id}`; a job has ended when it is first read.
 */
export async function openPaidService(options: PaidServiceOptions): Promise<PaidService> {
  const runs = new Map<string, Seen>()
  const jobs = new Map<string, { readonly createdAt: string }>()
  const sockets = new Set<Socket>()
  let port = 0
  let resets = 0
  let isResetting = false
  const reader = createHttpServer((request, response) => answerReading(request, response))
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // What a client does to its end is the client's trial.
    socket.on('error', () => socket.destroy())
    if (isResetting) {
      resets += 1
      socket.resetAndDestroy()
      return
    }
    let text = ''
    let treatment: Treatment | null = null
    let isDone = false
    const onData = (chunk: Buffer) => {
      if (text === '' && !chunk.subarray(0, 4).equals(Buffer.from('POST'))) {
        socket.off('data', onData).pause()
        reader.emit('connection', socket)
        socket.unshift(chunk)
        socket.resume()
        return
      }
      text += chunk.toString('latin1')
      const run = runName.exec(text)?.[1]
      if (run === undefined || isDone) return
      treatment ??= begin(run)
      if (treatment.at === 'whole' && !isWhole(text)) return
      isDone = true
      treatment.act(toRequest(run, socket, text))
    }
    socket.on('data', onData)
  })

  function seenOf(run: string): Seen {
    const seen = runs.get(run) ?? { posts: 0, met: [], jobs: [], answered: [] }
    runs.set(run, seen)
    return seen
  }

  function begin(run: string): Treatment {
    const treatment = options.treat(run)
    const seen = seenOf(run)
    seen.posts += 1
    seen.met.push(treatment.name)
    return treatment
  }

  function toRequest(run: string, socket: Socket, text: string): PaidRequest {
    return {
      run,
      socket,
      path: text.split(' ', 2)[1] ?? '',
      makeJob() {
        const jobId = crypto.randomUUID()
        jobs.set(jobId, { createdAt: new Date().toISOString() })
        seenOf(run).jobs.push(jobId)
        return { jobId, record: JSON.stringify(recordOf(jobId, false)) }
      },
      noteAnswered: ({ jobId }) => void seenOf(run).answered.push(jobId),
    }
  }

  function recordOf(jobId: string, hasEnded: boolean) {
    const createdAt = jobs.get(jobId)?.createdAt
    return {
      job_id: jobId,
      status: hasEnded ? 'completed' : 'backlogged',
      created_at: createdAt,
      completed_at: hasEnded ? new Date().toISOString() : null,
      progress: hasEnded ? 1 : 0,
      result: hasEnded ? { urls: namesOf(jobId).map((name) => `${urlOf(port)}/results/${name}`) } : null,
    }
  }

  function namesOf(jobId: string): string[] {
    return Array.from({ length: options.filesPerJob }, (_, ordinal) => `${jobId}-${ordinal}.png`)
  }

  function answerReading(request: IncomingMessage, response: ServerResponse): void {
    const [, place, name = ''] = (request.url ?? '').split('/')
    if (place === 'openapi.json') json(response, 200, description)
    else if (place === 'jobs' && jobs.has(name)) json(response, 200, recordOf(name, true))
    else if (place === 'results') sendFile(request, response, fileBytes(name, options.bytesPerFile))
    else json(response, 404, { error: 'There is nothing here.' })
  }

  function listen(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      port = (server.address() as AddressInfo).port
      resolve()
    })
    return promise
  }

  function refuse(): Promise<void> {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    for (const socket of sockets) socket.destroy()
    return closed
  }

  await listen()
  return {
    url: urlOf(port),
    key: 'chaos-key',
    seen: seenOf,
    resets: () => resets,
    digests: (jobId) => namesOf(jobId).map((name) => sha256Of(fileBytes(name, options.bytesPerFile))),
    resetConnections(isOn) {
      isResetting = isOn
    },
    refuse,
    listen,
    close: refuse,
  }
}

/** The kinds and models that the trials use. */
const description = {
  openapi: '3.1.0',
  info: { title: 'Chaos', version: '1' },
  paths: Object.fromEntries(['i3', 'i5', 'i8'].map((id) => [`/generate/image/chaos/${id}`, { post: {} }])),
}

function urlOf(port: number): string {
  return `http://127.0.0.1:${port}`
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  const length = Number(/^content-length: *(\d+)/im.exec(text.slice(0, end))?.[1] ?? 0)
  return end >= 0 && text.length >= end + 4 + length
}

/** A file of its own for each name that begins as a PNG does. */
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

/** Whole, or from where a client wants to go on. */
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
