import type { Job } from '../../../shared/api/job.ts'
import type { Sheet } from '../../../shared/bridge/sheet.ts'
import type { JobView, SubmissionProblem, SubmissionView } from '../../../shared/bridge/views.ts'
import type { RunFiles, SubmissionJournal } from './ports.ts'
import { isStartedElsewhere, type Submission } from './submission.ts'

/** The last few: their median follows a service that became faster or slower. */
const durationsConsidered = 9

export interface SubmissionViewsDeps {
  readonly journal: Pick<SubmissionJournal, 'pastDurations'>
  readonly files: RunFiles
  /** The poller's knowledge of a job beyond its record. */
  liveJob(submissionId: string): Job | null
  /** Why the poller learns nothing more; null where nothing prevents it. */
  liveProblem(submissionId: string): SubmissionProblem | null
  labelOf(modelId: string): string
  /** The currently connected account; null where there is none. */
  connectedService(): string | null
  /** Whether an account's jobs are followed although it is not the connected one. */
  isFollowed(serviceId: string): boolean
  /** The values by which a batch's runs are compared; null where it is no contact sheet. */
  sheetOf(batchId: string): Sheet | null
  /** The prompt with the wildcards that a batch's prompts come from; null where there are none. */
  writtenPromptOf(batchId: string): string | null
}

/** Submissions as the page sees them: their records, plus transient state. */
export interface SubmissionViews {
  one(submission: Submission): SubmissionView
  many(submissions: readonly Submission[]): SubmissionView[]
  /** How long such a job usually takes at this account, in seconds; null while unknown. */
  expectedSeconds(run: Pick<Submission, 'serviceId' | 'modelId'>): number | null
  /** Drops the measured durations of this run's model at its account; they are measured again. */
  forgetDurations(run: Pick<Submission, 'serviceId' | 'modelId'>): void
}

export function createSubmissionViews(deps: SubmissionViewsDeps): SubmissionViews {
  const expected = new Map<string, number | null>()

  function expectedSeconds({ serviceId, modelId }: Pick<Submission, 'serviceId' | 'modelId'>): number | null {
    const key = keyOf({ serviceId, modelId })
    const known = expected.get(key)
    if (known !== undefined) return known
    const seconds = median(deps.journal.pastDurations(serviceId, modelId, durationsConsidered)) / 1000
    const value = Number.isNaN(seconds) ? null : Math.max(1, Math.round(seconds))
    expected.set(key, value)
    return value
  }

  /** The account that a run would need, where it is not the connected one; jobs under way are followed at others. */
  function absentAccount({ serviceId, state }: Submission): string | null {
    const connected = deps.connectedService()
    if (connected === null || connected === serviceId) return null
    return state === 'accepted' && deps.isFollowed(serviceId) ? null : serviceId
  }

  function many(submissions: readonly Submission[]): SubmissionView[] {
    const files = deps.files.filesOf(submissions.map(({ submissionId }) => submissionId))
    return submissions.map((submission) => {
      const job = deps.liveJob(submission.submissionId) ?? submission.job
      return {
        submissionId: submission.submissionId,
        batchId: submission.batchId,
        modelId: submission.modelId,
        modelLabel: deps.labelOf(submission.modelId),
        kind: submission.kind,
        state: submission.state,
        values: { ...submission.values },
        estimate: submission.estimate,
        settled: submission.settled,
        confirmedAt: toIso(submission.confirmedAt),
        updatedAt: toIso(submission.updatedAt),
        sentAt: submission.sentAt === null ? null : toIso(submission.sentAt),
        problem: deps.liveProblem(submission.submissionId) ?? submission.problem,
        job: job && toJobView(job),
        files: [...(files.get(submission.submissionId) ?? [])],
        account: submission.serviceId,
        absentAccount: absentAccount(submission),
        tookSeconds: submission.jobMilliseconds === null ? null : submission.jobMilliseconds / 1000,
        expectedSeconds: expectedSeconds(submission),
        sheet: deps.sheetOf(submission.batchId),
        writtenPrompt: deps.writtenPromptOf(submission.batchId),
        repeats: submission.repeats,
        ...(submission.arrival && {
          arrival: { by: submission.arrival.by, at: toIso(submission.arrival.at) },
        }),
        ...(submission.agent !== undefined && { agent: submission.agent }),
        ...(isStartedElsewhere(submission) && { isFromElsewhere: true as const }),
      }
    })
  }

  return {
    one: (submission) => many([submission])[0] as SubmissionView,
    many,
    expectedSeconds,
    forgetDurations: (run) => void expected.delete(keyOf(run)),
  }
}

function keyOf({ serviceId, modelId }: Pick<Submission, 'serviceId' | 'modelId'>): string {
  return JSON.stringify([serviceId, modelId])
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

/** NaN for no numbers. */
function median(numbers: readonly number[]): number {
  return [...numbers].sort((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? Number.NaN
}
