import { useId } from 'react'
import type { StudioStatus } from '../../../shared/bridge/views.ts'
import { readDollars, writeDollars } from '../../../shared/pricing/read-dollars.ts'
import { budgetOf, type Settings } from '../../../shared/settings/settings.ts'
import { useAccountLabel } from '../../shell/use-account-label.ts'
import { useSettingsWords } from '../../words/settings-words.ts'
import { KeptText } from './kept-text.tsx'
import { SettingRow } from './setting-row.tsx'
import styles from './settings-view.module.css'
import { useChangeSettings } from './use-change-settings.ts'

interface BudgetSectionProps {
  readonly settings: Settings
  readonly status: StudioStatus
}

const bounds = ['perDay', 'perMonth', 'perSession', 'askAbove'] as const

/** The person's own budgets of the connected account: what may be spent in a period, and which price needs a confirmation. */
export function BudgetSection({ settings, status }: BudgetSectionProps) {
  const words = useSettingsWords()
  const { day, month, session, sessionSince } = status.budget
  const account = status.service.accountId
  const labelOf = useAccountLabel()
  const { perDayNote, perMonthNote, perSessionNote, askAboveNote } = words.budget
  const rows = {
    perDay: { period: day, note: perDayNote },
    perMonth: { period: month, note: perMonthNote },
    perSession: { period: session, note: perSessionNote(sessionSince) },
    askAbove: { period: null, note: askAboveNote },
  }
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{words.budget.title}</h2>
      <p className={styles.note}>
        {words.budget.note(labelOf(account), Object.hasOwn(settings.budgets, account))}
      </p>
      {bounds.map((bound) => (
        <BoundRow key={bound} bound={bound} {...rows[bound]} account={account} settings={settings} />
      ))}
    </section>
  )
}

interface BoundRowProps {
  readonly bound: (typeof bounds)[number]
  readonly period: StudioStatus['budget']['day']
  readonly note: string
  /** Whose spending counts. */
  readonly account: string
  readonly settings: Settings
}

function BoundRow({ bound, period, note, account, settings }: BoundRowProps) {
  const words = useSettingsWords()
  const labelOf = useAccountLabel()
  const change = useChangeSettings()
  const id = useId()
  const limit = budgetOf(settings, account)[bound]
  return (
    <SettingRow setting={bound} label={words.budget[bound]} note={note} htmlFor={id}>
      <div className={styles.medium}>
        <KeptText
          id={id}
          value={limit === null ? '' : writeDollars(limit)}
          placeholder={words.budget.none}
          icon={words.budget.unit}
          isValid={(text) => text.trim() === '' || readDollars(text).ok}
          problem={(text) => {
            const read = readDollars(text)
            return read.ok ? '' : words.budget.problems[read.problem]
          }}
          onKeep={(text) => {
            const read = readDollars(text)
            change({ budgets: { [account]: { [bound]: read.ok ? read.microUsd : null } } })
          }}
        />
      </div>
      {period && (
        <p
          className={styles.note}
          data-tone={period.committed > period.limit ? 'danger' : undefined}
          title={words.budget.stateOf(period.limit, period.committed, labelOf(account), true)}
        >
          {words.budget.stateOf(period.limit, period.committed, labelOf(account))}
        </p>
      )}
    </SettingRow>
  )
}
