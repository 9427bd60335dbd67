import type { SubmissionView } from '../shared/bridge/views.ts'
import { sayWhy } from '../shared/words/en/reasons.ts'
import { runOf } from './list-runs.ts'
import type { PaidService } from './paid-service.ts'
import { hang, type JudgedTreatment } from './treatments.ts'

/** A run that the trial confirms. */
export interface PlannedRun {
  readonly run: string
  readonly submissionId: string
  readonly modelId: string
  readonly prompt: string
  /** The fates of its requests, in order; the last one settles it. */
  readonly treatments: JudgedTreatment[]
}

/** Compares the studio's state of each run with what the service saw: each false one in a sentence. */
export function judgeRuns(
  runs: ReadonlyMap<string, PlannedRun>,
  service: PaidService,
  views: readonly SubmissionView[],
): string[] {
  const breaches: string[] = []
  const byId = new Map(views.map((view) => [view.submissionId, view]))
  let unread = 0
  for (const planned of runs.values()) {
    const view = byId.get(planned.submissionId)
    if (!view) breaches.push(`${planned.run} was confirmed and is lost.`)
    else if (service.seen(planned.run).posts > 0) breaches.push(...judgeRun(planned, view, service))
    else if (view.state === 'unknown') unread += 1
    else if (!isEndedUnsent(view, views))
      breaches.push(`${planned.run} is ${view.state} although the service has seen nothing of it.`)
  }
  if (unread > service.resets())
    breaches.push(`${unread} runs are unknown without a request; ${service.resets()} connections were reset.`)
  if (views.length > runs.size) breaches.push(`${views.length} runs are there of ${runs.size} confirmed.`)
  return breaches
}

/** Whether it was not sent because its model had ended by then: another run of it got a 410 (JOB51, JOB96). */
function isEndedUnsent(
  { modelId, state, problem }: SubmissionView,
  views: readonly SubmissionView[],
): boolean {
  if (state !== 'confirmed' || problem?.code !== 'model_sunset' || problem.status !== null) return false
  return views.some((other) => other.modelId === modelId && other.problem?.status === 410)
}

function judgeRun(planned: PlannedRun, view: SubmissionView, service: PaidService): string[] {
  const seen = service.seen(runOf(view))
  const met = planned.treatments.slice(0, seen.posts)
  const definite = met.filter(({ isDefinite }) => isDefinite).length
  const last = met.at(-1) ?? hang
  const said = `${planned.run} (${seen.met.join('; ')})`
  return [
    ...(seen.posts > 1 + definite ? [`${said} was posted ${seen.posts} times.`] : []),
    ...(last.leadsTo.includes(view.state) ? [] : [`${said} is ${view.state}: ${sayWhy(view.problem ?? {})}`]),
    ...(view.state === 'accepted' && !seen.jobs.includes(view.job?.jobId ?? '')
      ? [`${said} is accepted with the job ${view.job?.jobId}, which is not its own.`]
      : []),
    ...(seen.responded.length > 0 && view.job?.jobId !== seen.responded[0] ? [`${said} lost its job.`] : []),
  ]
}
