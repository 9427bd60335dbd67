import { useEffect, useId, useRef } from 'react'
import type { StudioStatus } from '../../../shared/bridge/views.ts'
import type { Settings } from '../../../shared/settings/settings.ts'
import { useAtelier, useRoute } from '../../shell/atelier-context.tsx'
import { NumberInput } from '../../ui/number-input.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useSettingsWords } from '../../words/settings-words.ts'
import { SettingRow } from './setting-row.tsx'
import styles from './settings-view.module.css'
import { useChangeSettings } from './use-change-settings.ts'
import { WebhookPart } from './webhook-part.tsx'
import type { WebhookStore } from './webhook-store.ts'

interface ResultsSectionProps {
  readonly settings: Settings
  readonly status: StudioStatus
  readonly webhooks: WebhookStore
}

const mostInFlight = 100
const deliveries = ['polling', 'webhook'] as const

/** How many jobs are sent at once, and how their ends are received. */
export function ResultsSection({ settings, status, webhooks }: ResultsSectionProps) {
  const words = useSettingsWords()
  const change = useChangeSettings()
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const { router } = useAtelier()
  const { item } = useRoute()
  // A link to this section scrolls to it and moves the focus to it.
  useEffect(() => {
    if (item !== 'results') return
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start' })
    router.replace('settings', null)
  }, [item, router])
  return (
    <section className={styles.section}>
      <h2 ref={heading} tabIndex={-1} className={styles.heading}>
        {words.results}
      </h2>
      <SettingRow
        setting="jobsInFlight"
        label={words.jobsInFlight}
        note={words.jobsInFlightNote}
        htmlFor={id}
      >
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
      <SettingRow setting="delivery" label={words.delivery}>
        <div className={styles.medium}>
          <Segmented<keyof typeof words.webhooks.choices>
            label={words.delivery}
            value={settings.webhooks.enabled ? 'webhook' : 'polling'}
            options={deliveries.map((value) => ({ value, label: words.webhooks.choices[value] }))}
            onChange={(value) => change({ webhooks: { ...settings.webhooks, enabled: value === 'webhook' } })}
          />
        </div>
        <p className={styles.note}>
          {settings.webhooks.enabled ? words.webhooks.webhookNote : words.webhooks.pollingNote}
        </p>
      </SettingRow>
      {settings.webhooks.enabled && (
        <WebhookPart settings={settings.webhooks} receiver={status.receiver} webhooks={webhooks} />
      )}
    </section>
  )
}
