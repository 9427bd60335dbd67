import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/carrier.ts'
import type { BridgeFailure, BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { OwnModel } from '../../../shared/bridge/own-model-procedures.ts'
import { createStaleGuard } from '../../bridge/stale-guard.ts'

export interface OwnModelsState {
  /** The account that these are of; null until they are read. */
  readonly account: string | null
  readonly models: readonly OwnModel[]
  /** Why they could not be read. */
  readonly failure: BridgeFailure | null
}

/** The models of the active account that the person entered by hand. */
export interface OwnModelsStore {
  readonly store: StoreApi<OwnModelsState>
  refresh(): Promise<void>
  /** `replaces`: the path that it had until then; null for one more. */
  save(account: string, model: OwnModel, replaces: string | null): Promise<BridgeResult<OwnModel>>
  remove(account: string, path: string): Promise<BridgeResult<OwnModel>>
}

export function createOwnModelsStore(bridge: Bridge): OwnModelsStore {
  const store = createStore<OwnModelsState>(() => ({ account: null, models: [], failure: null }))
  const reads = createStaleGuard()

  async function refresh() {
    const { response, accept } = await reads.read(bridge.call('ownModels.list', {}))
    if (accept())
      store.setState(response.ok ? { ...response.value, failure: null } : { failure: response.error })
  }

  // As long as the page: it is created once for it (settings-screen.tsx).
  bridge.onConnected((connected) => connected && void refresh())
  bridge.on('catalog.changed', () => void refresh())
  bridge.on('studio.changed', ({ service }) => {
    const { account } = store.getState()
    if (account !== null && service.accountId !== account) void refresh()
  })

  return {
    store,
    refresh,
    save: (account, model, replaces) => bridge.call('ownModels.save', { account, ...model, replaces }),
    remove: (account, path) => bridge.call('ownModels.remove', { account, path }),
  }
}
