import { isTerminal } from '../../../shared/api/job.ts'
import type { AgentRun } from '../../../shared/bridge/agent-procedures.ts'
import type { SubmissionView } from '../../../shared/bridge/views.ts'
import type { Clock } from '../ports.ts'
import type { AgentEvents } from './ports.ts'

export interface WaitDeps {
  readonly clock: Clock
  readonly events: Pick<AgentEvents, 'subscribe'>
  /** Aborted when the studio ends: nothing waits longer. */
  readonly closing: AbortSignal
}

/** Reads at once and after each change until it is done; at the latest after the time (AGENT4). */
export function waitForRuns<Read extends AgentRun>(
  { clock, events, closing }: WaitDeps,
  milliseconds: number,
  read: () => Read,
): Promise<Read & { readonly isDone: boolean }> {
  const { promise, resolve } = Promise.withResolvers<Read & { readonly isDone: boolean }>()

  function end(): void {
    unsubscribe()
    cancelTimer()
    closing.removeEventListener('abort', end)
    const now = read()
    resolve({ ...now, isDone: isDone(now) })
  }

  const unsubscribe = events.subscribe(({ name }) => {
    if ((name === 'submission.changed' || name === 'agents.changed') && isDone(read())) end()
  })
  const cancelTimer = clock.setTimer(milliseconds, end)
  closing.addEventListener('abort', end)
  if (closing.aborted || isDone(read())) end()
  return promise
}

/** Nothing more comes of it by itself: all have ended with their files, or a request was not allowed. */
function isDone({ submissions, held }: AgentRun): boolean {
  return held !== 'waiting' && submissions.every(hasEnded)
}

function hasEnded({ state, job, files }: SubmissionView): boolean {
  if (state === 'confirmed' || state === 'sending' || state === 'unsent') return false
  if (state !== 'accepted') return true
  if (!job || !isTerminal(job.status)) return false
  return files.every(
    (file) => (file.state !== 'waiting' && file.state !== 'downloading') || file.missingBytes !== null,
  )
}
