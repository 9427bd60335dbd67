import { errorBodySchema } from '../../shared/api/error.ts'
import { jobSchema } from '../../shared/api/job.ts'
import { readDescription } from '../engine/catalog/description.ts'
import { createKeyMask, type KeyMask } from '../engine/connection/key-mask.ts'
import type { ConnectService, ServiceClient } from '../engine/connection/ports.ts'
import { listsAssets } from '../engine/inputs/lists-assets.ts'
import { findJobListing, type ListingPlace, readJobListing } from '../engine/jobs/job-listing.ts'
import type { ListJobsOutcome, PostOutcome, ReadJobOutcome } from '../engine/jobs/ports.ts'
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

/**
 * The service over HTTP. Reads follow no redirect, so the key never reaches another origin; whatever the service says
 * passes the mask, so that a key which it repeats is neither kept nor shown.
 */
export function connectHttpService(
  { baseUrl, key }: Parameters<ConnectService>[0],
  mask: KeyMask = createKeyMask(),
): ServiceClient {
  if (key !== null) mask.learn(key)
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

  function askForJob(jobId: string, signal?: AbortSignal): Promise<SmallAnswer> {
    return connections.get(`${place}/jobs/${encodeURIComponent(jobId)}`, signal)
  }

  function readJson(text: string): unknown {
    return mask.value(parseJson(text))
  }

  async function listJobs(signal: AbortSignal): Promise<ListJobsOutcome> {
    if (!listingPlace) return { type: 'none' }
    try {
      const response = await getLarge(listingPlace.path, {
        headers: authorization,
        signal,
        maxBytes: listingMaxBytes,
      })
      const body = readJson(response.body)
      const listing = isOk(response) ? readJobListing(body, listingPlace) : null
      return listing ? { type: 'listing', listing } : { type: 'failed' }
    } catch {
      return { type: 'failed' }
    }
  }

  const client: ServiceClient = {
    post: async (path, body, signal, webhookUrl, headers) => {
      const outcome = await postOnce({
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
      })
      return maskPost(outcome, mask)
    },
    readJob: (jobId, signal) =>
      askForJob(jobId, signal)
        .then(readJobAnswer, toUnreachable)
        .then((outcome) => mask.value(outcome)),
    listJobs,
    async describe() {
      try {
        const response = await getLarge('/openapi.json', { maxBytes: descriptionMaxBytes })
        if (!isOk(response)) return null
        const document = readJson(response.body)
        takesAssets = listsAssets(document)
        listingPlace = findJobListing(document)
        return readDescription(document)
      } catch {
        return null
      }
    },
    takesAssets: () => takesAssets,
    uploadAsset: async (asset, signal, onProgress) => {
      const url = new URL(`${baseUrl}/assets`)
      return mask.value(await uploadAsset({ url, headers: authorization, asset, signal, onProgress }))
    },
    async probe() {
      const answer = await askForJob(nilJobId).catch(() => null)
      const outcome = answer && readJobAnswer(answer)
      if (!outcome || outcome.type === 'unreadable') return { reachable: false, keyAccepted: null }
      // Any web server answers 404; only one in the service's words says that the key got this far.
      if (outcome.type === 'job' || (answer.status === 404 && readRefusal(answer) !== null))
        return { reachable: true, keyAccepted: true }
      return { reachable: true, keyAccepted: answer.status === 401 || answer.status === 403 ? false : null }
    },
  }
  return client
}

function maskPost(outcome: PostOutcome, mask: KeyMask): PostOutcome {
  if (outcome.type !== 'answered') return { ...outcome, cause: mask.text(outcome.cause) }
  const { header } = outcome
  return {
    ...outcome,
    body: mask.body(outcome.body),
    header(name) {
      const value = header(name)
      return value === null ? null : mask.text(value)
    },
  }
}

function isOk({ status }: Pick<SmallAnswer, 'status'>): boolean {
  return status >= 200 && status < 300
}

function readJobAnswer(answer: SmallAnswer): Exclude<ReadJobOutcome, { type: 'unreachable' }> {
  if (!isOk(answer)) {
    return {
      type: 'refused',
      status: answer.status,
      message: readRefusal(answer) ?? `The service answered ${answer.status}.`,
      retryAfterMs: retryAfterMs(answer.header('retry-after'), Date.now()),
    }
  }
  const job = jobSchema.safeParse(parseJson(answer.body))
  return job.success
    ? { type: 'job', job: job.data }
    : { type: 'unreadable', cause: 'The service’s answer holds no job.' }
}

/** The service's own words; null where the answer is somebody else's. */
function readRefusal({ body }: SmallAnswer): string | null {
  const words = errorBodySchema.safeParse(parseJson(body))
  return words.success ? words.data.error : null
}

function toUnreachable(error: unknown): ReadJobOutcome {
  return { type: 'unreachable', cause: explainNetworkError(error) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
