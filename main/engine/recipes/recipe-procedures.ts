import { isDeepStrictEqual } from 'node:util'
import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { ParsedInput, ProcedureOutput } from '../../../shared/bridge/procedures.ts'
import type { KeptRecipe } from '../../../shared/bridge/recipe-procedures.ts'
import { reasonOf } from '../../../shared/failures/reason.ts'
import {
  type Recipe,
  type RecipeFileRefusal,
  readRecipeFile,
  writeRecipeFile,
} from '../../../shared/recipes/recipe-file.ts'
import { refuse, respond } from '../bridge-result.ts'
import type { Clock, Ids } from '../ports.ts'
import type { RecipeStore, StoredRecipe } from './ports.ts'

export interface RecipeProceduresDeps {
  readonly clock: Clock
  readonly ids: Ids
  readonly recipes: RecipeStore
  onChanged(): void
  /** These were saved or imported. */
  onKept(recipes: readonly Recipe[]): void
}

const refusals: Readonly<Record<RecipeFileRefusal, Extract<BridgeResult<never>, { ok: false }>>> = {
  not_json: refuse('not_recipes', reasonOf('recipes_not_json')),
  not_recipes: refuse('not_recipes', reasonOf('recipes_not_in_file')),
  newer_version: refuse('newer_recipes', reasonOf('recipes_of_newer_version')),
}

/** The procedures for recipes (RECIPE1 to RECIPE7). */
export function createRecipeProcedures({ clock, ids, recipes, onChanged, onKept }: RecipeProceduresDeps) {
  function put(...stored: StoredRecipe[]): void {
    recipes.put(stored)
    onChanged()
    onKept(stored)
  }

  /** Writes a kept recipe again with a change. */
  function touch(recipeId: string, change: Partial<Recipe>): BridgeResult<KeptRecipe> {
    const known = recipes.get(recipeId)
    if (!known) return refuse('not_found', reasonOf('recipe_unknown'))
    const touched = { ...known, ...change, touchedAt: clock.now() }
    put(touched)
    return respond(toView(touched))
  }

  return {
    'recipes.list'(query: ParsedInput<'recipes.list'>): BridgeResult<ProcedureOutput<'recipes.list'>> {
      const page = recipes.list(query)
      return respond({ recipes: page.recipes.map(toView), nextCursor: page.nextCursor })
    },
    'recipes.save'(recipe: ParsedInput<'recipes.save'>): BridgeResult<KeptRecipe> {
      const stored = { ...recipe, touchedAt: clock.now() }
      put(stored)
      return respond(toView(stored))
    },
    'recipes.change'({ recipeId, name, isPinned }: ParsedInput<'recipes.change'>): BridgeResult<KeptRecipe> {
      return touch(recipeId, {
        ...(name === undefined ? {} : { name }),
        ...(isPinned === undefined ? {} : { isPinned }),
      })
    },
    'recipes.move'({ recipeId, from, to }: ParsedInput<'recipes.move'>): BridgeResult<KeptRecipe | null> {
      const known = recipes.get(recipeId)
      const isAsGiven = known?.modelId === from.modelId && isDeepStrictEqual(known.values, from.values)
      return isAsGiven ? touch(recipeId, to) : respond(null)
    },
    'recipes.use': ({ recipeId }: ParsedInput<'recipes.use'>) => touch(recipeId, {}),
    'recipes.remove'({ recipeId }: ParsedInput<'recipes.remove'>): BridgeResult<KeptRecipe> {
      const known = recipes.get(recipeId)
      if (!known) return refuse('not_found', reasonOf('recipe_unknown'))
      recipes.remove([recipeId])
      onChanged()
      return respond(toView(known))
    },
    'recipes.import'({
      text,
    }: ParsedInput<'recipes.import'>): BridgeResult<ProcedureOutput<'recipes.import'>> {
      const file = readRecipeFile(text)
      if (!file.ok) return refusals[file.code]
      const now = clock.now()
      const fresh = file.recipes.filter((recipe) => !recipes.has(recipe))
      const added = fresh.map((recipe): StoredRecipe => ({ ...recipe, recipeId: ids.next(), touchedAt: now }))
      if (added.length > 0) put(...added)
      return respond({ added: added.map(toView), known: file.recipes.length - added.length })
    },
    'recipes.undoImport'({
      added,
    }: ParsedInput<'recipes.undoImport'>): BridgeResult<ProcedureOutput<'recipes.undoImport'>> {
      const there = added.flatMap((recipe) => {
        const now = recipes.get(recipe.recipeId)
        return now ? [{ now, isAsAdded: now.name === recipe.name && now.isPinned === recipe.isPinned }] : []
      })
      const gone = there.flatMap(({ now, isAsAdded }) => (isAsAdded ? [now.recipeId] : []))
      recipes.remove(gone)
      onChanged()
      return respond({ removed: gone.length, kept: there.length - gone.length })
    },
    'recipes.export'({
      recipeIds,
    }: ParsedInput<'recipes.export'>): BridgeResult<ProcedureOutput<'recipes.export'>> {
      const wanted = recipeIds ? recipeIds.flatMap((id) => recipes.get(id) ?? []) : [...recipes.all()]
      if (wanted.length === 0) return refuse('not_found', reasonOf('recipes_none_to_export'))
      return respond({ text: writeRecipeFile(wanted.map(toRecipe)), recipes: wanted.length })
    },
  }
}

function toRecipe({ name, modelId, values, isPinned }: StoredRecipe): Recipe {
  return { name, modelId, values, isPinned }
}

function toView(stored: StoredRecipe): KeptRecipe {
  return { ...stored, touchedAt: new Date(stored.touchedAt).toISOString() }
}
