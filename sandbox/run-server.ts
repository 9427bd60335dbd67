import { serve } from '@hono/node-server'
import { createSandbox, type Sandbox } from './app.ts'
import type { RenderRunner } from './media/render-pool.ts'
import { readServeOptions, type ServeOptions } from './serve-options.ts'
import { SetupError } from './setup-error.ts'

const badSetup = 2

export interface ServerParts {
  /** What makes media, if not processes of Node. */
  readonly runner?: RenderRunner
  /** Further members of the ready line. */
  readonly ready?: Readonly<Record<string, string>>
  /** Responds to what is not the service’s; null leaves it to the service. */
  route?(request: Request): Promise<Response> | null
}

/**
 * Runs the sandbox on the loopback interface until SIGINT or SIGTERM; prints one JSON line when it is ready. Ends the
 * process with a sentence where it can’t be set up.
 */
export function runServer(parts: ServerParts = {}): void {
  main(parts).catch((error: unknown) => {
    if (!(error instanceof SetupError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(badSetup)
  })
}

async function main({ runner, ready = {}, route = () => null }: ServerParts): Promise<void> {
  const options = readServeOptions(process.argv.slice(2))
  const sandbox = createSandbox({ ...options, ...(runner && { renderRunner: runner }) })
  const respond: Sandbox['fetch'] = (request, connection) =>
    route(request) ?? sandbox.fetch(request, connection)
  const { port, close } = await listen(respond, options).catch(async (error: unknown) => {
    await sandbox.close()
    throw error
  })
  let ending = false
  async function end(): Promise<void> {
    if (ending) return
    ending = true
    await close()
    await sandbox.close()
    process.exit(0)
  }
  process.on('SIGINT', () => void end())
  process.on('SIGTERM', () => void end())
  if (options.endsWithInput) process.stdin.on('end', () => void end()).resume()
  const { key, usageKey, workspace } = sandbox
  process.stdout.write(
    `${JSON.stringify({ url: `http://127.0.0.1:${port}`, key, usageKey, workspace, ...ready })}\n`,
  )
}

interface Listening {
  readonly port: number
  close(): Promise<void>
}

function listen(respond: Sandbox['fetch'], { port }: ServeOptions): Promise<Listening> {
  const { promise, resolve, reject } = Promise.withResolvers<Listening>()
  const server = serve({ fetch: respond, hostname: '127.0.0.1', port }, (address) =>
    resolve({
      port: address.port,
      close: () =>
        new Promise((closed) => {
          server.close(() => closed())
          if ('closeAllConnections' in server) server.closeAllConnections()
        }),
    }),
  )
  server.on('error', (error: NodeJS.ErrnoException) => {
    reject(new SetupError(describeListening(error, port), { cause: error }))
  })
  return promise
}

function describeListening(error: NodeJS.ErrnoException, port: number): string {
  if (error.code === 'EADDRINUSE') return `Port ${port} is in use; choose another, or 0 for a free one.`
  return `The sandbox can't listen on port ${port}: ${error.message}.`
}
