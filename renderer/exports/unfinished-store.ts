import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../shared/bridge/carrier.ts'
import type { UnfinishedExport } from '../../shared/bridge/export-procedures.ts'
import { type ExportSteps, followExport } from './follow-export.ts'

export interface UnfinishedState extends ExportSteps {
  /** Null until they are read. */
  readonly exports: readonly UnfinishedExport[] | null
}

/** Exports that were stopped or killed, each to be continued or forgotten. */
export interface UnfinishedStore {
  readonly store: StoreApi<UnfinishedState>
  resume(key: string): Promise<void>
  forget(key: string): Promise<void>
  /** The one that failed, once more. */
  start(): Promise<void>
  cancel(): Promise<void>
  /** Back to the list after an end. */
  reset(): void
  close(): void
}

export function createUnfinishedStore(bridge: Pick<Bridge, 'call' | 'on' | 'onConnected'>): UnfinishedStore {
  const store = createStore<UnfinishedState>(() => ({
    exports: null,
    view: null,
    failure: null,
    isBusy: false,
  }))
  const followed = followExport(bridge, store)
  const { asked } = followed
  let current = ''

  async function read(): Promise<void> {
    const found = await asked(bridge.call('export.unfinished', {}))
    if (found) store.setState({ exports: found.exports })
  }

  /** A second press while the first is under way is none. */
  async function resume(key: string): Promise<void> {
    if (store.getState().isBusy) return
    current = key
    const view = await asked(bridge.call('export.continue', { key }))
    if (view) await followed.show(view)
  }

  void read()

  return {
    store,
    resume,
    async forget(key) {
      if (store.getState().isBusy) return
      if (await asked(bridge.call('export.forget', { key }))) return await read()
      // Another page may have continued or forgotten it: what is there is shown, with why this one was not.
      const { failure } = store.getState()
      if (failure?.code !== 'not_found') return
      await read()
      store.setState({ failure })
    },
    async start() {
      await resume(current)
      const { view, failure } = store.getState()
      if (view && failure?.cause) store.setState({ view: { ...view, failure: failure.cause }, failure: null })
    },
    reset() {
      store.setState({ view: null, failure: null })
      void read()
    },
    cancel: followed.cancel,
    close: followed.close,
  }
}
