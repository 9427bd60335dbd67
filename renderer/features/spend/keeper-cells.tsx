import type { SpendModel } from '../../../shared/bridge/spend-views.ts'
import { microUsd } from '../../../shared/pricing/money.ts'
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
      <td title={cost === null ? words.reason(settledJobs, keepers.besideFiles) : undefined}>
        {cost === null ? (
          <>
            <span aria-hidden="true">{spend.none}</span>
            <span className="visually-hidden">{words.reason(settledJobs, keepers.besideFiles)}</span>
          </>
        ) : (
          <Amount microUsd={cost} />
        )}
      </td>
    </>
  )
}

/** Settled prices of exactly settled jobs by their keepers, rounded to the micro-dollar; null without a keeper. */
export function costPerKeeper({ microUsd: settled, keepers }: Pick<SpendModel, 'microUsd' | 'keepers'>) {
  return keepers.files === 0 ? null : microUsd(Math.round(settled / keepers.files))
}
