import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../shared/bridge/carrier.ts'
import type { ProcedureOutput } from '../../shared/bridge/procedures.ts'
import type { StyleView } from '../../shared/bridge/style-procedures.ts'
import { isStyleId } from '../../shared/styles/style-id.ts'
import { createPager } from '../bridge/pager.ts'
import { createStaleGuard } from '../bridge/stale-guard.ts'

/** What is known of the styles that are shown somewhere. */
export interface KnownStyles {
  /** By account and id; absent until read, null where there is no such style. */
  readonly store: StoreApi<Readonly<Record<string, StyleView | null>>>
  /** Reads these styles once, and again whenever styles change. Null: of the connected account. */
  learn(account: string | null, styleIds: readonly string[]): void
  close(): void
}

/** More are not shown at once. */
const mostAtOnce = 200

export function keyOfStyle(account: string | null, styleId: string): string {
  return JSON.stringify([account, styleId])
}

export function createKnownStyles(bridge: Bridge): KnownStyles {
  const store = createStore<Readonly<Record<string, StyleView | null>>>(() => ({}))
  const wanted = new Map<string | null, Set<string>>()
  const guards = new Map<string | null, ReturnType<typeof createStaleGuard>>()

  async function read(account: string | null): Promise<void> {
    const guard = guards.get(account) ?? createStaleGuard()
    guards.set(account, guard)
    const styleIds = [...(wanted.get(account) ?? [])].slice(-mostAtOnce)
    if (styleIds.length === 0) return
    const input = { styleIds, ...(account === null ? {} : { account }) }
    const { response, accept } = await guard.read(bridge.call('styles.find', input))
    if (!accept() || !response.ok) return
    const found = new Map(response.value.styles.map((style) => [style.styleId, style]))
    const read = styleIds.map(
      (styleId) => [keyOfStyle(account, styleId), found.get(styleId) ?? null] as const,
    )
    store.setState(Object.fromEntries(read))
  }

  const readAll = () => {
    for (const account of wanted.keys()) void read(account)
  }
  let connected = ''
  let wasConnected = true
  const undo = [
    bridge.on('styles.changed', readAll),
    bridge.on('studio.changed', ({ service }) => {
      if (service.accountId === connected) return
      connected = service.accountId
      readAll()
    }),
    bridge.onConnected((isConnected) => {
      if (isConnected && !wasConnected) readAll()
      wasConnected = isConnected
    }),
  ]

  return {
    store,
    learn(account, styleIds) {
      const known = wanted.get(account) ?? new Set()
      wanted.set(account, known)
      const fresh = styleIds.filter((styleId) => isStyleId(styleId) && !known.has(styleId))
      for (const styleId of fresh) known.add(styleId)
      if (fresh.length > 0) void read(account)
    },
    close() {
      for (const end of undo) end()
    },
  }
}

export interface StylePagesState {
  /** The last used first; null until the first page is here. */
  readonly styles: readonly StyleView[] | null
  /** What they match. */
  readonly search: string
  readonly failed: boolean
}

/** The known styles of the connected account, listed to be picked from. */
export interface StylePages {
  readonly store: StoreApi<StylePagesState>
  look(search: string): Promise<void>
  more(): Promise<void>
  /** The list was closed. */
  stop(): void
}

/** What matches this text; null until it is read. */
export function stylesFor({ styles, search }: StylePagesState, typed: string): readonly StyleView[] | null {
  return search === typed.trim() ? styles : null
}

const pageSize = 50

export function createStylePages(bridge: Pick<Bridge, 'call'>): StylePages {
  const store = createStore<StylePagesState>(() => ({ styles: null, search: '', failed: false }))
  let search = ''
  const pager = createPager<StyleView, ProcedureOutput<'styles.list'>>({
    pageSize,
    request: (page) => bridge.call('styles.list', { ...page, ...(search === '' ? {} : { search }) }),
    itemsOf: ({ styles }) => styles,
    onRead({ items, isStart }) {
      const known = isStart ? [] : (store.getState().styles ?? [])
      store.setState({ styles: [...known, ...items], search, failed: false })
    },
    onFailure: (_, isStart) => store.setState({ failed: true, ...(isStart && { styles: [], search }) }),
  })
  return {
    store,
    look(text) {
      search = text.trim()
      return pager.start()
    },
    more: pager.more,
    stop: pager.stop,
  }
}
