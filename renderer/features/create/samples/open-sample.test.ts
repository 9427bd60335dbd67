import { beforeEach, expect, it, vi } from 'vitest'
import { createFixtureStudio, done, failed, settle } from '../../../testing/fixture-studio.ts'
import { catalogDetails, catalogSummaries } from '../../../testing/fixtures.ts'
import { noDrafts } from '../composer/draft-storage.ts'
import { createFormStore } from '../composer/form-store.ts'
import { createRunConfirmation } from '../composer/run-confirmation.ts'
import { createRecipesStore } from '../recipes/recipes-store.ts'
import { createSampleOpener } from './open-sample.ts'
import { type SampleId, samples } from './samples.ts'

beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response('webp'))
})

function start(keep: () => Promise<string | null>, models = catalogSummaries()) {
  const { bridge } = createFixtureStudio()
  const form = createFormStore({
    canSend: () => true,
    hasAllInputs: () => true,
    confirmation: createRunConfirmation({
      isShown: () => false,
      bridge,
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
  const recipes = createRecipesStore(bridge, () => 'id')
  const openSample = createSampleOpener()
  const deps = { form, recipes, intake: { keep }, models, undoNotes: { withdraw() {} } }
  function open(id: SampleId) {
    const sample = samples.find((one) => one.id === id)
    if (!sample) throw new Error(`No sample ${id}`)
    return openSample(deps, sample, id)
  }
  return { form, recipes, open }
}

it('fills the form with the sample that was chosen last, however long another takes', async () => {
  const slow = Promise.withResolvers<string>()
  const { form, open } = start(() => slow.promise)
  const first = open('waves')
  expect(await open('song')).not.toBeNull()
  slow.resolve('https://example.org/a.webp')
  expect(await first).toBeNull()
  expect(form.store.getState()).toMatchObject({ modelId: 'a1', values: { prompt: 'song' } })
})

it('leaves a model that was chosen while a sample’s image was read', async () => {
  const slow = Promise.withResolvers<string>()
  const { form, open } = start(() => slow.promise)
  const opened = open('waves')
  await form.choose('i3')
  slow.resolve('https://example.org/a.webp')
  expect(await opened).toBeNull()
  expect(form.store.getState().modelId).toBe('i3')
})

it('names a start image that could not be read, with the rest in the form', async () => {
  const { form, recipes, open } = start(async () => null)
  expect(await open('waves')).toBeNull()
  await settle()
  expect(recipes.store.getState().outcome).toMatchObject({ kind: 'restored', missing: ['start_image'] })
  expect(form.store.getState()).toMatchObject({ modelId: 'v1', values: { prompt: 'waves', duration: 4 } })
})

it('says why a sample can’t be opened', async () => {
  const models = catalogSummaries().filter(({ id }) => id !== 'a1')
  const { recipes, open } = start(async () => null, models)
  expect(await open('song')).toBeNull()
  expect(recipes.store.getState().outcome).toMatchObject({ kind: 'unusable' })
})
