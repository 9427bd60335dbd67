import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../../shared/bridge/carrier.ts'
import type { ProcedureOutput } from '../../../../shared/bridge/procedures.ts'
import type { UsedPrompt } from '../../../../shared/bridge/recipe-procedures.ts'
import { createPager } from '../../../bridge/pager.ts'

export interface PromptsState {
  /** The last used first; null until first read. */
  readonly prompts: readonly UsedPrompt[] | null
  /** What they match; null from when the list is closed until they are read anew. */
  readonly search: string | null
  readonly failed: boolean
}

/** The prompts of earlier runs, as shown in a list. While one lacks its thumbnail, a file that arrives is read. */
export interface PromptsStore {
  readonly store: StoreApi<PromptsState>
  /**
   * Reads matching prompts, the last used first; the current list stays until they are here. An empty search
   * finds all.
   */
  look(search: string): Promise<void>
  /** Reads the next page, if there is one. */
  more(): Promise<void>
  /** The list was closed. */
  stop(): void
}

const pageSize = 50

function lacksThumbnail(prompts: readonly UsedPrompt[] | null): boolean {
  return (prompts ?? []).some(({ file }) => !file?.hasPoster)
}

export function createPromptsStore(bridge: Pick<Bridge, 'call' | 'on'>): PromptsStore {
  const store = createStore<PromptsState>(() => ({ prompts: null, search: null, failed: false }))
  let search = ''
  let isOpen = false
  /** A file arrived while the prompts were read: its thumbnail may not be in them. */
  let isOutdated = false
  let refreshing = false
  const pager = createPager<UsedPrompt, ProcedureOutput<'prompts.history'>>({
    pageSize,
    request: (page) => bridge.call('prompts.history', { ...page, ...(search === '' ? {} : { search }) }),
    itemsOf: ({ prompts }) => prompts,
    onRead({ items, isStart }) {
      const known = isStart ? [] : (store.getState().prompts ?? [])
      store.setState({ prompts: [...known, ...items], search, failed: false })
    },
    onFailure: (_, isStart) => store.setState({ failed: true, ...(isStart && { prompts: [], search }) }),
  })

  async function refresh(): Promise<void> {
    isOutdated = true
    if (refreshing) return
    refreshing = true
    while (isOutdated && isOpen && lacksThumbnail(store.getState().prompts)) {
      isOutdated = false
      await pager.start(store.getState().prompts?.length)
    }
    refreshing = false
  }

  // Lives as long as the page.
  bridge.on('library.changed', () => void refresh())

  return {
    store,
    look(text) {
      search = text
      isOpen = true
      return pager.start()
    },
    more: pager.more,
    stop() {
      isOpen = false
      pager.stop()
      store.setState({ search: null })
    },
  }
}
