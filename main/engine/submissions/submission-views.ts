import type { Job } from '../../../shared/api/job.ts'
import type { Sheet } from '../../../shared/bridge/sheet.ts'
import type { FileView, JobView, SubmissionProblem, SubmissionView } from '../../../shared/bridge/views.ts'
import type { Downloads } from '../library/downloads.ts'
import type { FileCatalogue } from '../library/ports.ts'
import { failureOf } from '../reason-error.ts'
import type { SubmissionJournal } from './ports.ts'
import type { Submission } from './submission.ts'

const durationsConsidered = 20

export interface SubmissionViewsDeps {
  readonly journal: Pick<SubmissionJournal, 'pastDurations'>
  readonly files: Pick<FileCatalogue, 'filesOf'>
  readonly downloads: Pick<Downloads, 'progress' | 'rest' | 'isSlow'>
  /** What the poller knows of a job beyond what is written. */
  liveJob(submissionId: string): Job | null
  /** What keeps the poller from knowing more; null where nothing does. */
  liveProblem(submissionId: string): SubmissionProblem | null
  labelOf(modelId: string): string
  /** Whose service is connected now; null where none is. */
  connectedService(): string | null
  /** What a batch's runs are compared by; null where it is no contact sheet. */
  sheetOf(batchId: string): Sheet | null
}

/** Submissions as the page sees them: what is written, with what is known only for now. */
export interface SubmissionViews {
  one(submission: Submission): SubmissionView
  many(submissions: readonly Submission[]): SubmissionView[]
  /** Forgets how long this model's jobs take; they are measured anew. */
  forgetDurations(modelId: string): void
}

export function createSubmissionViews(deps: SubmissionViewsDeps): SubmissionViews {
  const expected = new Map<string, number | null>()

  function expectedSeconds(modelId: string): number | null {
    const known = expected.get(modelId)
    if (known !== undefined) return known
    const seconds = median(deps.journal.pastDurations(modelId, durationsConsidered)) / 1000
    const value = Number.isNaN(seconds) ? null : Math.max(1, Math.round(seconds))
    expected.set(modelId, value)
    return value
  }

  /** A file that is not here, with what is known of its way. */
  function withDownload(file: FileView): FileView {
    if (file.state !== 'waiting') return file
    const isSlow = deps.downloads.isSlow(file.fileId)
    const progress = deps.downloads.progress(file.fileId)
    if (progress) return { ...file, state: 'downloading', ...progress, isSlow }
    const rest = deps.downloads.rest(file.fileId)
    return rest
      ? { ...file, ...failureOf(rest.cause), missingBytes: rest.missingBytes, isSlow }
      : { ...file, isSlow }
  }

  /** The account that a run would need and that is not the connected one. */
  function absentAccount(serviceId: string): string | null {
    const connected = deps.connectedService()
    return connected === null || connected === serviceId ? null : serviceId
  }

  function many(submissions: readonly Submission[]): SubmissionView[] {
    const files = deps.files.filesOf(submissions.map(({ submissionId }) => submissionId))
    return submissions.map((submission) => {
      const job = deps.liveJob(submission.submissionId) ?? submission.job
      const filesHere = (files.get(submission.submissionId) ?? []).map(withDownload)
      return {
        submissionId: submission.submissionId,
        batchId: submission.batchId,
        modelId: submission.modelId,
        modelLabel: deps.labelOf(submission.modelId),
        kind: submission.kind,
        state: submission.state,
        values: { ...submission.values },
        estimate: submission.estimate,
        confirmedAt: toIso(submission.confirmedAt),
        updatedAt: toIso(submission.updatedAt),
        sentAt: submission.sentAt === null ? null : toIso(submission.sentAt),
        problem: deps.liveProblem(submission.submissionId) ?? submission.problem,
        job: job && toJobView(job),
        files: filesHere,
        absentAccount: absentAccount(submission.serviceId),
        expectedSeconds: expectedSeconds(submission.modelId),
        sheet: deps.sheetOf(submission.batchId),
        repeats: submission.repeats,
      }
    })
  }

  return {
    one: (submission) => many([submission])[0] as SubmissionView,
    many,
    forgetDurations: (modelId) => void expected.delete(modelId),
  }
}

function toJobView(job: Job): JobView {
  const { code, message } = job.error ?? {}
  return {
    jobId: job.job_id,
    status: job.status,
    progress: job.progress ?? null,
    createdAt: toIso(Date.parse(job.created_at)),
    completedAt: job.completed_at ? toIso(Date.parse(job.completed_at)) : null,
    error: code !== undefined && message !== undefined ? { code, message } : null,
  }
}

function toIso(time: number): string {
  return new Date(time).toISOString()
}

/** NaN of no numbers. */
function median(numbers: readonly number[]): number {
  return [...numbers].sort((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? Number.NaN
}
