import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isWithinDepth } from '../json/read-bounded-json.ts'
import { deepestValues, mostMembersOfValues, requestValuesSchema } from './request-values.ts'

function refusalOf(values: unknown): string | undefined {
  return requestValuesSchema.safeParse(values).error?.issues[0]?.message
}

test('[JOB37] values arrive whole or are refused, whatever they are called', () => {
  const names = fc.constantFrom('__proto__', 'constructor', 'toString', 'prompt')
  const entries = fc.array(fc.tuple(fc.oneof(names, fc.string()), fc.jsonValue()))
  fc.assert(
    fc.property(entries, (made) => {
      const values: unknown = Object.fromEntries(made)
      const read = requestValuesSchema.safeParse(values)
      const isLost = made.some(([name]) => name === '__proto__')
      expect(read.success).toBe(!isLost && isWithinDepth(values, deepestValues))
      if (read.success) expect(JSON.stringify(read.data)).toBe(JSON.stringify(values))
    }),
  )
  expect(refusalOf(JSON.parse('{"prompt":"a boat","__proto__":null}'))).toBe(
    'a value can’t be called __proto__',
  )
})

test('[JOB37] more members than a request may have are refused', () => {
  const withList = (items: number) => ({ list: Array<number>(items).fill(0) })
  expect(refusalOf(withList(mostMembersOfValues - 1))).toBeUndefined()
  expect(refusalOf(withList(mostMembersOfValues))).toBe('it has more than 10,000 members')
})

test.each([null, undefined, 7, 'text', []])('%o is no values', (values) => {
  expect(requestValuesSchema.safeParse(values).success).toBe(false)
})
