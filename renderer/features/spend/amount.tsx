import { useSpendWords } from '../../words/spend-words.ts'

interface AmountProps {
  readonly microUsd: number
  /** It can't be more than that. */
  readonly isMost?: boolean
}

/** A sum in cents, with the full amount at hand. */
export function Amount({ microUsd, isMost = false }: AmountProps) {
  const spend = useSpendWords()
  const [shown, full] = isMost
    ? [spend.atMost(microUsd), spend.exactAtMost(microUsd)]
    : [spend.total(microUsd), spend.exact(microUsd)]
  return <span title={shown === full ? undefined : full}>{shown}</span>
}
