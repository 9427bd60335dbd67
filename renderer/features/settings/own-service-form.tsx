import { useEffect, useId } from 'react'
import { useStore } from 'zustand'
import type { BridgeFailure } from '../../../shared/bridge/error-codes.ts'
import type { KeptKey, StudioStatus } from '../../../shared/bridge/views.ts'
import { readBaseUrl } from '../../../shared/settings/base-url.ts'
import type { Settings } from '../../../shared/settings/settings.ts'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useNotify } from '../../ui/toaster.tsx'
import { reasonWords } from '../../words/reason-words.ts'
import { useWords, type Words } from '../../words/words-context.tsx'
import type { ConnectionStore } from './connection-store.ts'
import { SettingRow } from './setting-row.tsx'
import styles from './settings-view.module.css'

interface OwnServiceFormProps {
  readonly connection: ConnectionStore
  readonly settings: Settings
  readonly status: StudioStatus
}

/** Address and key of the person's own service; the key is typed here and never read back. */
export function OwnServiceForm({ connection, settings, status }: OwnServiceFormProps) {
  const all = useWords()
  const { settings: words, failures } = all
  const notify = useNotify()
  const { baseUrl, key, consent, allowHttp, busy, failure } = useStore(connection.store)
  const { service } = status
  const address = baseUrl === '' ? (service.chosenUrl ?? '') : baseUrl
  const read = readBaseUrl(address)
  const kept = useKeptKey(connection, read.ok ? read.baseUrl : null, service)
  const asksHttp = read.ok && read.isInClear
  const isAllowed = allowHttp ?? (read.ok && settings.service?.httpAllowedFor === read.baseUrl)
  // Only a desktop window has a keychain to use.
  const asksConsent = status.host !== 'desktop' && key !== ''
  const hasKey = key.trim() !== '' || (kept !== null && kept.source !== 'none')
  const ready = read.ok && (!asksHttp || isAllowed) && hasKey && (!asksConsent || consent)

  async function connect(keepUntested = false) {
    connection.set({ baseUrl: address, allowHttp: asksHttp && isAllowed })
    if (await connection.connect(keepUntested)) notify(keepUntested ? words.keptUntested : words.connected)
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) void connect()
      }}
    >
      <AddressRow address={address} onChange={(next) => connection.set({ baseUrl: next })} />
      {asksHttp && <HttpRow given={isAllowed} onChange={(next) => connection.set({ allowHttp: next })} />}
      <KeyRow
        value={key}
        kept={kept}
        other={read.ok && service.chosenUrl !== read.baseUrl ? service.chosenUrl : null}
        onChange={(next) => connection.set({ key: next })}
      />
      {asksConsent && <ConsentRow given={consent} onChange={(next) => connection.set({ consent: next })} />}
      <div className={styles.foot}>
        {failure && (
          <p role="alert" className={styles.problem}>
            {isOfTest(failure) ? reasonWords(failure, all) : failures.sentence(failure)}
          </p>
        )}
        {failure && untestedCauses.has(failure.cause?.code ?? '') && (
          <>
            <p className={styles.note}>{words.keepUntestedNote}</p>
            <Button disabled={!ready || busy !== null} onClick={() => void connect(true)}>
              {words.keepUntested}
            </Button>
          </>
        )}
        <Button type="submit" look="primary" disabled={!ready || busy !== null} focusableWhenDisabled>
          {busy === 'connecting' ? words.connecting : words.connect}
        </Button>
      </div>
    </form>
  )
}

/** What a test finds where nothing speaks against the key. */
const untestedCauses: ReadonlySet<string> = new Set(['probe_no_answer', 'probe_unclear'])

function isOfTest({ cause }: BridgeFailure): boolean {
  return cause?.code.startsWith('probe_') === true
}

/** The stored key for this address; null while that is unknown. */
function useKeptKey(
  connection: ConnectionStore,
  address: string | null,
  { keySource, keyEnding }: StudioStatus['service'],
) {
  const kept = useStore(connection.store, (state) => state.kept)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the connection uses may have been kept just now
  useEffect(() => {
    if (address !== null) void connection.lookUpKey(address)
  }, [connection, address, keySource, keyEnding])
  return kept?.address === address ? kept.key : null
}

interface AddressRowProps {
  readonly address: string
  readonly onChange: (address: string) => void
}

function AddressRow({ address, onChange }: AddressRowProps) {
  const { settings: words } = useWords()
  const id = useId()
  const read = readBaseUrl(address)
  const problem = address === '' || read.ok ? null : read.problem
  return (
    <SettingRow setting="baseUrl" label={words.baseUrl} htmlFor={id}>
      <TextInput
        id={id}
        inputMode="url"
        value={address}
        placeholder={words.baseUrlPlaceholder}
        invalid={problem !== null}
        aria-describedby={`${id}-note`}
        onChange={onChange}
      />
      {problem !== null && (
        <p id={`${id}-note`} className={styles.problem}>
          {words.baseUrlProblems[problem]}
        </p>
      )}
    </SettingRow>
  )
}

interface KeyRowProps {
  readonly value: string
  readonly kept: KeptKey | null
  /** The currently connected address, where it is another. */
  readonly other: string | null
  readonly onChange: (key: string) => void
}

function KeyRow({ value, kept, other, onChange }: KeyRowProps) {
  const { settings: words } = useWords()
  const id = useId()
  const hasOwn = kept !== null && kept.source !== 'none'
  // What is typed takes the place of what is missing.
  const note = kept && (hasOwn || value === '') ? sayKept(kept, other, words) : null
  return (
    <SettingRow setting="key" label={words.key} htmlFor={id} note={words.keyNote}>
      <TextInput
        id={id}
        type="password"
        autoComplete="new-password"
        value={value}
        placeholder={hasOwn ? words.keyEnding(kept.ending) : words.keyPlaceholder}
        aria-describedby={`${id}-note`}
        onChange={onChange}
      />
      {note && (
        <p id={`${id}-note`} className={hasOwn ? styles.note : styles.warning}>
          {note}
        </p>
      )}
    </SettingRow>
  )
}

/** Which key this address has, and why it does not use another address's. */
function sayKept(
  { source, ending, elsewhere }: KeptKey,
  other: string | null,
  words: Words['settings'],
): string | null {
  if (source === 'environment') return words.keyGiven(ending)
  if (source !== 'none') return words.keyKept(ending)
  if (elsewhere) return words.keyGivenForAnother(elsewhere.baseUrl)
  return other === null ? null : words.keyOfAnother(other)
}

interface HttpRowProps {
  readonly given: boolean
  readonly onChange: (given: boolean) => void
}

/** The person's permission for an address over which everything can be read. */
function HttpRow({ given, onChange }: HttpRowProps) {
  const { settings: words } = useWords()
  const id = useId()
  return (
    <SettingRow setting={null} label={words.http} htmlFor={id}>
      <p id={`${id}-note`} className={styles.warning}>
        {words.httpNote}
      </p>
      <Switch id={id} label={words.http} describedBy={`${id}-note`} checked={given} onChange={onChange} />
      <p className={styles.note}>{given ? words.httpKept : words.httpNeeded}</p>
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
    <SettingRow setting={null} label={words.consent} htmlFor={id} note={words.consentNote}>
      <Switch id={id} label={words.consent} checked={given} onChange={onChange} />
      {!given && <p className={styles.note}>{words.consentNeeded}</p>}
    </SettingRow>
  )
}
