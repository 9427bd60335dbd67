import { expect, it } from 'vitest'
import { areEitherOr, findTwoSizes } from './size-or-ratio.ts'

const side = { type: 'integer' as const }
const schema = { properties: { aspect_ratio: { enum: ['1:1'] }, width: side, height: side } }

it('[FORM10] pixels beside proportions are a problem, either alone is none', () => {
  const problem = { path: ['aspect_ratio'], reason: { code: 'two_sizes' } }
  expect(findTwoSizes(schema, { aspect_ratio: '1:1', height: 512 })).toEqual([problem])
  expect(findTwoSizes(schema, { width: 512, height: 512 })).toEqual([])
  expect(findTwoSizes(schema, { aspect_ratio: '1:1', width: undefined })).toEqual([])
  expect(findTwoSizes({ properties: { width: side } }, { aspect_ratio: '1:1', width: 512 })).toEqual([])
})

it.each([
  ['aspect_ratio', 'width', true],
  ['height', 'aspect_ratio', true],
  ['width', 'height', false],
  ['aspect_ratio', 'aspect_ratio', false],
  ['aspect_ratio', 'seed', false],
])('[FORM10] %s and %s exclude each other: %s', (one, other, expected) => {
  expect(areEitherOr(one, other)).toBe(expected)
})
