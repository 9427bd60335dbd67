import { z } from 'zod'
import { type JsonBounds, readBoundedJson } from '../json/read-bounded-json.ts'

/** Values as deep as a page may save them, in a recipe of a file. */
const fileBounds: JsonBounds = { depth: 64 + 3, bytes: 64 * 1024 * 1024, members: 1_000_000 }

/** A named set of model and values, in its exchange format. The person's own media are input references. */
export const recipeSchema = z.object({
  name: z.string().trim().min(1).max(200),
  modelId: z.string().min(1).max(200),
  /** By wire name, as they were when it was saved; they are migrated when it is used. */
  values: z.record(z.string(), z.unknown()),
  isPinned: z.boolean().default(false),
})

/** The file that recipes are exported to and imported from; a later version gets a number of its own. */
export const recipeFileSchema = z.object({
  format: z.literal('atelier-recipes'),
  version: z.literal(1),
  recipes: z.array(recipeSchema).min(1).max(10_000),
})

export type Recipe = z.infer<typeof recipeSchema>

/** Why a text holds no recipes, without words. */
export type RecipeFileRefusal = 'not_json' | 'not_recipes' | 'newer_version'

export type ReadRecipes =
  | { readonly ok: true; readonly recipes: readonly Recipe[] }
  | { readonly ok: false; readonly code: RecipeFileRefusal }

/** Reads a file of recipes that someone else may have written. */
export function readRecipeFile(text: string): ReadRecipes {
  const content = readBoundedJson(text, fileBounds)
  if (!content.ok) return { ok: false, code: content.error.code === 'not_json' ? 'not_json' : 'not_recipes' }
  const file = recipeFileSchema.safeParse(content.value)
  if (file.success) return { ok: true, recipes: file.data.recipes }
  const head = z
    .object({ format: z.literal('atelier-recipes'), version: z.int().min(2) })
    .safeParse(content.value)
  return { ok: false, code: head.success ? 'newer_version' : 'not_recipes' }
}

/** The text of a file with these recipes. */
export function writeRecipeFile(recipes: readonly Recipe[]): string {
  const file: z.infer<typeof recipeFileSchema> = {
    format: 'atelier-recipes',
    version: 1,
    recipes: [...recipes],
  }
  return `${JSON.stringify(file, null, 2)}\n`
}
