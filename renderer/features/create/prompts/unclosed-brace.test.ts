import { expect, it } from 'vitest'
import { describeBrace } from './unclosed-brace.ts'

const family = '👨‍👩‍👧'

it('[WILD1] counts characters as they are read, and cuts none of them', () => {
  expect(describeBrace(`${family} é {a|b`, 11)).toEqual({ place: 5, excerpt: '{a|b' })
  const long = `{${family.repeat(30)}|b`
  expect(describeBrace(long, 0)).toEqual({ place: 1, excerpt: `{${family.repeat(23)}…` })
})
