import type { FileView, QueueHold, SubmissionView } from '../../../shared/bridge/views.ts'
import type { CodedReason, Reason } from '../../../shared/failures/reason.ts'
import type { Estimate } from '../../../shared/pricing/estimate.ts'
import type { Settled } from '../../../shared/pricing/settle.ts'
import type { MainWords } from '../../words/choose-words.ts'
import { sayFailed, sayReason } from '../setup-error.ts'

/** An estimate in the command line's output: only the documented members, without an open rate's span. */
export function estimateOf(estimate: Estimate): object {
  if (estimate.kind === 'exact') return { kind: 'exact', microUsd: estimate.microUsd }
  return estimate.kind === 'rate' && estimate.open
    ? { kind: 'rate', microUsdPerSecond: estimate.microUsdPerSecond, ...estimate.open }
    : estimate
}

/** A settled price likewise. */
export function settledOf(settled: Settled): object {
  return settled.kind === 'unlisted' ? settled : { kind: settled.kind, microUsd: settled.microUsd }
}

/** One run as a script reads it. `files` are the absolute paths of those that are here. */
export interface RunView {
  readonly submissionId: string
  readonly jobId: string | null
  readonly modelId: string
  readonly state: string
  readonly status: string | null
  readonly files: readonly string[]
  readonly estimate: object
  /** What it cost; null until its job has ended. */
  readonly settled: object | null
  readonly error: { readonly code: string; readonly message: string } | null
  /** The agent that it belongs to; absent for the person's own. */
  readonly agent?: string
}

/** The possible states of a run stopped by the queue's hold: canceled unsent, or waiting for its end. */
const heldStates: ReadonlySet<string> = new Set(['withdrawn', 'confirmed', 'unsent', 'sending'])

interface Seen {
  /** Absolute paths of what is here. */
  readonly files: readonly string[]
  /** Why the run goes no further, where it says nothing itself. */
  readonly hold?: QueueHold | null
  readonly words: MainWords
}

/** A run, with what is wrong with it in these words. */
export function toRunView(view: SubmissionView, { files, hold = null, words }: Seen): RunView {
  const { submissionId, modelId, state, job, problem } = view
  const failedFile = view.files.find((file) => file.state === 'failed' || file.missingBytes !== null)
  const withheld = heldStates.has(state) ? hold : null
  const isNote = state === 'accepted' && problem?.code.startsWith('reported_')
  const reason = (isNote ? null : problem) ?? (withheld && { ...withheld, code: withheld.reason })
  const error =
    job?.error ??
    (reason && {
      code: reason.code,
      message: sayProblem(reason, words) + sayListing(problem, words),
    }) ??
    (failedFile
      ? {
          code: codeOf(failedFile),
          message: failedFile.failure ? sayReason(failedFile.failure, words) : words.cli.fileNotFetched,
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
    settled: view.settled && settledOf(view.settled),
    error,
    ...(view.agent !== undefined && { agent: view.agent }),
  }
}

/** What the service’s own list shows of a run whose response was lost, as an additional sentence. */
function sayListing(problem: SubmissionView['problem'], { cli }: MainWords): string {
  const listing = problem?.listing
  return listing ? ` ${cli.listing(listing.outcome, listing.at)}` : ''
}

/** What a code means by itself is said where there is no reason beside it. */
function sayProblem(
  reason: { code: string; message?: string | undefined; cause?: CodedReason | undefined },
  words: MainWords,
): string {
  const wordless: Readonly<Record<string, string>> = {
    model_sunset: words.cli.modelEnded,
    paused: words.cli.queuePaused,
  }
  return sayFailed(reason, words) || (wordless[reason.code] ?? '')
}

/** Why the file of a completed, paid job is not here. */
const fileErrors: ReadonlySet<string | undefined> = new Set([
  'download_failed',
  'address_refused',
  'file_damaged',
])

function codeOf({ isRefused, mediaType }: FileView) {
  if (isRefused) return 'address_refused'
  // A file with a known type was here whole before.
  return mediaType === null ? 'download_failed' : 'file_damaged'
}

/** The run with its incomplete files marked as such; `damages` has a reason per file. */
export function withDamages(view: SubmissionView, damages: ReadonlyMap<string, Reason>): SubmissionView {
  const files = view.files.map((file) => {
    const failure = damages.get(file.fileId)
    return failure === undefined ? file : { ...file, state: 'failed' as const, failure }
  })
  return { ...view, files }
}

/**
 * 0 done, 1 refused or failed, 3 unknown (also if the command stopped while a run was being sent); the most
 * serious of all runs.
 */
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
