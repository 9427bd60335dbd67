import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../shared/bridge/carrier.ts'
import { type Caption, mostCaptions } from '../../shared/bridge/export-procedures.ts'
import { isTooLargeToShow } from '../../shared/bridge/media-bounds.ts'
import type { ProofChoices, ProofWords } from '../../shared/library/proof.ts'
import type { ExportSubject } from '../actions/collecting.ts'
import { type ExportSteps, followExport } from '../exports/follow-export.ts'

export interface ProofState extends ExportSteps {
  /** Null until they are read. */
  readonly files: readonly Caption[] | null
  readonly choices: ProofChoices
  /** One ZIP in place of a folder. */
  readonly isZip: boolean
  readonly hasDialog: boolean
  /** While smaller copies are made: how many are. */
  readonly reduced: number | null
}

/** The choices of one proof page, and its making. */
export interface ProofStore {
  readonly store: StoreApi<ProofState>
  change(change: Partial<ProofChoices>): void
  setZip(isZip: boolean): void
  chooseFolder(): Promise<void>
  /** Resolves with the ticket of a ZIP, else with null. */
  start(): Promise<{ readonly ticket: string | null; readonly files: number } | null>
  cancel(): Promise<void>
  reset(): void
  close(): void
}

export interface ProofPorts {
  readonly words: ProofWords
  readonly title: string
  /** Makes a smaller copy of an image; rejects where that isn’t possible. */
  reduce(fileId: string): Promise<void>
}

/** As chosen last, while the page is open. */
let remembered: { readonly choices: Omit<ProofChoices, 'title'>; readonly isZip: boolean } = {
  choices: { size: 'reduced', shows: [], folder: '' },
  isZip: true,
}

export function createProofStore(
  bridge: Pick<Bridge, 'call' | 'on' | 'onConnected'>,
  { which }: ExportSubject,
  { words, title, reduce }: ProofPorts,
): ProofStore {
  const store = createStore<ProofState>(() => ({
    files: null,
    choices: { ...remembered.choices, title },
    isZip: remembered.isZip,
    hasDialog: false,
    reduced: null,
    view: null,
    failure: null,
    isBusy: false,
  }))
  let isStopped = false
  const followed = followExport(bridge, store)
  const { asked } = followed

  async function readAll(): Promise<void> {
    const known = await bridge.call('export.choices', {})
    if (known.ok) {
      const { hasDialog, choices } = known.value
      store.setState((state) => ({
        hasDialog,
        choices: { ...state.choices, folder: state.choices.folder || choices.folder },
      }))
    }
    const files: Caption[] = []
    for (let from = 0, total = 1; from < total; from += mostCaptions) {
      const read = await bridge.call('export.captions', { which, from })
      if (!read.ok) return store.setState({ failure: read.error, files })
      files.push(...read.value.captions)
      total = read.value.total
    }
    store.setState({ files })
  }

  /** Of an image without a smaller copy the page has its thumbnail. Returns false where it was stopped. */
  async function reduceAll(): Promise<boolean> {
    const { files, choices } = store.getState()
    if (choices.size !== 'reduced') return true
    for (const [index, file] of (files ?? []).entries()) {
      if (isStopped) return false
      store.setState({ reduced: index })
      if (file.kind === 'image' && !isTooLargeToShow(file)) await reduce(file.fileId).catch(() => undefined)
    }
    return !isStopped
  }

  void readAll()

  return {
    store,
    change(change) {
      store.setState(({ choices }) => ({ choices: { ...choices, ...change }, failure: null }))
      const { title: _, ...choices } = store.getState().choices
      remembered = { ...remembered, choices }
    },
    setZip(isZip) {
      store.setState({ isZip, failure: null })
      remembered = { ...remembered, isZip }
    },
    async chooseFolder() {
      const chosen = await asked(bridge.call('export.chooseFolder', {}))
      if (chosen?.folder) this.change({ folder: chosen.folder })
    },
    async start() {
      const { choices, isZip } = store.getState()
      isStopped = false
      store.setState({ reduced: 0, failure: null, view: null })
      const isReady = await reduceAll()
      store.setState({ reduced: null })
      if (!isReady) return null
      const folder = isZip ? '' : choices.folder.trim()
      const input = { which, words, choices: { ...choices, title: choices.title.trim(), folder } }
      if (isZip) return asked(bridge.call('proof.pack', input))
      const view = await asked(bridge.call('proof.start', input))
      if (view) await followed.show(view)
      return null
    },
    async cancel() {
      isStopped = true
      await followed.cancel()
    },
    reset: () => store.setState({ view: null, failure: null }),
    close() {
      isStopped = true
      followed.close()
    },
  }
}
