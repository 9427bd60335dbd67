import { expect, it } from 'vitest'
import { usd } from '../../../../shared/pricing/money.ts'
import { createFixtureStudio, done, failed } from '../../../testing/fixture-studio.ts'
import { catalogDetails, catalogSummaries, submissionView } from '../../../testing/fixtures.ts'
import { english } from '../../../words/en/words.ts'
import { noDrafts } from '../composer/draft-storage.ts'
import { createFormStore } from '../composer/form-store.ts'
import { createRunConfirmation } from '../composer/run-confirmation.ts'
import { loadOffered } from './load-offered.ts'
import { createRecipesStore } from './recipes-store.ts'

const estimate = { kind: 'exact' as const, microUsd: usd(0.04) }
const { outcome: words } = english.recipes

function start(code: 'disconnected' | 'price_changed' | null = null) {
  const said: string[] = []
  const studio = createFixtureStudio({
    'jobs.confirm': () => {
      said.push('confirmed')
      return code === null ? done([submissionView()]) : failed({ code, message: '' })
    },
  })
  const form = createFormStore({
    confirmation: createRunConfirmation({ bridge: studio.bridge, newId: () => 'id', budget: () => null }),
    detail: async (id) => {
      const detail = catalogDetails().find((one) => one.id === id)
      return detail ? done(detail) : failed({ code: 'unknown_model', message: id })
    },
    refreshCatalog: async () => {},
    storage: { read: () => noDrafts, write: () => {} },
    random: () => 0.5,
  })
  const recipes = createRecipesStore(studio.bridge, () => 'id')
  const deps = {
    form,
    recipes,
    models: catalogSummaries(),
    words: english.recipes,
    undoNotes: {
      add: ({ text }: { readonly text: string }) => {
        said.push(text)
        return () => {}
      },
      withdraw: () => void said.push('withdrawn'),
    },
    onSent: () => void said.push('sent'),
    onEmpty: () => {},
  }
  return { deps, said }
}

it('[ACT8] says of a variation that it was sent once it was, and names a seed only where there is one', async () => {
  const plain = start()
  await loadOffered(plain.deps, { modelId: 'i3', values: { prompt: 'a fox' }, sendAt: estimate })
  expect(plain.said).toEqual(['confirmed', 'sent', words.varied(false)])
  expect(words.varied(false)).not.toMatch(/seed/i)

  const seeded = start()
  await loadOffered(seeded.deps, { modelId: 'v1', values: { prompt: 'a fox', seed: 7 }, sendAt: estimate })
  expect(seeded.said).toEqual(['confirmed', 'sent', words.varied(true)])
})

it('[ACT8] says of a variation that was not sent that the settings are in the form', async () => {
  const { deps, said } = start('price_changed')
  await loadOffered(deps, { modelId: 'i3', values: { prompt: 'a fox' }, sendAt: estimate })
  expect(said).toEqual(['confirmed', words.notSent])
})

it('[ACT8] does not say that nothing was sent where the response was lost', async () => {
  const { deps, said } = start('disconnected')
  await loadOffered(deps, { modelId: 'i3', values: { prompt: 'a fox' }, sendAt: estimate })
  expect(said).toEqual(['confirmed', words.loaded])
})

it('[ACT10] sends nothing of settings that are only loaded', async () => {
  const { deps, said } = start()
  await loadOffered(deps, { modelId: 'i3', values: { prompt: 'a fox' } })
  expect(said).toEqual([words.plain(null)])
})
