import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../../shared/bridge/carrier.ts'
import type { ProcedureOutput } from '../../../../shared/bridge/procedures.ts'
import type { UsedPrompt } from '../../../../shared/bridge/recipe-procedures.ts'
import type { LibraryItem } from '../../../../shared/bridge/views.ts'
import { createPager } from '../../../bridge/pager.ts'

export interface PromptsState {
  /** The last used first; null until first read. */
  readonly prompts: readonly UsedPrompt[] | null
  /** What they match; null from when the list is closed until they are read anew. */
  readonly search: string | null
  readonly failed: boolean
}

/** The prompts of earlier runs, as shown in a list, which is read again when a thumbnail that one of them lacks is made. */
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

/** Whether the thumbnail may be what a prompt lacks: of its run, or where that has no file yet, of any run since. */
function mayShow({ file, usedAt }: UsedPrompt, item: LibraryItem): boolean {
  if (!item.hasPoster || file?.hasPoster) return false
  if (file?.state === 'saved') return file.submissionId === item.submissionId
  return Date.parse(usedAt) <= Date.parse(item.savedAt)
}

export function createPromptsStore(bridge: Pick<Bridge, 'call' | 'on'>): PromptsStore {
  const store = createStore<PromptsState>(() => ({ prompts: null, search: null, failed: false }))
  let search = ''
  let isOpen = false
  /** A thumbnail was made while the prompts were read: it may not be in them. */
  let isOutdated = false
  /** The list is read again under what is shown, which stays where that fails. */
  let isQuiet = false
  let refreshing = false
  const pager = createPager<UsedPrompt, ProcedureOutput<'prompts.history'>>({
    pageSize,
    request: (page) => bridge.call('prompts.history', { ...page, ...(search === '' ? {} : { search }) }),
    itemsOf: ({ prompts }) => prompts,
    onRead({ items, isStart }) {
      const known = isStart ? [] : (store.getState().prompts ?? [])
      store.setState({ prompts: [...known, ...items], search, failed: false })
    },
    onFailure(_, isStart) {
      if (!isStart) store.setState({ failed: true })
      else if (!isQuiet) store.setState({ failed: true, prompts: [], search })
    },
  })

  async function refresh(): Promise<void> {
    isOutdated = true
    if (refreshing) return
    refreshing = true
    while (isOutdated && isOpen) {
      isOutdated = false
      isQuiet = true
      await pager.start(store.getState().prompts?.length)
    }
    refreshing = false
  }

  // Lives as long as the page.
  bridge.on('library.changed', (item) => {
    const { prompts } = store.getState()
    if (isOpen && prompts?.some((prompt) => mayShow(prompt, item))) void refresh()
  })

  return {
    store,
    look(text) {
      search = text
      isOpen = true
      isQuiet = false
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
