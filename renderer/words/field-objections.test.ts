import { expect, it } from 'vitest'
import { findModel } from '../../shared/catalog/index.ts'
import { objectionsTo } from '../../shared/form/field-objections.ts'
import { modelDetail } from '../testing/fixtures.ts'
import { objections } from './en/field-objections.ts'

function say(modelId: string, names: readonly string[]): string {
  const model = findModel(modelId)
  if (!model) throw new Error(`No model ${modelId}`)
  return objections.without('It', objectionsTo(modelDetail(model).schema, names))
}

it.each([
  ['v1', ['steps'], 'It has no steps. Sent without it.'],
  [
    'v5',
    ['end_image', 'seed', 'lyrics'],
    'It has no seed and no lyrics. It takes other values as end image. Sent without them.',
  ],
  ['v2', ['resolution'], 'It takes 512p, 768p, 1080p as resolution. Sent without it.'],
  ['v4', ['duration'], 'It takes 1–15 s as duration. Sent without it.'],
  ['v1', ['reference_images'], 'It takes up to 9 as reference images. Sent without it.'],
])('[FORM31] says which: %s without %j', (modelId, names, sentence) => {
  expect(say(modelId, names)).toBe(sentence)
})
