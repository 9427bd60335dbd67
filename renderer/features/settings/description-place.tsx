import { FileText } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { descriptionTextMaxLength, isDescriptionUrl } from '../../../shared/bridge/description-bounds.ts'
import type { StudioStatus } from '../../../shared/bridge/views.ts'
import type { Settings } from '../../../shared/settings/settings.ts'
import { Button } from '../../ui/button.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useNotify } from '../../ui/toaster.tsx'
import { useSettingsWords } from '../../words/settings-words.ts'
import { useWords } from '../../words/words-context.tsx'
import type { AccountsStore } from './accounts-store.ts'
import { SettingRow } from './setting-row.tsx'
import styles from './settings-view.module.css'

interface DescriptionPlaceProps {
  readonly settings: Settings
  readonly status: StudioStatus
  readonly accounts: AccountsStore
}

/** Where the active account's description is read, and what was wrong with it at the last reading. */
export function DescriptionPlace({ settings, status, accounts }: DescriptionPlaceProps) {
  const { service } = status
  const account = settings.accounts.find(({ id }) => id === service.accountId)
  const own = account?.descriptionUrl ?? ''
  return (
    <>
      {account && (
        <PlaceRow key={account.id} own={own} usual={`${account.baseUrl}/openapi.json`} accounts={accounts} />
      )}
      <FaultNote fault={service.descriptionFault} isElsewhere={own !== ''} />
    </>
  )
}

interface PlaceRowProps {
  /** Empty where it is the usual one. */
  readonly own: string
  readonly usual: string
  readonly accounts: AccountsStore
}

function PlaceRow({ own, usual, accounts }: PlaceRowProps) {
  const words = useSettingsWords()
  const { failures } = useWords()
  const notify = useNotify()
  const { busy } = useStore(accounts.store)
  const [draft, setDraft] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const id = useId()
  const text = (draft ?? own).trim()
  const isUrl = text === '' || isDescriptionUrl(text)

  async function ask(source: Parameters<AccountsStore['describe']>[0]) {
    setProblem(null)
    const status = await accounts.describe(source)
    const { failure } = accounts.store.getState()
    if (status?.service.descriptionFault === null) notify(words.descriptionAsked)
    else if (!status && failure) setProblem(failures.sentence(failure))
    return status !== null
  }

  async function keep() {
    if (draft === null || !isUrl || text === own) return
    if (await ask(text === '' ? { type: 'service' } : { type: 'url', url: text })) setDraft(null)
  }

  async function load(file: File | undefined) {
    if (!file) return
    if (file.size > descriptionTextMaxLength) return setProblem(words.descriptionFileTooLarge)
    await ask({ type: 'text', text: await file.text() })
  }

  return (
    <SettingRow
      setting="description"
      label={words.descriptionPlace}
      htmlFor={id}
      note={words.descriptionPlaceNote}
    >
      <TextInput
        id={id}
        inputMode="url"
        value={draft ?? own}
        placeholder={usual}
        invalid={!isUrl}
        aria-describedby={`${id}-note`}
        onChange={setDraft}
        onBlur={() => void keep()}
        onKeyDown={(event) => event.key === 'Enter' && void keep()}
      />
      {(problem !== null || !isUrl) && (
        <p id={`${id}-note`} className={styles.problem}>
          {problem ?? words.descriptionNoUrl}
        </p>
      )}
      <div>
        <Button
          icon={<FileText />}
          disabled={busy !== null}
          focusableWhenDisabled
          onClick={() => chooser.current?.click()}
        >
          {words.descriptionFile}
        </Button>
        <input
          ref={chooser}
          type="file"
          hidden
          tabIndex={-1}
          aria-hidden="true"
          accept=".json,.yaml,.yml,application/json,application/yaml"
          onChange={({ currentTarget }) => {
            void load(currentTarget.files?.[0])
            currentTarget.value = ''
          }}
        />
      </div>
    </SettingRow>
  )
}

interface FaultNoteProps {
  readonly fault: StudioStatus['service']['descriptionFault']
  /** Whether the person said where it is. */
  readonly isElsewhere: boolean
}

/** Why the service's description could not be read; what it is absent of needs no sentence, unless its place was given. */
function FaultNote({ fault, isElsewhere }: FaultNoteProps) {
  const words = useSettingsWords()
  if (fault === null || (fault === 'absent' && !isElsewhere)) return null
  return (
    <p className={styles.problem} role="status">
      {words.descriptionFaults[fault]} {fault !== 'unkept' && words.descriptionKept}
    </p>
  )
}
