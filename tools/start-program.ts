import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

export interface Program {
  readonly pid: number
  /** The line that said it is ready. */
  readonly ready: string
  /** Resolves when it has ended, in any way. */
  readonly ended: Promise<void>
  /** Its standard error so far. */
  words(): string
  /** Ends it as a person would; resolves with its exit code. */
  stop(): Promise<number | null>
  /** Kills it as a power cut would. */
  kill(): Promise<void>
}

/** Starts one of the project's programs and waits for the first line that says it is ready; rejects where it ends before. */
export async function startProgram(
  args: readonly string[],
  { isReady, env = {} }: { isReady: (line: string) => boolean; env?: Record<string, string> },
): Promise<Program> {
  const { ATELIER_API_KEY: _, ...inherited } = process.env
  const child = spawn(process.execPath, [...args], { cwd: root, env: { ...inherited, ...env } })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  let words = ''
  child.stderr.on('data', (chunk: Buffer) => {
    words += chunk.toString()
  })
  const ready = await waitForLine(child, isReady).catch((error: Error) => {
    throw new Error(`${args.join(' ')}: ${error.message}\n${words}`)
  })
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    }
    return child.exitCode
  }
  return {
    pid: child.pid ?? 0,
    ready,
    ended,
    words: () => words,
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
  }
}

function waitForLine(child: ChildProcess, isReady: (line: string) => boolean): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  child.once('error', reject)
  child.once('exit', (code) => reject(new Error(`ended with ${code} before it was ready`)))
  if (child.stdout) {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (isReady(line)) resolve(line)
    })
  }
  return promise
}
