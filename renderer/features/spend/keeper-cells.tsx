import type { SpendModel } from '../../../shared/bridge/spend-views.ts'
import { type MicroUsd, microUsd } from '../../../shared/pricing/money.ts'
import { useSpendWords } from '../../words/spend-words.ts'
import { Amount } from './amount.tsx'

/** The text that says what a keeper is. */
export const keeperNoteId = 'what-keepers-are'

export function KeeperHeads() {
  const { keepers } = useSpendWords()
  return (
    <>
      <th scope="col" aria-describedby={keeperNoteId}>
        {keepers.head}
      </th>
      <th scope="col" aria-describedby={keeperNoteId}>
        {keepers.rateHead}
      </th>
      <th scope="col" aria-describedby={keeperNoteId}>
        {keepers.costHead}
      </th>
    </>
  )
}

/** A model's keepers, the share of its settled jobs that made one, and what one cost; a dash with the reason. */
export function KeeperCells({ model }: { readonly model: SpendModel }) {
  const spend = useSpendWords()
  const { keepers: words } = spend
  const { keepers, settledJobs } = model
  const cost = costPerKeeper(model)
  return (
    <>
      <td>{words.count(keepers.files, keepers.besideFiles)}</td>
      <td title={words.rateNote(keepers.jobs, settledJobs)}>
        {settledJobs === 0 ? spend.none : words.rate(keepers.jobs / settledJobs)}
      </td>
      <td title={cost === null ? words.reason(keepers.besideFiles) : undefined}>
        {cost === null ? (
          <>
            <span aria-hidden="true">{spend.none}</span>
            <span className="visually-hidden">{words.reason(keepers.besideFiles)}</span>
          </>
        ) : cost.kind === 'exact' ? (
          <Amount microUsd={cost.microUsd} />
        ) : (
          <span title={words.boundNotes[cost.kind]}>{words.bounds[cost.kind](cost.microUsd)}</span>
        )}
      </td>
    </>
  )
}

interface KeeperCost {
  /** Settled exactly; or it can't be more, or less, than that, as some of the jobs have an open price or none. */
  readonly kind: 'exact' | 'at_most' | 'at_least'
  readonly microUsd: MicroUsd
}

/**
 * Settled prices of exactly settled jobs by their keepers. Where only other jobs made keepers, the bound that all jobs
 * have: the most, or the least where some have no listed price. To the micro-dollar; null without a keeper, and where
 * nothing has a price.
 */
export function costPerKeeper({
  microUsd: settled,
  upToMicroUsd,
  unlistedJobs,
  keepers: { files, besideFiles },
}: Pick<SpendModel, 'microUsd' | 'upToMicroUsd' | 'unlistedJobs' | 'keepers'>): KeeperCost | null {
  if (files > 0) return { kind: 'exact', microUsd: microUsd(Math.round(settled / files)) }
  if (besideFiles === 0) return null
  if (unlistedJobs === 0)
    return { kind: 'at_most', microUsd: microUsd(Math.ceil((settled + upToMicroUsd) / besideFiles)) }
  const least = Math.floor(settled / besideFiles)
  return least === 0 ? null : { kind: 'at_least', microUsd: microUsd(least) }
}
