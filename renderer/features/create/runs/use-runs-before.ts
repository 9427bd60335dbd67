import { useEffect, useState } from 'react'
import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { useAtelier, useStudio } from '../../../shell/atelier-context.tsx'
import type { RunPhase } from './run-phase.ts'

/** How many runs are sent before a waiting one; null for others, and until that is read. */
export function useRunsBefore({ submissionId }: SubmissionView, phase: RunPhase): number | null {
  const { bridge } = useAtelier()
  const [place, setPlace] = useState<{ submissionId: string; runsBefore: number | null } | null>(null)
  const status = useStudio((state) => state.status)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the status is announced when runs are sent, added or moved.
  useEffect(() => {
    if (phase !== 'waiting') return
    let isCurrent = true
    void bridge.call('jobs.queuePlace', { submissionId }).then((result) => {
      if (isCurrent) setPlace(result.ok ? { submissionId, ...result.value } : null)
    })
    return () => {
      isCurrent = false
    }
  }, [bridge, submissionId, phase, status])
  return phase === 'waiting' && place?.submissionId === submissionId ? place.runsBefore : null
}
