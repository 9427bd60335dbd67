import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../shared/bridge/carrier.ts'
import type { BridgeFailure, BridgeResult } from '../../shared/bridge/error-codes.ts'
import type { ExportLook, ExportView } from '../../shared/bridge/export-procedures.ts'
import type { ExportChoices } from '../../shared/library/export-choices.ts'
import type { ExportSubject } from '../actions/collecting.ts'
import { createStaleGuard } from '../bridge/stale-guard.ts'
import { followExport } from './follow-export.ts'

export interface ExportState {
  /** Null until they are read. */
  readonly choices: ExportChoices | null
  /** One ZIP in place of a folder. */
  readonly isZip: boolean
  /** The folder, kept while a ZIP is chosen. */
  readonly folder: string
  readonly hasDialog: boolean
  /** What these choices would do; null while it is read. */
  readonly look: ExportLook | null
  /** The export that runs, or has ended, for this dialog. */
  readonly view: ExportView | null
  /** What the last step was refused for. */
  readonly failure: BridgeFailure | null
  readonly isBusy: boolean
}

/** The choices of one export dialog, what they would do, and how far the export is. */
export interface ExportStore {
  readonly store: StoreApi<ExportState>
  change(change: Partial<ExportChoices>): void
  setZip(isZip: boolean): void
  setFolder(folder: string): void
  chooseFolder(): Promise<void>
  /** Begins; resolves with the ticket of a ZIP, else with null. */
  start(): Promise<{ readonly ticket: string | null; readonly files: number } | null>
  cancel(): Promise<void>
  /** Back to the choices after an end. */
  reset(): void
  close(): void
}

export function createExportStore(bridge: Bridge, { which, collectionId }: ExportSubject): ExportStore {
  const store = createStore<ExportState>(() => ({
    choices: null,
    isZip: true,
    folder: '',
    hasDialog: false,
    look: null,
    view: null,
    failure: null,
    isBusy: false,
  }))
  const looks = createStaleGuard()
  const followed = followExport(bridge, store)

  function wanted() {
    const { choices, isZip, folder } = store.getState()
    return choices && input({ ...choices, folder: isZip ? '' : folder.trim() })
  }

  function input(choices: ExportChoices) {
    return { which, ...(collectionId === null ? {} : { collectionId }), choices }
  }

  async function readLook(): Promise<void> {
    const asked = wanted()
    if (!asked || asked.choices.template.trim() === '') return
    const { response: result, accept } = await looks.read(bridge.call('export.look', asked))
    if (!accept()) return
    if (result.ok) store.setState({ look: result.value })
    else store.setState({ failure: result.error })
  }

  async function asked<Value>(call: Promise<BridgeResult<Value>>): Promise<Value | null> {
    store.setState({ isBusy: true, failure: null })
    const result = await call
    store.setState({ isBusy: false, failure: result.ok ? null : result.error })
    return result.ok ? result.value : null
  }

  void (async () => {
    const [remembered, current] = await Promise.all([
      bridge.call('export.choices', {}),
      bridge.call('export.current', {}),
    ])
    if (!remembered.ok) return store.setState({ failure: remembered.error })
    const { choices, hasDialog } = remembered.value
    const running = current.ok && current.value?.state === 'running' ? current.value : null
    store.setState({
      choices,
      hasDialog,
      isZip: choices.folder === '',
      folder: choices.folder,
      view: running,
    })
    await readLook()
  })()

  return {
    store,
    change(change) {
      const { choices } = store.getState()
      if (choices) store.setState({ choices: { ...choices, ...change } })
      void readLook()
    },
    setZip: (isZip) => store.setState({ isZip, failure: null }),
    setFolder: (folder) => store.setState({ folder }),
    async chooseFolder() {
      const chosen = await asked(bridge.call('export.chooseFolder', {}))
      if (chosen?.folder) store.setState({ folder: chosen.folder, isZip: false })
    },
    async start() {
      const begun = wanted()
      if (!begun) return null
      if (store.getState().isZip) return asked(bridge.call('export.pack', begun))
      const view = await asked(bridge.call('export.start', begun))
      if (view) await followed.show(view)
      return null
    },
    async cancel() {
      const { view } = store.getState()
      const ended = view && (await asked(bridge.call('export.cancel', { exportId: view.exportId })))
      if (ended) store.setState({ view: ended })
    },
    reset() {
      store.setState({ view: null, failure: null })
      void readLook()
    },
    close: followed.close,
  }
}
