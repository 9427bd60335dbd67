import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../../tools/start-program.ts'

export interface StudioToOpen {
  readonly dataFolder: string
  readonly service: { readonly url: string; readonly key: string; readonly usageKey?: string }
  /** 0: any free one. */
  readonly port: number
}

/** A studio in a program that it shares with earlier and later ones. */
export interface SharedStudio {
  /** With the token. */
  readonly url: string
  stop(): Promise<void>
}

export interface Studios {
  /** Rejects where the studio can't be opened, and where the program has ended. */
  open(options: StudioToOpen): Promise<SharedStudio>
  close(): Promise<void>
}

export type StudiosRequest = { readonly request: number; readonly studio: number } & (
  | { readonly task: 'open'; readonly options: StudioToOpen }
  | { readonly task: 'stop' }
)

export type StudiosReply = { readonly request: number } & (
  | { readonly url: string | null }
  | { readonly error: string }
)

/** Opens studios in one program of their own, which starts with the first of them. */
export function createStudios(): Studios {
  let program: StudiosProgram | null = null
  let opened = 0
  /** Of the last one that was opened at any free port. */
  let port = 0
  return {
    async open(options) {
      program ??= startStudiosProgram()
      const { ask } = program
      const studio = ++opened
      const open = async (at: number) =>
        (await ask({ studio, task: 'open', options: { ...options, port: at } })) ?? ''
      // Where the one before was: the browser has compiled the scripts of that origin. It may be taken meanwhile.
      const isFree = options.port === 0 && port !== 0
      const url = isFree ? await open(port).catch(() => open(0)) : await open(options.port)
      if (options.port === 0) port = Number(new URL(url).port)
      return { url, stop: async () => void (await ask({ studio, task: 'stop' })) }
    },
    close: async () => program?.end(),
  }
}

type Asked<Request> = Request extends unknown ? Omit<Request, 'request'> : never

interface StudiosProgram {
  ask(request: Asked<StudiosRequest>): Promise<string | null>
  end(): Promise<void>
}

function startStudiosProgram(): StudiosProgram {
  const loading = pathToFileURL(join(root, 'main', 'hosts', 'load-sources.mjs')).href
  // As start.mjs has it: without it every worker compiles the engine anew.
  const child = spawn(
    process.execPath,
    ['--import', loading, join(import.meta.dirname, 'studios-program.ts')],
    {
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    },
  )
  const waiting = new Map<number, PromiseWithResolvers<string | null>>()
  let words = ''
  let requests = 0
  child.stderr?.on('data', (chunk: Buffer) => {
    words += chunk.toString()
  })
  child.on('message', ({ request, ...reply }: StudiosReply) => {
    const reader = waiting.get(request)
    waiting.delete(request)
    if ('error' in reply) reader?.reject(new Error(`${reply.error}\n${words}`))
    else reader?.resolve(reply.url)
  })
  const ended = endOf(child).then((code) => {
    for (const { reject } of waiting.values()) reject(endedError(code))
    waiting.clear()
  })
  const endedError = (code: unknown) => new Error(`The program of the studios ended (${code}).\n${words}`)
  return {
    ask(asked) {
      if (!child.connected) return Promise.reject(endedError(child.exitCode ?? child.signalCode))
      const reader = Promise.withResolvers<string | null>()
      waiting.set(++requests, reader)
      child.send({ request: requests, ...asked } satisfies StudiosRequest)
      return reader.promise
    },
    async end() {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}

function endOf(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => {
    child.once('error', resolve)
    child.once('exit', (code, signal) => resolve(code ?? signal))
  })
}
