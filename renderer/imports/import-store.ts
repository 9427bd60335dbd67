import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../shared/bridge/carrier.ts'
import type { BridgeFailure, BridgeResult } from '../../shared/bridge/error-codes.ts'
import type { ImportView } from '../../shared/bridge/import-procedures.ts'

export interface ImportState {
  readonly folder: string
  /** Whether this host shows its own dialog for a folder. */
  readonly hasDialog: boolean
  /** The import that runs, or has ended, for this dialog. */
  readonly view: ImportView | null
  readonly failure: BridgeFailure | null
}

/** The folder of one dialog, and how far it is taken in. */
export interface ImportStore {
  readonly store: StoreApi<ImportState>
  setFolder(folder: string): void
  chooseFolder(): Promise<void>
  start(): Promise<void>
  /** The folder of the one that has ended, once more: what was added is known, so it continues. */
  again(): Promise<void>
  cancel(): Promise<void>
  /** Back to the folder after an end. */
  reset(): void
  close(): void
}

export function createImportStore(bridge: Pick<Bridge, 'call' | 'on'>): ImportStore {
  const store = createStore<ImportState>(() => ({ folder: '', hasDialog: false, view: null, failure: null }))
  const stopListening = bridge.on('import.changed', note)

  /** An event may come before the response of the call that began it. */
  function note(view: ImportView): void {
    const { view: shown } = store.getState()
    if (shown?.importId === view.importId && shown.state === 'running') store.setState({ view })
  }

  async function asked<Value>(call: Promise<BridgeResult<Value>>): Promise<Value | null> {
    store.setState({ failure: null })
    const result = await call
    store.setState({ failure: result.ok ? null : result.error })
    return result.ok ? result.value : null
  }

  async function start(): Promise<void> {
    const folder = store.getState().folder.trim()
    const view = folder === '' ? null : await asked(bridge.call('import.start', { folder }))
    if (!view) return
    store.setState({ view })
    // It may have ended before this response was here.
    const now = await bridge.call('import.current', {})
    if (now.ok && now.value) note(now.value)
  }

  void (async () => {
    const [choices, current] = await Promise.all([
      bridge.call('export.choices', {}),
      bridge.call('import.current', {}),
    ])
    if (choices.ok) store.setState({ hasDialog: choices.value.hasDialog })
    if (current.ok && current.value?.state === 'running') store.setState({ view: current.value })
  })()

  return {
    store,
    setFolder: (folder) => store.setState({ folder }),
    async chooseFolder() {
      const chosen = await asked(bridge.call('export.chooseFolder', {}))
      if (chosen?.folder) store.setState({ folder: chosen.folder })
    },
    start,
    async again() {
      const { view } = store.getState()
      if (view) store.setState({ folder: view.folder })
      await start()
    },
    async cancel() {
      const { view } = store.getState()
      const ended = view && (await asked(bridge.call('import.cancel', { importId: view.importId })))
      if (ended) store.setState({ view: ended })
    },
    reset: () => store.setState({ view: null, failure: null }),
    close: stopListening,
  }
}
