import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { useStudio } from '../../../shell/atelier-context.tsx'
import type { RunPhase } from './run-phase.ts'
import { type Away, readAway } from './run-words.ts'

/** Why nothing is known of a running job now; rendered again only when that changes. */
export function useAway(run: SubmissionView, phase: RunPhase): Away | null {
  const state = useStudio(({ status }) => status?.service.health.state ?? 'fine')
  const lastSeenAt = useStudio(({ status }) =>
    status?.service.health.state === 'fine' ? null : (status?.service.health.lastSeenAt ?? null),
  )
  return readAway(run, phase, { state, lastSeenAt })
}
