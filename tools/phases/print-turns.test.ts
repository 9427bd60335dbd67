import { expect, it } from 'vitest'
import { createPrintTurns } from './print-turns.ts'

it('prints the first task at once, and each other one from its turn on', () => {
  const written: string[] = []
  const turns = createPrintTurns((text) => written.push(text))
  const [first, second, third] = [turns.begin(), turns.begin(), turns.begin()]
  second.print('b1')
  third.print('c1')
  third.end()
  first.print('a1')
  second.print('b2')
  first.print('a2')
  expect(written).toEqual(['a1', 'a2'])
  first.end()
  expect(written).toEqual(['a1', 'a2', 'b1b2'])
  second.print('b3')
  second.end()
  expect(written).toEqual(['a1', 'a2', 'b1b2', 'b3', 'c1'])
})
