import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AccountList, KeyPurpose } from '../../../shared/bridge/account-procedures.ts'
import type { Bridge } from '../../../shared/bridge/carrier.ts'
import type { BridgeFailure, BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { ProcedureInput, ProcedureOutput } from '../../../shared/bridge/procedures.ts'
import type { StudioStatus } from '../../../shared/bridge/views.ts'
import { createStaleGuard } from '../../bridge/stale-guard.ts'

/** What is typed for an account. Keys are typed once, and forgotten as soon as the studio has them. */
export interface AccountInput {
  readonly name: string
  readonly baseUrl: string
  readonly key: string
  readonly usageKey: string
  readonly consent: boolean
  /** The keys are kept until Atelier ends, and nowhere. */
  readonly onlySession: boolean
  /** The person's permission to use http for this address; null where they gave none yet. */
  readonly allowHttp: boolean | null
  /** One more account at an address that has one. */
  readonly separate: boolean
}

const nothingTyped: AccountInput = {
  name: '',
  baseUrl: '',
  key: '',
  usageKey: '',
  consent: false,
  onlySession: false,
  allowHttp: null,
  separate: false,
}

const closed = { form: null, input: nothingTyped } as const

/** The open form: of a new account, or of one in the list. */
export type AccountForm =
  | { readonly mode: 'add'; readonly baseUrl?: string }
  | { readonly mode: 'edit'; readonly accountId: string }

type Busy = 'connecting' | 'testing' | 'switching' | 'removing' | 'describing'

export interface AccountsState {
  /** Null until they are read. */
  readonly list: AccountList | null
  readonly form: AccountForm | null
  readonly input: AccountInput
  readonly busy: Busy | null
  readonly test: ProcedureOutput<'accounts.test'> | null
  /** Of what was tried last; in the form while that is open. */
  readonly failure: BridgeFailure | null
}

export type DescriptionSource = ProcedureInput<'accounts.describe'>['source']

/** The person's accounts, the form for one of them, and the test of the connection. */
export interface AccountsStore {
  readonly store: StoreApi<AccountsState>
  /** Reads the list again, which has changed. */
  refresh(): Promise<void>
  openForm(form: AccountForm): void
  /** Cancels what is being connected for it. */
  closeForm(): void
  set(change: Partial<AccountInput>): void
  /** Null where it failed. `keepUntested`: an address that does not respond now is kept all the same. */
  save(keepUntested?: boolean): Promise<StudioStatus | null>
  use(accountId: string): Promise<boolean>
  remove(accountId: string): Promise<boolean>
  forgetKey(accountId: string, purpose: KeyPurpose): Promise<boolean>
  test(): Promise<void>
  /** Says where the description of the active account is read; null where that failed. */
  describe(source: DescriptionSource): Promise<StudioStatus | null>
}

/** What a form is of; empty for a new account. */
function idOf(form: AccountForm | null): string | null {
  return form && (form.mode === 'edit' ? form.accountId : '')
}

/** The address with which the form of a new account begins, where it begins with one. */
function addressIn(form: AccountForm): Partial<AccountInput> {
  return form.mode === 'add' && form.baseUrl !== undefined ? { baseUrl: form.baseUrl } : {}
}

export function createAccountsStore(bridge: Bridge): AccountsStore {
  const store = createStore<AccountsState>(() => ({
    list: null,
    form: null,
    input: nothingTyped,
    busy: null,
    test: null,
    failure: null,
  }))
  const lists = createStaleGuard()

  async function refresh() {
    const { response, accept } = await lists.read(bridge.call('accounts.list', {}))
    if (response.ok && accept()) store.setState({ list: response.value })
  }

  /** The request whose end is shown; one that the person has left changes nothing but the list. */
  let current = 0

  /** `closes`: whether the form that is open then is done with. */
  async function act(
    busy: Busy,
    request: Promise<BridgeResult<StudioStatus>>,
    closes: (form: AccountForm | null) => boolean = () => false,
  ): Promise<StudioStatus | null> {
    current += 1
    const own = current
    store.setState({ busy, failure: null, test: null })
    const result = await request
    if (own === current) {
      const done = closes(store.getState().form) ? closed : {}
      store.setState({ busy: null, ...(result.ok ? done : { failure: result.error }) })
    }
    if (!result.ok) return null
    await refresh()
    return result.value
  }

  async function works(...asked: Parameters<typeof act>): Promise<boolean> {
    return (await act(...asked)) !== null
  }

  /** What is being connected for the open form is wanted no more. */
  function leave(): void {
    if (store.getState().busy !== 'connecting') return
    current += 1
    store.setState({ busy: null })
    void bridge.call('accounts.cancel', {})
  }

  function send(keepUntested: boolean): Promise<BridgeResult<StudioStatus>> {
    const { form, input } = store.getState()
    const { name, key, usageKey, consent, onlySession, allowHttp, separate, baseUrl } = input
    const common = {
      consent,
      ...(onlySession && { onlySession }),
      ...(name.trim() !== '' && { name: name.trim() }),
      ...(key.trim() !== '' && { key: key.trim() }),
      ...(usageKey.trim() !== '' && { usageKey: usageKey.trim() }),
      ...(allowHttp === true && { allowHttp }),
      ...(keepUntested && { keepUntested }),
    }
    return form?.mode === 'edit'
      ? bridge.call('accounts.change', { accountId: form.accountId, ...common })
      : bridge.call('accounts.connect', { baseUrl: baseUrl.trim(), ...(separate && { separate }), ...common })
  }

  return {
    store,
    refresh,
    openForm(form) {
      const { form: open, list } = store.getState()
      if (idOf(open) === idOf(form)) return
      leave()
      const known = list?.accounts.find(({ accountId }) => accountId === idOf(form))
      store.setState({
        form,
        input: { ...nothingTyped, name: known?.name ?? '', ...addressIn(form) },
        failure: null,
      })
    },
    closeForm() {
      leave()
      store.setState({ ...closed, failure: null })
    },
    set: (change) =>
      store.setState(({ input }) => ({
        // What was allowed or meant for one address does not apply to another.
        input: {
          ...input,
          ...(change.baseUrl !== undefined && { allowHttp: null, separate: false }),
          ...change,
        },
        failure: null,
      })),
    save: (keepUntested = false) => act('connecting', send(keepUntested), () => true),
    use: (accountId) => works('switching', bridge.call('accounts.use', { accountId })),
    remove: (accountId) =>
      works('removing', bridge.call('accounts.remove', { accountId }), (form) => idOf(form) === accountId),
    forgetKey: (accountId, purpose) =>
      works('removing', bridge.call('accounts.forgetKey', { accountId, purpose })),
    describe: (source) => act('describing', bridge.call('accounts.describe', { source })),
    async test() {
      store.setState({ busy: 'testing', failure: null, test: null })
      const result = await bridge.call('accounts.test', {})
      store.setState({ busy: null, ...(result.ok ? { test: result.value } : { failure: result.error }) })
    },
  }
}
