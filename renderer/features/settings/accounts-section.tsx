import { Pencil, Plus, Trash } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { AccountView } from '../../../shared/bridge/account-procedures.ts'
import type { StudioStatus } from '../../../shared/bridge/views.ts'
import { useRoute, useStudio } from '../../shell/atelier-context.tsx'
import { isOfAccount } from '../../shell/setting-list.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useNotify } from '../../ui/toaster.tsx'
import { useSettingsWords } from '../../words/settings-words.ts'
import { useWords } from '../../words/words-context.tsx'
import { AccountForm } from './account-form.tsx'
import styles from './accounts-section.module.css'
import type { AccountsStore, AccountForm as OpenForm } from './accounts-store.ts'
import { ConnectionState } from './connection-test.tsx'
import { SettingRow } from './setting-row.tsx'
import view from './settings-view.module.css'

interface AccountsSectionProps {
  readonly accounts: AccountsStore
  readonly status: StudioStatus
}

/** The sandbox and the person's own accounts: which one is used, their forms, and the state of the connection. */
export function AccountsSection({ accounts, status }: AccountsSectionProps) {
  const words = useSettingsWords()
  const { failures } = useWords()
  const { list, form, busy, failure } = useStore(accounts.store)
  useFreshList(accounts)
  useFormFromAddress(accounts)
  const [entersForm, setEntersForm] = useState(false)
  const addButton = useFocusAfterForm(form !== null)
  function openForm(opened: OpenForm) {
    accounts.openForm(opened)
    setEntersForm(true)
  }
  const edited =
    form?.mode === 'edit' ? list?.accounts.find(({ accountId }) => accountId === form.accountId) : null
  return (
    <section className={view.section}>
      <h2 className={view.heading}>{words.accounts}</h2>
      <SettingRow setting="accounts" label={words.accountsLabel} note={words.accountsNote}>
        <ul className={styles.list} aria-label={words.accounts}>
          {list?.accounts.map((account) => (
            <AccountRow
              key={account.accountId}
              account={account}
              accounts={accounts}
              onEdit={() => openForm({ mode: 'edit', accountId: account.accountId })}
            />
          ))}
        </ul>
        <div>
          <Button
            ref={addButton}
            icon={<Plus />}
            disabled={busy !== null}
            focusableWhenDisabled
            aria-expanded={form?.mode === 'add'}
            onClick={() => openForm({ mode: 'add' })}
          >
            {words.addAccount}
          </Button>
        </div>
        {failure && form === null && status.service.baseUrl !== '' && (
          <p role="alert" className={view.problem}>
            {failures.sentence(failure)}
          </p>
        )}
      </SettingRow>
      {form?.mode === 'add' && (
        <AccountForm
          key="add"
          accounts={accounts}
          account={null}
          takesFocus={entersForm}
          onFocused={() => setEntersForm(false)}
        />
      )}
      {edited && (
        <AccountForm
          key={edited.accountId}
          accounts={accounts}
          account={edited}
          takesFocus={entersForm}
          onFocused={() => setEntersForm(false)}
        />
      )}
      <ConnectionState accounts={accounts} status={status} />
    </section>
  )
}

/** The button that gets the focus that a closed form leaves nowhere. */
function useFocusAfterForm(isOpen: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    const hasClosed = wasOpen.current && !isOpen
    wasOpen.current = isOpen
    if (hasClosed && document.activeElement === document.body) button.current?.focus()
  }, [isOpen])
  return button
}

/** The list is read again whenever the settings or the connection say that it may have changed. */
function useFreshList(accounts: AccountsStore): void {
  const settings = useStudio((state) => state.settings)
  const service = useStudio((state) => state.status?.service)
  const sign = JSON.stringify([
    settings?.accounts,
    service?.accountId,
    service?.keySource,
    service?.keyEnding,
  ])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sign says when
  useEffect(() => void accounts.refresh(), [accounts, sign])
}

/**
 * An address that names a field of an account opens the form that has it: that of the connected account, also where a
 * command line named it and it is not in the list (ACC350).
 */
function useFormFromAddress(accounts: AccountsStore): void {
  const { item } = useRoute()
  const listed = useStudio((state) => state.settings?.accounts)
  const service = useStudio((state) => state.status?.service)
  const id = listed?.some((account) => account.id === service?.accountId)
    ? (service?.accountId ?? null)
    : null
  const address = service?.kind === 'service' ? service.chosenUrl : null
  useEffect(() => {
    if (!isOfAccount(item)) return
    if (item === 'baseUrl') accounts.openForm({ mode: 'add' })
    else if (id !== null) accounts.openForm({ mode: 'edit', accountId: id })
    else
      accounts.openForm({
        mode: 'add',
        ...(address !== null && address !== undefined && { baseUrl: address }),
      })
  }, [item, id, address, accounts])
}

interface AccountProps {
  readonly account: AccountView
  readonly accounts: AccountsStore
}

function AccountRow({ account, accounts, onEdit }: AccountProps & { readonly onEdit: () => void }) {
  const words = useSettingsWords()
  const { shell } = useWords()
  const notify = useNotify()
  const busy = useStore(accounts.store, (state) => state.busy)
  const { accountId, baseUrl, isActive } = account
  const health = useStudio(({ status }) => (isActive ? status?.service.health.state : null))
  const name = account.name ?? shell.sandbox

  async function use() {
    if (await accounts.use(accountId)) notify(words.switchedTo(name))
  }

  return (
    <li className={styles.account} data-active={isActive}>
      <div className={styles.who}>
        <p data-verbatim className={styles.name}>
          {name}
        </p>
        <p data-verbatim className={styles.where}>
          {baseUrl ?? words.sandboxNote}
        </p>
        {account.kind === 'service' && (
          <p className={styles.keys}>
            {words.keyOf(account.key)} · {words.usageKeyOf(account.usageKey)}
          </p>
        )}
        {(health === 'refused' || health === 'not_allowed') && (
          <p className={view.problem}>
            {health === 'refused' ? words.keyRefusedOrOff : words.keyTrouble[health]}
          </p>
        )}
      </div>
      <div className={styles.acts}>
        {isActive ? (
          <span className={styles.active}>{words.active}</span>
        ) : (
          <Button
            disabled={busy !== null}
            focusableWhenDisabled
            aria-label={words.chooseAccount(name)}
            onClick={() => void use()}
          >
            {words.use}
          </Button>
        )}
        {account.kind === 'service' && account.isListed && (
          <>
            <IconButton small label={words.editAccount(name)} icon={<Pencil />} onClick={onEdit} />
            <RemoveAccount account={account} name={name} accounts={accounts} />
          </>
        )}
      </div>
    </li>
  )
}

/** Asks first: a key that was forgotten can't be brought back. */
function RemoveAccount({ account, name, accounts }: AccountProps & { readonly name: string }) {
  const words = useSettingsWords()
  const notify = useNotify()
  const [asks, setAsks] = useState(false)
  const busy = useStore(accounts.store, (state) => state.busy)
  const close = () => setAsks(false)

  async function remove() {
    const isRemoved = await accounts.remove(account.accountId)
    close()
    if (isRemoved) notify(words.removed(name))
  }

  return (
    <>
      <IconButton small label={words.removeAccount(name)} icon={<Trash />} onClick={() => setAsks(true)} />
      <Dialog
        open={asks}
        onClose={close}
        title={words.removeTitle(name)}
        description={words.removeBody(account.isActive)}
        actions={
          <>
            <Button onClick={close}>{words.keepAccount}</Button>
            <Button look="danger" disabled={busy !== null} onClick={() => void remove()}>
              {words.remove}
            </Button>
          </>
        }
      />
    </>
  )
}
