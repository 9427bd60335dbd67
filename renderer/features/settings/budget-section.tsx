import { useId } from 'react'
import type { StudioStatus } from '../../../shared/bridge/views.ts'
import { readDollars, writeDollars } from '../../../shared/pricing/read-dollars.ts'
import type { Settings } from '../../../shared/settings/settings.ts'
import { useSettingsWords } from '../../words/settings-words.ts'
import { KeptText } from './kept-text.tsx'
import { SettingRow } from './setting-row.tsx'
import styles from './settings-view.module.css'
import { useChangeSettings } from './use-change-settings.ts'

interface BudgetSectionProps {
  readonly settings: Settings
  readonly status: StudioStatus
}

const bounds = ['perDay', 'perMonth', 'askAbove'] as const
const notes = { perDay: 'perDayNote', perMonth: 'perMonthNote', askAbove: 'askAboveNote' } as const

/** The person's own budgets: what may be spent in a period, and which price needs a confirmation. */
export function BudgetSection({ settings, status }: BudgetSectionProps) {
  const words = useSettingsWords()
  const { day, month } = status.budget
  const periods = { perDay: day, perMonth: month, askAbove: null }
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{words.budget.title}</h2>
      <p className={styles.note}>{words.budget.note}</p>
      {bounds.map((bound) => (
        <BoundRow
          key={bound}
          bound={bound}
          period={periods[bound]}
          account={status.spentThisMonth.account}
          settings={settings}
        />
      ))}
    </section>
  )
}

interface BoundRowProps {
  readonly bound: (typeof bounds)[number]
  readonly period: StudioStatus['budget']['day']
  /** Whose spending counts. */
  readonly account: string
  readonly settings: Settings
}

function BoundRow({ bound, period, account, settings }: BoundRowProps) {
  const words = useSettingsWords()
  const change = useChangeSettings()
  const id = useId()
  const limit = settings.budget[bound]
  return (
    <SettingRow setting={bound} label={words.budget[bound]} note={words.budget[notes[bound]]} htmlFor={id}>
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
            change({ budget: { [bound]: read.ok ? read.microUsd : null } })
          }}
        />
      </div>
      {period && (
        <p className={styles.note} data-tone={period.committed > period.limit ? 'danger' : undefined}>
          {words.budget.stateOf(period.limit, period.committed, account)}
        </p>
      )}
    </SettingRow>
  )
}
