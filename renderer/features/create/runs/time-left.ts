import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { elapsedSeconds, type RunPhase } from './run-phase.ts'

/** Less progress than this says nothing about the rest. */
const tellingProgress = 0.1

/** A progress, and how long after it was sent the run had it first, in seconds. */
interface Step {
  readonly progress: number
  readonly seconds: number
}

interface Known {
  readonly sentAt: string | null
  /** The first progress that was seen: what came before it, such as a backlog, is no measure of its pace. */
  readonly first: Step
  readonly latest: Step
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
    const left = (wholeOf(known, run.expectedSeconds) ?? Number.POSITIVE_INFINITY) - seconds
    const shown = Math.min(known.least, left)
    running.set(run.submissionId, { ...known, least: left > 0 ? shown : known.least })
    return Number.isFinite(shown) && left > 0 ? shown : null
  }
}

/**
 * What the whole job takes, in seconds: at first what such jobs usually take, then ever more by its own pace; null
 * while neither tells.
 */
function wholeOf({ first, latest }: Known, usual: number | null): number | null {
  const { progress, seconds } = latest
  if (progress < tellingProgress) return usual
  const share = progress - first.progress
  const pace = share < tellingProgress ? seconds / progress : (seconds - first.seconds) / share
  return seconds + (1 - progress) * (usual === null ? pace : progress * pace + (1 - progress) * usual)
}

function renew(before: Known | undefined, { sentAt, job }: SubmissionView, seconds: number): Known {
  const latest = { progress: job?.progress ?? 0, seconds }
  // Sent again, or begun again by the service: what was shown was about another try.
  const isSame = before !== undefined && before.sentAt === sentAt && latest.progress >= before.latest.progress
  if (!isSame) return { sentAt, first: latest, latest, least: Number.POSITIVE_INFINITY }
  if (latest.progress === before.latest.progress) return before
  return { ...before, first: before.first.progress === 0 ? latest : before.first, latest }
}
