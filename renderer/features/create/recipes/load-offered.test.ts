import { expect, it } from 'vitest'
import { createFixtureStudio, done, failed } from '../../../testing/fixture-studio.ts'
import { catalogDetails, catalogSummaries, submissionView } from '../../../testing/fixtures.ts'
import { restored } from '../../../words/en/restored.ts'
import { noDrafts } from '../composer/draft-storage.ts'
import { createFormStore } from '../composer/form-store.ts'
import { createRunConfirmation } from '../composer/run-confirmation.ts'
import { loadOffered } from './load-offered.ts'
import { createRecipesStore } from './recipes-store.ts'

const { outcome: words } = restored

function start() {
  const said: string[] = []
  const studio = createFixtureStudio({
    'jobs.confirm': () => {
      said.push('confirmed')
      return done([submissionView()])
    },
  })
  const form = createFormStore({
    canSend: () => true,
    hasAllInputs: () => true,
    confirmation: createRunConfirmation({
      isShown: () => false,
      bridge: studio.bridge,
      newId: () => 'id',
      account: () => null,
      budget: () => null,
    }),
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
    words: restored,
    undoNotes: {
      add: ({ text }: { readonly text: string }) => {
        said.push(text)
        return () => {}
      },
      withdraw: () => void said.push('withdrawn'),
    },
    onEmpty: () => {},
  }
  return { deps, said }
}

it('[ACT10] sends nothing of settings that are only loaded', async () => {
  const { deps, said } = start()
  await loadOffered(deps, { modelId: 'i3', values: { prompt: 'a fox' } })
  expect(said).toEqual([words.plain(null)])
})
