import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useStore } from 'zustand'
import type { AccountList, AccountView, KeyPurpose } from '../../../shared/bridge/account-procedures.ts'
import type { BridgeFailure } from '../../../shared/bridge/error-codes.ts'
import { baseUrlOfAccount } from '../../../shared/settings/account.ts'
import { isSameBaseUrl, readBaseUrl } from '../../../shared/settings/base-url.ts'
import { displayHost } from '../../../shared/settings/display-host.ts'
import { useStudio } from '../../shell/atelier-context.tsx'
import { Button } from '../../ui/button.tsx'
import { RadioList } from '../../ui/radio-list.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useNotify } from '../../ui/toaster.tsx'
import { reasonWords } from '../../words/reason-words.ts'
import { type SettingsWords, useSettingsWords } from '../../words/settings-words.ts'
import { useWords } from '../../words/words-context.tsx'
import type { AccountsStore } from './accounts-store.ts'
import { SettingRow } from './setting-row.tsx'
import styles from './settings-view.module.css'

interface AccountFormProps {
  readonly accounts: AccountsStore
  /** The account to change; null for a new one. */
  readonly account: AccountView | null
  /** Whether its first field gets the focus, as where a button opened it. */
  readonly takesFocus: boolean
  readonly onFocused: () => void
}

/** Name, address and keys of an account; keys are typed here and never read back. */
export function AccountForm({ accounts, account, takesFocus, onFocused }: AccountFormProps) {
  const words = useSettingsWords()
  const notify = useNotify()
  const { list, input, busy } = useStore(accounts.store)
  const address = account?.baseUrl ?? input.baseUrl
  const read = readBaseUrl(address)
  const there = account ?? (read.ok ? accountAt(list, read.baseUrl) : null)
  const own = input.separate ? null : there
  const asksHttp = read.ok && read.isInClear
  const isAllowed = input.allowHttp ?? own?.allowsHttp ?? false
  const isTyped = input.key.trim() !== '' || input.usageKey.trim() !== ''
  const keyPlace = list?.keyPlace ?? 'file'
  const asksConsent = keyPlace !== 'keychain' && isTyped
  const isAgreed = input.onlySession || (keyPlace === 'file' && input.consent)
  const hasKey = input.key.trim() !== '' || (own !== null && own.key.source !== 'none')
  const isRenamed = input.name.trim() !== '' && input.name.trim() !== account?.name
  const isChanged = isTyped || isRenamed || input.allowHttp !== null
  const obstacle = firstOf({
    noAddress: address.trim() === '',
    badAddress: !read.ok,
    http: asksHttp && !isAllowed,
    noKey: account === null && !hasKey,
    unchanged: account !== null && !isChanged,
    consent: asksConsent && !isAgreed && keyPlace === 'file',
    onlySession: asksConsent && !isAgreed && keyPlace === 'none',
  })
  const ready = obstacle === null
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!takesFocus) return
    form.current?.querySelector('input')?.focus()
    onFocused()
  }, [takesFocus, onFocused])

  const title = account ? words.editAccount(account.name ?? '') : words.addAccount

  async function save(keepUntested = false) {
    if (asksHttp && isAllowed) accounts.set({ allowHttp: true })
    const saved = await accounts.save(keepUntested)
    if (!saved) return
    const { accountId: id, accountName: name } = saved.service
    notify(keepUntested ? words.keptUntested : account ? words.saved : words.connected({ id, name }))
  }

  return (
    <form
      ref={form}
      className={styles.form}
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault()
        if (ready && busy === null) void save()
      }}
    >
      <h3 className={styles.formTitle}>{title}</h3>
      <NameRow
        value={input.name}
        placeholder={account?.name ?? (read.ok ? displayHost(read.baseUrl) : words.namePlaceholder)}
        onChange={(name) => accounts.set({ name })}
      />
      {account ? (
        <SettingRow setting={null} label={words.baseUrl} note={words.baseUrlFixed}>
          <span data-verbatim className={styles.code}>
            {account.baseUrl}
          </span>
        </SettingRow>
      ) : (
        <AddressRow address={address} onChange={(baseUrl) => accounts.set({ baseUrl })} />
      )}
      {!account && there && (
        <SeparateRow
          name={there.name ?? ''}
          given={input.separate}
          onChange={(separate) => accounts.set({ separate })}
        />
      )}
      {asksHttp && <HttpRow given={isAllowed} onChange={(allowHttp) => accounts.set({ allowHttp })} />}
      <KeyRow
        purpose="generating"
        accounts={accounts}
        account={own}
        isKnown={list !== null && read.ok}
        mayForget={account !== null}
      />
      <KeyRow
        purpose="usage"
        accounts={accounts}
        account={own}
        isKnown={false}
        mayForget={account !== null}
      />
      {asksConsent && keyPlace === 'file' && <KeptRow accounts={accounts} />}
      {asksConsent && keyPlace === 'none' && (
        <SessionRow given={input.onlySession} onChange={(onlySession) => accounts.set({ onlySession })} />
      )}
      <FormFoot
        accounts={accounts}
        obstacle={obstacle}
        isNew={account === null}
        onKeepUntested={() => void save(true)}
      />
    </form>
  )
}

/** What keeps a form from being sent, in the order of its fields. */
type Obstacle = keyof SettingsWords['cantConnect']

function firstOf(obstacles: Readonly<Record<Obstacle, boolean>>): Obstacle | null {
  const names = Object.keys(obstacles) as Obstacle[]
  return names.find((name) => obstacles[name]) ?? null
}

function accountAt(list: AccountList | null, baseUrl: string): AccountView | null {
  const known = list?.accounts.filter((one) => isSameBaseUrl(one.baseUrl, baseUrl)) ?? []
  return known.find(({ isActive }) => isActive) ?? known[0] ?? null
}

interface FormFootProps {
  readonly accounts: AccountsStore
  readonly obstacle: Obstacle | null
  readonly isNew: boolean
  readonly onKeepUntested: () => void
}

/** What the test found, and the buttons. */
function FormFoot({ accounts, obstacle, isNew, onKeepUntested }: FormFootProps) {
  const all = useWords()
  const { failures } = all
  const words = useSettingsWords()
  const { busy, failure } = useStore(accounts.store)
  const save = isNew ? words.connect : words.save
  const id = useId()
  const isOff = obstacle !== null || busy !== null
  return (
    <div className={styles.foot}>
      {failure && (
        <p role="alert" className={styles.problem}>
          {isOfTest(failure) ? reasonWords(failure, all) : failures.sentence(failure)}
        </p>
      )}
      {failure && untestedCauses.has(failure.cause?.code ?? '') && (
        <>
          <p className={styles.note}>{words.keepUntestedNote}</p>
          <Button disabled={isOff} onClick={onKeepUntested}>
            {words.keepUntested}
          </Button>
        </>
      )}
      <div className={styles.buttons}>
        <Button
          type="submit"
          look="primary"
          disabled={isOff}
          focusableWhenDisabled
          aria-describedby={obstacle ? id : undefined}
        >
          {busy === 'connecting' ? words.connecting : save}
        </Button>
        <Button onClick={accounts.closeForm}>{words.cancelForm}</Button>
      </div>
      {obstacle && (
        <p id={id} className={styles.note}>
          {words.cantConnect[obstacle]}
        </p>
      )}
    </div>
  )
}

/** What a test finds where nothing speaks against the key. */
const untestedCauses: ReadonlySet<string> = new Set([
  'probe_no_network',
  'probe_unknown_host',
  'probe_certificate_date',
  'probe_no_answer',
  'probe_unclear',
])

const testCodes = /^(probe|usage_key)_/

function isOfTest({ cause }: BridgeFailure): boolean {
  return testCodes.test(cause?.code ?? '')
}

interface NameRowProps {
  readonly value: string
  readonly placeholder: string
  readonly onChange: (name: string) => void
}

function NameRow({ value, placeholder, onChange }: NameRowProps) {
  const words = useSettingsWords()
  const id = useId()
  return (
    <SettingRow setting="accountName" label={words.accountName} htmlFor={id} note={words.accountNameNote}>
      <TextInput id={id} value={value} maxLength={80} placeholder={placeholder} onChange={onChange} />
    </SettingRow>
  )
}

interface AddressRowProps {
  readonly address: string
  readonly onChange: (address: string) => void
}

function AddressRow({ address, onChange }: AddressRowProps) {
  const words = useSettingsWords()
  const id = useId()
  const read = readBaseUrl(address)
  const problem = address === '' || read.ok ? null : read.problem
  return (
    <SettingRow setting="baseUrl" label={words.baseUrl} note={words.baseUrlNote} htmlFor={id}>
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
  readonly purpose: KeyPurpose
  readonly accounts: AccountsStore
  /** The account that has the key; null where there is none yet. */
  readonly account: AccountView | null
  /** Whether it is known that an address without an account has no key. */
  readonly isKnown: boolean
  readonly mayForget: boolean
}

function KeyRow({ purpose, accounts, account, isKnown, mayForget }: KeyRowProps) {
  const words = useSettingsWords()
  const { list, input, busy } = useStore(accounts.store)
  const id = useId()
  const field = purpose === 'usage' ? 'usageKey' : 'key'
  const kept = account?.[field] ?? null
  const hasOwn = kept !== null && kept.source !== 'none'
  const isForgettable = mayForget && hasOwn && kept.source !== 'environment'
  const trouble = kept?.trouble ? words.keyTroubles[kept.trouble] : null
  const missing = isKnown && !hasOwn && input[field] === '' ? whyNone(list, account, purpose, words) : null
  const given = kept?.source === 'environment'
  const refused = useRefusal(account, purpose)
  const own = hasOwn ? (given ? words.keyGiven(purpose, kept.ending) : words.keyKept(kept.ending)) : null
  return (
    <SettingRow setting={field} label={words[field]} htmlFor={id} note={words[`${field}Note`]}>
      <TextInput
        id={id}
        type="password"
        autoComplete="new-password"
        value={input[field]}
        placeholder={hasOwn ? words.keyEnding(kept.ending) : words[`${field}Placeholder`]}
        aria-describedby={`${id}-note`}
        onChange={(value) => accounts.set({ [field]: value })}
      />
      {(own ?? trouble ?? missing) !== null && (
        <p id={`${id}-note`} className={own === null || refused ? styles.warning : styles.note}>
          {hasOwn && given && refused
            ? words.keyGivenRefused(words.keyTrouble[refused], kept.ending)
            : (own ?? trouble ?? missing)}
        </p>
      )}
      {isForgettable && (
        <div>
          <Button
            disabled={busy !== null}
            focusableWhenDisabled
            aria-label={words.forgetKey(words[field])}
            onClick={() => void accounts.forgetKey(account?.accountId ?? '', purpose)}
          >
            {words.forget}
          </Button>
        </div>
      )}
    </SettingRow>
  )
}

/** What the connected service says against the key for generating of this account; null where it says nothing. */
function useRefusal(account: AccountView | null, purpose: KeyPurpose): 'refused' | 'not_allowed' | null {
  const service = useStudio(({ status }) => status?.service)
  if (purpose === 'usage' || !account || service?.accountId !== account.accountId) return null
  const { state } = service.health
  return state === 'refused' || state === 'not_allowed' ? state : null
}

/** Why an address has no key although there is one elsewhere; null where there is none. */
function whyNone(
  list: AccountList | null,
  account: AccountView | null,
  purpose: KeyPurpose,
  words: SettingsWords,
): string | null {
  const given = purpose === 'usage' ? list?.environmentUsageKey : list?.environmentKey
  if (given && given.accountId !== account?.accountId)
    return words.keyGivenForAnother(
      purpose,
      given.accountId === null ? null : baseUrlOfAccount(given.accountId),
    )
  // A key for usage is optional: that another account has one says nothing.
  if (purpose === 'usage') return null
  const other = list?.accounts.find((one) => one.isActive && one.kind === 'service')
  return other?.baseUrl ? words.keyOfAnother(other.baseUrl) : null
}

interface SwitchRowProps {
  readonly label: string
  readonly note: ReactNode
  readonly isWarning?: boolean
  /** What being on or off means, below the switch. */
  readonly below?: string | null
  readonly given: boolean
  readonly onChange: (given: boolean) => void
}

/** A word that the person gives, with what it means. */
function SwitchRow({ label, note, isWarning = false, below = null, given, onChange }: SwitchRowProps) {
  const id = useId()
  return (
    <SettingRow setting={null} label={label} htmlFor={id}>
      <p id={`${id}-note`} className={isWarning ? styles.warning : styles.note}>
        {note}
      </p>
      <Switch id={id} label={label} describedBy={`${id}-note`} checked={given} onChange={onChange} />
      {below !== null && <p className={styles.note}>{below}</p>}
    </SettingRow>
  )
}

interface GivenProps {
  readonly given: boolean
  readonly onChange: (given: boolean) => void
}

/** The person's permission for an address over which everything can be read. */
function HttpRow(props: GivenProps) {
  const words = useSettingsWords()
  const below = props.given ? words.httpKept : words.httpNeeded
  return <SwitchRow label={words.http} note={words.httpNote} isWarning below={below} {...props} />
}

/** Whether an address that has an account gets another one. */
function SeparateRow({ name, ...props }: GivenProps & { readonly name: string }) {
  const words = useSettingsWords()
  return <SwitchRow label={words.separate} note={words.separateNote(name, props.given)} {...props} />
}

/** Where the keys are kept: in a file, to which the person agrees by choosing it, or until Atelier ends. */
function KeptRow({ accounts }: { readonly accounts: AccountsStore }) {
  const words = useSettingsWords()
  const { consent, onlySession } = useStore(accounts.store, ({ input }) => input)
  return (
    <SettingRow setting={null} label={words.kept}>
      <RadioList
        label={words.kept}
        options={[
          { value: 'file', label: words.consent, note: words.consentNote },
          { value: 'session', label: words.onlySession, note: words.onlySessionNote },
        ]}
        value={consent ? 'file' : onlySession ? 'session' : null}
        onChange={(place) => accounts.set({ consent: place === 'file', onlySession: place === 'session' })}
      />
    </SettingRow>
  )
}

/** Where there is no other place for the keys. */
function SessionRow(props: GivenProps) {
  const words = useSettingsWords()
  return <SwitchRow label={words.onlySession} note={words.noPlace} isWarning {...props} />
}
