import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../shared/bridge/carrier.ts'
import type { KeptRecipe } from '../../shared/bridge/recipe-procedures.ts'
import { createStaleGuard } from '../bridge/stale-guard.ts'

export interface FoundRecipesState {
  /** The text that they match; null until then. */
  readonly search: string | null
  readonly recipes: readonly KeptRecipe[]
}

/** The first recipes that match the text. */
export interface FoundRecipes {
  readonly store: StoreApi<FoundRecipesState>
  /** Stops waiting for the current search. */
  look(search: string): Promise<void>
}

const most = 6

export function createFoundRecipes(bridge: Pick<Bridge, 'call'>): FoundRecipes {
  const store = createStore<FoundRecipesState>(() => ({ search: null, recipes: [] }))
  const guard = createStaleGuard()
  return {
    store,
    async look(text) {
      const search = text.trim()
      guard.supersede()
      const requested = bridge.call('recipes.list', { limit: most, ...(search === '' ? {} : { search }) })
      const { response, accept } = await guard.read(requested)
      if (accept() && response.ok) store.setState({ search, recipes: response.value.recipes })
    },
  }
}

const none: readonly KeptRecipe[] = []

/** None until they are found. */
export function recipesFor({ search, recipes }: FoundRecipesState, query: string): readonly KeptRecipe[] {
  return search === query.trim() ? recipes : none
}
