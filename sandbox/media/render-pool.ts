import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Renderer } from '../jobs/ports.ts'
import type { JobRow, JobStore, ResultFile } from '../store/job-store.ts'
import { collectInputs, type ReadUrl } from './collect-inputs.ts'
import { limitOrder, type MediaLimit, type RenderOrder, toRenderOrder } from './render-order.ts'
import { RenderRefusal } from './render-refusal.ts'
import { resultFormats } from './result-formats.ts'

/** A message to a rendering process: the task and the path of the result. */
export interface RenderTask {
  readonly order: RenderOrder
  readonly path: string
}

export type RenderResponse =
  | { readonly ok: true; readonly bytes: number; readonly sha256: string }
  | {
      readonly ok: false
      readonly reason: string
      readonly refusal?: { readonly code: string; readonly message: string }
    }

export interface RenderPoolOptions {
  readonly resultsFolder: string
  /** Knows which files of the folder belong to a job; the others are deleted at the start. */
  readonly jobs: Pick<JobStore, 'findFile'>
  readonly readUrl: ReadUrl
  /** The initial limits of media. */
  readonly limit: MediaLimit
}

const program = fileURLToPath(new URL('./render-process.ts', import.meta.url))
const processLimit = Math.min(2, availableParallelism())
/** Without a limit the young heap doubles again and again under load, to ~70 MB more than it needs. */
const nodeOptions = ['--max-semi-space-size=4']

export interface RenderPool extends Renderer {
  /** Limits images and videos from now on. */
  limitMedia(limit: MediaLimit): void
}

interface Waiting {
  readonly task: RenderTask
  settle(response: RenderResponse): void
}

/**
 * Renders in separate processes, one job each, in the order of the calls; they start on demand. Codecs are
 * native code that processes other people's files: a crash takes one job with it and not the service, and a
 * process can be killed at any moment, unlike a thread in the middle of a codec's work.
 */
export function createRenderPool({
  resultsFolder,
  jobs,
  readUrl,
  limit: firstLimit,
}: RenderPoolOptions): RenderPool {
  const queue: Waiting[] = []
  const idle: ChildProcess[] = []
  const busy = new Map<ChildProcess, Waiting>()
  let closed = false
  let mediaLimit = firstLimit
  mkdirSync(resultsFolder, { recursive: true })
  clearStrays(resultsFolder, jobs)

  function startProcess(): ChildProcess {
    const child = fork(program, {
      execArgv: nodeOptions,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    child.on('message', (response: RenderResponse) => {
      idle.push(child)
      settle(child, response)
    })
    child.on('error', (error) => settle(child, { ok: false, reason: String(error) }))
    child.on('exit', (code, signal) => {
      const place = idle.indexOf(child)
      if (place >= 0) idle.splice(place, 1)
      settle(child, { ok: false, reason: `The rendering process ended (${signal ?? code}).` })
    })
    return child
  }

  function settle(child: ChildProcess, response: RenderResponse): void {
    const waiting = busy.get(child)
    busy.delete(child)
    waiting?.settle(response)
    advance()
  }

  function advance(): void {
    while (!closed && queue.length > 0 && (idle.length > 0 || busy.size < processLimit)) {
      const child = idle.pop() ?? startProcess()
      const next = queue.shift() as Waiting
      busy.set(child, next)
      child.send(next.task)
    }
  }

  async function render(job: JobRow, givenName?: string): Promise<ResultFile[]> {
    const { mediaType, ending } = resultFormats[job.kind]
    const name = givenName ?? `${randomBytes(18).toString('base64url')}.${ending}`
    const inputs = await collectInputs(job, readUrl)
    const order = limitOrder(toRenderOrder(job, inputs), mediaLimit)
    const task = { order, path: join(resultsFolder, name) }
    const response = await new Promise<RenderResponse>((settle) => {
      queue.push({ task, settle })
      advance()
    })
    if (!response.ok) throw toError(response)
    return [{ name, mediaType, bytes: response.bytes, sha256: response.sha256 }]
  }

  return {
    render,
    limitMedia(limit) {
      mediaLimit = limit
    },
    async close() {
      closed = true
      await Promise.all([...idle, ...busy.keys()].map(end))
    },
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

function toError({ reason, refusal }: RenderResponse & { readonly ok: false }): Error {
  return refusal ? new RenderRefusal(refusal.code, refusal.message) : new Error(reason)
}

/** Removes a killed sandbox's unfinished files. */
function clearStrays(folder: string, jobs: Pick<JobStore, 'findFile'>): void {
  for (const name of readdirSync(folder)) {
    if (!jobs.findFile(name)) rmSync(join(folder, name), { force: true, recursive: true })
  }
}
