import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/carrier.ts'
import type { BridgeFailure } from '../../../shared/bridge/error-codes.ts'
import type { ProcedureOutput } from '../../../shared/bridge/procedures.ts'

export interface ConnectionState {
  /** What the person is looking at; the studio's own choice where they chose nothing. */
  readonly choice: 'sandbox' | 'service' | null
  readonly baseUrl: string
  /** Written once; forgotten as soon as the studio has it. */
  readonly key: string
  readonly consent: boolean
  readonly busy: 'connecting' | 'testing' | null
  readonly test: ProcedureOutput<'service.test'> | null
  readonly failure: BridgeFailure | null
}

/** The form that connects to a service, and the test of the connection. */
export interface ConnectionModel {
  readonly store: StoreApi<ConnectionState>
  set(change: Partial<Pick<ConnectionState, 'choice' | 'baseUrl' | 'key' | 'consent'>>): void
  /** Answers whether it worked. */
  connect(): Promise<boolean>
  toSandbox(): Promise<boolean>
  test(): Promise<void>
}

export function createConnectionModel(bridge: Bridge): ConnectionModel {
  const store = createStore<ConnectionState>(() => ({
    choice: null,
    baseUrl: '',
    key: '',
    consent: false,
    busy: null,
    test: null,
    failure: null,
  }))

  return {
    store,
    set: (change) => store.setState({ ...change, test: null, failure: null }),
    async connect() {
      const { baseUrl, key, consent } = store.getState()
      store.setState({ busy: 'connecting', failure: null, test: null })
      const result = await bridge.call('service.connect', {
        baseUrl: trimmedUrl(baseUrl),
        consent,
        ...(key.trim() === '' ? {} : { key: key.trim() }),
      })
      store.setState(
        result.ok
          ? { busy: null, key: '', choice: null, baseUrl: '' }
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

function trimmedUrl(text: string): string {
  return text.trim().replace(/\/+$/, '')
}

/** Whether this is an address that a service can be at. */
export function isServiceUrl(text: string): boolean {
  return /^https?:\/\/[^/\s]/.test(text.trim()) && URL.canParse(text.trim())
}
