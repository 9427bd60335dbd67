import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EnumerationValue } from './field.ts'
import { optionsInOrder, valuesInOrder } from './option-order.ts'

const ordered = (...values: EnumerationValue[]) =>
  optionsInOrder(values.map((value) => ({ value }))).map(({ value }) => value)

describe('the order of options', () => {
  it('[FORM5] is that of speech for amounts, sizes and numbers, with auto last', () => {
    expect(ordered('auto', 'high', 'low', 'medium')).toEqual(['low', 'medium', 'high', 'auto'])
    expect(ordered('4k', '720p', '1080p', '480p')).toEqual(['480p', '720p', '1080p', '4k'])
    expect(ordered('2K', '1k')).toEqual(['1k', '2K'])
    expect(ordered(10, 5)).toEqual([5, 10])
  })

  it('[FORM5] runs from wide to tall for ratios', () => {
    expect(ordered('1:1', '4:5', '3:4', '2:3', '9:16', '5:4', '4:3', '3:2', '16:9', '21:9')).toEqual([
      '21:9',
      '16:9',
      '3:2',
      '4:3',
      '5:4',
      '1:1',
      '4:5',
      '3:4',
      '2:3',
      '9:16',
    ])
  })

  it('[FORM5] stays the schema’s where the options have none, and loses no option', () => {
    expect(ordered('rough', 'low', 'fine')).toEqual(['rough', 'low', 'fine'])
    const option = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.constantFrom(null, true, 'low', '1k', '0:0', 'auto'),
    )
    fc.assert(
      fc.property(fc.array(option), (values) => {
        const among = (list: readonly EnumerationValue[]) =>
          list.map((value) => JSON.stringify(value)).toSorted()
        expect(among(ordered(...values))).toEqual(among(values))
      }),
    )
  })
})

it('[FORM5] plain values have the same order', () => {
  expect(valuesInOrder(['1:1', 'auto', '9:16', '16:9'])).toEqual(['16:9', '1:1', '9:16', 'auto'])
})
