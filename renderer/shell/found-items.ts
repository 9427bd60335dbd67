import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../shared/bridge/carrier.ts'
import type { KeptRecipe, UsedPrompt } from '../../shared/bridge/recipe-procedures.ts'
import type { LibraryItem } from '../../shared/bridge/views.ts'
import { createStaleGuard } from '../bridge/stale-guard.ts'

export interface Found {
  readonly recipes: readonly KeptRecipe[]
  /** The last used first. */
  readonly prompts: readonly UsedPrompt[]
  /** Newest first; none for an empty search. */
  readonly results: readonly LibraryItem[]
}

export interface FoundItemsState extends Found {
  /** The text that they match; null until then. */
  readonly search: string | null
}

/** The first recipes, earlier prompts and results that match a text. */
export interface FoundItems {
  readonly store: StoreApi<FoundItemsState>
  /** Stops waiting for the current search. What can’t be read counts as nothing found. */
  look(search: string): Promise<void>
}

const few = 6
const mostResults = 20
export const nothingFound: Found = { recipes: [], prompts: [], results: [] }

export function createFoundItems(bridge: Pick<Bridge, 'call'>): FoundItems {
  const store = createStore<FoundItemsState>(() => ({ ...nothingFound, search: null }))
  const guard = createStaleGuard()

  async function find(search: string): Promise<Found> {
    const matching = { limit: few, ...(search === '' ? {} : { search }) }
    const [recipes, prompts, results] = await Promise.all([
      bridge.call('recipes.list', matching),
      bridge.call('prompts.history', matching),
      search === '' ? null : bridge.call('library.list', { limit: mostResults, filter: search }),
    ])
    return {
      recipes: recipes.ok ? recipes.value.recipes : [],
      prompts: prompts.ok ? prompts.value.prompts : [],
      results: results?.ok ? results.value.items : [],
    }
  }

  return {
    store,
    async look(text) {
      const search = text.trim().slice(0, longestSearch)
      guard.supersede()
      const { response, accept } = await guard.read(find(search))
      if (accept()) store.setState({ search, ...response })
    },
  }
}

/** In characters, as the studio takes them. */
const longestSearch = 500

/** Nothing until it is found. */
export function foundFor(state: FoundItemsState, query: string): Found {
  return state.search === query.trim().slice(0, longestSearch) ? state : nothingFound
}
