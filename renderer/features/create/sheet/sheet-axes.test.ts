import { expect, test } from 'vitest'
import { models } from '../../../../shared/catalog/index.ts'
import { requestSchema } from '../../../../shared/catalog/json-schema.ts'
import type { Field } from '../../../../shared/form/field.ts'
import { fieldsFromSchema } from '../../../../shared/form/fields-from-schema.ts'
import { beginAxis, fewAt, isComparable } from './sheet-axes.ts'

const shared = { required: false, title: null, description: null, defaultValue: undefined }

function ratios(count: number, defaultValue?: string): Field {
  const options = Array.from({ length: count }, (_, at) => `${count - at}:1`)
  return {
    ...shared,
    kind: 'enumeration',
    name: 'ratio',
    options,
    optionTitles: [],
    unit: null,
    defaultValue,
  }
}

function begun(field: Field, now: unknown, place: number): readonly unknown[] {
  const axis = beginAxis(field, now === undefined ? {} : { [field.name]: now }, fewAt(place), () => 0.5)
  return axis.kind === 'field' ? axis.values : []
}

test('[SHEET40] an axis across begins with all of four options, and with the current one and the next of more', () => {
  expect(begun(ratios(4), undefined, 0)).toEqual(['4:1', '3:1', '2:1', '1:1'])
  expect(begun(ratios(9), '6:1', 0)).toEqual(['6:1', '5:1', '4:1', '3:1'])
  expect(begun(ratios(9, '5:1'), undefined, 0)).toEqual(['5:1', '4:1', '3:1', '2:1'])
  expect(begun(ratios(9), undefined, 0)).toEqual(['9:1', '8:1', '7:1', '6:1'])
  expect(begun(ratios(9), '1:1', 0)).toEqual(['4:1', '3:1', '2:1', '1:1'])
})

test('[SHEET40] an axis down begins with the current value and one more', () => {
  expect(begun(ratios(4), '3:1', 1)).toEqual(['3:1', '2:1'])
  expect(begun(ratios(9), '1:1', 1)).toEqual(['2:1', '1:1'])
  expect(begun(ratios(1), undefined, 1)).toEqual(['1:1'])
  const seed: Field = {
    ...shared,
    kind: 'seed',
    name: 'seed',
    unit: null,
    step: null,
    minimum: 0,
    maximum: 9,
  }
  expect(begun(seed, 7, 1)).toHaveLength(2)
  expect(begun(seed, 7, 1)[0]).toBe(7)
})

test('[SHEET40] no field of the listed models arms more than four values across and two down', () => {
  for (const model of models)
    for (const field of fieldsFromSchema(requestSchema(model)).filter(isComparable)) {
      expect(begun(field, undefined, 0).length, `${model.id} ${field.name}`).toBeLessThanOrEqual(4)
      expect(begun(field, undefined, 1).length, `${model.id} ${field.name}`).toBeLessThanOrEqual(2)
    }
})

test('[SHEET40] texts that the person wrote are all kept', () => {
  const prompt: Field = { ...shared, kind: 'prompt', name: 'prompt', minLength: 0, maxLength: null }
  expect(begun(prompt, 'A {1|2|3|4|5} boat', 1)).toHaveLength(5)
})
