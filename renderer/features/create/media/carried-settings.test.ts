import { expect, test } from 'vitest'
import type { Restored } from '../../../../shared/library/restored.ts'
import { mostRows, recipeOf, rowsOf } from './carried-settings.ts'

const restored: Restored = {
  modelId: 'v1',
  values: { seed: 7, prompt: 'a boat' },
  rating: 0,
  flag: 'none',
  label: 0,
  isFavorite: false,
  tags: [],
  note: '',
  source: 'atelier',
  carried: null,
}
const form = { modelId: 'i3', values: { prompt: 'mine', size: 'large' } }
const none: ReadonlySet<string> = new Set()

test('[RST24] all of a recipe is loaded as it is, and what is chosen of it in place of the form’s own', () => {
  expect(recipeOf({ restored, takesModel: true, left: none }, form)).toEqual({
    modelId: 'v1',
    values: restored.values,
  })
  const left = new Set(['seed'])
  expect(recipeOf({ restored, takesModel: true, left }, form)).toEqual({
    modelId: 'v1',
    values: { prompt: 'a boat' },
  })
  expect(recipeOf({ restored, takesModel: false, left }, form)).toEqual({
    modelId: 'i3',
    values: { prompt: 'a boat', size: 'large' },
  })
  const same = { ...form, modelId: 'v1' }
  expect(recipeOf({ restored, takesModel: true, left }, same)?.values).toEqual({
    prompt: 'a boat',
    size: 'large',
  })
})

test('[RST24] settings without a model go to the one that is open', () => {
  const theirs = { ...restored, modelId: null }
  expect(recipeOf({ restored: theirs, takesModel: true, left: none }, form)).toEqual({
    modelId: 'i3',
    values: { prompt: 'a boat', seed: 7, size: 'large' },
  })
  const empty = { modelId: null, values: {} }
  expect(recipeOf({ restored: theirs, takesModel: true, left: none }, empty)).toBeNull()
})

test('[RST24] the prompt is shown first, and no more than a hundred settings', () => {
  expect(rowsOf(restored, form)).toEqual([
    { name: 'prompt', inFile: 'a boat', inForm: 'mine' },
    { name: 'seed', inFile: 7, inForm: undefined },
  ])
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`constructor${at}`, at]))
  expect(rowsOf({ ...restored, values: { ...many, toString: 1 } }, form)).toHaveLength(mostRows)
})
