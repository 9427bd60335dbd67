import { useId } from 'react'
import { useStore } from 'zustand'
import type { StudioStatus } from '../../../shared/bridge/views.ts'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useNotify } from '../../ui/toaster.tsx'
import { useWords } from '../../words/words-context.tsx'
import { type ConnectionModel, isServiceUrl } from './connection-store.ts'
import { SettingRow } from './setting-row.tsx'
import styles from './settings-view.module.css'

interface OwnServiceFormProps {
  readonly connection: ConnectionModel
  readonly status: StudioStatus
}

/** Address and key of the person's own service; the key is written here and never read back. */
export function OwnServiceForm({ connection, status }: OwnServiceFormProps) {
  const { settings: words, failures } = useWords()
  const notify = useNotify()
  const id = useId()
  const { baseUrl, key, consent, busy, failure } = useStore(connection.store)
  const { service } = status
  const isConnected = service.kind === 'service'
  const address = baseUrl === '' && isConnected ? service.baseUrl : baseUrl
  const kept = isConnected ? service.keyEnding : null
  // Only a window of its own has a keychain to ask.
  const asksConsent = status.host !== 'desktop' && key !== ''
  const hasKey = key.trim() !== '' || kept !== null || service.keySource === 'environment'
  const ready = isServiceUrl(address) && hasKey && (!asksConsent || consent)

  async function connect() {
    if (baseUrl === '') connection.set({ baseUrl: address })
    if (await connection.connect()) notify(words.connected)
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) void connect()
      }}
    >
      <SettingRow label={words.baseUrl} htmlFor={`${id}-url`}>
        <TextInput
          id={`${id}-url`}
          inputMode="url"
          value={address}
          placeholder={words.baseUrlPlaceholder}
          invalid={address !== '' && !isServiceUrl(address)}
          aria-describedby={`${id}-url-note`}
          onChange={(next) => connection.set({ baseUrl: next })}
        />
        {address !== '' && !isServiceUrl(address) && (
          <p id={`${id}-url-note`} className={styles.problem}>
            {words.baseUrlInvalid}
          </p>
        )}
      </SettingRow>
      <SettingRow label={words.key} htmlFor={`${id}-key`} note={words.keyNote}>
        <TextInput
          id={`${id}-key`}
          type="password"
          autoComplete="new-password"
          value={key}
          placeholder={kept === null ? words.keyPlaceholder : words.keyEnding(kept)}
          onChange={(next) => connection.set({ key: next })}
        />
        {kept !== null && <p className={styles.note}>{words.keyKept(kept)}</p>}
      </SettingRow>
      {asksConsent && (
        <SettingRow label={words.consent} htmlFor={`${id}-consent`} note={words.consentNote}>
          <Switch
            id={`${id}-consent`}
            label={words.consent}
            checked={consent}
            onChange={(next) => connection.set({ consent: next })}
          />
          {!consent && <p className={styles.note}>{words.consentNeeded}</p>}
        </SettingRow>
      )}
      <div className={styles.foot}>
        {failure && (
          <p role="alert" className={styles.problem}>
            {failures.sentence(failure)}
          </p>
        )}
        <Button type="submit" look="primary" disabled={!ready || busy !== null} focusableWhenDisabled>
          {busy === 'connecting' ? words.connecting : words.connect}
        </Button>
      </div>
    </form>
  )
}
