import type { DeprecationNotice, SunsetNotice } from '../../../shared/api/deprecation.ts'
import type { Sheet } from '../../../shared/bridge/sheet.ts'
import type { FileView, SubmissionProblem, SubmissionState } from '../../../shared/bridge/views.ts'
import type { BodyForm } from '../../../shared/form/body-form.ts'
import type { FileOf } from '../../../shared/form/untaken-files.ts'
import type { Problem } from '../../../shared/json-schema/problem.ts'
import type { Settled } from '../../../shared/pricing/settle.ts'
import type { Failure } from '../../../shared/result.ts'
import type { AssetService, OutgoingBody } from '../service/ports.ts'

import type { Submission } from './submission.ts'

export interface SubmissionPage {
  readonly submissions: readonly Submission[]
  readonly nextCursor: string | null
}

/** A file of a finished job, to be written with the job's end. */
export interface NewFile {
  readonly fileId: string
  readonly ordinal: number
  readonly url: string
  readonly name: string
}

/** A run with a place in the queue. */
export interface QueuedRun {
  readonly submissionId: string
  readonly batchId: string
  /** Whether it is on the wire: the service may hand it back, to its place. */
  readonly isBeingSent: boolean
  /** Whether it waits for its model or its price, and others are sent past it. */
  readonly isHeld: boolean
}

/** The journal. Every write is durable when the call returns. */
export interface SubmissionJournal {
  /**
   * Writes new submissions together, with the values they are compared by; a known id is left unchanged.
   * `writtenPrompt`: what the history keeps in place of their own prompts, which come from its wildcards. `ended`: the
   * new states of the runs that they are sent in place of, written with them or not at all.
   */
  insert(
    submissions: readonly Submission[],
    sheet?: Sheet | null,
    writtenPrompt?: string | null,
    ended?: readonly Submission[],
  ): void
  /** Writes a submission's new state; an attempt number is used at most once. */
  save(submission: Submission): void
  /** The same for several, in one transaction. */
  saveAll(submissions: readonly Submission[]): void
  /** Writes a job's end with its files, in one transaction. */
  saveEnd(submission: Submission, files: readonly NewFile[]): void
  /**
   * Writes a run whose job was started elsewhere, with its files where the job has ended, in one transaction; returns
   * whether it is new: a job that any run has is left as it is.
   */
  adopt(submission: Submission, files: readonly NewFile[]): boolean
  /** Writes what a completed run cost. */
  saveSettled(submissionId: string, settled: Settled): void
  /** Completed runs with an open price whose result was not looked at yet, newest first. */
  unsettled(limit: number): readonly Submission[]
  get(submissionId: string): Submission | null
  /** The submission that has this job, by the service's id for it, ignoring case. */
  findByJob(jobId: string): Submission | null
  /** Newest first. An unknown cursor starts at the beginning. */
  list(query: { cursor?: string; limit: number; states?: readonly SubmissionState[] }): SubmissionPage
  /** All runs of a batch, in their order. */
  batch(batchId: string): readonly Submission[]
  /** Those waiting to be sent to this service, in the queue's order. */
  waiting(serviceId: string, limit: number): readonly Submission[]
  /** All runs with a place in this service's queue, in its order, with those on the wire and damaged ones. */
  queueOrder(serviceId: string): readonly QueuedRun[]
  /** Moves a batch's waiting runs before another batch's, or to the end; a batch stays together. */
  moveBatch(batchId: string, beforeBatchId: string | null): void
  inState(state: SubmissionState): readonly Submission[]
  /** Those that may have a job at the service that is not known here: on the wire, of unknown outcome, or closed as such. */
  sentWithoutJob(): readonly Submission[]
  /** Accepted ones whose job has not ended, oldest first. */
  running(): readonly Submission[]
  counts(): { readonly waiting: number; readonly running: number }
  /** The models of the newest runs, the last one first; of at most the given number of runs. */
  recentModels(runs: number): readonly string[]
  /**
   * Durations of a model's last completed jobs at an account that could be measured, by the service's own clock, in
   * milliseconds, newest first (JOB60).
   */
  pastDurations(serviceId: string, modelId: string, limit: number): readonly number[]
}

/** Where a run is sent. */
export type RunPlace = Pick<Submission, 'serviceId' | 'path' | 'modelId'>

/** What a run's model, its end or its price, says against sending it; is notified of endpoints' reports. Never throws. */
export interface ModelGuard {
  /** A response of the endpoint; null where it accepted the run and its headers announce no end. */
  recordNotice(run: Submission, notice: DeprecationNotice | null): void
  /** A 410. */
  sunset(place: RunPlace, notice: SunsetNotice): void
  /** That the run's model has ended, with what is known of it; null where it has not. */
  end(submission: Submission): SubmissionProblem | null
  /** Tells of one run after the other that it would cost something else than it was confirmed for; null where it wouldn't. */
  reprice(): (submission: Submission) => SubmissionProblem | null
  /** Why this run must not be sent any more, its model's end before anything else; null where it may. */
  objection(submission: Submission): SubmissionProblem | null
}

export type BodyRefusal = 'input_missing' | 'input_too_large' | 'upload_failed' | 'upload_cancelled'

/** A request's body, and the SHA-256 of its bytes in hex, which identifies them in the journal. */
export interface RequestBody {
  readonly body: OutgoingBody
  readonly sha256: string
}

export type MadeBody =
  | { readonly ok: true; readonly value: RequestBody }
  | { readonly ok: false; readonly error: Failure<BodyRefusal> }
  /** The request is not valid: detected only now, once its files have their final form. */
  | { readonly ok: false; readonly problems: readonly Problem[] }

/** What is wrong with a request, besides its values. */
export interface RequestChecks {
  /** By what its files are; before any of them is uploaded. */
  files(fileOf: FileOf): readonly Problem[]
  /** As it would be sent. */
  body(body: unknown): readonly Problem[]
}

/** The exact bytes of requests, with the person's media inserted. */
export interface RequestBodies {
  /**
   * The body of a request that the person has just confirmed. Their files are uploaded first where the service
   * takes uploads, and inserted as their URL there; elsewhere they are inserted as data URIs (decision 6). The
   * chosen URL is written down, so that `build` returns these exact bytes again, also after a restart. A file that its
   * field doesn't take is a problem before anything is uploaded; where files were inserted, the result is checked. How a
   * body that is no JSON is written is kept with its digest, whatever the description says later; files that are parts of
   * it are neither uploaded nor held in memory.
   */
  make(
    values: Readonly<Record<string, unknown>>,
    service: { readonly baseUrl: string; readonly client: AssetService },
    check: RequestChecks,
    form?: BodyForm | null,
  ): Promise<MadeBody>
  /** The body with this digest; null where a file of the request is gone or has changed. */
  build(values: Readonly<Record<string, unknown>>, sha256: string): Promise<OutgoingBody | null>
  /**
   * The same as the values that a listing may show; files that are parts of it are data URIs without data. Null where a
   * file is gone.
   */
  show(values: Readonly<Record<string, unknown>>, sha256: string): Promise<unknown>
}

/** The files of runs as the page sees them, by the run's id. */
export interface RunFiles {
  filesOf(submissionIds: readonly string[]): ReadonlyMap<string, readonly FileView[]>
}
