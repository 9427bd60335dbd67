import { expect, it } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { wasOne } from '../../../forms/intake-store.ts'
import { type Values, withValue } from './draft.ts'
import type { FormState } from './form-state.ts'
import { rememberForm, rememberValues } from './remember-values.ts'
import { makeOne } from './take-prompt.ts'

function start(values: Values) {
  const store = createStore<FormState>(
    () => ({ modelId: 'i5', values, runs: 1, axes: null }) as unknown as FormState,
  )
  const compare = (axes: FormState['axes']) => store.setState({ axes })
  const setRuns = (runs: number) => store.setState({ runs })
  const setValue = (name: string, value: unknown) =>
    store.setState((state) => ({ values: withValue(state.values, name, value) }))
  return { store, setValue, setRuns, compare }
}

it('undoes what was set and what was cleared, and leaves later changes', () => {
  const form = start({ aspect_ratio: '1:1', prompt: 'a fox' })
  const changed = rememberValues(form)
  form.setValue('aspect_ratio', undefined)
  form.setValue('width', 512)
  form.setValue('height', 768)
  const undo = changed()
  form.setValue('height', 1024)
  undo()
  expect(form.store.getState().values).toEqual({ aspect_ratio: '1:1', prompt: 'a fox', height: 1024 })
})

it('[ACT6] undoes the opening of a model together with what was put in its form', async () => {
  const form = start({ prompt: 'a fox' })
  function remember(openedId: string) {
    const before = form.store.getState()
    return async () => form.store.setState({ ...before, values: { ...before.values, without: openedId } })
  }
  const changed = rememberForm({ ...form, remember }, 'v7')
  form.store.setState({ modelId: 'v7' })
  form.setValue('start_image', 'https://a.example/1.png')
  await changed()()
  expect(form.store.getState()).toMatchObject({ modelId: 'i5', values: { prompt: 'a fox', without: 'v7' } })

  const placed = rememberForm({ ...form, remember }, null)
  form.setValue('start_image', 'https://a.example/1.png')
  await placed()()
  expect(form.store.getState().values).toEqual({ prompt: 'a fox', without: 'v7' })
})

it('[ACT470] undoes what made one run of several, unless the person changed it since', async () => {
  const form = start({ prompt: 'a fox' })
  const axes: FormState['axes'] = [{ kind: 'model', modelIds: ['i5', 'v7'] }]
  form.store.setState({ runs: 4, axes })
  const remember = () => async () => undefined
  const some = rememberForm({ ...form, remember }, 'i5')
  expect(makeOne(form)).toEqual({ runs: 4, compared: true })
  const undo = some()
  expect(form.store.getState()).toMatchObject({ runs: 1, axes: null })
  await undo()
  expect(form.store.getState()).toMatchObject({ runs: 4, axes })

  const others = rememberForm({ ...form, remember }, 'i5')
  makeOne(form)
  const undoLater = others()
  form.setRuns(2)
  await undoLater()
  expect(form.store.getState()).toMatchObject({ runs: 2, axes })
})

it('[ACT470] says of a form that makes one run that it did', () => {
  const form = start({})
  expect(makeOne(form)).toEqual(wasOne)
})
