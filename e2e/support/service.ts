import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startProgram } from '../../tools/start-program.ts'

export interface SandboxService {
  readonly url: string
  readonly key: string
  /** The workspace's service key, for its usage. */
  readonly usageKey: string
  /** Calls the sandbox's control API. */
  control(path: string, input: object): Promise<unknown>
  /** Sets what goes wrong next, in place of what was set; `{}` ends all faults. */
  setFaults(faults: object): Promise<void>
  /** What the workspace has left, in dollars. */
  setBalance(usd: number): Promise<void>
  /** From here on images and videos are no larger, in pixels, and videos and music have few frames and samples. */
  limitSize(longSide: number): Promise<void>
  close(): Promise<void>
}

/** Whether this run takes the guide's images (`npm run guide-images`). */
export const takesGuideImages = process.env.ATELIER_GUIDE_IMAGES === '1'

/** In pixels: enough to be seen, and made in no time; in the guide's images they are looked at. */
export const smallSide = takesGuideImages ? 960 : 160

/** Enough to move and to be searched, and to be heard. */
const framesPerSecond = 8
const samplesPerSecond = 8000

/** A sandbox of its own that makes in a second what would take minutes. */
export async function startSandbox(dataFolder: string, speed: number): Promise<SandboxService> {
  const program = await startProgram(
    [
      ...['--import', './main/hosts/load-sources.mjs', 'sandbox/serve.ts', '--port', '0', '--control'],
      ...['--data', dataFolder, '--speed', String(speed)],
    ],
    { isReady: (line) => line.startsWith('{') },
  )
  const { url, key, usageKey } = JSON.parse(program.ready) as {
    url: string
    key: string
    usageKey: string
  }
  async function control(path: string, input: object): Promise<unknown> {
    const body = JSON.stringify(input)
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${url}/__sandbox/${path}`, { method: 'POST', headers, body })
    if (!response.ok) throw new Error(`The sandbox refuses this ${path}: ${await response.text()}`)
    return await response.json()
  }

  return {
    url,
    key,
    usageKey,
    control,
    setBalance: async (usd) => void (await control('balance', { usd })),
    setFaults: async (faults) => void (await control('faults', faults)),
    limitSize: async (longSide) =>
      void (await control('media', { longSide, framesPerSecond, samplesPerSecond })),
    close: async () => void (await program.stop()),
  }
}

export interface WatchedService {
  readonly url: string
  /** Every request that came, as `METHOD /path`. */
  readonly requests: readonly string[]
  /** The paid ones among them. */
  submissions(): string[]
  /** From here on every job that is done brings so many files. */
  bringFiles(count: number): void
  /** From here on every job that is done brings these bytes; null: its own again. */
  bringBytes(bytes: Uint8Array | null): void
  /** Nothing is said of any job until the function that it returns is called. */
  holdJobs(): () => void
  /** No paid request gets on until the function that it returns is called. */
  holdSubmissions(): () => void
  /** No file gets on to the service until the function that it returns is called. */
  holdUploads(): () => void
  close(): Promise<void>
}

/** Stands before a service and notes what comes. */
export async function watchService(target: string): Promise<WatchedService> {
  const requests: string[] = []
  let filesEach = 1
  let brought: Uint8Array | null = null
  let held = Promise.resolve()
  let heldSubmissions = Promise.resolve()
  let heldUploads = Promise.resolve()
  const ownUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const server = createServer(async (incoming, outgoing) => {
    const line = `${incoming.method} ${incoming.url?.split('?')[0]}`
    requests.push(line)
    if (line.startsWith('GET /jobs/')) await held
    if (line.startsWith('POST /generate/')) await heldSubmissions
    if (line === 'POST /assets') await heldUploads
    // Stopped meanwhile.
    if (incoming.destroyed) return
    const url = new URL(incoming.url ?? '/', target)
    if (line === 'GET /brought' && brought) outgoing.end(brought)
    else if (brought && line.startsWith('GET /jobs/'))
      void respondWithFiles(url, () => [`${ownUrl()}/brought`], incoming, outgoing)
    else if (filesEach > 1 && line.startsWith('GET /jobs/'))
      void respondWithFiles(url, severalOf(filesEach, ownUrl()), incoming, outgoing)
    else forward(url, incoming, outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: ownUrl(),
    requests,
    submissions: () => requests.filter((line) => line.startsWith('POST /generate/')),
    bringFiles(count) {
      filesEach = count
    },
    bringBytes(bytes) {
      brought = bytes
    },
    holdJobs() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
    holdSubmissions() {
      const { promise, resolve } = Promise.withResolvers<void>()
      heldSubmissions = promise
      return resolve
    },
    holdUploads() {
      const { promise, resolve } = Promise.withResolvers<void>()
      heldUploads = promise
      return resolve
    },
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      return closed
    },
  }
}

/** The address of a file told several times, each time as another, at the origin that the studio knows. */
function severalOf(count: number, origin: string): (file: string) => string[] {
  return (file) => Array.from({ length: count }, (_, at) => `${origin}${new URL(file).pathname}?file=${at}`)
}

/** Returns a job with other addresses in the place of its file's. */
async function respondWithFiles(
  url: URL,
  urlsFor: (file: string) => string[],
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const response = await fetch(url, { headers: { authorization: incoming.headers.authorization ?? '' } })
  const job = (await response.json()) as { result: { urls: string[] } | null }
  const [file] = job.result?.urls ?? []
  if (job.result && file) job.result.urls = urlsFor(file)
  outgoing.writeHead(response.status, { 'content-type': 'application/json' })
  outgoing.end(JSON.stringify(job))
}

function forward(url: URL, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const onward = request(url, { method: incoming.method, headers: incoming.headers }, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers)
    response.pipe(outgoing)
  })
  onward.on('error', () => outgoing.destroy())
  outgoing.on('close', () => onward.destroy())
  incoming.pipe(onward)
}
