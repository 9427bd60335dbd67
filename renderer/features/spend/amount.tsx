import { useSpendWords } from '../../words/spend-words.ts'

interface AmountProps {
  readonly microUsd: number
  /** It can't be more than that. */
  readonly isMost?: boolean
  /** To the micro-dollar, where cents would contradict what stands beside it. */
  readonly isInFull?: boolean
}

/** A sum in cents, with the full amount at hand, or in full. */
export function Amount({ microUsd, isMost = false, isInFull = false }: AmountProps) {
  const spend = useSpendWords()
  if (isInFull) return <span>{isMost ? spend.exactAtMost(microUsd) : spend.exact(microUsd)}</span>
  const [shown, full] = isMost
    ? [spend.atMost(microUsd), spend.exactAtMost(microUsd)]
    : [spend.total(microUsd), spend.exact(microUsd)]
  return <span title={shown === full ? undefined : full}>{shown}</span>
}
