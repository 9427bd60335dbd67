import { expect, it } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { withValue } from './draft.ts'
import type { FormState } from './form-state.ts'
import { takePrompt } from './take-prompt.ts'

function formWith(prompt: unknown, bracesAreWords = false) {
  const store = createStore<FormState>(() => ({ values: { prompt }, bracesAreWords }) as unknown as FormState)
  const setValue = (name: string, value: unknown) =>
    store.setState((state) => ({ values: withValue(state.values, name, value) }))
  return { store, setValue }
}

it.each([
  ['A {red|blue} boat', 'A red boat', 'A red boat'],
  ['A {red|blue} boat', 'A {quick|slow} boat', 'A {red|blue} boat'],
  ['A {red|blue} boat', '', 'A {red|blue} boat'],
  ['Slow waves', 'A red boat', 'Slow waves'],
  ['A {red} boat', 'A red boat', 'A {red} boat'],
  [undefined, 'A red boat', undefined],
])('[ACT365] of %j in the form and %j of the image, %j is animated', (present, own, animated) => {
  const form = formWith(present)
  expect(takePrompt(form, own)).toBe(animated !== present)
  expect(form.store.getState().values.prompt).toBe(animated)
})

it('[ACT365] keeps a prompt whose choices are sent as written', () => {
  const form = formWith('A {red|blue} boat', true)
  expect(takePrompt(form, 'A red boat')).toBe(false)
  expect(form.store.getState().values.prompt).toBe('A {red|blue} boat')
})
