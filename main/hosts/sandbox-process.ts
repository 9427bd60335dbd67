import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { type Reason, reasonOf } from '../../shared/failures/reason.ts'
import { parseBoundedJson } from '../../shared/json/read-bounded-json.ts'
import { fail, type Result, succeed } from '../../shared/result.ts'
import { reasonMembers, reasonOfError } from '../engine/reason-error.ts'
import type { Sandbox } from '../engine/service/ports.ts'
import { makeFolder } from '../infra/data-folder.ts'
import { spawnProgram } from './child-programs.ts'

const readyLine = z.object({
  url: z.url(),
  key: z.string(),
  usageKey: z.string().optional(),
  renderToken: z.string().optional(),
})
const startTimeoutMs = 30_000
const endTimeoutMs = 5_000

/** What is used of the process that runs the sandbox. */
export interface SandboxChild
  extends Pick<ChildProcess, 'stdout' | 'stderr' | 'pid' | 'exitCode' | 'signalCode' | 'kill'> {
  once(event: 'error', listener: (error: Error) => void): unknown
  once(event: 'exit' | 'close', listener: (code: number | null) => void): unknown
}

/** How a host without a Node of its own runs the sandbox. */
export interface SandboxLaunch {
  launch(args: readonly string[]): SandboxChild
  /** Opens what renders for it; returns how to close that. */
  render(place: { readonly url: string; readonly token: string }): () => void
}

export interface SandboxProcess {
  /**
   * Starts it on the first call; returns the same sandbox as long as it lives, and another after it ended or
   * failed.
   */
  start(): Promise<Result<Sandbox, 'not_possible_now'>>
  /** Ends it; resolves when it has ended. */
  stop(): Promise<void>
}

/**
 * The sandbox beside the studio, as a separate process that ends with this one. `node` is the program that runs
 * it, if not the one that runs this. `packed` runs it without one.
 */
export function createSandboxProcess({
  dataFolder,
  node = process.execPath,
  packed,
}: {
  dataFolder: string
  node?: string
  packed?: SandboxLaunch | undefined
}): SandboxProcess {
  let child: SandboxChild | null = null
  let started: Promise<Result<Sandbox, 'not_possible_now'>> | null = null
  const reported = new WeakSet<SandboxChild>()

  /** Requests its end, and kills it where it doesn't end. */
  async function end(sandbox: SandboxChild): Promise<void> {
    reported.add(sandbox)
    if (sandbox.pid === undefined || sandbox.exitCode !== null || sandbox.signalCode !== null) return
    const ended = new Promise((resolve) => sandbox.once('exit', resolve))
    sandbox.kill('SIGTERM')
    const timer = setTimeout(() => sandbox.kill('SIGKILL'), endTimeoutMs)
    await ended
    clearTimeout(timer)
  }

  function launch(): SandboxChild {
    const args = ['--port', '0', '--data', dataFolder]
    if (packed) return packed.launch(args)
    const root = join(import.meta.dirname, '..', '..')
    const script = join(root, 'sandbox', 'serve.ts')
    const loading = ['--import', pathToFileURL(join(root, 'main', 'hosts', 'load-sources.mjs')).href]
    // Its standard input is a pipe from us: when that closes, however we end, the sandbox ends too.
    return spawnProgram(node, [...loading, script, ...args, '--end-with-input'], {
      stdio: ['pipe', 'pipe', 'pipe'],
    })
  }

  async function open(): Promise<Result<Sandbox, 'not_possible_now'>> {
    // The sandbox itself reports in a sentence why it failed.
    await makeFolder(dataFolder, 0o700).catch(() => undefined)
    const sandbox = launch()
    child = sandbox
    sandbox.once('close', () => {
      if (child === sandbox) started = null
    })
    const ready = await waitForReady(sandbox)
    if (!ready.ok) {
      await end(sandbox)
      return ready
    }
    const readyAt = performance.now()
    const ended = new Promise<number>((resolve) => {
      sandbox.once('close', () => !reported.has(sandbox) && resolve(performance.now() - readyAt))
    })
    const { renderToken: token, ...value } = ready.value
    if (packed && token !== undefined) sandbox.once('exit', packed.render({ url: value.url, token }))
    return succeed({ ...value, ended })
  }

  return {
    start() {
      if (started) return started
      const attempt = open()
        .catch((error: unknown) => notPossible(reasonOfError(error)))
        .then((ready) => {
          // Where no process was created, no end is reported either.
          if (!ready.ok && started === attempt) started = null
          return ready
        })
      started = attempt
      return attempt
    },
    async stop() {
      if (child) await end(child)
    },
  }
}

type Ready = Omit<Sandbox, 'ended'> & { readonly renderToken?: string | undefined }

function notPossible(reason: Reason): Result<never, 'not_possible_now'> {
  return fail({ code: 'not_possible_now', ...reasonMembers(reason) })
}

function waitForReady(child: SandboxChild): Promise<Result<Ready, 'not_possible_now'>> {
  const { promise, resolve } = Promise.withResolvers<Result<Ready, 'not_possible_now'>>()
  let words = ''
  const refuse = (reason: Reason) => resolve(notPossible(reason))
  const timer = setTimeout(() => refuse(reasonOf('sandbox_late')), startTimeoutMs)
  child.stderr?.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString('utf8')).slice(-2000)
  })
  child.once('error', (error) => refuse(error.message))
  // Its output is complete only when its streams are closed.
  child.once('close', (code) => refuse(lastWords(words) || { code: 'sandbox_exit', exitCode: code }))
  if (child.stdout) {
    createInterface({ input: child.stdout }).once('line', (line) => {
      const parsed = readyLine.safeParse(parseBoundedJson(line))
      if (parsed.success) resolve(succeed(parsed.data))
      else refuse(reasonOf('sandbox_unreadable'))
    })
  }
  return promise.finally(() => clearTimeout(timer))
}

/** The output of a program that ended: of an uncaught error, its message without the stack. */
function lastWords(words: string): string {
  const [, error] = /^(?:Uncaught )?\w*Error(?: \[\w+\])?: (.+)$/m.exec(words) ?? []
  return error === undefined ? words.trim() : `${error.replace(/\.$/, '')}.`
}
