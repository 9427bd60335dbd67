import type { Recipe } from '../../../shared/recipes/recipe-file.ts'

/** A recipe in the library; `touchedAt` in milliseconds since the epoch. */
export interface StoredRecipe extends Recipe {
  readonly recipeId: string
  readonly touchedAt: number
}

export interface RecipeQuery {
  readonly search?: string | undefined
  /** An unknown cursor starts at the beginning. */
  readonly cursor?: string | undefined
  readonly limit: number
}

/** The library's recipes. Every write is durable when the call returns. */
export interface RecipeStore {
  /** Pinned ones first, then by last touch. */
  list(query: RecipeQuery): { readonly recipes: readonly StoredRecipe[]; readonly nextCursor: string | null }
  get(recipeId: string): StoredRecipe | null
  /** Writes them together; existing recipes with their ids are replaced. */
  put(recipes: readonly StoredRecipe[]): void
  /** All together; unknown ids are skipped. */
  remove(recipeIds: readonly string[]): void
  /** Whether one with this name, model and values exists. */
  has(recipe: Recipe): boolean
  all(): Iterable<StoredRecipe>
}
