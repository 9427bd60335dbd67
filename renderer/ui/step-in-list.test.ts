import { expect, test } from 'vitest'
import { rowsOnPage, stepInList } from './step-in-list.ts'

const plain = { ctrlKey: false, altKey: false, metaKey: false }
const list = { current: 50, count: 100, page: 10 }

test.each([
  ['ArrowDown', 51],
  ['ArrowUp', 49],
  ['PageDown', 60],
  ['PageUp', 40],
  ['Home', 0],
  ['End', 99],
  ['a', null],
  ['toString', null],
])('%s leads to row %s', (key, row) => {
  expect(stepInList({ ...plain, key }, list)).toBe(row)
})

test('no key leads out of the list, and none with a modifier leads anywhere', () => {
  const step = (key: string, current: number, count: number) =>
    stepInList({ ...plain, key }, { current, count, page: 10 })
  expect([step('PageDown', 95, 100), step('ArrowUp', 0, 100), step('End', 0, 0)]).toEqual([99, 0, 0])
  for (const modifier of ['ctrlKey', 'altKey', 'metaKey'])
    expect(stepInList({ ...plain, [modifier]: true, key: 'Home' }, list)).toBeNull()
})

test('a page is what is in view but for the rows that stay, and one row at least', () => {
  const of = (clientHeight: number) => rowsOnPage({ clientHeight } as Element, 34, 3)
  expect([of(340), of(50), rowsOnPage(null, 34, 1)]).toEqual([7, 1, 1])
})
