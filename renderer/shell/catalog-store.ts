import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../shared/bridge/carrier.ts'
import type { BridgeFailure, BridgeResult } from '../../shared/bridge/error-codes.ts'
import type { ModelDetail, ModelSummary } from '../../shared/bridge/views.ts'
import { loadPatterns } from '../../shared/json-schema/match-pattern.ts'
import { createStaleGuard } from '../bridge/stale-guard.ts'

export interface CatalogState {
  /** Null until first read. */
  readonly models: readonly ModelSummary[] | null
  readonly failure: BridgeFailure | null
}

/** The models, for every screen; a model's form is read on first use. */
export interface CatalogStore {
  readonly store: StoreApi<CatalogState>
  refresh(): Promise<void>
  /**
   * The data of a model's form, with its patterns loaded. Where they can't be loaded, the studio still checks
   * them before anything is sent.
   */
  detail(modelId: string): Promise<BridgeResult<ModelDetail>>
  close(): void
}

export function createCatalogStore(bridge: Bridge): CatalogStore {
  const store = createStore<CatalogState>(() => ({ models: null, failure: null }))
  const lists = createStaleGuard()
  /** Replaced as a whole: a response to an earlier request is dropped. */
  let details = new Map<string, ModelDetail>()
  /** The state for which the models were last read; the studio's first event may arrive after that. */
  let service: string | null = null

  async function refresh() {
    details = new Map()
    const { response, accept } = await lists.read(bridge.call('catalog.list', {}))
    if (accept())
      store.setState(response.ok ? { models: response.value, failure: null } : { failure: response.error })
  }

  const undo = [
    bridge.onConnected((connected) => connected && void refresh()),
    bridge.on('settings.changed', () => void refresh()),
    bridge.on('catalog.changed', () => void refresh()),
    bridge.on('studio.changed', (status) => {
      const { baseUrl, described, descriptionDigest } = status.service
      const now = `${baseUrl} ${described} ${descriptionDigest}`
      if (service !== now) void refresh()
      service = now
    }),
  ]

  return {
    store,
    refresh,
    async detail(modelId) {
      const kept = details
      const known = kept.get(modelId)
      if (known) return { ok: true, value: known }
      const result = await bridge.call('catalog.model', { modelId })
      if (!result.ok) return result
      await loadPatterns(result.value.schema).catch(() => undefined)
      kept.set(modelId, result.value)
      return result
    },
    close() {
      for (const end of undo) end()
    },
  }
}
