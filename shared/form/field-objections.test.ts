import { expect, it } from 'vitest'
import { findModel } from '../catalog/index.ts'
import { requestSchema } from '../catalog/json-schema.ts'
import { objectionsTo } from './field-objections.ts'

it('[FORM31] tells a field that a model lacks from values that it doesn’t take', () => {
  const model = findModel('v5')
  if (!model) throw new Error('No model v5')
  const schema = requestSchema(model)
  const objections = objectionsTo(schema, ['resolution', 'seed', 'toString'])
  expect(objections.map(({ name, field }) => [name, field?.kind ?? null])).toEqual([
    ['resolution', 'enumeration'],
    ['seed', null],
    ['toString', null],
  ])
  expect(objectionsTo(schema, [])).toEqual([])
})
