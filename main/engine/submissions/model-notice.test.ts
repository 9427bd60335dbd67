import { expect, it } from 'vitest'
import { isOfModel } from './model-notice.ts'

const notice = { sunset: '2026-10-23T00:00:00.000Z', link: null, replacement: null }
const old = { modelId: 'i6', values: { prompt: 'sea', thinking_mode: 'instant' } }

it('[CAT53] an end announced for an old value is not the model’s', () => {
  expect(isOfModel(old, notice)).toBe(false)
  expect(isOfModel(old, { ...notice, sunset: null })).toBe(false)
})

it('[CAT53] any other end is: another date, a present value, another model, and that none is announced', () => {
  expect(isOfModel(old, { ...notice, sunset: '2026-09-01T00:00:00.000Z' })).toBe(true)
  expect(isOfModel({ ...old, values: { prompt: 'sea', thinking_mode: 'fast' } }, notice)).toBe(true)
  expect(isOfModel({ ...old, modelId: 'of-a-description' }, notice)).toBe(true)
  expect(isOfModel(old, null)).toBe(true)
})
