import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { useAtelier, useStudio } from '../../../shell/atelier-context.tsx'
import { createQueuePlaceStore } from './queue-place.ts'
import type { RunPhase } from './run-phase.ts'

/** How many runs are sent before a waiting one; null for others, and until that is read. */
export function useRunsBefore({ submissionId }: SubmissionView, phase: RunPhase): number | null {
  const { bridge } = useAtelier()
  const [queue] = useState(() => createQueuePlaceStore(bridge))
  const place = useStore(queue.store)
  const status = useStudio((state) => state.status)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the status is announced when runs are sent, added or moved.
  useEffect(() => {
    if (phase === 'waiting') void queue.read(submissionId)
  }, [queue, submissionId, phase, status])
  return phase === 'waiting' && place?.submissionId === submissionId ? place.runsBefore : null
}
