import { serve } from '@hono/node-server'
import { createSandbox, type Sandbox } from './app.ts'
import { readServeOptions, type ServeOptions } from './serve-options.ts'
import { SetupError } from './setup-error.ts'

const badSetup = 2

/** Runs the sandbox on the loopback interface until SIGINT or SIGTERM; prints one JSON line when it is ready. */
async function main(): Promise<void> {
  const options = readServeOptions(process.argv.slice(2))
  const sandbox = createSandbox(options)
  const { port, close } = await listen(sandbox, options).catch(async (error: unknown) => {
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
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}`, key, usageKey, workspace })}\n`)
}

interface Listening {
  readonly port: number
  close(): Promise<void>
}

function listen(sandbox: Sandbox, { port }: ServeOptions): Promise<Listening> {
  const { promise, resolve, reject } = Promise.withResolvers<Listening>()
  const server = serve({ fetch: sandbox.fetch, hostname: '127.0.0.1', port }, (address) =>
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

main().catch((error: unknown) => {
  if (!(error instanceof SetupError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(badSetup)
})
