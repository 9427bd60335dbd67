import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { StoredRecipe } from '../engine/recipes/ports.ts'
import { openMigratedDatabase } from '../testing/migrated-library.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createSqliteRecipeStore } from './sqlite-recipe-store.ts'

async function open() {
  const database = await openMigratedDatabase(join(temporaryFolder(), 'library.sqlite'))
  onTestFinished(() => database.close())
  const store = createSqliteRecipeStore(database)
  let count = 0
  function put(change: Partial<StoredRecipe> = {}): StoredRecipe {
    count += 1
    const recipe = {
      recipeId: `recipe-${count}`,
      name: `Recipe ${count}`,
      modelId: 'i3',
      values: { prompt: `prompt ${count}` },
      isPinned: false,
      touchedAt: count,
      ...change,
    }
    store.put([recipe])
    return recipe
  }
  return { store, put }
}

test('[RECIPE3] pinned recipes come first, then those touched last; pages are read by key', async () => {
  const { store, put } = await open()
  const old = put()
  const pinned = put({ isPinned: true, touchedAt: 0 })
  const [fresh, same] = [put({ touchedAt: 9 }), put({ touchedAt: 9 })]
  const seen: StoredRecipe[] = []
  let cursor: string | undefined
  do {
    const page = store.list({ limit: 1, cursor })
    seen.push(...page.recipes)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  expect(seen).toEqual([pinned, same, fresh, old])
})

test.each(['', '7', '[1]', '["a",1,2]', '{}', 'null'])(
  '[RECIPE3] an unknown cursor (%j) starts at the beginning',
  async (cursor) => {
    const { store, put } = await open()
    const recipe = put()
    expect(store.list({ limit: 5, cursor }).recipes).toEqual([recipe])
  },
)

test('[RECIPE2] saving under a known id replaces the recipe, in the search too', async () => {
  const { store, put } = await open()
  put({ recipeId: 'one', name: 'Boats' })
  const renamed = put({ recipeId: 'one', name: 'Ships' })
  expect([store.get('one'), store.list({ limit: 5 }).recipes]).toEqual([renamed, [renamed]])
  expect(store.list({ limit: 5, search: 'boat' }).recipes).toEqual([])
  expect(store.list({ limit: 5, search: 'shi' }).recipes).toEqual([renamed])
})

test('a search finds beginnings of words in names and prompts', async () => {
  const { store, put } = await open()
  const [sea, portrait] = [
    put({ name: 'Night', values: { prompt: 'the café by the sea' } }),
    put({ name: 'Portrait' }),
  ]
  const found = (search: string) => store.list({ limit: 5, search }).recipes
  expect([found('cafe'), found('portr'), found('sea night'), found('"*')]).toEqual([
    [sea],
    [portrait],
    [sea],
    [portrait, sea],
  ])
})

test('[RECIPE1] values are read back as they were saved, whatever the model', async () => {
  const { store, put } = await open()
  const recipe = put({ modelId: 'nobody-knows', values: { a: [1, null, { b: 'x' }], prompt: 7 } })
  expect(store.get(recipe.recipeId)).toEqual(recipe)
  expect([...store.all()]).toEqual([recipe])
})

test('[RECIPE2] a removed recipe is gone from the list and the search', async () => {
  const { store, put } = await open()
  const { recipeId } = put({ name: 'Boats' })
  store.remove([recipeId])
  expect([store.get(recipeId), store.list({ limit: 5, search: 'boats' }).recipes]).toEqual([null, []])
})
