import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../shared/bridge/carrier.ts'
import type { ExportLook } from '../../shared/bridge/export-procedures.ts'
import type { ExportChoices } from '../../shared/library/export-choices.ts'
import type { ExportSubject } from '../actions/collecting.ts'
import { createStaleGuard } from '../bridge/stale-guard.ts'
import { type ExportSteps, followExport } from './follow-export.ts'

export interface ExportState extends ExportSteps {
  /** Null until they are read. */
  readonly choices: ExportChoices | null
  /** One ZIP in place of a folder. */
  readonly isZip: boolean
  /** The folder, kept while a ZIP is chosen. */
  readonly folder: string
  readonly hasDialog: boolean
  /** What these choices would do; null while it is read. */
  readonly look: ExportLook | null
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
  const { asked } = followed

  function wanted() {
    const { choices, isZip, folder } = store.getState()
    return choices && input({ ...choices, folder: isZip ? '' : folder.trim() })
  }

  function input(choices: ExportChoices) {
    return { which, ...(collectionId === null ? {} : { collectionId }), choices }
  }

  async function readLook(): Promise<void> {
    const wants = wanted()
    if (!wants || wants.choices.template.trim() === '') return
    const { response: result, accept } = await looks.read(bridge.call('export.look', wants))
    if (!accept()) return
    if (result.ok) store.setState({ look: result.value })
    else store.setState({ failure: result.error })
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
    reset() {
      store.setState({ view: null, failure: null })
      void readLook()
    },
    cancel: followed.cancel,
    close: followed.close,
  }
}
