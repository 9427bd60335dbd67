import type { FileView, QueueHold, SubmissionView } from '../../../shared/bridge/views.ts'
import type { Reason } from '../../../shared/failures/reason.ts'
import type { Estimate } from '../../../shared/pricing/estimate.ts'
import { sayReason, sayWhy } from '../../../shared/words/en/reasons.ts'

/** An estimate as the command line's door has it: only the members that design.md lists, save an open rate's span. */
export function estimateOf(estimate: Estimate): object {
  if (estimate.kind === 'exact') return { kind: 'exact', microUsd: estimate.microUsd }
  return estimate.kind === 'rate' && estimate.open
    ? { kind: 'rate', microUsdPerSecond: estimate.microUsdPerSecond, ...estimate.open }
    : estimate
}

/** One run as a script reads it. `files` are absolute paths of what is here. */
export interface RunView {
  readonly submissionId: string
  readonly jobId: string | null
  readonly modelId: string
  readonly state: string
  readonly status: string | null
  readonly files: readonly string[]
  readonly estimate: object
  readonly error: { readonly code: string; readonly message: string } | null
}

/** What is said where the service gave no words. */
const wordless: Readonly<Partial<Record<string, string>>> = {
  model_sunset: 'The service says that this model has ended.',
  paused: 'The queue is paused.',
}

/** Where a run that the queue's hold keeps back may stand: it was canceled unsent, or it waits for its end. */
const heldStates: ReadonlySet<string> = new Set(['withdrawn', 'confirmed', 'unsent', 'sending'])

/** `hold`: why the run goes no further, where it says nothing itself. */
export function toRunView(
  view: SubmissionView,
  files: readonly string[],
  hold: QueueHold | null = null,
): RunView {
  const { submissionId, modelId, state, job, problem } = view
  const failedFile = view.files.find((file) => file.state === 'failed' || file.missingBytes !== null)
  const withheld = heldStates.has(state) ? hold : null
  const isNote = state === 'accepted' && problem?.code.startsWith('reported_')
  const reason = (isNote ? null : problem) ?? (withheld && { ...withheld, code: withheld.reason })
  const error =
    job?.error ??
    (reason && {
      code: reason.code,
      message: (sayWhy(reason) || (wordless[reason.code] ?? '')) + sayListing(problem),
    }) ??
    (failedFile
      ? {
          code: codeOf(failedFile),
          message: sayReason(failedFile.failure ?? 'The file could not be fetched.'),
        }
      : null)
  return {
    submissionId,
    jobId: job?.jobId ?? null,
    modelId,
    state,
    status: job?.status ?? null,
    files,
    estimate: estimateOf(view.estimate),
    error,
  }
}

const listingSentences = {
  absent: 'The service’s own list of jobs does not have it',
  unclear: 'The service’s own list of jobs has one that may be it, not for certain',
  partial: 'The service’s own list of jobs could not be read back to it',
} as const

/** What the service’s own list says of a run whose answer was lost, as a sentence more. */
function sayListing(problem: SubmissionView['problem']): string {
  const listing = problem?.listing
  return listing ? ` ${listingSentences[listing.outcome]} (${listing.at}).` : ''
}

/** What keeps the file of a job that is done and paid from being here. */
const fileErrors: ReadonlySet<string | undefined> = new Set([
  'download_failed',
  'address_refused',
  'file_damaged',
])

function codeOf({ isRefused, mediaType }: FileView) {
  if (isRefused) return 'address_refused'
  // What has a type was here whole before.
  return mediaType === null ? 'download_failed' : 'file_damaged'
}

/** The run with the files that are not whole on the disk as they are; `damages` has a reason by file. */
export function withDamages(view: SubmissionView, damages: ReadonlyMap<string, Reason>): SubmissionView {
  const files = view.files.map((file) => {
    const failure = damages.get(file.fileId)
    return failure === undefined ? file : { ...file, state: 'failed' as const, failure }
  })
  return { ...view, files }
}

/** 0 done, 1 refused or failed, 3 unknown (also of a run that was left while it was sent); the gravest of all runs. */
export function exitCodeOf(runs: readonly RunView[]): number {
  if (runs.some(({ state }) => state === 'unknown' || state === 'sending')) return 3
  const failed = runs.some(
    ({ state, status, error }) =>
      state !== 'accepted' || status === 'failed' || status === 'cancelled' || fileErrors.has(error?.code),
  )
  return failed ? 1 : 0
}

/** A run in one line for a person. */
export function sayRun({ submissionId, modelId, state, status, files, error }: RunView): string {
  const words = [submissionId, modelId, status ?? state, ...files]
  return `${words.join('  ')}${error ? `  ${error.code}: ${error.message}` : ''}`
}
