import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Renderer } from '../jobs/ports.ts'
import type { JobRow, JobStore, ResultFile } from '../store/job-store.ts'
import { collectInputs, type ReadUrl } from './collect-inputs.ts'
import { type RenderOrder, toRenderOrder } from './render-order.ts'
import { RenderRefusal } from './render-refusal.ts'
import { resultFormats } from './result-formats.ts'

/** What a worker is sent: what to render and where to put it. */
export interface RenderTask {
  readonly order: RenderOrder
  readonly path: string
}

export type RenderAnswer =
  | { readonly ok: true; readonly bytes: number; readonly sha256: string }
  | {
      readonly ok: false
      readonly reason: string
      readonly refusal?: { readonly code: string; readonly message: string }
    }

export interface RenderPoolOptions {
  readonly resultsFolder: string
  /** Knows which files of the folder belong to a job; the others are cleared away at the start. */
  readonly jobs: Pick<JobStore, 'findFile'>
  readonly readUrl: ReadUrl
  readonly threads?: number | undefined
}

/** Without a bound each thread's young heap doubles again and again under load, to ~70 MB more than it needs. */
const resourceLimits = { maxYoungGenerationSizeMb: 16 }

interface Waiting {
  readonly task: RenderTask
  settle(answer: RenderAnswer): void
}

/** Renders in worker threads, one job a thread, in the order of asking. Threads start when they are needed. */
export function createRenderPool({ resultsFolder, jobs, readUrl, threads }: RenderPoolOptions): Renderer {
  const limit = threads ?? Math.min(2, availableParallelism())
  const queue: Waiting[] = []
  const idle: Worker[] = []
  const busy = new Map<Worker, Waiting>()
  let closed = false
  mkdirSync(resultsFolder, { recursive: true })
  clearStrays(resultsFolder, jobs)

  function startWorker(): Worker {
    const worker = new Worker(new URL('./render-worker.ts', import.meta.url), { resourceLimits })
    worker.on('message', (answer: RenderAnswer) => {
      idle.push(worker)
      settle(worker, answer)
    })
    worker.on('error', (error) => settle(worker, { ok: false, reason: String(error) }))
    worker.on('exit', () => {
      const place = idle.indexOf(worker)
      if (place >= 0) idle.splice(place, 1)
      settle(worker, { ok: false, reason: 'The rendering thread ended.' })
    })
    return worker
  }

  function settle(worker: Worker, answer: RenderAnswer): void {
    const waiting = busy.get(worker)
    busy.delete(worker)
    waiting?.settle(answer)
    advance()
  }

  function advance(): void {
    while (!closed && queue.length > 0 && (idle.length > 0 || busy.size < limit)) {
      const worker = idle.pop() ?? startWorker()
      const next = queue.shift() as Waiting
      busy.set(worker, next)
      worker.postMessage(next.task)
    }
  }

  async function render(job: JobRow, givenName?: string): Promise<ResultFile[]> {
    const { mediaType, ending } = resultFormats[job.kind]
    const name = givenName ?? `${randomBytes(18).toString('base64url')}.${ending}`
    const inputs = await collectInputs(job, readUrl)
    const task = { order: toRenderOrder(job, inputs), path: join(resultsFolder, name) }
    const answer = await new Promise<RenderAnswer>((settle) => {
      queue.push({ task, settle })
      advance()
    })
    if (!answer.ok) throw toError(answer)
    return [{ name, mediaType, bytes: answer.bytes, sha256: answer.sha256 }]
  }

  return {
    render,
    async close() {
      closed = true
      await Promise.all([...idle, ...busy.keys()].map((worker) => worker.terminate()))
    },
  }
}

function toError({ reason, refusal }: RenderAnswer & { readonly ok: false }): Error {
  return refusal ? new RenderRefusal(refusal.code, refusal.message) : new Error(reason)
}

/** Removes what a killed sandbox left half done. */
function clearStrays(folder: string, jobs: Pick<JobStore, 'findFile'>): void {
  for (const name of readdirSync(folder)) {
    if (!jobs.findFile(name)) rmSync(join(folder, name), { force: true, recursive: true })
  }
}
