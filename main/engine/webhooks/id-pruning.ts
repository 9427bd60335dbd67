import type { Clock } from '../ports.ts'
import type { RequestIds } from './ports.ts'

/** Far more than the ten minutes within which a signed time is accepted. */
const keptMs = 86_400_000
const firstPauseMs = 60_000
const stepPauseMs = 1_000
const roundPauseMs = 6 * 3_600_000
/** After this long without a delivery the receiver is idle. */
const quietMs = 10_000

export interface IdPruningDeps {
  readonly clock: Clock
  readonly ids: RequestIds
  /** When the last request reached the receiver, in milliseconds since the epoch; NaN where none did. */
  lastRequestAt(): number
}

/** Deletes spent request ids a few at a time, never while deliveries come in (HOOK27). Returns how to stop it. */
export function startIdPruning({ clock, ids, lastRequestAt }: IdPruningDeps): () => void {
  let cancelTimer = clock.setTimer(firstPauseMs, step)

  function step(): void {
    const now = clock.now()
    const isBusy = now - lastRequestAt() < quietMs
    const pauseMs = isBusy ? quietMs : pauseAfter(ids.forgetSome(now - keptMs))
    cancelTimer = clock.setTimer(pauseMs, step)
  }

  return () => cancelTimer()
}

function pauseAfter(seen: ReturnType<RequestIds['forgetSome']>): number {
  return seen === 'all' ? roundPauseMs : stepPauseMs
}
