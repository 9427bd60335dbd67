import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../../shared/bridge/carrier.ts'
import type { ModelUses } from '../../../../shared/bridge/views.ts'

/** What the library knows of the models: which were used last, how long they take, and a sample of each. */
export interface ModelUsesStore {
  /** Null until it has been read. */
  readonly store: StoreApi<ModelUses | null>
  /** Reads it for the first time; from then on it is read again after each new run and each new file. */
  start(): Promise<void>
  close(): void
}

export function createModelUsesStore(bridge: Bridge): ModelUsesStore {
  const store = createStore<ModelUses | null>(() => null)
  let isStarted = false
  let reading: Promise<void> | null = null
  let isOutdated = false

  async function read(): Promise<void> {
    do {
      isOutdated = false
      const response = await bridge.call('catalog.uses', {})
      if (response.ok) store.setState(response.value)
    } while (isOutdated)
    reading = null
  }

  /** One request at a time: what changes meanwhile is read once more, together. */
  function refresh(): Promise<void> {
    isOutdated = true
    reading ??= read()
    return reading
  }

  const undo = [
    bridge.on('submission.changed', ({ state }) => {
      if (isStarted && state === 'confirmed') void refresh()
    }),
    bridge.on('library.changed', () => {
      if (isStarted) void refresh()
    }),
    bridge.on('library.moved', () => {
      if (isStarted) void refresh()
    }),
    bridge.onConnected((connected) => {
      if (isStarted && connected) void refresh()
    }),
  ]

  return {
    store,
    start() {
      if (isStarted) return reading ?? Promise.resolve()
      isStarted = true
      return refresh()
    },
    close() {
      for (const end of undo) end()
    },
  }
}
