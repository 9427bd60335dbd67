import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createFitter, fitValues } from './draft.ts'

const names = ['__proto__', 'constructor', 'toString', 'prompt', 'mood'] as const

it('[FORM67] a value of any name is fitted as any other, and is never lost or inherited', () => {
  const given = fc.uniqueArray(
    fc.tuple(fc.constantFrom(...names), fc.constantFrom<unknown>('noir', 7, null, ['x'])),
    { selector: ([name]) => name },
  )
  fc.assert(
    fc.property(given, (entries) => {
      const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
      const fitted = fitValues({ type: 'object', properties }, Object.fromEntries(entries))
      const texts = entries.filter(([, value]) => value === 'noir')
      expect(Object.entries(fitted.values).toSorted()).toEqual(texts.toSorted())
      expect(Object.getPrototypeOf(fitted.values)).toBe(Object.prototype)
      const others = entries.filter(([, value]) => value !== 'noir').map(([name]) => name)
      expect([...fitted.dropped].toSorted()).toEqual(others.toSorted())
      expect(createFitter({ type: 'object', properties })(Object.fromEntries(entries))).toEqual(fitted)
    }),
  )
})
