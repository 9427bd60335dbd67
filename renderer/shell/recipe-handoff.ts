import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ValueChange } from '../../shared/catalog/migrate-values.ts'
import type { Estimate } from '../../shared/pricing/estimate.ts'
import type { Route } from './router.ts'

/** A model and its values, passed from one screen to another. */
export interface Recipe {
  readonly modelId: string
  readonly values: Readonly<Record<string, unknown>>
  /** Which kept recipe it is; absent where it comes from a run or a draft. */
  readonly kept?: { readonly recipeId: string; readonly name: string }
  /** What was changed in them for this model; absent where they are as they were. */
  readonly moved?: readonly ValueChange[]
  /** The file that carries them; absent where none does. */
  readonly fileName?: string
  /**
   * The price, and the account, at which one run of them is sent beside the form, and the file that it is like; absent
   * where they are loaded into it.
   */
  readonly sendAt?: { readonly estimate: Estimate; readonly account: string; readonly likeFile: string }
  /** Where the person was, to return there if they decline; absent where nothing is sent. */
  readonly from?: Route
}

/** Where one screen offers a recipe to another, which consumes it once. */
export interface RecipeHandoff {
  readonly store: StoreApi<{ readonly recipe: Recipe | null }>
  offer(recipe: Recipe): void
  consume(): Recipe | null
}

export function createRecipeHandoff(): RecipeHandoff {
  const store = createStore<{ readonly recipe: Recipe | null }>(() => ({ recipe: null }))
  return {
    store,
    offer: (recipe) => store.setState({ recipe }),
    consume() {
      const { recipe } = store.getState()
      store.setState({ recipe: null })
      return recipe
    },
  }
}
