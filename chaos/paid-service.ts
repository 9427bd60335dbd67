import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createMadeJobs, type MadeJobs, type MadeJobsOptions, type PaidJob } from './made-jobs.ts'

/** The fate of a paid request, as carried out by the service. */
export interface Treatment {
  readonly name: string
  /**
   * When it happens: once the run's name has arrived, which may be within the body, or when the whole request
   * is here.
   */
  readonly at: 'name' | 'whole'
  act(request: PaidRequest): void
}

/** A paid request as far as it has arrived. */
export interface PaidRequest {
  readonly path: string
  readonly socket: Socket
  /** Makes the job that this request pays for. */
  makeJob(): PaidJob
  /** Records that a whole response with this job has been written. */
  noteResponded(job: PaidJob): void
}

/** The service's knowledge of one run. */
export interface RunSeen {
  /** Requests of which at least the run's name arrived. */
  readonly posts: number
  /** The fate of each, in order. */
  readonly met: readonly string[]
  readonly jobs: readonly string[]
  /** The jobs reported in a whole response. */
  readonly responded: readonly string[]
}

export interface PaidService extends Pick<MadeJobs, 'digests'> {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string
  readonly key: string
  /** By the run's own name: `run-` and a number, at the beginning of its prompt. */
  seen(run: string): RunSeen
  /** Connections that were reset before anything was read. */
  resets(): number
  /** Whether connections are reset from now on as soon as they are open. */
  resetConnections(isOn: boolean): void
  /** From now on connections are refused. */
  refuse(): Promise<void>
  /** Accepts connections again, at the same port. */
  listen(): Promise<void>
  close(): Promise<void>
}

export interface PaidServiceOptions extends MadeJobsOptions {
  /** The fate of this run's next request. */
  treat(run: string): Treatment
}

const runName = /"prompt":"(run-\d+) /

/**
 * Acts as the service on a bare TCP port, so that it can break a connection at any byte. Each model is at
 * `/generate/{kind}/chaos/{id}`.
 */
export async function openPaidService(options: PaidServiceOptions): Promise<PaidService> {
  let port = 0
  let resets = 0
  let isResetting = false
  const url = () => `http://127.0.0.1:${port}`
  const jobs = createMadeJobs(options, url)
  const runs = createRunBook(options.treat, jobs)
  const reader = createHttpServer(jobs.respond)
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // Errors at the client's end are the client's trial.
    socket.on('error', () => socket.destroy())
    if (isResetting) {
      resets += 1
      socket.resetAndDestroy()
      return
    }
    socket.once('data', (first) => {
      if (isPost(first)) takePost(socket, first, runs)
      else handOver(socket, first, reader)
    })
  })

  async function listen(): Promise<void> {
    port = await listenOn(server, port)
  }

  function refuse(): Promise<void> {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    for (const socket of sockets) socket.destroy()
    return closed
  }

  await listen()
  return {
    url: url(),
    key: 'chaos-key',
    seen: runs.seen,
    digests: jobs.digests,
    resets: () => resets,
    resetConnections(isOn) {
      isResetting = isOn
    },
    refuse,
    listen,
    close: refuse,
  }
}

interface Seen {
  posts: number
  readonly met: string[]
  readonly jobs: string[]
  readonly responded: string[]
}

/** The history of each run, and the fate of its next request. */
function createRunBook(treat: (run: string) => Treatment, jobs: MadeJobs) {
  const runs = new Map<string, Seen>()

  function seen(run: string): Seen {
    const known = runs.get(run) ?? { posts: 0, met: [], jobs: [], responded: [] }
    runs.set(run, known)
    return known
  }

  return {
    seen,
    /** A request of this run has arrived far enough for its name to be read. */
    begin(run: string): Treatment {
      const treatment = treat(run)
      seen(run).posts += 1
      seen(run).met.push(treatment.name)
      return treatment
    },
    toRequest(run: string, socket: Socket, text: string): PaidRequest {
      return {
        socket,
        path: text.split(' ', 2)[1] ?? '',
        makeJob() {
          const made = jobs.make()
          seen(run).jobs.push(made.jobId)
          return made
        },
        noteResponded: ({ jobId }) => void seen(run).responded.push(jobId),
      }
    },
  }
}

/** Reads a paid request until its fate can be carried out, which happens once. */
function takePost(socket: Socket, first: Buffer, runs: ReturnType<typeof createRunBook>): void {
  let text = ''
  let treatment: Treatment | null = null
  let isDone = false
  function read(chunk: Buffer): void {
    text += chunk.toString('latin1')
    const run = runName.exec(text)?.[1]
    if (run === undefined || isDone) return
    treatment ??= runs.begin(run)
    if (treatment.at === 'whole' && !isWhole(text)) return
    isDone = true
    treatment.act(runs.toRequest(run, socket, text))
  }
  socket.on('data', read)
  read(first)
}

/** Passes a connection whose first bytes were read already to an HTTP server. */
function handOver(socket: Socket, first: Buffer, server: Server): void {
  socket.pause()
  server.emit('connection', socket)
  socket.unshift(first)
  socket.resume()
}

/** Any free port where it is 0; returns the port. */
function listenOn(server: Server, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  server.once('error', reject)
  server.listen(port, '127.0.0.1', () => {
    server.off('error', reject)
    resolve((server.address() as AddressInfo).port)
  })
  return promise
}

function isPost(first: Buffer): boolean {
  return first.toString('latin1', 0, 5) === 'POST '
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  const length = Number(/^content-length: *(\d+)/im.exec(text.slice(0, end))?.[1] ?? 0)
  return end >= 0 && text.length >= end + 4 + length
}
