import { expect, it } from 'vitest'
import { isContentPress } from './is-content-press.ts'

const scroller = { clientWidth: 300, clientHeight: 200 } as Element
const press = (offsetX: number, offsetY: number, button = 0, target = scroller) =>
  isContentPress({ button, offsetX, offsetY, target })

it('[LIB80] tells a press on the content from one on a scrollbar, or of another button', () => {
  expect(press(299, 199)).toBe(true)
  expect(press(305, 100)).toBe(false)
  expect(press(100, 205)).toBe(false)
  expect(press(100, 100, 2)).toBe(false)
  expect(press(100, 100, 1)).toBe(false)
})

it('[LIB80] takes an element within a line of text for content', () => {
  expect(press(12, 8, 0, { clientWidth: 0, clientHeight: 0 } as Element)).toBe(true)
})
