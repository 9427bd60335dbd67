import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isTerminal, type Job, jobSchema } from '../../shared/api/job.ts'
import { createSandbox, type Sandbox, type SandboxOptions } from '../app.ts'
import type { MediaLimit } from '../media/render-order.ts'

const origin = 'http://sandbox.test'

export interface OpenSandbox {
  readonly sandbox: Sandbox
  readonly dataFolder: string
  get(path: string, headers?: Record<string, string>): Promise<Response>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
  /** Sends a request that must be accepted, and waits until its job has ended. */
  run(path: string, body: unknown): Promise<Job>
  /** The bytes of a job's first result. */
  bytesOf(job: Job): Promise<Buffer>
  close(): Promise<void>
}

export function createFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'atelier-sandbox-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** Media of this size are rendered in milliseconds. */
export const smallMedia: MediaLimit = { longSide: 64, framesPerSecond: 1, samplesPerSecond: 8000 }

/** A fast sandbox in this process, by default on a folder of its own. */
export function openSandbox(options: Partial<SandboxOptions> = {}): OpenSandbox {
  const folder = createFolder()
  const dataFolder = options.dataFolder ?? folder.path
  const sandbox = createSandbox({ speed: 100_000, mediaLimit: smallMedia, ...options, dataFolder })
  const authorization = `Bearer ${sandbox.key}`

  function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return sandbox.fetch(new Request(new URL(path, origin), { headers: { authorization, ...headers } }))
  }

  function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const json = { authorization, 'content-type': 'application/json' }
    const request = { method: 'POST', body: text, headers: { ...json, ...headers } }
    return sandbox.fetch(new Request(new URL(path, origin), request))
  }

  async function run(path: string, body: unknown): Promise<Job> {
    const response = await post(path, body)
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
    let job = jobSchema.parse(await response.json())
    while (!isTerminal(job.status)) {
      await wait(5)
      job = jobSchema.parse(await (await get(`/jobs/${job.job_id}`)).json())
    }
    return job
  }

  async function bytesOf(job: Job): Promise<Buffer> {
    const response = await sandbox.fetch(new Request(job.result?.urls[0] ?? ''))
    return Buffer.from(await response.arrayBuffer())
  }

  async function close(): Promise<void> {
    await sandbox.close()
    folder.remove()
  }

  return { sandbox, dataFolder, get, post, run, bytesOf, close }
}
