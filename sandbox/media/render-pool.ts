import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Renderer } from '../jobs/ports.ts'
import type { JobRow, JobStore, ResultFile } from '../store/job-store.ts'
import { collectInputs, type ReadUrl } from './collect-inputs.ts'
import { limitOrder, type MediaLimit, type RenderOrder, toRenderOrder } from './render-order.ts'
import { RenderRefusal } from './render-refusal.ts'
import { resultFormats } from './result-formats.ts'

/** What a runner is given: the order and the path of the result. */
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

/** Makes media somewhere and writes each to its path, whole or not at all. */
export interface RenderRunner {
  run(task: RenderTask): Promise<RenderResponse>
  close(): Promise<void>
}

export interface RenderPoolOptions {
  readonly runner: RenderRunner
  readonly resultsFolder: string
  /** Knows which files of the folder belong to a job; the others are deleted at the start. */
  readonly jobs: Pick<JobStore, 'findFile'>
  readonly readUrl: ReadUrl
  /** The initial limits of media. */
  readonly limit: MediaLimit
}

export interface RenderPool extends Renderer {
  /** Limits images and videos from now on. */
  limitMedia(limit: MediaLimit): void
}

/** Renders jobs by a runner, and keeps what it makes in the folder of results. */
export function createRenderPool({
  runner,
  resultsFolder,
  jobs,
  readUrl,
  limit: firstLimit,
}: RenderPoolOptions): RenderPool {
  let mediaLimit = firstLimit
  mkdirSync(resultsFolder, { recursive: true })
  clearStrays(resultsFolder, jobs)

  async function render(job: JobRow, givenName?: string): Promise<ResultFile[]> {
    const { mediaType, ending } = resultFormats[job.kind]
    const name = givenName ?? `${randomBytes(18).toString('base64url')}.${ending}`
    const inputs = await collectInputs(job, readUrl)
    const order = limitOrder(toRenderOrder(job, inputs), mediaLimit)
    const task = { order, path: join(resultsFolder, name) }
    const response = await runner.run(task)
    if (!response.ok) throw toError(response)
    return [{ name, mediaType, bytes: response.bytes, sha256: response.sha256 }]
  }

  return {
    render,
    limitMedia(limit) {
      mediaLimit = limit
    },
    close: () => runner.close(),
  }
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
