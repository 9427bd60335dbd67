import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../shared/bridge/carrier.ts'
import type { CollectionView } from '../../shared/bridge/collection-procedures.ts'
import type { BridgeFailure, BridgeResult } from '../../shared/bridge/error-codes.ts'
import { foldName } from '../../shared/library/fold-name.ts'
import type { FoundFiles } from '../actions/action.ts'
import type { Undo } from '../actions/judging.ts'
import { createStaleGuard } from '../bridge/stale-guard.ts'

export interface CollectionsState {
  /** By name; null until first read. */
  readonly collections: readonly CollectionView[] | null
}

/** All collections, kept current, and what is done to them as a whole. */
export interface CollectionsStore {
  readonly store: StoreApi<CollectionsState>
  refresh(): Promise<void>
  create(name: string, fileIds: readonly string[]): Promise<BridgeResult<CollectionView>>
  /**
   * Adds files to the collection of this name, which is made where there is none. It may have been made a moment ago, and
   * not be in `collections` yet.
   */
  addByName(name: string, fileIds: readonly string[]): Promise<BridgeResult<Added>>
  /** The same with all that a list finds, by one call. */
  addFound(to: Pick<CollectionView, 'collectionId'> | string, found: FoundFiles): Promise<BridgeResult<Added>>
  rename(collectionId: string, name: string): Promise<BridgeResult<CollectionView>>
  /** Resolves with its undo. */
  delete(collectionId: string): Promise<BridgeResult<Undo>>
  add(collectionId: string, fileIds: readonly string[]): Promise<BridgeResult<Added>>
}

/** Files that came into a collection. */
export interface Added {
  /** Whether it was made for them. */
  readonly isNew: boolean
  /** How many files were not in it. */
  readonly added: number
  readonly undo: Undo
  /** Why some were not added; null where all were. */
  readonly rest: BridgeFailure | null
}

const storeOf = new WeakMap<Bridge, CollectionsStore>()

/** The one of this page, made when it is first needed. */
export function collectionsOf(bridge: Bridge): CollectionsStore {
  const known = storeOf.get(bridge) ?? createCollectionsStore(bridge)
  storeOf.set(bridge, known)
  return known
}

export function createCollectionsStore(
  bridge: Pick<Bridge, 'call' | 'on' | 'onConnected'>,
): CollectionsStore {
  const store = createStore<CollectionsState>(() => ({ collections: null }))
  const guard = createStaleGuard()

  async function refresh(): Promise<void> {
    guard.supersede()
    const { response, accept } = await guard.read(bridge.call('collections.list', {}))
    if (accept() && response.ok) store.setState({ collections: response.value.collections })
  }

  bridge.on('collections.changed', () => void refresh())
  bridge.onConnected((connected) => connected && void refresh())

  /** Makes a collection of these files; where the name is taken, returns that collection without them. */
  async function makeOrFind(
    name: string,
    fileIds: readonly string[],
  ): Promise<BridgeResult<CollectionView & { readonly isNew: boolean }>> {
    const made = await collections.create(name, fileIds)
    if (made.ok) return { ok: true, value: { ...made.value, isNew: true } }
    if (made.error.code !== 'name_taken') return made
    const listed = await bridge.call('collections.list', {})
    if (!listed.ok) return listed
    const there = listed.value.collections.find((one) => foldName(one.name) === foldName(name))
    return there ? { ok: true, value: { ...there, isNew: false } } : made
  }

  const collections: CollectionsStore = {
    store,
    refresh,
    create: (name, fileIds) => bridge.call('collections.create', { name, fileIds: [...fileIds] }),
    async addByName(name, fileIds) {
      const there = await makeOrFind(name, fileIds)
      if (!there.ok) return there
      const { collectionId, files, isNew } = there.value
      if (!isNew) return collections.add(collectionId, fileIds)
      const undo = () => collections.delete(collectionId)
      return { ok: true, value: { isNew, added: files, undo, rest: null } }
    },
    async addFound(to, found) {
      const there =
        typeof to === 'string'
          ? await makeOrFind(to, [])
          : { ok: true as const, value: { ...to, isNew: false } }
      if (!there.ok) return there
      const { collectionId, isNew } = there.value
      const result = await bridge.call('library.change', {
        ...found,
        change: { type: 'collect', collectionId },
      })
      if (!result.ok) {
        if (isNew) await bridge.call('collections.delete', { collectionId })
        return result
      }
      const { files, undo: id, failure } = result.value
      const undo: Undo = async () => {
        const undone =
          id === null
            ? ({ ok: true, value: null } as const)
            : await bridge.call('library.undoChange', { undo: id })
        return undone.ok && isNew ? bridge.call('collections.delete', { collectionId }) : undone
      }
      return { ok: true, value: { isNew, added: files, undo, rest: failure } }
    },
    rename: (collectionId, name) => bridge.call('collections.rename', { collectionId, name }),
    async delete(collectionId) {
      const result = await bridge.call('collections.delete', { collectionId })
      return result.ok
        ? { ok: true, value: () => bridge.call('collections.restore', { collectionId }) }
        : result
    },
    async add(collectionId, fileIds) {
      const result = await bridge.call('collections.add', { collectionId, fileIds: [...fileIds] })
      if (!result.ok) return result
      const { added } = result.value
      const undo: Undo = async () =>
        added.length === 0
          ? { ok: true, value: null }
          : bridge.call('collections.remove', { collectionId, fileIds: added })
      return { ok: true, value: { isNew: false, added: added.length, undo, rest: null } }
    },
  }
  return collections
}
