import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { elapsedSeconds, type RunPhase } from './run-phase.ts'

/** Less progress than this says nothing about the rest. */
const tellingProgress = 0.1

interface Known {
  readonly sentAt: string | null
  readonly progress: number
  /** What the whole job takes, in seconds, as it was when its progress changed; null while that tells nothing. */
  readonly whole: number | null
  /** The least that was shown, in seconds. */
  readonly least: number
}

/** How many seconds a run probably needs yet; null where that is not known, or it is overdue. `now` in ms. */
export type TimeLeft = (run: SubmissionView, phase: RunPhase, now: number) => number | null

/**
 * Remembers what was shown of each running job: between two reports its progress stands still, which makes it no
 * slower, and a later estimate that is longer waits until the shown one is true again. Time left never grows.
 */
export function createTimeLeft(): TimeLeft {
  const running = new Map<string, Known>()
  return (run, phase, now) => {
    const seconds = elapsedSeconds(run, now)
    if (phase !== 'running' || seconds === null) {
      running.delete(run.submissionId)
      return null
    }
    const known = renew(running.get(run.submissionId), run, seconds)
    const whole = run.expectedSeconds ?? known.whole
    const left = whole === null ? Number.POSITIVE_INFINITY : whole - seconds
    const shown = Math.min(known.least, left)
    running.set(run.submissionId, { ...known, least: left > 0 ? shown : known.least })
    return Number.isFinite(shown) && left > 0 ? shown : null
  }
}

function renew(before: Known | undefined, { sentAt, job }: SubmissionView, seconds: number): Known {
  const progress = job?.progress ?? 0
  const whole = progress < tellingProgress ? null : seconds / progress
  // Sent again, or begun again by the service: what was shown was about another try.
  const isSame = before !== undefined && before.sentAt === sentAt && progress >= before.progress
  if (!isSame) return { sentAt, progress, whole, least: Number.POSITIVE_INFINITY }
  return progress === before.progress ? before : { ...before, progress, whole }
}
