import { setTimeout as wait } from 'node:timers/promises'
import { isTerminal, type Job, jobSchema } from '../../shared/api/job.ts'
import type { Model } from '../../shared/catalog/model.ts'

export interface ServiceOptions {
  /** Without a trailing slash. */
  readonly url: string
  readonly key: string
  /** A workspace service key, for the usage report. */
  readonly usageKey: string | null
  /** The vendor segment of the generation paths. */
  readonly vendor: string
}

/** A service that is known by nothing but HTTP. */
export interface ServiceUnderTest extends ServiceOptions {
  pathOf(model: Pick<Model, 'kind' | 'id'>): string
  get(path: string, key?: string | null): Promise<Response>
  post(path: string, body: unknown, headers?: Record<string, string>, key?: string | null): Promise<Response>
  /** Reads a job until it has ended; `seen` hears of each reading. */
  waitFor(jobId: string, seen?: (job: Job) => void): Promise<Job>
}

/** The longest that a job is waited for, in milliseconds. */
const patienceMs = 5 * 60_000

export function connectService(options: ServiceOptions): ServiceUnderTest {
  const { url, key, vendor } = options
  const authorize = (chosen: string | null): Record<string, string> =>
    chosen === null ? {} : { Authorization: `Bearer ${chosen}` }

  function get(path: string, chosen: string | null = key): Promise<Response> {
    return fetch(`${url}${path}`, { headers: authorize(chosen) })
  }

  async function waitFor(jobId: string, seen: (job: Job) => void = () => {}): Promise<Job> {
    for (const until = Date.now() + patienceMs; Date.now() < until; ) {
      const job = jobSchema.parse(await (await get(`/jobs/${jobId}`)).json())
      seen(job)
      if (isTerminal(job.status)) return job
      await wait(200)
    }
    throw new Error(`The job ${jobId} has not ended after ${patienceMs / 60_000} minutes.`)
  }

  return {
    ...options,
    pathOf: ({ kind, id }) => `/generate/${kind}/${vendor}/${id}`,
    get,
    post(path, body, headers = {}, chosen = key) {
      const sent = { ...authorize(chosen), 'Content-Type': 'application/json', ...headers }
      return fetch(`${url}${path}`, { method: 'POST', headers: sent, body: JSON.stringify(body) })
    },
    waitFor,
  }
}
