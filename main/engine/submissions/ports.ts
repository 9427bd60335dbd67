import type { DeprecationNotice, SunsetNotice } from '../../../shared/api/deprecation.ts'
import type { Sheet } from '../../../shared/bridge/sheet.ts'
import type { FileView, SubmissionProblem, SubmissionState } from '../../../shared/bridge/views.ts'
import type { Problem } from '../../../shared/json-schema/problem.ts'
import type { Failure } from '../../../shared/result.ts'
import type { AssetService } from '../service/ports.ts'

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

export type BodyRefusal = 'input_missing' | 'input_too_large' | 'upload_failed' | 'upload_cancelled'

/** The bytes of a request's body, and their SHA-256 in hex, which stands for them in the journal. */
export interface RequestBody {
  readonly bytes: Uint8Array
  readonly sha256: string
}

export type MadeBody =
  | { readonly ok: true; readonly value: RequestBody }
  | { readonly ok: false; readonly error: Failure<BodyRefusal> }
  /** What would be sent may not be: seen only now, as files have become what they are sent as. */
  | { readonly ok: false; readonly problems: readonly Problem[] }

/** The exact bytes of requests, with the person's media put in. */
export interface RequestBodies {
  /**
   * The body of a request that the person has just asked for. Files of theirs are brought to the service first where
   * it takes them, and stand in the request as their URL there; elsewhere they stand in it as data URIs (decision 6).
   * Which URL was chosen is written down, so that `build` gives these very bytes again, also after a restart. Where
   * files were put in, `judge` is called with the whole first.
   */
  make(
    values: Readonly<Record<string, unknown>>,
    service: { readonly baseUrl: string; readonly client: AssetService },
    judge: (body: unknown) => readonly Problem[],
  ): Promise<MadeBody>
  /** The bytes with this digest; null where a file that the request names is not kept any more, or has changed. */
  build(values: Readonly<Record<string, unknown>>, sha256: string): Promise<Uint8Array | null>
}

/** The files of runs as the page sees them, by the run's id. */
export interface RunFiles {
  filesOf(submissionIds: readonly string[]): ReadonlyMap<string, readonly FileView[]>
}
