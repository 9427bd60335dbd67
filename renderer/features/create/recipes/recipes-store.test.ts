import { expect, onTestFinished, test } from 'vitest'
import type { KeptRecipe } from '../../../../shared/bridge/recipe-procedures.ts'
import { createFixtureStudio, done, failed, settle } from '../../../testing/fixture-studio.ts'
import { createRecipesStore } from './recipes-store.ts'

function recipe(number: number): KeptRecipe {
  return {
    recipeId: `0199a4d2-7b1c-7c3e-8f00-${String(number).padStart(12, '0')}`,
    name: `Study ${number}`,
    modelId: 'i3',
    values: { prompt: `study ${number}` },
    isPinned: false,
    touchedAt: '2026-11-20T10:00:00Z',
  }
}

/** A studio that keeps so many recipes and pages by position. */
function start(count: number) {
  const studio = createFixtureStudio({
    'recipes.list': ({ limit, cursor, search }) => {
      const all = Array.from({ length: count }, (_, index) => recipe(index))
      const found = search ? all.filter(({ name }) => name.includes(search)) : all
      const from = Number(cursor ?? 0)
      const next = from + limit
      return done({
        recipes: found.slice(from, next),
        nextCursor: next < found.length ? String(next) : null,
      })
    },
  })
  const recipes = createRecipesStore(studio.bridge, () => recipe(9999).recipeId)
  onTestFinished(recipes.close)
  return { studio, recipes }
}

test('the list is read by pages, and after a change as far as before', async () => {
  const { studio, recipes } = start(750)
  recipes.show()
  await settle()
  for (let page = 0; page < 6; page++) await recipes.loadMore()
  expect(recipes.store.getState().recipes).toHaveLength(700)
  studio.emit('recipes.changed', {})
  await settle()
  await settle()
  expect(recipes.store.getState().recipes).toHaveLength(700)
  await recipes.loadMore()
  expect(recipes.store.getState()).toMatchObject({ nextCursor: null })
  expect(new Set(recipes.store.getState().recipes?.map(({ recipeId }) => recipeId)).size).toBe(750)
})

test('two reads of the next page are one', async () => {
  const { studio, recipes } = start(300)
  recipes.show()
  await settle()
  const before = studio.calls.length
  await Promise.all([recipes.loadMore(), recipes.loadMore()])
  expect(studio.calls).toHaveLength(before + 1)
  expect(recipes.store.getState().recipes).toHaveLength(200)
})

test('the response to an earlier search is not taken for the latest', async () => {
  const { studio, recipes } = start(30)
  recipes.show()
  await settle()
  const slow = Promise.withResolvers<void>()
  studio.respond({
    'recipes.list': async ({ search }) => {
      if (search === 'a') await slow.promise
      return done({ recipes: [recipe(search === 'a' ? 1 : 2)], nextCursor: null })
    },
  })
  recipes.search('a')
  recipes.search('ab')
  await settle()
  slow.resolve()
  await settle()
  await settle()
  expect(recipes.store.getState().recipes?.map(({ name }) => name)).toEqual(['Study 2'])
})

test('nothing is read while the list is closed', async () => {
  const { studio, recipes } = start(30)
  studio.emit('recipes.changed', {})
  await settle()
  recipes.show()
  recipes.hide()
  await settle()
  studio.emit('recipes.changed', {})
  await settle()
  expect(studio.calls).toHaveLength(1)
})

test('an unreadable list is reported, and read when it can be', async () => {
  const { studio, recipes } = start(30)
  const works = start(30)
  studio.respond({ 'recipes.list': () => failed({ code: 'internal', message: '' }) })
  recipes.show()
  await settle()
  expect(recipes.store.getState()).toMatchObject({ recipes: null, failure: { code: 'internal' } })
  works.recipes.show()
  await settle()
  expect(works.recipes.store.getState()).toMatchObject({ failure: null })
})

test('a deleted recipe is restored unchanged, under its own id', async () => {
  const { studio, recipes } = start(1)
  studio.respond({
    'recipes.remove': () => done({ ...recipe(4), isPinned: true }),
    'recipes.save': ({ recipeId, ...rest }) => done({ recipeId, ...rest, touchedAt: recipe(0).touchedAt }),
  })
  const removed = await recipes.remove(recipe(4).recipeId)
  if (!removed.ok) throw new Error('It was there.')
  expect(await recipes.bringBack(removed.value)).toEqual(done({ ...recipe(4), isPinned: true }))
})

test('[RUN91] what is saved under a taken name replaces that recipe, and its pin stays', async () => {
  const { studio, recipes } = start(30)
  const sent: unknown[] = []
  studio.respond({
    'recipes.list': () => done({ recipes: [{ ...recipe(3), isPinned: true }, recipe(30)], nextCursor: null }),
    'recipes.save': (saved) => {
      sent.push(saved)
      return done({ ...recipe(3), ...saved })
    },
  })
  const settings = { modelId: 'i3', values: { prompt: 'new' }, isPinned: false }
  const replaced = await recipes.saveAs({ name: 'study 3', ...settings })
  expect(sent).toEqual([{ name: 'study 3', ...settings, recipeId: recipe(3).recipeId, isPinned: true }])
  expect(replaced.ok && replaced.value.before?.recipeId).toBe(recipe(3).recipeId)
  const added = await recipes.saveAs({ name: 'Study', ...settings })
  expect(added.ok && added.value.before).toBe(null)
  expect(sent.at(-1)).toMatchObject({ recipeId: recipe(9999).recipeId, name: 'Study' })
})
