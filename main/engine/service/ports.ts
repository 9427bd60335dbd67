import type { DescriptionFault } from '../../../shared/api/description-fault.ts'
import type { Job } from '../../../shared/api/job.ts'
import type { Probe, UsageProbeVerdict } from '../../../shared/api/probe.ts'
import type { Reason } from '../../../shared/failures/reason.ts'
import type { Result } from '../../../shared/result.ts'
import type { Settings } from '../../../shared/settings/settings.ts'

/** The person's accounts, and the active one. */
export interface AccountSettings {
  read(): Pick<Settings, 'accounts' | 'activeAccount'>
}

export type KeySource = 'sandbox' | 'environment' | 'keychain' | 'file' | 'session' | 'none'

/** Where a key can be kept here: in a file only where the person agrees; `none`: only for this session. */
export type KeyPlace = 'keychain' | 'file' | 'none'

/**
 * Why a kept key can't be read: the keychain is locked or refuses, another one encrypted it, it is not what was written, or
 * the file itself can't be read.
 */
export type KeyTrouble = 'locked' | 'other_keychain' | 'undecryptable' | 'unreadable'

export interface StoredKey {
  readonly key: string
  readonly source: KeySource
}

/**
 * Where the keys of one purpose (generating, or reading usage) are kept on this host. A key leaves this port only to be
 * sent to its service.
 */
export interface Secrets {
  /** For exactly this account. */
  read(accountId: string): Promise<StoredKey | null>
  /** The key given at this start, and the one account that it applies to, null where that is the sandbox; null without. */
  readonly fromEnvironment: { readonly accountId: string | null } | null
  /** Absent: a file. */
  place?(): Promise<KeyPlace>
  /** Why the last reading of an account's key failed although one is kept; null where it didn't. */
  trouble?(accountId: string): KeyTrouble | null
  /**
   * `consent`: the person agreed to keep the key in a file that only they can read; `session`: it is to be kept until the
   * studio ends, and nowhere.
   */
  write(
    accountId: string,
    key: string,
    consent: boolean | 'session',
  ): Promise<Result<KeySource, 'storage_failed' | 'not_possible_now'>>
  /** Removes the kept key of an account, also one that can't be read; the environment's stays. */
  forget(accountId: string): Promise<Result<null, 'storage_failed'>>
}

export interface Sandbox {
  readonly url: string
  readonly key: string
  /** The workspace's service key, for GET /usage. */
  readonly usageKey?: string | undefined
  /** Resolves when it ends on its own, with the milliseconds that it ran. */
  readonly ended: Promise<number>
}

/** A model's endpoint as listed in the service's own description. */
export interface DescribedEndpoint {
  /** What it makes. */
  readonly kind: string
  /** Nothing in the description tells what it makes. */
  readonly isKindGuessed?: true
  /** The person described it, and not the service. */
  readonly isOwn?: true
  /** The part after `/generate/`, where that is no kind, such as `enhance`. */
  readonly category?: string
  readonly vendor: string
  readonly model: string
  readonly path: string
  readonly isDeprecated: boolean
  /** The operation as described, and the whole description that its references point into. */
  readonly operation: Readonly<Record<string, unknown>>
  readonly document: unknown
}

export type DescribeOutcome =
  /** The endpoints refer to the whole document. */
  | {
      readonly type: 'described'
      readonly endpoints: readonly DescribedEndpoint[]
      /** Of its text: another one says that the models may have changed. */
      readonly digest: string
    }
  | { readonly type: 'unchanged' }
  | { readonly type: 'none'; readonly fault: DescriptionFault }

/** The service, for the studio's own housekeeping. Never throws; no call costs money. */
export interface ServiceClient extends JobService, AssetService, StyleService {
  /** Reads the service's description; `unchanged`: it is the one that this client read last. */
  describe(): Promise<DescribeOutcome>
  /** Reads a text as the service's description, until it has another one. */
  describeBy(text: string): Promise<DescribeOutcome>
  /** Uses an earlier description for uploads and listings, until one is read. */
  recall(document: unknown): void
  /** Whether the service is there and accepts the key; costs nothing. */
  probe(): Promise<Probe>
  /** Whether `GET /usage` takes the key; costs nothing. */
  probeUsage(): Promise<UsageProbeVerdict>
}

export type ConnectService = (service: {
  readonly baseUrl: string
  readonly key: string | null
  /** Where its description is; absent where that is at its base URL. */
  readonly descriptionUrl?: string | undefined
}) => ServiceClient

/** A job of a listing, with the request that made it as far as listed. */
export interface ListedJob {
  readonly jobId: string
  /** By the service's clock, in milliseconds since the epoch. */
  readonly createdAt: number
  /** The path of the request; null where the listing omits it. */
  readonly path: string | null
  /** The request's body; null where the listing omits it. */
  readonly body: object | null
  /** The service's name of its model; absent where the listing gives none. */
  readonly model?: string
  /** Its status, and how many files it has by now; absent where the listing gives none. */
  readonly status?: string
  readonly files?: number
}

/** A row that is no readable job, with its readable parts: it could be the one that matters. */
export interface UnreadableRow {
  readonly jobId: string | null
  readonly createdAt: number | null
}

/** One response of a listing. */
export interface ListingPage {
  readonly rows: readonly (ListedJob | UnreadableRow)[]
  /** The next page's address; null where there is none, or it can't be requested. */
  readonly next: string | null
  /** Whether this is the last page, as far as the service says; false where there are more, or it doesn't say. */
  readonly isLast: boolean
  /** Its length in characters. */
  readonly length: number
  /** The service's clock, in milliseconds since the epoch; null where it was not sent. */
  readonly serviceTime: number | null
}

/** A body that is no JSON, read from disk while it is sent. */
export interface StreamedBody {
  readonly contentType: string
  /** Its exact length. */
  readonly bytes: number
  /** From the beginning, each time. It throws where a file is gone. */
  open(): AsyncIterable<Uint8Array>
}

/** JSON in UTF-8, or a form. */
export type OutgoingBody = Uint8Array | StreamedBody

/** How a paid request ended on the wire. */
export type PostOutcome =
  /** The whole response was read. `header` reads one by its lower-case name. */
  | {
      readonly type: 'responded'
      readonly status: number
      readonly body: string
      header(name: string): string | null
    }
  /** A response whose body exceeds the bounds. */
  | { readonly type: 'unreadable'; readonly status: number; readonly cause: Reason }
  /** Proof that not one byte of the request was sent. */
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
  /** No response. */
  | { readonly type: 'unreachable'; readonly cause: Reason }
  /** A response, but not a job. `isJson`: it came from a service rather than a gateway's page. */
  | { readonly type: 'unreadable'; readonly cause: Reason; readonly isJson?: true }

export type ListJobsOutcome =
  /** The service's description has no listing of jobs, or the service has no description. */
  | { readonly type: 'none' }
  /** No description could be read yet, so nobody knows whether there is a listing. */
  | { readonly type: 'undescribed' }
  | { readonly type: 'page'; readonly page: ListingPage }
  | { readonly type: 'refused'; readonly status: number; readonly retryAfterMs: number | null }
  /** It could not be read now. */
  | { readonly type: 'failed' }

/** The service, for jobs. Never throws. */
export interface JobService {
  /**
   * The paid request: one attempt on a fresh connection, never repeated below this call. If aborted, it is lost
   * or not sent. `webhookUrl` is where the service is to report the job's end; `headers` are those that the
   * person set.
   */
  post(
    path: string,
    body: OutgoingBody,
    signal: AbortSignal,
    webhookUrl?: string,
    headers?: Readonly<Record<string, string>>,
  ): Promise<PostOutcome>
  /** If aborted, it returns `unreachable`. */
  readJob(jobId: string, signal?: AbortSignal): Promise<ReadJobOutcome>
  /** Whether the service's description has a listing of jobs. */
  listsJobs(): boolean
  /**
   * A page of the service's own listing, where its description has one: the first, or the one at an address
   * given by an earlier page. If aborted, it returns `failed`.
   */
  listJobs(next: string | null, signal: AbortSignal): Promise<ListJobsOutcome>
}

/** A style of a listing; its name is empty where the listing gives none. */
export interface ListedStyle {
  readonly styleId: string
  readonly name: string
  /** An address of the web where an image of it may be; null where the listing gives none. */
  readonly previewUrl: string | null
}

export type ListStylesOutcome =
  /** The service's description has no listing of styles. */
  | { readonly type: 'none' }
  /** `next`: the next page's address; null where there is none, or it can't be requested. */
  | {
      readonly type: 'page'
      readonly styles: readonly ListedStyle[]
      readonly next: string | null
      readonly isLast: boolean
    }
  | { readonly type: 'refused'; readonly status: number }
  /** It could not be read now. */
  | { readonly type: 'failed'; readonly cause: Reason }

/** The service, for styles. Never throws; nothing here costs money. */
export interface StyleService {
  /** Whether the service's description has a listing of styles. */
  listsStyles(): boolean
  /** A page of that listing: the first, or the one at an address given by an earlier page. */
  listStyles(next: string | null): Promise<ListStylesOutcome>
  /**
   * Shares a style with the key's workspace: one attempt on a fresh connection, without a body, never repeated below this
   * call. `segment` is its id, escaped.
   */
  shareStyle(segment: string): Promise<PostOutcome>
}

/** A file to be uploaded to a service. */
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
  /** It did not get there, or the response is unreadable. */
  | { readonly type: 'failed'; readonly cause: Reason }
  /** The service does not take this file, or this key, or nothing now; `words` are its own, empty where it gave none. */
  | { readonly type: 'refused'; readonly status: number; readonly words: string }

/** The service, for uploads. Never throws; nothing here costs money. */
export interface AssetService {
  /** Whether the service's description lists POST /assets (decision 6). */
  takesAssets(): boolean
  /** Follows no redirect. `onProgress` gets the number of bytes of the file sent so far. */
  uploadAsset(
    asset: AssetToUpload,
    signal: AbortSignal,
    onProgress: (sentBytes: number) => void,
  ): Promise<UploadOutcome>
}
