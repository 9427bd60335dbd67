import { useId } from 'react'
import type { StudioStatus } from '../../../shared/bridge/views.ts'
import type { Settings } from '../../../shared/settings/settings.ts'
import { NumberInput } from '../../ui/number-input.tsx'
import { useWords } from '../../words/words-context.tsx'
import { SettingRow } from './setting-row.tsx'
import styles from './settings-view.module.css'
import { useChangeSettings } from './use-change-settings.ts'

interface ResultsSectionProps {
  readonly settings: Settings
  readonly status: StudioStatus
}

const mostInFlight = 100

export function ResultsSection({ settings, status }: ResultsSectionProps) {
  const { settings: words } = useWords()
  const change = useChangeSettings()
  const id = useId()
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{words.results}</h2>
      <SettingRow label={words.jobsInFlight} note={words.jobsInFlightNote} htmlFor={id}>
        <div className={styles.short}>
          <NumberInput
            id={id}
            label={words.jobsInFlight}
            value={settings.jobsInFlight}
            whole
            onChange={(value) => {
              const isAllowed = value !== undefined && value >= 1 && value <= mostInFlight
              if (isAllowed && Number.isInteger(value)) change({ jobsInFlight: value })
            }}
          />
        </div>
      </SettingRow>
      <SettingRow label={words.delivery}>
        <p className={styles.value}>{words[status.delivery]}</p>
      </SettingRow>
    </section>
  )
}
