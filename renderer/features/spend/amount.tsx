import { useSpendWords } from '../../words/spend-words.ts'

interface AmountProps {
  readonly microUsd: number
  /** It can't be more than that. */
  readonly isMost?: boolean
  /** The whole cents that it has among others, in micro-dollars; absent: rounded. Null: in full. */
  readonly inCents?: number | null | undefined
}

/** A sum in cents, with the full amount at hand, or in full. */
export function Amount({ microUsd, isMost = false, inCents = microUsd }: AmountProps) {
  const spend = useSpendWords()
  if (inCents === null) return <span>{isMost ? spend.exactAtMost(microUsd) : spend.exact(microUsd)}</span>
  // Less than a cent is said to be that, not nothing.
  const [shown, full] = isMost
    ? [spend.atMost(microUsd), spend.exactAtMost(microUsd)]
    : [spend.total(inCents === 0 && microUsd > 0 ? 1 : inCents), spend.exact(microUsd)]
  return <span title={shown === full ? undefined : full}>{shown}</span>
}
