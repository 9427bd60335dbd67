import { expect, it } from 'vitest'
import type { KeptRecipe, UsedPrompt } from '../../shared/bridge/recipe-procedures.ts'
import type { LibraryItem } from '../../shared/bridge/views.ts'
import { createFixtureStudio, done, failed } from '../testing/fixture-studio.ts'
import { createFoundItems, foundFor } from './found-items.ts'

function start() {
  const studio = createFixtureStudio({
    'recipes.list': ({ search = '' }) =>
      done({ recipes: [{ name: `recipe ${search}` } as KeptRecipe], nextCursor: null }),
    'prompts.history': ({ search = '' }) =>
      done({ prompts: [{ prompt: `prompt ${search}` } as UsedPrompt], nextCursor: null }),
    'library.list': ({ filter: search = '' }) =>
      done({ items: [{ prompt: `result ${search}` } as LibraryItem], nextCursor: null }),
  })
  const found = createFoundItems(studio.bridge)
  function texts(query: string) {
    const { recipes, prompts, results } = foundFor(found.store.getState(), query)
    return [...recipes.map(({ name }) => name), ...[...prompts, ...results].map(({ prompt }) => prompt)]
  }
  return { studio, found, texts }
}

it('[CMD5] match the current text, and are none until they are found', async () => {
  const { found, texts } = start()
  expect(texts('')).toEqual([])
  await found.look(' fox ')
  expect(texts('fox')).toEqual(['recipe fox', 'prompt fox', 'result fox'])
  expect(texts('foxes')).toEqual([])
})

it('[CMD5] read few of each, and no results without a text', async () => {
  const { studio, found, texts } = start()
  await found.look('')
  expect(texts('')).toEqual(['recipe ', 'prompt '])
  expect(studio.inputs('library.list')).toEqual([])
  await found.look('x'.repeat(9000))
  const searches = [
    ...studio.inputs('recipes.list'),
    ...studio.inputs('prompts.history'),
    ...studio.inputs('library.list').map(({ filter, limit }) => ({ limit, search: filter })),
  ]
  for (const { limit = 0, search = '' } of searches) {
    expect(limit).toBeLessThanOrEqual(20)
    expect(search.length).toBeLessThanOrEqual(500)
  }
})

it('[CMD5] never match an earlier text, in whichever order they arrive', async () => {
  const { studio, found, texts } = start()
  const { promise, resolve } = Promise.withResolvers<void>()
  studio.respond({
    'recipes.list': async ({ search }) => {
      if (search === 'slow') await promise
      return done({ recipes: [], nextCursor: null })
    },
  })
  const slow = found.look('slow')
  await found.look('quick')
  resolve()
  await slow
  expect(texts('quick')).toEqual(['prompt quick', 'result quick'])
  expect(texts('slow')).toEqual([])
})

it('[CMD5] leave out what can’t be read', async () => {
  const { studio, found, texts } = start()
  studio.respond({ 'recipes.list': () => failed({ code: 'disconnected', message: '' }) })
  await found.look('owl')
  expect(texts('owl')).toEqual(['prompt owl', 'result owl'])
})
