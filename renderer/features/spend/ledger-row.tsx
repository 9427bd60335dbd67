import type { LedgerLine } from '../../../shared/bridge/spend-views.ts'
import { useCatalog } from '../../shell/atelier-context.tsx'
import { useAccountLabel } from '../../shell/use-account-label.ts'
import { type SpendWords, useSpendWords } from '../../words/spend-words.ts'
import { useWords, type Words } from '../../words/words-context.tsx'
import { Cell } from './ledger-cells.tsx'
import styles from './ledger-view.module.css'

interface LedgerRowProps {
  readonly line: LedgerLine
  /** Among the lines, from 0. */
  readonly index: number
  readonly top: number
  /** It takes the focus when Tab enters the list. */
  readonly isCurrent: boolean
  readonly hasAccounts: boolean
  readonly onFocus: (index: number) => void
  readonly onOpen: (line: LedgerLine) => void
}

/** One run: when, what, and what it was estimated at and cost. */
export function LedgerRow({ line, index, top, isCurrent, hasAccounts, onFocus, onOpen }: LedgerRowProps) {
  const { pricing } = useWords()
  const spend = useSpendWords()
  const labelOf = useAccountLabel()
  const { ledger, kinds, accountName } = spend
  const models = useCatalog((state) => state.models)
  const { at, hasEnded, account, modelId, kind, prompt, state, estimate, fileId } = line
  const cost = costWords(line, spend, pricing)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid around it hears its keys.
    // biome-ignore lint/a11y/useSemanticElements: lines come and go, so the table's parts are given their roles.
    <div
      role="row"
      aria-rowindex={index + 2}
      tabIndex={isCurrent ? 0 : -1}
      className={styles.row}
      data-line={index}
      title={fileId === null ? ledger.openDetails : ledger.open}
      style={{ transform: `translateY(${top}px)` }}
      onFocus={() => onFocus(index)}
      onClick={() => onOpen(line)}
    >
      <Cell column="when">
        {ledger.local(at)}
        <small>
          {ledger.utc(at)}
          {!hasEnded && <span className={styles.notEnded}>, {ledger.notEnded}</span>}
        </small>
      </Cell>
      <Cell column="prompt" isQuiet={prompt === ''}>
        {prompt === '' ? ledger.noPrompt : prompt}
      </Cell>
      <Cell column="model">{models?.find((model) => model.id === modelId)?.label ?? modelId}</Cell>
      <Cell column="kind">{kinds[kind]}</Cell>
      {hasAccounts && <Cell column="account">{accountName(labelOf(account))}</Cell>}
      <Cell column="state" state={state}>
        {ledger.states[state]}
      </Cell>
      <Cell column="estimate">{pricing.short(estimate) ?? spend.none}</Cell>
      <Cell column="cost">
        {cost.amount}
        <small>{cost.working}</small>
      </Cell>
    </div>
  )
}

/** What a run cost, and how that came about. */
export function costWords(
  { state, settled, estimate }: LedgerLine,
  spend: SpendWords,
  pricing: Words['pricing'],
): { readonly amount: string; readonly working: string } {
  if (state === 'not_billed') return { amount: spend.exact(0), working: spend.ledger.notBilled }
  if (state === 'unknown' || state === 'closed') {
    const most = pricing.atMost(estimate)
    return {
      amount: spend.none,
      working: most === null ? spend.ledger.mayBeCharged : spend.ledger.mayCost(most),
    }
  }
  if (settled === null) return { amount: spend.none, working: '' }
  const working = pricing.settledWorking(settled) ?? ''
  if (settled.kind === 'unlisted') return { amount: spend.onlyUnlisted, working }
  if (settled.kind === 'up_to') return { amount: spend.ledger.upTo(settled.microUsd), working }
  return { amount: spend.exact(settled.microUsd), working: working === '' ? spend.ledger.asListed : working }
}
