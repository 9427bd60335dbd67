import { z } from 'zod'
import { recipeSchema } from '../recipes/recipe-file.ts'
import { requestValuesSchema } from './request-values.ts'
import { fileViewSchema } from './views.ts'

const recipeId = z.uuid()
const dateTime = z.iso.datetime()
const page = { cursor: z.string().max(200).optional(), limit: z.int().min(1).max(500).default(100) }

/** A recipe in this library. Its values are as they were saved; the form migrates them. */
export const keptRecipeSchema = recipeSchema.extend({
  recipeId,
  /** When it was saved, changed or used last. */
  touchedAt: dateTime,
})

export type KeptRecipe = z.infer<typeof keptRecipeSchema>

/** A prompt of an earlier run. */
export const usedPromptSchema = z.object({
  prompt: z.string(),
  /** The model that used it last. */
  modelId: z.string(),
  usedAt: dateTime,
  /** In how many runs. */
  times: z.int(),
  /** A file of its last run, or of another that was confirmed with it for the same prompt; null while there is none. */
  file: fileViewSchema.nullable(),
})

export type UsedPrompt = z.infer<typeof usedPromptSchema>

const modelAndValues = z.strictObject({ modelId: recipeSchema.shape.modelId, values: requestValuesSchema })

/** The procedures for recipes and the prompts of earlier runs. */
export const recipeProcedures = {
  /**
   * Pinned ones first, then by when they were touched. `search` matches prefixes of words in names and prompts.
   */
  'recipes.list': {
    input: z.strictObject({ ...page, search: z.string().max(500).optional() }),
    output: z.object({ recipes: z.array(keptRecipeSchema), nextCursor: z.string().nullable() }),
  },
  /** Saves a recipe under an id made by the caller; an existing one with that id is replaced. */
  'recipes.save': {
    input: z.strictObject({ recipeId, ...recipeSchema.shape, values: requestValuesSchema }),
    output: keptRecipeSchema,
  },
  /** Changes the name or the pin; an absent member stays the same. */
  'recipes.change': {
    input: z.strictObject({
      recipeId,
      name: recipeSchema.shape.name.optional(),
      isPinned: z.boolean().optional(),
    }),
    output: keptRecipeSchema,
  },
  /**
   * Moves a recipe to another model, under the name and pin that it has. Null where it is not there any more, or has
   * another model or other values than `from`: then it stays as it is.
   */
  'recipes.move': {
    input: z.strictObject({ recipeId, from: modelAndValues, to: modelAndValues }),
    output: keptRecipeSchema.nullable(),
  },
  /** Records that it was used now. */
  'recipes.use': { input: z.strictObject({ recipeId }), output: keptRecipeSchema },
  /** Returns the removed recipes, so that they can be saved again. */
  'recipes.remove': { input: z.strictObject({ recipeId }), output: keptRecipeSchema },
  /** Imports a file of recipes, all or none; identical existing ones are counted separately. */
  'recipes.import': {
    input: z.strictObject({ text: z.string().max(20_000_000) }),
    output: z.object({ added: z.array(keptRecipeSchema), known: z.int() }),
  },
  /** Undoes an import, all at once; recipes with a new name or pin since then stay and are counted. */
  'recipes.undoImport': {
    input: z.strictObject({
      added: z
        .array(z.strictObject({ recipeId, name: recipeSchema.shape.name, isPinned: z.boolean() }))
        .max(10_000),
    }),
    output: z.object({ removed: z.int(), kept: z.int() }),
  },
  /** The text of a file with these recipes, or with all by default. */
  'recipes.export': {
    input: z.strictObject({ recipeIds: z.array(recipeId).max(10_000).optional() }),
    output: z.object({ text: z.string(), recipes: z.int() }),
  },
  /** The prompts of earlier runs, each once, the last used first. `search` matches prefixes of words. */
  'prompts.history': {
    input: z.strictObject({ ...page, search: z.string().max(500).optional() }),
    output: z.object({ prompts: z.array(usedPromptSchema), nextCursor: z.string().nullable() }),
  },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>
