import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startProgram } from '../../tools/start-program.ts'

export interface SandboxService {
  readonly url: string
  readonly key: string
  /** Sets what goes wrong next, in place of what was set; `{}` ends all faults. */
  setFaults(faults: object): Promise<void>
  close(): Promise<void>
}

/** A sandbox of its own that makes in a second what would take minutes. */
export async function startSandbox(dataFolder: string, speed: number): Promise<SandboxService> {
  const program = await startProgram(
    ['sandbox/serve.ts', '--port', '0', '--data', dataFolder, '--speed', String(speed), '--control'],
    { isReady: (line) => line.startsWith('{') },
  )
  const { url, key } = JSON.parse(program.ready) as { url: string; key: string }
  return {
    url,
    key,
    async setFaults(faults) {
      const body = JSON.stringify(faults)
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`${url}/__sandbox/faults`, { method: 'POST', headers, body })
      if (!answer.ok) throw new Error(`The sandbox takes no such faults: ${await answer.text()}`)
    },
    close: async () => void (await program.stop()),
  }
}

export interface WatchedService {
  readonly url: string
  /** Every request that came, as `METHOD /path`. */
  readonly requests: readonly string[]
  /** The paid ones among them. */
  submissions(): string[]
  close(): Promise<void>
}

/** Stands before a service and notes what comes. */
export async function watchService(target: string): Promise<WatchedService> {
  const requests: string[] = []
  const server = createServer((incoming, outgoing) => {
    requests.push(`${incoming.method} ${incoming.url?.split('?')[0]}`)
    forward(new URL(incoming.url ?? '/', target), incoming, outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    submissions: () => requests.filter((line) => line.startsWith('POST /generate/')),
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      return closed
    },
  }
}

function forward(url: URL, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const onward = request(url, { method: incoming.method, headers: incoming.headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
  })
  onward.on('error', () => outgoing.destroy())
  outgoing.on('close', () => onward.destroy())
  incoming.pipe(onward)
}
