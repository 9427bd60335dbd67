import { useEffect, useRef } from 'react'
import type { QueueHold, StudioStatus } from '../../../shared/bridge/views.ts'
import { useStudio } from '../../shell/atelier-context.tsx'
import { useNotify } from '../../ui/toaster.tsx'
import { useNoticeWords } from '../../words/notice-words.ts'

type Shown = Pick<StudioStatus, 'hold' | 'isBalanceUntested'>

/** Says what the run that tried an empty balance showed, once that is known. */
export function useTriedBalance(): void {
  const { tried } = useNoticeWords()
  const notify = useNotify()
  const hold = useStudio(({ status }) => status?.hold ?? null)
  const isBalanceUntested = useStudio(({ status }) => status?.isBalanceUntested)
  const accountId = useStudio(({ status }) => status?.service.accountId ?? null)
  const before = useRef<{ readonly hold: QueueHold | null; readonly accountId: string | null }>(null)
  const note = useRef<ReturnType<typeof notify> | null>(null)
  useEffect(() => {
    // The hold of another account says nothing of this one’s balance.
    const isSame = before.current?.accountId === accountId
    const now = { hold, ...(isBalanceUntested && { isBalanceUntested }) }
    const outcome = isSame ? readTried(before.current?.hold ?? null, now) : null
    before.current = { hold, accountId }
    // What it says is of the last trial alone, and no longer true once the balance is empty again.
    if (outcome || hold?.reason === 'insufficient_balance') note.current?.close()
    if (outcome) note.current = notify(tried[outcome])
  }, [hold, isBalanceUntested, accountId, notify, tried])
}

/**
 * Null while it is tried, where the run that tried it ended without a word of it, and where another reason holds the
 * queue now, which has a notice of its own.
 */
export function readTried(
  before: QueueHold | null,
  { hold, isBalanceUntested }: Shown,
): 'empty' | 'accepted' | null {
  if (!before?.isTrying || hold?.isTrying) return null
  if (hold === null) return isBalanceUntested ? null : 'accepted'
  return hold.reason === 'insufficient_balance' ? 'empty' : null
}
