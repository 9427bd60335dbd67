import type { DeprecationNotice, SunsetNotice } from '../../../shared/api/deprecation.ts'
import type { Job } from '../../../shared/api/job.ts'
import type { Sheet } from '../../../shared/bridge/sheet.ts'
import type { SpendRow, SubmissionProblem, SubmissionState } from '../../../shared/bridge/views.ts'
import type { Reason } from '../../../shared/failures/reason.ts'
import type { MicroUsd } from '../../../shared/pricing/money.ts'
import type { ListingPage } from '../recovery/listing-page.ts'
import type { Submission } from './submission.ts'

export interface SubmissionPage {
  readonly submissions: readonly Submission[]
  readonly nextCursor: string | null
}

/** A file that a finished job brings, to be written with the job's end. */
export interface NewFile {
  readonly fileId: string
  readonly ordinal: number
  readonly url: string
  readonly name: string
}

/** The journal. Every write is durable when the call returns. */
export interface SubmissionJournal {
  /** Writes new submissions together, with what they are to be compared by; one whose id is known stays as it is. */
  insert(submissions: readonly Submission[], sheet?: Sheet | null): void
  /** Writes what became of a submission; an attempt number is taken at most once. */
  save(submission: Submission): void
  /** The same of several, in one transaction. */
  saveAll(submissions: readonly Submission[]): void
  /** Writes a job's end with the files it brings, in one transaction. */
  saveEnd(submission: Submission, files: readonly NewFile[]): void
  get(submissionId: string): Submission | null
  /** The submission that has this job, by the service's id of it, in small letters or in capitals. */
  findByJob(jobId: string): Submission | null
  /** Newest first. A cursor that is none of ours reads as the beginning. */
  list(query: { cursor?: string; limit: number; states?: readonly SubmissionState[] }): SubmissionPage
  /** All that were confirmed together, in their order. */
  batch(batchId: string): readonly Submission[]
  /** Those waiting to be sent to this service, in the queue's order. */
  waiting(serviceId: string, limit: number): readonly Submission[]
  /** Puts what waits of a batch before what waits of another, or last; a batch stays together. */
  moveBatch(batchId: string, beforeBatchId: string | null): void
  inState(state: SubmissionState): readonly Submission[]
  /** Accepted ones whose job has not ended, oldest first. */
  running(): readonly Submission[]
  counts(): { readonly waiting: number; readonly running: number }
  /** How long the last completed jobs of a model took by the service's own clock, in milliseconds, newest first. */
  pastDurations(modelId: string, limit: number): readonly number[]
}

/** What completed jobs cost, by UTC day and model; dates inclusive. */
export interface Ledger {
  spend(from: string, to: string): readonly SpendRow[]
  /** What waits, is under way or has an unknown outcome, at upper ends. */
  open(): { readonly jobs: number; readonly microUsd: MicroUsd; readonly unlistedJobs: number }
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

/** The exact bytes of a request, with the person's media put in. */
export interface RequestBodies {
  /** The bytes that had this digest once; null where a file that the request names is not kept any more. */
  build(values: Readonly<Record<string, unknown>>, bodySha256: string): Promise<Uint8Array | null>
}

/** Where a run is sent. */
export type RunPlace = Pick<Submission, 'serviceId' | 'path' | 'modelId'>

/** Told what endpoints say about their end, and asked before each attempt. Nothing here throws. */
export interface DeprecationMonitor {
  /** An accepted run's answer; null where its headers say nothing of an end. */
  answered(place: RunPlace, notice: DeprecationNotice | null): void
  /** A 410. */
  sunset(place: RunPlace, notice: SunsetNotice): void
  /** Why this run must not be sent any more; null where it may. */
  objection(submission: Submission): SubmissionProblem | null
}
