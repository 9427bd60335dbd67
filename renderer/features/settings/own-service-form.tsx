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
      <AddressRow address={address} onChange={(next) => connection.set({ baseUrl: next })} />
      <KeyRow value={key} kept={kept} onChange={(next) => connection.set({ key: next })} />
      {asksConsent && <ConsentRow given={consent} onChange={(next) => connection.set({ consent: next })} />}
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

interface AddressRowProps {
  readonly address: string
  readonly onChange: (address: string) => void
}

function AddressRow({ address, onChange }: AddressRowProps) {
  const { settings: words } = useWords()
  const id = useId()
  const invalid = address !== '' && !isServiceUrl(address)
  return (
    <SettingRow label={words.baseUrl} htmlFor={id}>
      <TextInput
        id={id}
        inputMode="url"
        value={address}
        placeholder={words.baseUrlPlaceholder}
        invalid={invalid}
        aria-describedby={`${id}-note`}
        onChange={onChange}
      />
      {invalid && (
        <p id={`${id}-note`} className={styles.problem}>
          {words.baseUrlInvalid}
        </p>
      )}
    </SettingRow>
  )
}

interface KeyRowProps {
  readonly value: string
  /** The last characters of the key that is kept; null where none is. */
  readonly kept: string | null
  readonly onChange: (key: string) => void
}

function KeyRow({ value, kept, onChange }: KeyRowProps) {
  const { settings: words } = useWords()
  const id = useId()
  return (
    <SettingRow label={words.key} htmlFor={id} note={words.keyNote}>
      <TextInput
        id={id}
        type="password"
        autoComplete="new-password"
        value={value}
        placeholder={kept === null ? words.keyPlaceholder : words.keyEnding(kept)}
        onChange={onChange}
      />
      {kept !== null && <p className={styles.note}>{words.keyKept(kept)}</p>}
    </SettingRow>
  )
}

interface ConsentRowProps {
  readonly given: boolean
  readonly onChange: (given: boolean) => void
}

function ConsentRow({ given, onChange }: ConsentRowProps) {
  const { settings: words } = useWords()
  const id = useId()
  return (
    <SettingRow label={words.consent} htmlFor={id} note={words.consentNote}>
      <Switch id={id} label={words.consent} checked={given} onChange={onChange} />
      {!given && <p className={styles.note}>{words.consentNeeded}</p>}
    </SettingRow>
  )
}
