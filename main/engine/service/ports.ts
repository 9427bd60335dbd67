import type { Job } from '../../../shared/api/job.ts'
import type { Reason } from '../../../shared/failures/reason.ts'
import type { Result } from '../../../shared/result.ts'
import type { Settings } from '../../../shared/settings/settings.ts'

/** Which service the person chose. */
export interface ServiceSettings {
  read(): Pick<Settings, 'service'>
}

export type KeySource = 'sandbox' | 'environment' | 'keychain' | 'file' | 'none'

export interface StoredKey {
  readonly key: string
  readonly source: KeySource
}

/** Where keys live on this host. A key leaves this port only towards the service it is for. */
export interface Secrets {
  /** Of exactly this address. */
  read(serviceId: string): Promise<StoredKey | null>
  /** A key that this run was started with, and the one address that it counts for; null where there is none. */
  readonly fromEnvironment: { readonly baseUrl: string | null } | null
  /** `consent`: the person agreed that the key may lie in a file only they can read. */
  write(
    serviceId: string,
    key: string,
    consent: boolean,
  ): Promise<Result<KeySource, 'storage_failed' | 'not_possible_now'>>
}

export interface Sandbox {
  readonly url: string
  readonly key: string
  /** Resolves when it ends without being told to, with how many milliseconds it was there. */
  readonly ended: Promise<number>
}

/** A model's endpoint as the service's own description lists it. */
export interface DescribedEndpoint {
  readonly kind: string
  readonly vendor: string
  readonly model: string
  readonly path: string
  readonly isDeprecated: boolean
  /** The operation as it was described, and the whole description that its references lead into. */
  readonly operation: Readonly<Record<string, unknown>>
  readonly document: unknown
}

/** The service, as the studio's own house-keeping needs it. Nothing here throws; no call costs money. */
export interface ServiceClient extends JobService, AssetService {
  /** Null where the service publishes no description that can be read. */
  describe(): Promise<readonly DescribedEndpoint[] | null>
  /** Whether the service is there and takes the key; null where its answer doesn't tell. */
  probe(): Promise<{ readonly reachable: boolean; readonly keyAccepted: boolean | null }>
}

export type ConnectService = (service: {
  readonly baseUrl: string
  readonly key: string | null
}) => ServiceClient

/** A job as a listing shows it, with the request that made it as far as the listing tells. */
export interface ListedJob {
  readonly jobId: string
  /** By the service's clock, in milliseconds since the epoch. */
  readonly createdAt: number
  /** The path that the request went to; null where the listing doesn't tell. */
  readonly path: string | null
  /** The request's body; null where the listing doesn't tell. */
  readonly body: object | null
}

/** A row that is no readable job, with what can be read of it: it could be the one that matters. */
export interface UnreadableRow {
  readonly jobId: string | null
  readonly createdAt: number | null
}

/** One answer of a listing. */
export interface ListingPage {
  readonly rows: readonly (ListedJob | UnreadableRow)[]
  /** Where the next page is; null where there is none, or it can't be requested. */
  readonly next: string | null
  /** Whether nothing follows, as far as the service says; false where more does, or it doesn't say. */
  readonly isLast: boolean
  /** How much of it came, in characters. */
  readonly length: number
  /** What the service's clock said, in milliseconds since the epoch; null where it didn't. */
  readonly serviceTime: number | null
}

/** How a paid request ended on the wire. */
export type PostOutcome =
  /** The whole answer was read. `header` reads one by its lower-case name. */
  | {
      readonly type: 'answered'
      readonly status: number
      readonly body: string
      header(name: string): string | null
    }
  /** An answer came whose body exceeds what is read. */
  | { readonly type: 'unreadable'; readonly status: number; readonly cause: Reason }
  /** Proof that not one byte of the request left. */
  | { readonly type: 'not_sent'; readonly cause: Reason }
  /** It may have arrived. */
  | { readonly type: 'lost'; readonly cause: Reason }

export type ReadJobOutcome =
  | { readonly type: 'job'; readonly job: Job }
  | {
      readonly type: 'refused'
      readonly status: number
      /** The service’s own words, or the status alone. */
      readonly message: Reason
      readonly retryAfterMs: number | null
    }
  /** Nobody answered. */
  | { readonly type: 'unreachable'; readonly cause: Reason }
  /** Somebody answered, but no job. `isJson`: as a service does, and no gateway's page. */
  | { readonly type: 'unreadable'; readonly cause: Reason; readonly isJson?: true }

export type ListJobsOutcome =
  /** The service's description has no listing of jobs. */
  | { readonly type: 'none' }
  | { readonly type: 'page'; readonly page: ListingPage }
  | { readonly type: 'refused'; readonly status: number; readonly retryAfterMs: number | null }
  /** It could not be read now. */
  | { readonly type: 'failed' }

/** The service, as jobs need it. Nothing here throws. */
export interface JobService {
  /**
   * The paid request: one attempt on a fresh connection, never repeated below this call. Aborted, it is lost or not
   * sent. `webhookUrl` is where the service is to tell of the job's end; `headers` are those that the person set.
   */
  post(
    path: string,
    body: Uint8Array,
    signal: AbortSignal,
    webhookUrl?: string,
    headers?: Readonly<Record<string, string>>,
  ): Promise<PostOutcome>
  /** Aborted, it returns `unreachable`. */
  readJob(jobId: string, signal?: AbortSignal): Promise<ReadJobOutcome>
  /**
   * A page of the service's own listing, where its description has one: the first, or the one at an address that an
   * earlier page named. Aborted, it returns `failed`.
   */
  listJobs(next: string | null, signal: AbortSignal): Promise<ListJobsOutcome>
}

/** A file on its way to a service. */
export interface AssetToUpload {
  readonly name: string
  readonly mediaType: string
  readonly bytes: number
  readonly content: AsyncIterable<Uint8Array>
}

export type UploadOutcome =
  | { readonly type: 'uploaded'; readonly url: string }
  /** There is no such operation, whatever the description says. */
  | { readonly type: 'not_taken' }
  | { readonly type: 'cancelled' }
  /** `cause` is a sentence: the service's words, or the network's. */
  | { readonly type: 'failed'; readonly cause: Reason }

/** The service, as uploads need it. Nothing here throws; nothing here costs money. */
export interface AssetService {
  /** Whether the service's description lists POST /assets (decision 6). */
  takesAssets(): boolean
  /** Follows no redirect. `onProgress` hears how many bytes of the file have left. */
  uploadAsset(
    asset: AssetToUpload,
    signal: AbortSignal,
    onProgress: (sentBytes: number) => void,
  ): Promise<UploadOutcome>
}
