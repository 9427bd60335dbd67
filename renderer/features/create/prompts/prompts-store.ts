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

/** The prompts of earlier runs, as shown in a list. */
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

export function createPromptsStore(bridge: Pick<Bridge, 'call'>): PromptsStore {
  const store = createStore<PromptsState>(() => ({ prompts: null, search: null, failed: false }))
  let search = ''
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
  return {
    store,
    look(text) {
      search = text
      return pager.start()
    },
    more: pager.more,
    stop() {
      pager.stop()
      store.setState({ search: null })
    },
  }
}
