import type { Recipe } from '../../../shared/recipes/recipe-file.ts'

/** A recipe in the library; `touchedAt` in milliseconds since the epoch. */
export interface StoredRecipe extends Recipe {
  readonly recipeId: string
  readonly touchedAt: number
}

export interface RecipeQuery {
  readonly search?: string | undefined
  /** One that is none of ours reads as the beginning. */
  readonly cursor?: string | undefined
  readonly limit: number
}

/** The library's recipes. Every write is durable when the call returns. */
export interface RecipeStore {
  /** Pinned ones first, then the last touched. */
  list(query: RecipeQuery): { readonly recipes: readonly StoredRecipe[]; readonly nextCursor: string | null }
  get(recipeId: string): StoredRecipe | null
  /** Writes them together; what had one of their ids is replaced. */
  put(recipes: readonly StoredRecipe[]): void
  /** All together; ids that name nothing are passed over. */
  remove(recipeIds: readonly string[]): void
  /** Whether one of this name, model and values is kept. */
  has(recipe: Recipe): boolean
  all(): Iterable<StoredRecipe>
}
