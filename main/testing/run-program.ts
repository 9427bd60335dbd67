import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

/** How a program ended, with all its output. */
export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly out: string
  readonly err: string
}

export interface RunningProgram {
  readonly process: ChildProcess
  /** The first matching line on standard output; rejects where the program ends before. */
  line(fits: RegExp): Promise<string>
  readonly ended: Promise<Ended>
}

export interface ProgramOptions {
  readonly key?: string
  /** Further variables of its environment, and undefined for those that it doesn't get. */
  readonly env?: Readonly<Record<string, string | undefined>>
}

/**
 * Runs a program of the project (a path from its root) in a separate process; it ends with the test at the
 * latest.
 */
export function runProgram(
  script: string,
  words: readonly string[],
  { key, env = {} }: ProgramOptions = {},
): RunningProgram {
  const { ATELIER_API_KEY: _, ...environment } = process.env
  const child = spawn(process.execPath, [join(root, script), ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...environment, ...env, ...(key !== undefined && { ATELIER_API_KEY: key }) },
  })
  const said = { out: '', err: '' }
  const listeners = new Set<() => void>()
  for (const [stream, name] of [
    [child.stdout, 'out'],
    [child.stderr, 'err'],
  ] as const) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said[name] += text
      for (const listen of listeners) listen()
    })
  }
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal, ...said }))
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return {
    process: child,
    ended,
    line(fits) {
      return new Promise((resolve, reject) => {
        const look = () => {
          const found = said.out.split('\n').find((line) => fits.test(line))
          if (found === undefined) return
          listeners.delete(look)
          resolve(found)
        }
        listeners.add(look)
        look()
        void ended.then(({ code, err }) => reject(new Error(`It ended with ${code}: ${err}`)), reject)
      })
    },
  }
}
