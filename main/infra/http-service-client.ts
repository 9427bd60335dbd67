import { errorBodySchema } from '../../shared/api/error.ts'
import { jobSchema } from '../../shared/api/job.ts'
import { readDescription } from '../engine/catalog/description.ts'
import type { ConnectService, ServiceClient } from '../engine/connection/ports.ts'
import { listsAssets } from '../engine/inputs/lists-assets.ts'
import { findJobListing, type ListingPlace, readJobListing } from '../engine/jobs/job-listing.ts'
import type { ListJobsOutcome, ReadJobOutcome } from '../engine/jobs/ports.ts'
import { retryAfterMs } from '../engine/jobs/retry-after.ts'
import { uploadAsset } from './http-asset-upload.ts'
import { httpGet, type SmallAnswer } from './http-get.ts'
import { explainNetworkError, postOnce } from './http-post-once.ts'
import { createKeptConnections } from './kept-connections.ts'

const readTimeoutMs = 20_000
const jobMaxBytes = 4 * 1024 * 1024
const listingMaxBytes = 16 * 1024 * 1024
const descriptionMaxBytes = 32 * 1024 * 1024
/** A job that no service has: asking for it says whether the key is taken and costs nothing. */
const nilJobId = '00000000-0000-0000-0000-000000000000'

/** The service over HTTP. Reads follow no redirect, so the key never reaches another origin. */
export const connectHttpService: ConnectService = ({ baseUrl, key }) => {
  const authorization: Record<string, string> = key === null ? {} : { Authorization: `Bearer ${key}` }
  const base = new URL(baseUrl)
  const place = base.pathname.replace(/\/$/, '')
  const connections = createKeptConnections({
    url: base,
    headers: { Accept: 'application/json', ...authorization },
    timeoutMs: readTimeoutMs,
    maxBytes: jobMaxBytes,
  })
  let takesAssets = false
  let listingPlace: ListingPlace | null = null

  /** Something large and seldom asked for, on a connection of its own. */
  function getLarge(
    path: string,
    {
      maxBytes,
      headers,
      signal,
    }: { maxBytes: number; headers?: Record<string, string>; signal?: AbortSignal },
  ): Promise<SmallAnswer> {
    const timeout = AbortSignal.timeout(readTimeoutMs)
    return httpGet(new URL(`${baseUrl}${path}`), {
      headers: { Accept: 'application/json', ...headers },
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
      maxBytes,
    })
  }

  /** `isSaid`: a refusal in the service’s own words, so that it is the service that answered. */
  async function askForJob(
    jobId: string,
    signal?: AbortSignal,
  ): Promise<{ outcome: ReadJobOutcome; isSaid: boolean }> {
    try {
      const response = await connections.get(`${place}/jobs/${encodeURIComponent(jobId)}`, signal)
      const body = parseJson(response.body)
      const job = isOk(response) ? jobSchema.safeParse(body) : null
      if (job?.success) return { outcome: { type: 'job', job: job.data }, isSaid: true }
      if (job) return { outcome: unreadable('The service’s answer holds no job.'), isSaid: false }
      const words = errorBodySchema.safeParse(body)
      const outcome = {
        type: 'refused',
        status: response.status,
        message: words.success ? words.data.error : `The service answered ${response.status}.`,
        retryAfterMs: retryAfterMs(response.header('retry-after'), Date.now()),
      } as const
      return { outcome, isSaid: words.success }
    } catch (error) {
      return { outcome: unreachable(explainNetworkError(error)), isSaid: false }
    }
  }

  async function listJobs(signal: AbortSignal): Promise<ListJobsOutcome> {
    if (!listingPlace) return { type: 'none' }
    try {
      const response = await getLarge(listingPlace.path, {
        headers: authorization,
        signal,
        maxBytes: listingMaxBytes,
      })
      const body = parseJson(response.body)
      const listing = isOk(response) ? readJobListing(body, listingPlace) : null
      return listing ? { type: 'listing', listing } : { type: 'failed' }
    } catch {
      return { type: 'failed' }
    }
  }

  const client: ServiceClient = {
    post: (path, body, signal, webhookUrl, headers) =>
      postOnce({
        url: new URL(`${baseUrl}${path}`),
        body,
        signal,
        headers: {
          ...headers,
          ...authorization,
          'Content-Type': 'application/json',
          Accept: 'application/json',
          ...(webhookUrl === undefined ? {} : { 'X-Webhook-URL': webhookUrl }),
        },
      }),
    readJob: async (jobId, signal) => (await askForJob(jobId, signal)).outcome,
    listJobs,
    async describe() {
      try {
        const response = await getLarge('/openapi.json', { maxBytes: descriptionMaxBytes })
        if (!isOk(response)) return null
        const document = parseJson(response.body)
        takesAssets = listsAssets(document)
        listingPlace = findJobListing(document)
        return readDescription(document)
      } catch {
        return null
      }
    },
    takesAssets: () => takesAssets,
    uploadAsset: (asset, signal, onProgress) =>
      uploadAsset({ url: new URL(`${baseUrl}/assets`), headers: authorization, asset, signal, onProgress }),
    async probe() {
      const { outcome, isSaid } = await askForJob(nilJobId)
      if (outcome.type === 'unreachable' || outcome.type === 'unreadable')
        return { reachable: false, keyAccepted: null }
      // Any web server answers 404; only one in the service's words says that the key got this far.
      if (outcome.type === 'job' || (outcome.status === 404 && isSaid))
        return { reachable: true, keyAccepted: true }
      return { reachable: true, keyAccepted: outcome.status === 401 || outcome.status === 403 ? false : null }
    },
  }
  return client
}

function isOk({ status }: Pick<SmallAnswer, 'status'>): boolean {
  return status >= 200 && status < 300
}

function unreachable(cause: string): ReadJobOutcome {
  return { type: 'unreachable', cause }
}

function unreadable(cause: string): ReadJobOutcome {
  return { type: 'unreadable', cause }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
