import { z } from 'zod'
import { recipeSchema } from '../recipes/recipe-file.ts'
import { requestValuesSchema } from './request-values.ts'

const recipeId = z.uuid()
const dateTime = z.iso.datetime()
const page = { cursor: z.string().max(200).optional(), limit: z.int().min(1).max(500).default(100) }

/** A recipe as this library keeps it. Its values are as they were saved; the form brings them up to date. */
export const keptRecipeSchema = recipeSchema.extend({
  recipeId,
  /** When it was saved, changed or used last. */
  touchedAt: dateTime,
})

export type KeptRecipe = z.infer<typeof keptRecipeSchema>

/** A prompt of an earlier run. */
export const usedPromptSchema = z.object({
  prompt: z.string(),
  /** The model that had it last. */
  modelId: z.string(),
  usedAt: dateTime,
  /** In how many runs. */
  times: z.int(),
})

export type UsedPrompt = z.infer<typeof usedPromptSchema>

/** What the page asks of recipes and of the prompts of earlier runs. */
export const recipeProcedures = {
  /** Pinned ones first, then by when they were touched. `search` matches beginnings of words in names and prompts. */
  'recipes.list': {
    input: z.strictObject({ ...page, search: z.string().max(500).optional() }),
    output: z.object({ recipes: z.array(keptRecipeSchema), nextCursor: z.string().nullable() }),
  },
  /** Keeps a recipe under an id of the caller's making; what had that id is replaced. */
  'recipes.save': {
    input: z.strictObject({ recipeId, ...recipeSchema.shape, values: requestValuesSchema }),
    output: keptRecipeSchema,
  },
  /** Changes the name or the pin; what is absent stays. */
  'recipes.change': {
    input: z.strictObject({
      recipeId,
      name: recipeSchema.shape.name.optional(),
      isPinned: z.boolean().optional(),
    }),
    output: keptRecipeSchema,
  },
  /** Notes that it was used now. */
  'recipes.use': { input: z.strictObject({ recipeId }), output: keptRecipeSchema },
  /** Returns what was removed, so that it can be saved again. */
  'recipes.remove': { input: z.strictObject({ recipeId }), output: keptRecipeSchema },
  /** Takes a file of recipes in, all or none; those that are kept already to the letter are counted apart. */
  'recipes.import': {
    input: z.strictObject({ text: z.string().max(20_000_000) }),
    output: z.object({ added: z.array(keptRecipeSchema), known: z.int() }),
  },
  /** Takes out what an import added, all at once; what got another name or pin since then stays and is counted. */
  'recipes.undoImport': {
    input: z.strictObject({
      added: z
        .array(z.strictObject({ recipeId, name: recipeSchema.shape.name, isPinned: z.boolean() }))
        .max(10_000),
    }),
    output: z.object({ removed: z.int(), kept: z.int() }),
  },
  /** The text of a file with these recipes, or with all where none is named. */
  'recipes.export': {
    input: z.strictObject({ recipeIds: z.array(recipeId).max(10_000).optional() }),
    output: z.object({ text: z.string(), recipes: z.int() }),
  },
  /** The prompts of earlier runs, each once, the last used first. `search` matches beginnings of words. */
  'prompts.history': {
    input: z.strictObject({ ...page, search: z.string().max(500).optional() }),
    output: z.object({ prompts: z.array(usedPromptSchema), nextCursor: z.string().nullable() }),
  },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>
