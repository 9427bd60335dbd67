import { errorBodySchema } from '../../shared/api/error.ts'
import { jobSchema } from '../../shared/api/job.ts'
import { readDescription } from '../engine/catalog/description.ts'
import type { ConnectService, ServiceClient } from '../engine/connection/ports.ts'
import type { ReadJobOutcome } from '../engine/jobs/ports.ts'
import { retryAfterMs } from '../engine/jobs/retry-after.ts'
import { explainNetworkError, postOnce } from './http-post-once.ts'
import { readLimited } from './read-limited.ts'

const readTimeoutMs = 20_000
const jobMaxBytes = 4 * 1024 * 1024
const descriptionMaxBytes = 32 * 1024 * 1024
/** A job that no service has: asking for it says whether the key is taken and costs nothing. */
const nilJobId = '00000000-0000-0000-0000-000000000000'

/** The service over HTTP. Reads follow no redirect, so the key never reaches another origin. */
export const connectHttpService: ConnectService = ({ baseUrl, key }) => {
  const authorization: Record<string, string> = key === null ? {} : { Authorization: `Bearer ${key}` }

  function get(path: string, headers: Record<string, string>, signal?: AbortSignal): Promise<Response> {
    const timeout = AbortSignal.timeout(readTimeoutMs)
    return fetch(`${baseUrl}${path}`, {
      headers: { Accept: 'application/json', ...headers },
      redirect: 'manual',
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
    })
  }

  async function readJob(jobId: string, signal?: AbortSignal): Promise<ReadJobOutcome> {
    try {
      const response = await get(`/jobs/${encodeURIComponent(jobId)}`, authorization, signal)
      const body = parseJson(await readLimited(response, jobMaxBytes))
      const job = response.ok ? jobSchema.safeParse(body) : null
      if (job?.success) return { type: 'job', job: job.data }
      if (job) return { type: 'unreachable', cause: 'The service’s answer holds no job.' }
      const words = errorBodySchema.safeParse(body)
      return {
        type: 'refused',
        status: response.status,
        message: words.success ? words.data.error : `The service answered ${response.status}.`,
        retryAfterMs: retryAfterMs(response.headers.get('retry-after'), Date.now()),
      }
    } catch (error) {
      return { type: 'unreachable', cause: explainNetworkError(error) }
    }
  }

  const client: ServiceClient = {
    post: (path, body, signal) =>
      postOnce({
        url: new URL(`${baseUrl}${path}`),
        body,
        signal,
        headers: { ...authorization, 'Content-Type': 'application/json', Accept: 'application/json' },
      }),
    readJob,
    async describe() {
      try {
        const response = await get('/openapi.json', {})
        if (!response.ok) return null
        return readDescription(parseJson(await readLimited(response, descriptionMaxBytes)))
      } catch {
        return null
      }
    },
    async probe() {
      const outcome = await readJob(nilJobId)
      if (outcome.type === 'unreachable') return { reachable: false, keyAccepted: null }
      if (outcome.type === 'job' || outcome.status === 404) return { reachable: true, keyAccepted: true }
      return { reachable: true, keyAccepted: outcome.status === 401 || outcome.status === 403 ? false : null }
    },
  }
  return client
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
