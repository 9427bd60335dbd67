import type { FileView, SubmissionState, SubmissionView } from '../../../../shared/bridge/views.ts'

/** The state of a run as a person sees it: its submission, its job and its files combined. */
export type RunPhase =
  | 'waiting'
  | 'held'
  | 'sending'
  | 'accepted'
  | 'running'
  | 'missing'
  | 'unreadable'
  | 'elsewhere'
  | 'downloading'
  | 'noRoom'
  | 'here'
  | 'failed'
  | 'cancelled'
  | 'rejected'
  | 'unsent'
  | 'unknown'
  | 'withdrawn'
  | 'closed'
  | 'fetchFailed'
  | 'addressRefused'
  | 'damaged'
  | 'removed'

type Reader = (run: SubmissionView) => RunPhase

const bySubmission: Record<SubmissionState, Reader> = {
  confirmed: (run) => (run.problem ? 'held' : 'waiting'),
  sending: () => 'sending',
  accepted: phaseOfJob,
  rejected: () => 'rejected',
  // Without its record it is not sent again automatically.
  unsent: ({ problem }) => (problem?.code === 'record_unreadable' ? 'held' : 'unsent'),
  unknown: () => 'unknown',
  withdrawn: () => 'withdrawn',
  closed: () => 'closed',
}

export function readRunPhase(run: SubmissionView): RunPhase {
  return bySubmission[run.state](run)
}

function phaseOfJob({ job, files, problem, absentAccount }: SubmissionView): RunPhase {
  if (!job) return phaseWithoutJob(problem, absentAccount)
  if (job.status === 'failed' || job.status === 'cancelled') return job.status
  if (job.status !== 'completed') return phaseUnderWay(problem, absentAccount)
  if (files.some((file) => file.state === 'saved')) return 'here'
  const failed = files.filter((file) => file.state === 'failed')
  if (failed.length > 0) return phaseOfFailed(failed)
  if (files.length > 0 && files.every(isRemoved)) return 'removed'
  return files.some((file) => file.missingBytes !== null) ? 'noRoom' : 'downloading'
}

/** Whether the person deleted it, to the trash or for good. */
function isRemoved({ state }: FileView): boolean {
  return state === 'trashed' || state === 'deleted'
}

function phaseOfFailed(failed: readonly FileView[]): RunPhase {
  if (failed.every((file) => file.isRefused)) return 'addressRefused'
  return failed.some(wasHere) ? 'damaged' : 'fetchFailed'
}

/** Whether a missing file was here: one with a known type was once complete. */
function wasHere({ mediaType }: FileView): boolean {
  return mediaType !== null
}

/** Whether the rest of its files download slowly. */
export function isSlow({ files }: SubmissionView): boolean {
  const coming = files.filter(({ state }) => state === 'waiting' || state === 'downloading')
  return coming.length > 0 && coming.every((file) => file.isSlow)
}

/** Whether the rest of its files wait for another try to download them. */
export function isRetrying({ files }: Pick<SubmissionView, 'files'>): boolean {
  const coming = files.filter(({ state }) => state === 'waiting' || state === 'downloading')
  return coming.length > 0 && coming.every((file) => file.state === 'waiting' && file.retryAt !== null)
}

type Problem = SubmissionView['problem']
type AbsentAccount = SubmissionView['absentAccount']

function phaseWithoutJob(problem: Problem, absentAccount: AbsentAccount): RunPhase {
  if (problem?.code === 'record_unreadable') return 'unreadable'
  return absentAccount === null ? 'accepted' : 'elsewhere'
}

function phaseUnderWay(problem: Problem, absentAccount: AbsentAccount): RunPhase {
  if (problem?.code === 'job_missing') return 'missing'
  if (absentAccount !== null) return 'elsewhere'
  return problem?.code === 'job_unreadable' ? 'unreadable' : 'running'
}

/** Whether it was refused because its key may not generate. */
export function isKeyForbidden({ problem }: Pick<SubmissionView, 'problem'>): boolean {
  return problem?.code === 'not_allowed'
}

/** Whether the service refused its key altogether: with another one the same run may go through. */
export function isKeyRefused({ problem }: Pick<SubmissionView, 'problem'>): boolean {
  return problem?.status === 401
}

/** A run reduced to one of its files: everything shown then is about that file. */
export function narrowTo(run: SubmissionView, file: FileView): SubmissionView {
  return { ...run, files: [file] }
}

/** Whether some of its files are here and others need attention. */
export function isPartlyHere({ files }: SubmissionView): boolean {
  const troubled = files.some((file) => file.state === 'failed' || file.missingBytes !== null)
  return troubled && files.some((file) => file.state === 'saved')
}

const restful: ReadonlySet<RunPhase> = new Set([
  'here',
  'failed',
  'cancelled',
  'rejected',
  'withdrawn',
  'closed',
  'fetchFailed',
  'addressRefused',
  'damaged',
  'removed',
])

/** Whether nothing more happens to it automatically. */
export function isAtRest(phase: RunPhase): boolean {
  return restful.has(phase) || phase === 'unknown' || phase === 'missing' || phase === 'unreadable'
}

const troubled: ReadonlySet<RunPhase> = new Set([
  'failed',
  'rejected',
  'unknown',
  'missing',
  'unreadable',
  'fetchFailed',
  'addressRefused',
  'damaged',
  'noRoom',
  'held',
])

export function isTroubled(phase: RunPhase): boolean {
  return troubled.has(phase)
}

const unbilled: ReadonlySet<RunPhase> = new Set(['failed', 'cancelled', 'rejected', 'withdrawn'])

/** Whether it costs its price, or may: one that was canceled or didn't succeed is not billed, one that will be sent is. */
export function isBilled(phase: RunPhase): boolean {
  return !unbilled.has(phase)
}

/** The share of the whole progress that the job has; the download has the rest. */
const jobsShare = 0.9

/**
 * 0 to 1 while the progress of job and download together is known; null where it is unknown; undefined where the run
 * does not move.
 */
export function progressOf(run: SubmissionView, phase: RunPhase): number | null | undefined {
  if (phase === 'running') {
    // A service without progress may report 0 throughout.
    const progress = run.job?.progress || null
    return progress && progress * jobsShare
  }
  if (phase === 'downloading') return jobsShare + (1 - jobsShare) * (downloadedShare(run.files) ?? 0)
  return phase === 'sending' || phase === 'accepted' ? null : undefined
}

function downloadedShare(files: readonly FileView[]): number | null {
  const total = sum(files.map((file) => file.totalBytes ?? 0))
  const known = files.length > 0 && files.every((file) => file.totalBytes !== null)
  return known && total > 0 ? sum(files.map((file) => file.bytes)) / total : null
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/**
 * Seconds since it was sent, by our clock; for a job that has ended, its duration by the service's, where that can be
 * told. Null while it was not sent. `now` in milliseconds.
 */
export function elapsedSeconds({ sentAt, job, tookSeconds }: SubmissionView, now: number): number | null {
  if (sentAt === null) return null
  if (job?.completedAt) return tookSeconds
  return secondsBetween(Date.parse(sentAt), now)
}

function secondsBetween(from: number, to: number): number {
  return Math.max(0, (to - from) / 1000)
}

export function promptOf(run: Pick<SubmissionView, 'values'>): string {
  const { prompt } = run.values
  return typeof prompt === 'string' ? prompt : ''
}

/** The files that are here. */
export function savedFiles(run: SubmissionView): FileView[] {
  return run.files.filter((file) => file.state === 'saved')
}
