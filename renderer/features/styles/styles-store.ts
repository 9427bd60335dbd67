import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/carrier.ts'
import type { BridgeFailure, BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { ProcedureInput, ProcedureOutput } from '../../../shared/bridge/procedures.ts'
import type { StyleView } from '../../../shared/bridge/style-procedures.ts'
import type { FileView } from '../../../shared/bridge/views.ts'
import { createPager } from '../../bridge/pager.ts'

/** What is open over the list: a style by its id, or the dialog for a new one. */
export type StyleDialog =
  | { readonly kind: 'add' }
  | { readonly kind: 'style' | 'share'; readonly style: StyleView }

export interface StylesState {
  /** `sandbox` or a base URL; empty until first read. */
  readonly account: string
  /** The last used first; null until first read. */
  readonly styles: readonly StyleView[] | null
  readonly total: number
  readonly hasMore: boolean
  readonly hasListing: boolean
  readonly search: string
  readonly failure: BridgeFailure | null
  readonly dialog: StyleDialog | null
  /** Whether the service's own listing is being read. */
  readonly isReading: boolean
  /** The styles whose share is under way, or failed while its dialog was open. */
  readonly shares: readonly StyleShare[]
}

export interface StyleShare extends StyleRef {
  /** Null while it is under way. */
  readonly failure: BridgeFailure | null
}

type StyleRef = Pick<StyleView, 'account' | 'styleId'>

/** The share of one style; null where none is under way or failed. */
export function shareOf({ shares }: Pick<StylesState, 'shares'>, style: StyleRef): StyleShare | null {
  return shares.find((one) => isSame(one, style)) ?? null
}

export function isSame(one: StyleRef, other: StyleRef): boolean {
  return one.styleId === other.styleId && one.account === other.account
}

type ListingRead = ProcedureOutput<'styles.readListing'>

/** The styles of the connected account. */
export interface StylesStore {
  readonly store: StoreApi<StylesState>
  /** Reads the list, and once for each account the service's own listing, where there is one. */
  open(): Promise<void>
  refresh(): Promise<void>
  search(text: string): void
  loadMore(): Promise<void>
  show(dialog: StyleDialog | null): void
  readListing(): Promise<BridgeResult<ListingRead> | null>
  add(style: ProcedureInput<'styles.add'>): Promise<BridgeResult<ProcedureOutput<'styles.add'>>>
  change(change: ProcedureInput<'styles.change'>): Promise<BridgeResult<StyleView>>
  remove(style: StyleView): Promise<BridgeResult<StyleView>>
  restore(style: StyleView): Promise<BridgeResult<StyleView>>
  /** One request at most for each style; null where one is under way. */
  share(style: StyleView): Promise<BridgeResult<ProcedureOutput<'styles.share'>> | null>
  close(): void
}

const pageSize = 100
const largestPage = 500

/** `onFiles`: the images that are shown, for their thumbnails. */
export function createStylesStore(
  bridge: Bridge,
  onFiles: (files: readonly FileView[]) => void = () => {},
): StylesStore {
  const store = createStore<StylesState>(() => ({
    account: '',
    styles: null,
    total: 0,
    hasMore: false,
    hasListing: false,
    search: '',
    failure: null,
    dialog: null,
    isReading: false,
    shares: [],
  }))
  const listed = new Set<string>()
  const pager = createPager<StyleView, ProcedureOutput<'styles.list'>>({
    pageSize,
    largestPage,
    request(page) {
      const { search } = store.getState()
      return bridge.call('styles.list', { ...page, ...(search === '' ? {} : { search }) })
    },
    itemsOf: ({ styles }) => styles,
    onRead({ items, page: { account, total, nextCursor, hasListing }, isStart }) {
      const { styles: known, dialog } = store.getState()
      const styles = isStart ? items : [...(known ?? []), ...items]
      onFiles(items.flatMap(({ preview }) => preview ?? []))
      store.setState({
        account,
        styles,
        total,
        hasMore: nextCursor !== null,
        hasListing,
        failure: null,
        dialog: renew(dialog, styles),
      })
    },
    onFailure: (failure) => store.setState({ failure }),
  })

  const refresh = () => pager.start(Math.max(pageSize, store.getState().styles?.length ?? 0))
  const isOpened = () => store.getState().styles !== null

  async function readListing() {
    if (store.getState().isReading) return null
    store.setState({ isReading: true })
    const read = await bridge.call('styles.readListing', {})
    store.setState({ isReading: false })
    return read
  }

  let account = ''
  const undo = [
    bridge.on('styles.changed', () => isOpened() && void refresh()),
    bridge.on('studio.changed', ({ service }) => {
      if (service.accountId === account) return
      account = service.accountId
      if (isOpened()) void refresh()
    }),
    bridge.onConnected((connected) => connected && isOpened() && void refresh()),
  ]

  function setShare(style: StyleRef, share: StyleShare | null): void {
    store.setState(({ shares }) => ({
      shares: [...shares.filter((one) => !isSame(one, style)), ...(share ? [share] : [])],
    }))
  }

  const byId = ({ account: of, styleId }: StyleView) => ({ account: of, styleId })

  return {
    store,
    refresh,
    async open() {
      await refresh()
      const { account: of, hasListing } = store.getState()
      if (!hasListing || listed.has(of)) return
      listed.add(of)
      await readListing()
    },
    search(search) {
      store.setState({ search })
      void pager.start()
    },
    loadMore: pager.more,
    show(dialog) {
      store.setState(({ shares }) => ({ dialog, shares: shares.filter(({ failure }) => failure === null) }))
    },
    readListing,
    add: (style) => bridge.call('styles.add', style),
    change: (change) => bridge.call('styles.change', change),
    remove: (style) => bridge.call('styles.remove', byId(style)),
    restore: (style) => bridge.call('styles.restore', byId(style)),
    async share(style) {
      const known = shareOf(store.getState(), style)
      if (known && known.failure === null) return null
      setShare(style, { ...byId(style), failure: null })
      const shared = await bridge.call('styles.share', byId(style))
      setShare(style, shared.ok ? null : { ...byId(style), failure: shared.error })
      return shared
    },
    close() {
      for (const end of undo) end()
    },
  }
}

/** What is open shows the style as it is now; it stays where that is not in the list any more. */
function renew(dialog: StyleDialog | null, styles: readonly StyleView[]): StyleDialog | null {
  if (dialog === null || dialog.kind === 'add') return dialog
  const style = styles.find((one) => isSame(one, dialog.style))
  return style ? { ...dialog, style } : dialog
}
