import { useId } from 'react'
import { useStore } from 'zustand'
import { isRange } from '../../reports/utc-dates.ts'
import { useAccountLabel } from '../../shell/use-account-label.ts'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useSpendWords } from '../../words/spend-words.ts'
import { presets } from './presets.ts'
import type { SpendStore } from './spend-store.ts'
import styles from './spend-view.module.css'

interface SpendBarProps {
  readonly spend: SpendStore
  /** The ledger is shown, which can list the runs of all accounts. */
  readonly showsLines: boolean
}

/** In the place of an account's own name, which is `sandbox` or an address. */
const all = 'all'

/** The period and the account that are shown. */
export function SpendBar({ spend: spendStore, showsLines }: SpendBarProps) {
  const spend = useSpendWords()
  const labelOf = useAccountLabel()
  const { preset, range, typed, summary, account, accounts } = useStore(spendStore.store)
  const allAccounts = useStore(spendStore.ledger.store, (ledger) => ledger.allAccounts)
  const problem = useId()
  const isWrong = preset === 'own' && !isRange(typed)
  return (
    <div className={styles.bar}>
      <div className={styles.select}>
        <Select
          label={spend.range}
          value={preset}
          options={presets.map((value) => ({ value, label: spend.presets[value] }))}
          onChange={(next) => spendStore.choose(presets.find((one) => one === next) ?? 'thisMonth')}
        />
      </div>
      {preset === 'own' ? (
        <>
          {(['from', 'to'] as const).map((end) => (
            <div key={end} className={styles.date}>
              <TextInput
                type="date"
                aria-label={spend[end]}
                min="2000-01-01"
                max="2999-12-31"
                value={typed[end]}
                invalid={isWrong}
                aria-describedby={isWrong ? problem : undefined}
                onChange={(value) => spendStore.type({ [end]: value })}
              />
            </div>
          ))}
          {isWrong && (
            <p id={problem} className={styles.problem}>
              {spend.rangeWrong}
            </p>
          )}
        </>
      ) : (
        <p className={styles.shown} aria-live="polite">
          {spend.shown(range.from, range.to)}
        </p>
      )}
      {/* Last: it comes with the first sums, and would push a control from under a pressed pointer. */}
      {accounts.length > 1 && (
        <div className={styles.account}>
          <Select
            label={spend.account}
            value={showsLines && allAccounts ? all : (account ?? summary?.account ?? '')}
            options={[
              ...accounts.map((value) => ({ value, label: spend.accountName(labelOf(value)) })),
              ...(showsLines ? [{ value: all, label: spend.ledger.allAccounts }] : []),
            ]}
            onChange={(next) => {
              if (next === all) spendStore.ledger.filter({ allAccounts: true })
              else spendStore.chooseAccount(next)
            }}
          />
        </div>
      )}
    </div>
  )
}
