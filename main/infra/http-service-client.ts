import { errorBodySchema } from '../../shared/api/error.ts'
import { jobSchema } from '../../shared/api/job.ts'
import { readDescription } from '../engine/catalog/description.ts'
import type { ConnectService, ServiceClient } from '../engine/connection/ports.ts'
import { listsAssets } from '../engine/inputs/lists-assets.ts'
import { findJobListing, type ListingPlace, readJobListing } from '../engine/jobs/job-listing.ts'
import type { ListJobsOutcome, ReadJobOutcome } from '../engine/jobs/ports.ts'
import { retryAfterMs } from '../engine/jobs/retry-after.ts'
import { uploadAsset } from './http-asset-upload.ts'
import { type HttpAnswer, httpGet } from './http-get.ts'
import { explainNetworkError, postOnce } from './http-post-once.ts'
import { createKeptConnections } from './kept-connections.ts'
import { readLimited } from './read-limited.ts'

const readTimeoutMs = 20_000
const jobMaxBytes = 4 * 1024 * 1024
const listingMaxBytes = 16 * 1024 * 1024
const descriptionMaxBytes = 32 * 1024 * 1024
/** A job that no service has: asking for it says whether the key is taken and costs nothing. */
const nilJobId = '00000000-0000-0000-0000-000000000000'

interface SmallAnswer extends Pick<HttpAnswer, 'status' | 'header'> {
  readonly body: string
}

/** The service over HTTP. Reads follow no redirect, so the key never reaches another origin. */
export const connectHttpService: ConnectService = ({ baseUrl, key }) => {
  const authorization: Record<string, string> = key === null ? {} : { Authorization: `Bearer ${key}` }
  const base = new URL(baseUrl)
  const connections = createKeptConnections({
    url: base,
    headers: { Accept: 'application/json', ...authorization },
    timeoutMs: readTimeoutMs,
    maxBytes: jobMaxBytes,
  })
  /** Whether the service answers in a way that only the full client reads. */
  let isUnusual = false
  let takesAssets = false
  let listingPlace: ListingPlace | null = null

  function get(path: string, headers: Record<string, string>, signal?: AbortSignal): Promise<HttpAnswer> {
    const timeout = AbortSignal.timeout(readTimeoutMs)
    return httpGet(new URL(`${baseUrl}${path}`), {
      headers: { Accept: 'application/json', ...headers },
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
    })
  }

  /** A small answer, whole. */
  async function getSmall(path: string, signal?: AbortSignal): Promise<SmallAnswer> {
    if (!isUnusual) {
      const answer = await connections.get(`${base.pathname.replace(/\/$/, '')}${path}`, signal)
      if (answer) return answer
      isUnusual = true
    }
    const response = await get(path, authorization, signal)
    return {
      status: response.status,
      header: response.header,
      body: await readLimited(response.body, jobMaxBytes),
    }
  }

  /** `isSaid`: a refusal in the service’s own words, so that it is the service that answered. */
  async function askForJob(
    jobId: string,
    signal?: AbortSignal,
  ): Promise<{ outcome: ReadJobOutcome; isSaid: boolean }> {
    try {
      const response = await getSmall(`/jobs/${encodeURIComponent(jobId)}`, signal)
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
      const response = await get(listingPlace.path, authorization, signal)
      const body = parseJson(await readLimited(response.body, listingMaxBytes))
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
        const response = await get('/openapi.json', {})
        const text = await readLimited(response.body, descriptionMaxBytes)
        if (!isOk(response)) return null
        const document = parseJson(text)
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

function isOk({ status }: Pick<HttpAnswer, 'status'>): boolean {
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
