import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/carrier.ts'
import type { BridgeFailure } from '../../../shared/bridge/error-codes.ts'
import type { LoggedDelivery, WebhookTest } from '../../../shared/bridge/webhook-views.ts'
import { createStaleGuard } from '../../bridge/stale-guard.ts'

const fewEntries = 6
const mostEntries = 500

export interface WebhookState {
  /** Newest first; null until they were read. */
  readonly entries: readonly LoggedDelivery[] | null
  /** Whether there are more than are shown. */
  readonly hasMore: boolean
  readonly testing: boolean
  readonly test: WebhookTest | null
  readonly failure: BridgeFailure | null
}

/** The log of deliveries, and the test delivery. */
export interface WebhookStore {
  readonly store: StoreApi<WebhookState>
  /** Reads the log, and again whenever something reaches the receiver. Returns an unsubscribe function. */
  watch(): () => void
  /** Shows all stored ones. */
  showAll(): Promise<void>
  test(): Promise<void>
  /** Drops the test's result, because something was changed. */
  forgetTest(): void
}

export function createWebhookStore(bridge: Bridge): WebhookStore {
  const store = createStore<WebhookState>(() => ({
    entries: null,
    hasMore: false,
    testing: false,
    test: null,
    failure: null,
  }))
  let shown = fewEntries
  let lastEntryAt: string | null = null

  const logs = createStaleGuard()

  async function read(): Promise<void> {
    const limit = Math.min(mostEntries, shown + 1)
    const { response, accept } = await logs.read(bridge.call('webhooks.log', { limit }))
    if (!accept()) return
    if (!response.ok) return store.setState({ failure: response.error })
    const hasMore = response.value.length > shown
    store.setState({ entries: response.value.slice(0, shown), hasMore, failure: null })
  }

  return {
    store,
    watch() {
      void read()
      return bridge.on('studio.changed', ({ receiver }) => {
        if (receiver.lastEntryAt === lastEntryAt) return
        lastEntryAt = receiver.lastEntryAt
        void read()
      })
    },
    showAll() {
      shown = mostEntries
      return read()
    },
    async test() {
      store.setState({ testing: true, test: null, failure: null })
      const result = await bridge.call('webhooks.test', {})
      store.setState({ testing: false, ...(result.ok ? { test: result.value } : { failure: result.error }) })
      await read()
    },
    forgetTest: () => store.setState({ test: null }),
  }
}
