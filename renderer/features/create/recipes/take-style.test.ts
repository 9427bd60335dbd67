import { expect, it } from 'vitest'
import { createFixtureStudio, done, failed } from '../../../testing/fixture-studio.ts'
import { catalogDetails, catalogSummaries } from '../../../testing/fixtures.ts'
import { english } from '../../../words/en/words.ts'
import { noDrafts } from '../composer/draft-storage.ts'
import { createFormStore } from '../composer/form-store.ts'
import { createRunConfirmation } from '../composer/run-confirmation.ts'
import { takeStyle } from './take-style.ts'

const ink = { styleId: 'ink', name: 'Ink' }

function start(canRead = true) {
  const said: string[] = []
  const undos: (() => unknown)[] = []
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
      return detail && canRead ? done(detail) : failed({ code: 'unknown_model' })
    },
    refreshCatalog: async () => {},
    storage: { read: () => noDrafts, write: () => {} },
    random: () => 0.5,
  })
  const deps = {
    form,
    models: catalogSummaries(),
    words: english,
    undoNotes: {
      add({ text, run }: { readonly text: string; readonly run: () => unknown }) {
        said.push(text)
        undos.push(run)
        return () => {}
      },
    },
    notify: (text: string) => void said.push(text),
    chooseModel: async (modelId: string, keepsRuns: boolean) => void (await form.choose(modelId, keepsRuns)),
  }
  return { form, deps, said, undos, values: () => form.store.getState().values }
}

it('the form’s own model keeps its values and gets the style, which can be undone', async () => {
  const { form, deps, said, undos, values } = start()
  await form.choose('i8')
  form.setValue('prompt', 'a fox')
  await takeStyle(deps, ink)
  expect([form.store.getState().modelId, values()]).toEqual([
    'i8',
    { prompt: 'a fox', styles: [{ id: 'ink' }] },
  ])
  expect(said).toEqual([expect.stringContaining('“Ink” is in the form of')])
  await undos[0]?.()
  expect(values()).toEqual({ prompt: 'a fox' })
})

it('another model is chosen only where the form’s own takes no styles', async () => {
  const { form, deps, values } = start()
  await form.choose('v1')
  form.setValue('prompt', 'a fox')
  await takeStyle(deps, ink)
  const { detail } = form.store.getState()
  expect(detail?.fieldNames).toContain('styles')
  expect(values()).toEqual({ prompt: 'a fox', styles: [{ id: 'ink' }] })
})

it('a style is in the form once, and not beyond what the model takes', async () => {
  const { form, deps, said, values } = start()
  await form.choose('i8')
  for (const styleId of ['ink', 'ink', 'b', 'c', 'd']) await takeStyle(deps, { styleId, name: styleId })
  expect(values().styles).toEqual([{ id: 'ink' }, { id: 'b' }, { id: 'c' }])
  expect(said[1]).toContain('already')
  expect(said[4]).toContain('at most 3 styles')
})

it('where no model takes styles, or its form can’t be read, nothing changes', async () => {
  const without = start()
  await takeStyle({ ...without.deps, models: without.deps.models.filter(({ id }) => id === 'v1') }, ink)
  expect([without.said, without.values()]).toEqual([['No model of this service takes styles.'], {}])
  const unread = start(false)
  await takeStyle(unread.deps, ink)
  expect([unread.said, unread.values()]).toEqual([[], {}])
})

it('[FORM13] a style that brings another model into the form makes one run, and its undo as many as before', async () => {
  const { form, deps, undos } = start()
  await form.choose('v1')
  form.setRuns(8)
  await takeStyle(deps, ink)
  expect([form.store.getState().modelId === 'v1', form.store.getState().runs]).toEqual([false, 1])
  await undos[0]?.()
  expect([form.store.getState().modelId, form.store.getState().runs]).toEqual(['v1', 8])
})

it('[STYLE37] another model can be undone, also where its own values have the style or no room', async () => {
  for (const styles of [['ink'], ['a', 'b', 'c']]) {
    const { form, deps, said, undos } = start()
    const onlyTaking = deps.models.filter(({ id }) => ['v1', 'i8'].includes(id))
    await form.choose('i8')
    form.setValue(
      'styles',
      styles.map((id) => ({ id })),
    )
    await form.choose('v1')
    await takeStyle({ ...deps, models: onlyTaking }, ink)
    expect(form.store.getState().modelId).toBe('i8')
    expect(said).toEqual([expect.stringMatching(/already|at most 3/)])
    await undos[0]?.()
    expect(form.store.getState().modelId).toBe('v1')
  }
})
