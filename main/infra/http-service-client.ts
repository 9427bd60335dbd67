import { networkInterfaces } from 'node:os'
import type { z } from 'zod'
import { errorBodySchema } from '../../shared/api/error.ts'
import { jobSchema } from '../../shared/api/job.ts'
import type { ProbeVerdict, UsageProbeVerdict } from '../../shared/api/probe.ts'
import { type CodedReason, reasonOf } from '../../shared/failures/reason.ts'
import { parseBoundedJson, readBoundedJson, responseBounds } from '../../shared/json/read-bounded-json.ts'
import { isLoopbackUrl } from '../../shared/settings/base-url.ts'
import { listsAssets } from '../engine/catalog/described-uploads.ts'
import { jobsPrefixOf, joinPath, prefixOf } from '../engine/catalog/description.ts'
import { findJobListing, listingBounds } from '../engine/recovery/job-listing.ts'
import { readListingPage } from '../engine/recovery/listing-page.ts'
import { createKeyMask, type KeyMask } from '../engine/service/key-mask.ts'
import type { ListingPlace } from '../engine/service/listing-place.ts'
import type {
  ConnectService,
  DescribeOutcome,
  ListJobsOutcome,
  ListStylesOutcome,
  PostOutcome,
  ReadJobOutcome,
  ServiceClient,
} from '../engine/service/ports.ts'
import { retryAfterMs } from '../engine/service/retry-after.ts'
import { findStyleListing, readStylePage } from '../engine/styles/style-listing.ts'

import { uploadAsset } from './http-asset-upload.ts'
import { createDescriptionReader } from './http-description.ts'
import { httpGet, type SmallResponse } from './http-get.ts'
import { explainNetworkError, postOnce } from './http-post-once.ts'
import { createKeptConnections } from './kept-connections.ts'
import { createRepeatedResponses } from './repeated-responses.ts'

const readTimeoutMs = 20_000
/** A job that no service has: requesting it shows whether the key is accepted and costs nothing. */
const nilJobId = '00000000-0000-0000-0000-000000000000'

/**
 * The service over HTTP. Reads follow no redirect, so the key never reaches another origin; every response
 * passes the mask, so that a repeated key is neither kept nor shown. `closing` ends every read, and no paid request.
 */
export function connectHttpService(
  { baseUrl, key, descriptionUrl }: Parameters<ConnectService>[0],
  mask: KeyMask = createKeyMask(),
  closing?: AbortSignal,
): ServiceClient {
  if (key !== null) mask.learn(key)
  const authorization: Record<string, string> = key === null ? {} : { Authorization: `Bearer ${key}` }
  const base = new URL(baseUrl)
  const basePath = base.pathname.replace(/\/$/, '')
  /** Where jobs, uploads, styles and usage are: below what the description puts before their paths. */
  let place = basePath
  const connections = createKeptConnections({
    url: base,
    headers: { Accept: 'application/json', ...authorization },
    timeoutMs: readTimeoutMs,
    maxBytes: responseBounds.bytes,
  })
  const repeated = createRepeatedResponses<JobReading>()
  let takesAssets = false
  let listingPlace: ListingPlace | null = null
  /** Whether a description was read, or the service said that it has none. */
  let isListingKnown = false
  let stylePlace: ListingPlace | null = null
  /** A description that a test of the connection read, and nobody has been given yet. */
  let unread: DescribeOutcome | null = null

  /** Large and rarely requested documents, on a connection of their own. */
  function getLarge(
    url: URL,
    {
      maxBytes,
      headers,
      signal,
    }: { maxBytes: number; headers?: Record<string, string>; signal?: AbortSignal },
  ): Promise<SmallResponse> {
    const signals = [AbortSignal.timeout(readTimeoutMs), signal, closing].filter((one) => one !== undefined)
    return httpGet(url, {
      headers: { Accept: 'application/json', ...headers },
      signal: AbortSignal.any(signals),
      maxBytes,
    })
  }

  /** A poll has a signal of its own, which ends with the studio. */
  function askForJob(jobId: string, signal = closing): Promise<SmallResponse> {
    return connections.get(`${place}/jobs/${encodeURIComponent(jobId)}`, signal)
  }

  /** Whether jobs need a key here: a place of the service where nothing is says 404 to any key, and to none. */
  async function isGuarded(): Promise<boolean> {
    const url = new URL(`${base.origin}${place}/jobs/${nilJobId}`)
    const reply = await getLarge(url, { maxBytes: responseBounds.bytes }).catch(() => null)
    return reply?.status !== 404
  }

  function adopt(document: unknown): void {
    const prefix = prefixOf(document)
    const listed = (found: ListingPlace | null) => found && { ...found, path: `${prefix}${found.path}` }
    place = joinPath(basePath, jobsPrefixOf(document))
    takesAssets = listsAssets(document)
    listingPlace = listed(findJobListing(document))
    stylePlace = listed(findStyleListing(document))
  }

  const describedAt = new URL(descriptionUrl ?? `${baseUrl}/openapi.json`)
  const description = createDescriptionReader({
    url: describedAt,
    // The key is the service's own: no other host is shown it.
    authorization: describedAt.origin === base.origin ? authorization : {},
    mask,
    closing,
    onDocument(document) {
      adopt(document)
      isListingKnown = true
    },
  })

  async function readAnew(): Promise<DescribeOutcome> {
    const outcome = await description.read()
    if (outcome.type === 'none' && outcome.fault === 'absent') isListingKnown = true
    return outcome
  }

  async function listJobs(next: string | null, signal: AbortSignal): Promise<ListJobsOutcome> {
    if (!listingPlace) return { type: isListingKnown ? 'none' : 'undescribed' }
    const url = new URL(next ?? `${base.origin}${joinPath(basePath, listingPlace.path)}`)
    if (url.origin !== base.origin) return { type: 'failed' }
    try {
      const reply = await getLarge(url, { headers: authorization, signal, maxBytes: listingBounds.bytes })
      if (!isOk(reply)) return toRefusal(reply)
      const { header, body: text } = reply
      const body = mask.value(parseBoundedJson(text, listingBounds))
      const page = readListingPage({ url, body, length: text.length, header, place: listingPlace })
      return page ? { type: 'page', page } : { type: 'failed' }
    } catch {
      return { type: 'failed' }
    }
  }

  async function listStyles(next: string | null): Promise<ListStylesOutcome> {
    if (!stylePlace) return { type: 'none' }
    const url = new URL(next ?? `${base.origin}${joinPath(basePath, stylePlace.path)}`)
    if (url.origin !== base.origin) return { type: 'failed', cause: reasonOf('output_unreadable') }
    try {
      const reply = await getLarge(url, { headers: authorization, maxBytes: listingBounds.bytes })
      if (!isOk(reply)) return { type: 'refused', status: reply.status }
      const body = mask.value(parseBoundedJson(reply.body, listingBounds))
      const page = readStylePage({ url, body, link: reply.header('link'), place: stylePlace })
      return page ?? { type: 'failed', cause: { code: 'answer_unreadable' } }
    } catch (error) {
      return { type: 'failed', cause: mask.value(explainNetworkError(error)) }
    }
  }

  const client: ServiceClient = {
    post: async (path, body, signal, webhookUrl, headers) => {
      const outcome = await postOnce({
        url: new URL(`${base.origin}${joinPath(basePath, path)}`),
        body,
        signal,
        headers: {
          ...headers,
          ...authorization,
          'Content-Type': body instanceof Uint8Array ? 'application/json' : body.contentType,
          Accept: 'application/json',
          ...(webhookUrl === undefined ? {} : { 'X-Webhook-URL': webhookUrl }),
        },
      })
      return maskPost(outcome, mask)
    },
    async readJob(jobId, signal) {
      try {
        const reply = await askForJob(jobId, signal)
        return mask.value(
          isOk(reply)
            ? repeated.read(jobId, reply.body, () => readJobResponse(reply))
            : readJobResponse(reply),
        )
      } catch (error) {
        return mask.value(toUnreachable(error))
      }
    },
    listsJobs: () => listingPlace !== null,
    listJobs,
    async describe() {
      const outcome = await readAnew()
      const earlier = unread
      unread = null
      return outcome.type === 'unchanged' && earlier !== null ? earlier : outcome
    },
    describeBy: (text) => description.readText(text),
    recall: adopt,
    listsStyles: () => stylePlace !== null,
    listStyles,
    shareStyle: async (segment) =>
      maskPost(
        await postOnce({
          url: new URL(`${base.origin}${place}/styles/${segment}/share/workspace`),
          body: new Uint8Array(),
          headers: { ...authorization, Accept: 'application/json' },
        }),
        mask,
      ),
    takesAssets: () => takesAssets,
    uploadAsset: async (asset, signal, onProgress) => {
      const url = new URL(`${base.origin}${place}/assets`)
      return mask.value(await uploadAsset({ url, headers: authorization, asset, signal, onProgress }))
    },
    async probe() {
      let reply: SmallResponse
      try {
        reply = await askForJob(nilJobId)
      } catch (error) {
        return { verdict: readProbeFailure(error, base), clockDifferenceMs: null }
      }
      let verdict = readProbe(reply)
      if (key !== null && reply.status === 404 && verdict === 'fine' && !(await isGuarded()))
        verdict = 'other_service'
      // What describes itself as this service is this service, whatever it says of a job.
      if (verdict === 'other_service') {
        const outcome = await readAnew()
        if (outcome.type === 'described') unread = outcome
        if (isDescription(outcome)) verdict = 'unclear'
      }
      return { verdict, clockDifferenceMs: readClockDifference(reply, Date.now()) }
    },
    async probeUsage() {
      // A window of one moment, yesterday: hardly a job is in it, and it is in every coverage.
      const moment = new Date(Date.now() - 86_400_000).toISOString()
      const url = new URL(`${base.origin}${place}/usage`)
      url.search = new URLSearchParams({ start_date: moment, end_date: moment }).toString()
      const reply = await getLarge(url, { headers: authorization, maxBytes: responseBounds.bytes }).catch(
        () => null,
      )
      return reply ? readUsageProbe(reply.status) : 'no_answer'
    },
  }
  return client
}

/** Also one without any model. */
function isDescription(outcome: DescribeOutcome): boolean {
  return outcome.type !== 'none' || outcome.fault === 'no_models'
}

function maskPost(outcome: PostOutcome, mask: KeyMask): PostOutcome {
  if (outcome.type !== 'responded') return { ...outcome, cause: mask.value(outcome.cause) }
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

function isOk({ status }: Pick<SmallResponse, 'status'>): boolean {
  return status >= 200 && status < 300
}

function toRefusal({ status, header }: SmallResponse): Extract<ListJobsOutcome, { type: 'refused' }> {
  return { type: 'refused', status, retryAfterMs: retryAfterMs(header('retry-after'), Date.now()) }
}

type JobReading = Exclude<ReadJobOutcome, { type: 'unreachable' }>

function readJobResponse(reply: SmallResponse): JobReading {
  if (!isOk(reply)) {
    return {
      type: 'refused',
      status: reply.status,
      message: readRefusal(reply) ?? { code: 'answer_status', status: reply.status },
      retryAfterMs: retryAfterMs(reply.header('retry-after'), Date.now()),
    }
  }
  const body = readBoundedJson(reply.body)
  const job = jobSchema.safeParse(body.ok ? body.value : null)
  if (job.success) return { type: 'job', job: job.data }
  if (body.ok) return unreadable({ code: 'answer_malformed', place: placeOf(job.error) }, { isJson: true })
  const { code } = body.error
  return unreadable({ code: 'answer_unreadable', json: code }, code === 'not_json' ? {} : { isJson: true })
}

function unreadable(cause: CodedReason, kind: { readonly isJson?: true }) {
  return { type: 'unreadable', cause, ...kind } as const
}

/** Any web server returns 403 or 404; only one in the service's own format says something of the key. */
function readProbe(reply: SmallResponse): ProbeVerdict {
  const { status } = reply
  if (isOk(reply)) return readJobResponse(reply).type === 'job' ? 'fine' : 'other_service'
  if (status === 401) return 'key_refused'
  if (status === 429 || status >= 500) return 'unclear'
  if (readRefusal(reply) === null) return isJsonObject(reply) ? 'unclear' : 'other_service'
  if (status === 403) return 'access_off'
  return status === 404 ? 'fine' : 'unclear'
}

/** Why a test got no response. */
function readProbeFailure(error: unknown, url: URL): ProbeVerdict {
  const reason = explainNetworkError(error)
  const code = typeof reason === 'string' ? '' : reason.code
  if (code === 'certificate_expired' || code === 'certificate_not_yet_valid') return 'certificate_date'
  if (networkCodes.has(code) && !isLoopbackUrl(url.href) && !isOnNetwork()) return 'no_network'
  if (code === 'address_lookup_failed' || code === 'network_missing') return 'no_network'
  return code === 'address_not_found' ? 'unknown_host' : 'no_answer'
}

const networkCodes: ReadonlySet<string> = new Set([
  'address_not_found',
  'address_lookup_failed',
  'network_missing',
  'host_unreachable',
  'connection_timeout',
  'answer_timeout',
])

/** Whether this machine has an address besides its own loopback. */
function isOnNetwork(): boolean {
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ internal }) => !internal))
}

/** By the header Date, which has whole seconds; null where it is missing or no date. */
function readClockDifference({ header }: SmallResponse, now: number): number | null {
  const time = Date.parse(header('date') ?? '')
  return Number.isNaN(time) ? null : time - now
}

/** By the interface's table of errors; 400 says that the key was taken, and the window was not. */
function readUsageProbe(status: number): UsageProbeVerdict {
  if ((status >= 200 && status < 300) || status === 400) return 'fine'
  return usageVerdicts.get(status) ?? 'unclear'
}

const usageVerdicts: ReadonlyMap<number, UsageProbeVerdict> = new Map([
  [401, 'key_refused'],
  [403, 'not_entitled'],
  [404, 'no_workspace'],
])

function isJsonObject({ body }: SmallResponse): boolean {
  const value = parseBoundedJson(body)
  return typeof value === 'object' && value !== null
}

/** The service's own words; null where the response came from something else. */
function readRefusal({ body }: SmallResponse): string | null {
  const words = errorBodySchema.safeParse(parseBoundedJson(body))
  return words.success ? words.data.error : null
}

function toUnreachable(error: unknown): ReadJobOutcome {
  return { type: 'unreachable', cause: explainNetworkError(error) }
}

/** The path of the first invalid member; empty where it is the whole. */
function placeOf({ issues: [issue] }: z.ZodError): string {
  return issue?.path.join('.').slice(0, 200) ?? ''
}
