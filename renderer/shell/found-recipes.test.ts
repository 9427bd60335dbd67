import { expect, it } from 'vitest'
import type { KeptRecipe } from '../../shared/bridge/recipe-procedures.ts'
import { createFixtureStudio, done, failed } from '../testing/fixture-studio.ts'
import { createFoundRecipes, recipesFor } from './found-recipes.ts'

const recipe = (name: string) => ({ recipeId: name, name }) as KeptRecipe

function start() {
  const studio = createFixtureStudio({
    'recipes.list': ({ search = '' }) => done({ recipes: [recipe(`of ${search}`)], nextCursor: null }),
  })
  const found = createFoundRecipes(studio.bridge)
  const names = (query: string) => recipesFor(found.store.getState(), query).map(({ name }) => name)
  return { studio, found, names }
}

it('match the current text, and are none until they are found', async () => {
  const { found, names } = start()
  expect(names('')).toEqual([])
  await found.look(' fox ')
  expect(names('fox')).toEqual(['of fox'])
  expect(names('foxes')).toEqual([])
})

it('never match an earlier text, in whichever order they arrive', async () => {
  const { studio, found, names } = start()
  const { promise, resolve } = Promise.withResolvers<void>()
  studio.respond({
    'recipes.list': async ({ search }) => {
      if (search === 'slow') await promise
      return done({ recipes: [recipe(`of ${search}`)], nextCursor: null })
    },
  })
  const slow = found.look('slow')
  await found.look('quick')
  resolve()
  await slow
  expect(names('quick')).toEqual(['of quick'])
  expect(names('slow')).toEqual([])
})

it('stay where the next can’t be read', async () => {
  const { studio, found, names } = start()
  await found.look('fox')
  studio.respond({ 'recipes.list': () => failed({ code: 'disconnected', message: '' }) })
  await found.look('owl')
  expect([names('fox'), names('owl')]).toEqual([['of fox'], []])
})
