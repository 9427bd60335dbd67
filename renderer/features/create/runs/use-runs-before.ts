import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { useAtelier, useStudio } from '../../../shell/atelier-context.tsx'
import type { RunPhase } from './run-phase.ts'
import type { RunsStore } from './runs-store.ts'

/** How many runs are sent before a waiting one; null for others, and until that is read. */
export function useRunsBefore(
  { submissionId }: SubmissionView,
  phase: RunPhase,
  runs: RunsStore,
): number | null {
  const { bridge } = useAtelier()
  const [place, setPlace] = useState<{ submissionId: string; runsBefore: number | null } | null>(null)
  const status = useStudio((state) => state.status)
  const queueMoves = useStore(runs.store, (state) => state.queueMoves)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew when runs were sent, added or moved.
  useEffect(() => {
    if (phase !== 'waiting') return
    let isCurrent = true
    void bridge.call('jobs.queuePlace', { submissionId }).then((result) => {
      if (isCurrent) setPlace(result.ok ? { submissionId, ...result.value } : null)
    })
    return () => {
      isCurrent = false
    }
  }, [bridge, submissionId, phase, status, queueMoves])
  return phase === 'waiting' && place?.submissionId === submissionId ? place.runsBefore : null
}
