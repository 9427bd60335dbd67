import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/carrier.ts'
import type { BridgeFailure } from '../../../shared/bridge/error-codes.ts'
import type { ProcedureOutput } from '../../../shared/bridge/procedures.ts'
import type { KeptKey } from '../../../shared/bridge/views.ts'

export interface ConnectionState {
  /** The service shown in the form; the studio's current one until the person chooses. */
  readonly choice: 'sandbox' | 'service' | null
  readonly baseUrl: string
  /** Typed once; forgotten as soon as the studio has it. */
  readonly key: string
  readonly consent: boolean
  /** The person's permission to use http for this address; null where they gave none yet. */
  readonly allowHttp: boolean | null
  /** The stored key for the address that was looked up last. */
  readonly kept: { readonly address: string; readonly key: KeptKey } | null
  readonly busy: 'connecting' | 'testing' | null
  readonly test: ProcedureOutput<'service.test'> | null
  readonly failure: BridgeFailure | null
}

/** The form that connects to a service, and the test of the connection. */
export interface ConnectionStore {
  readonly store: StoreApi<ConnectionState>
  set(change: Partial<Pick<ConnectionState, 'choice' | 'baseUrl' | 'key' | 'consent' | 'allowHttp'>>): void
  /** Looks up which key is stored for an address. */
  lookUpKey(address: string): Promise<void>
  /** Returns whether it worked. `keepUntested`: an address that does not respond now is kept all the same. */
  connect(keepUntested?: boolean): Promise<boolean>
  toSandbox(): Promise<boolean>
  test(): Promise<void>
}

export function createConnectionStore(bridge: Bridge): ConnectionStore {
  const store = createStore<ConnectionState>(() => ({
    choice: null,
    baseUrl: '',
    key: '',
    consent: false,
    allowHttp: null,
    kept: null,
    busy: null,
    test: null,
    failure: null,
  }))

  let lookedUp: string | null = null

  return {
    store,
    set: (change) =>
      store.setState({
        // Information about one address does not apply to another.
        ...(change.baseUrl !== undefined && { allowHttp: null }),
        ...change,
        test: null,
        failure: null,
      }),
    async lookUpKey(address) {
      lookedUp = address
      const result = await bridge.call('service.keptKey', { baseUrl: address })
      if (lookedUp === address) store.setState({ kept: result.ok ? { address, key: result.value } : null })
    },
    async connect(keepUntested = false) {
      const { baseUrl, key, consent, allowHttp } = store.getState()
      store.setState({ busy: 'connecting', failure: null, test: null })
      const result = await bridge.call('service.connect', {
        baseUrl: baseUrl.trim(),
        consent,
        ...(allowHttp === true ? { allowHttp } : {}),
        ...(keepUntested ? { keepUntested } : {}),
        ...(key.trim() === '' ? {} : { key: key.trim() }),
      })
      store.setState(
        result.ok
          ? { busy: null, key: '', choice: null, baseUrl: '', allowHttp: null }
          : { busy: null, failure: result.error },
      )
      return result.ok
    },
    async toSandbox() {
      store.setState({ busy: 'connecting', failure: null, test: null })
      const result = await bridge.call('service.useSandbox', {})
      store.setState({ busy: null, ...(result.ok ? { choice: null } : { failure: result.error }) })
      return result.ok
    },
    async test() {
      store.setState({ busy: 'testing', failure: null, test: null })
      const result = await bridge.call('service.test', {})
      store.setState({ busy: null, ...(result.ok ? { test: result.value } : { failure: result.error }) })
    },
  }
}
