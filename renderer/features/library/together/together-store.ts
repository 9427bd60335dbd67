import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../../shared/bridge/carrier.ts'
import type { BridgeFailure } from '../../../../shared/bridge/error-codes.ts'
import type { FileView, LibraryItem, SubmissionView } from '../../../../shared/bridge/views.ts'
import { judged, judgementsIn } from '../../../bridge/apply-judged.ts'
import { createStaleGuard } from '../../../bridge/stale-guard.ts'

/** A file with the run that it came from. */
export interface TogetherItem {
  readonly item: LibraryItem
  readonly submission: SubmissionView
}

export interface TogetherState {
  /** Null until they are read. */
  readonly known: ReadonlyMap<string, TogetherItem> | null
  /** Were read, and are not in the library. */
  readonly missing: ReadonlySet<string>
  readonly failure: BridgeFailure | null
}

/** Files that are shown together, kept current. */
export interface TogetherStore {
  readonly store: StoreApi<TogetherState>
  /** Shows these; those that are known are not read again. */
  open(fileIds: readonly string[]): Promise<void>
  close(): void
}

/** `onFiles`: called with what was read, so that missing thumbnails are made. */
export function createTogetherStore(
  bridge: Pick<Bridge, 'call' | 'on'>,
  onFiles: (files: readonly FileView[]) => void,
): TogetherStore {
  const store = createStore<TogetherState>(() => ({
    known: null,
    missing: new Set(),
    failure: null,
  }))
  const guard = createStaleGuard<(known: Map<string, TogetherItem>) => void>()
  let shown: readonly string[] = []

  /** An event changes what is known, and what is being read. */
  function change(apply: (known: Map<string, TogetherItem>) => void): void {
    guard.note(apply)
    const { known } = store.getState()
    if (!known) return
    const next = new Map(known)
    apply(next)
    store.setState({ known: next })
  }

  async function read(fileIds: readonly string[]): Promise<void> {
    const { response, events, accept } = await guard.read(
      bridge.call('library.items', { fileIds: [...fileIds] }),
    )
    if (!accept()) return
    if (!response.ok) return store.setState({ failure: response.error })
    const next = new Map(store.getState().known)
    for (const fileId of fileIds) next.delete(fileId)
    for (const one of response.value.items) next.set(one.item.fileId, one)
    for (const apply of events) apply(next)
    const missing = new Set([...store.getState().missing, ...fileIds].filter((fileId) => !next.has(fileId)))
    store.setState({ known: next, missing, failure: null })
    onFiles(response.value.items.map(({ item }) => item))
  }

  /** A file in its newest state, where it is one of these. */
  function put(known: Map<string, TogetherItem>, file: FileView): void {
    const one = known.get(file.fileId)
    if (one) known.set(file.fileId, { ...one, item: { ...one.item, ...file } })
  }

  const undo = [
    bridge.on('library.judged', (event) => {
      const news = judgementsIn(event.judged)
      change((known) => {
        for (const [fileId, one] of known)
          if (news.has(fileId)) known.set(fileId, { ...one, item: judged(one.item, news) })
      })
    }),
    bridge.on('library.changed', (item) => change((known) => put(known, item))),
    bridge.on('submission.changed', ({ files }) =>
      change((known) => {
        for (const file of files) put(known, file)
      }),
    ),
    bridge.on('library.moved', ({ fileIds }) => {
      if (shown.some((fileId) => fileIds.includes(fileId))) void read(shown)
    }),
  ]

  return {
    store,
    async open(fileIds) {
      shown = fileIds
      const { known } = store.getState()
      const unknown = fileIds.filter((fileId) => !known?.has(fileId))
      if (unknown.length > 0) await read(unknown)
      else if (!known) store.setState({ known: new Map() })
    },
    close() {
      guard.supersede()
      for (const end of undo) end()
    },
  }
}

/** Whether it is known of each of them whether it is in the library. */
export function areRead({ known, missing }: TogetherState, fileIds: readonly string[]): boolean {
  return fileIds.every((fileId) => known?.has(fileId) || missing.has(fileId))
}

/** Those of them that are in the library, in this order. */
export function itemsOf({ known }: TogetherState, fileIds: readonly string[]): readonly TogetherItem[] {
  return fileIds.flatMap((fileId) => {
    const one = known?.get(fileId)
    return one && one.item.trashedAt === null ? [one] : []
  })
}
