import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/carrier.ts'
import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { Undo } from '../../actions/judging.ts'
import { createStaleGuard } from '../../bridge/stale-guard.ts'

export interface TagState {
  readonly fileId: string | null
  /** By name; null until read. */
  readonly tags: readonly string[] | null
  readonly note: string
  /** Tags that complete what is typed. */
  readonly known: readonly string[]
}

/** The tags and the note of the file that is open. */
export interface TagStore {
  readonly store: StoreApi<TagState>
  open(fileId: string): Promise<void>
  complete(text: string): Promise<void>
  /** Resolves with its undo; null where nothing changed. */
  change(name: string, isOn: boolean): Promise<BridgeResult<Undo | null>>
  /** The same. */
  setNote(note: string): Promise<BridgeResult<Undo | null>>
  close(): void
}

const mostKnown = 20

export function createTagStore(bridge: Pick<Bridge, 'call' | 'on'>): TagStore {
  const empty: TagState = { fileId: null, tags: null, note: '', known: [] }
  const store = createStore<TagState>(() => empty)
  const guard = createStaleGuard()
  const completions = createStaleGuard()

  async function read(fileId: string): Promise<void> {
    guard.supersede()
    const { response, accept } = await guard.read(bridge.call('tags.of', { fileId }))
    if (accept() && response.ok && store.getState().fileId === fileId) store.setState(response.value)
  }

  const end = bridge.on('tags.changed', () => {
    const { fileId } = store.getState()
    if (fileId !== null) void read(fileId)
  })

  return {
    store,
    async open(fileId) {
      if (store.getState().fileId !== fileId) store.setState({ ...empty, fileId })
      await read(fileId)
    },
    async complete(text) {
      completions.supersede()
      const asked = bridge.call('tags.list', { search: text.trim().slice(0, 100), limit: mostKnown })
      const { response, accept } = await completions.read(asked)
      if (accept() && response.ok) store.setState({ known: response.value.tags.map(({ name }) => name) })
    },
    async change(name, isOn) {
      const { fileId } = store.getState()
      if (fileId === null) return { ok: true, value: null }
      const changed = await bridge.call('tags.change', { changes: [{ name, isOn, fileIds: [fileId] }] })
      if (!changed.ok) return changed
      const { undo: changes } = changed.value
      if (changes.length === 0) return { ok: true, value: null }
      return { ok: true, value: () => bridge.call('tags.change', { changes }) }
    },
    async setNote(note) {
      const { fileId } = store.getState()
      if (fileId === null || note === store.getState().note) return { ok: true, value: null }
      const set = await bridge.call('notes.set', { fileId, note })
      if (!set.ok) return set
      const { before } = set.value
      return { ok: true, value: () => bridge.call('notes.set', { fileId, note: before }) }
    },
    close: end,
  }
}
