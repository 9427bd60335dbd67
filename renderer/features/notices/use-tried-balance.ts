import { useEffect, useRef } from 'react'
import type { QueueHold } from '../../../shared/bridge/views.ts'
import { useStudio } from '../../shell/atelier-context.tsx'
import { useNotify } from '../../ui/toaster.tsx'
import { useWords } from '../../words/words-context.tsx'

/** Says what the run that tried an empty balance showed, once that is known. */
export function useTriedBalance(): void {
  const { create } = useWords()
  const notify = useNotify()
  const hold = useStudio(({ status }) => status?.hold ?? null)
  const accountId = useStudio(({ status }) => status?.service.accountId ?? null)
  const before = useRef<{ readonly hold: QueueHold | null; readonly accountId: string | null }>(null)
  useEffect(() => {
    // The hold of another account says nothing of this one’s balance.
    const isSame = before.current?.accountId === accountId
    const outcome = isSame ? readTried(before.current?.hold ?? null, hold) : null
    before.current = { hold, accountId }
    if (outcome) notify(create.tried[outcome])
  }, [hold, accountId, notify, create])
}

/** Null while it is tried, and where another reason holds the queue now, which has a notice of its own. */
export function readTried(before: QueueHold | null, now: QueueHold | null): 'empty' | 'accepted' | null {
  if (!before?.isTrying || now?.isTrying) return null
  if (now === null) return 'accepted'
  return now.reason === 'insufficient_balance' ? 'empty' : null
}
