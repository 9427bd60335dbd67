import { useId, useState } from 'react'
import { useStore } from 'zustand'
import type { ReceiverStatus } from '../../../shared/bridge/webhook-views.ts'
import { isPublicUrl, type WebhookSettings } from '../../../shared/settings/webhook-profile.ts'
import { Button } from '../../ui/button.tsx'
import { NumberInput } from '../../ui/number-input.tsx'
import { useSettingsWords } from '../../words/settings-words.ts'
import { useWords } from '../../words/words-context.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { KeptText } from './kept-text.tsx'
import { ProfileEditor } from './profile-editor.tsx'
import { SettingRow } from './setting-row.tsx'
import styles from './settings-view.module.css'
import { useChangeSettings } from './use-change-settings.ts'
import type { WebhookStore } from './webhook-store.ts'

interface WebhookPartProps {
  readonly settings: WebhookSettings
  readonly receiver: ReceiverStatus
  readonly webhooks: WebhookStore
}

/** The delivery address, whether deliveries arrive, and the outcome of each. */
export function WebhookPart({ settings, receiver, webhooks }: WebhookPartProps) {
  const changeSettings = useChangeSettings()
  const words = useSettingsWords()
  const id = useId()

  function change(patch: Partial<WebhookSettings>) {
    webhooks.forgetTest()
    changeSettings({ webhooks: { ...settings, ...patch } })
  }

  return (
    <>
      <PortRow settings={settings} receiver={receiver} onChange={(port) => change({ port })} />
      <SettingRow
        setting="publicUrl"
        label={words.webhooks.publicUrl}
        note={words.webhooks.publicUrlNote}
        htmlFor={id}
      >
        <KeptText
          id={id}
          value={settings.publicUrl}
          placeholder={words.webhooks.publicUrlPlaceholder}
          isValid={(text) => text.trim() === '' || isPublicUrl(text.trim())}
          problem={words.webhooks.publicUrlInvalid}
          onKeep={(text) => change({ publicUrl: text.trim() })}
        />
        <AddressNote receiver={receiver} />
      </SettingRow>
      <TestRow webhooks={webhooks} />
      <ProfileEditor profile={settings.profile} onChange={(profile) => change({ profile })} />
      <DeliveryLog webhooks={webhooks} />
    </>
  )
}

interface PortRowProps extends Pick<WebhookPartProps, 'settings' | 'receiver'> {
  readonly onChange: (port: number) => void
}

function PortRow({ settings, receiver, onChange }: PortRowProps) {
  const words = useSettingsWords()
  const id = useId()
  const [draft, setDraft] = useState<number | undefined>(settings.port)
  const isValid = draft !== undefined && Number.isInteger(draft) && draft >= 0 && draft <= 65_535
  const state = words.webhooks.portState(receiver, settings.port)
  return (
    <SettingRow setting="port" label={words.webhooks.port} note={words.webhooks.portNote} htmlFor={id}>
      <div className={styles.short}>
        <NumberInput
          id={id}
          label={words.webhooks.port}
          value={draft}
          whole
          invalid={!isValid}
          describedBy={`${id}-state`}
          onChange={setDraft}
          onBlur={() => isValid && draft !== settings.port && onChange(draft)}
        />
      </div>
      <p
        id={`${id}-state`}
        role="status"
        className={receiver.state === 'listening' && isValid ? styles.note : styles.problem}
      >
        {isValid ? state : words.webhooks.portInvalid}
      </p>
    </SettingRow>
  )
}

function AddressNote({ receiver: { address, missedAt, state } }: { readonly receiver: ReceiverStatus }) {
  const words = useSettingsWords()
  if (state !== 'listening') return null
  return (
    <>
      <p data-verbatim className={styles.note}>
        {address ? words.webhooks.reported(address) : words.webhooks.notReported}
      </p>
      {missedAt && (
        <p role="status" className={styles.warning}>
          {words.webhooks.missed(missedAt)}
        </p>
      )}
    </>
  )
}

function TestRow({ webhooks }: { readonly webhooks: WebhookStore }) {
  const words = useSettingsWords()
  const { failures } = useWords()
  const { testing, test, failure } = useStore(webhooks.store)
  return (
    <SettingRow setting="webhookTest" label={words.webhooks.tryIt} note={words.webhooks.testNote}>
      <div>
        <Button disabled={testing} focusableWhenDisabled onClick={() => void webhooks.test()}>
          {testing ? words.webhooks.testing : words.webhooks.test}
        </Button>
      </div>
      <div role="status">
        {test && (
          <p className={test.finding === 'arrived' ? styles.good : styles.problem}>
            {words.webhooks.finding(test)}
          </p>
        )}
        {failure && <p className={styles.problem}>{failures.sentence(failure)}</p>}
      </div>
    </SettingRow>
  )
}
