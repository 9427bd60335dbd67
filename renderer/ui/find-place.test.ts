import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Box, findPlace } from './find-place.ts'

const area = { left: 0, top: 0, right: 800, bottom: 600 }
const note = { width: 300, height: 40, near: { left: 250, top: 10 }, area }

it('[NOTE60] a note stands in its usual place where nothing is there', () => {
  expect(findPlace({ ...note, occupied: [] })).toEqual({ left: 250, top: 10 })
  expect(findPlace({ ...note, occupied: [{ left: 0, top: 60, right: 800, bottom: 600 }] })).toEqual({
    left: 250,
    top: 10,
  })
})

it('[NOTE60] a note gives way to what is there, to the nearest free place', () => {
  const title = { left: 0, top: 0, right: 400, bottom: 30 }
  expect(findPlace({ ...note, occupied: [title] })).toEqual({ left: 250, top: 34 })
  const wide = { left: 0, top: 0, right: 400, bottom: 300 }
  expect(findPlace({ ...note, occupied: [wide] })).toEqual({ left: 418, top: 10 })
  const page = { left: 0, top: 30, right: 800, bottom: 600 }
  expect(findPlace({ ...note, occupied: [title, page] })).toBeNull()
  expect(findPlace({ ...note, height: 20, occupied: [title, page] })).toEqual({ left: 418, top: 2 })
})

it('[NOTE60] wherever a note is put, it covers nothing and is within its area', () => {
  const bound = fc.integer({ min: -50, max: 850 })
  const box = fc
    .tuple(bound, bound, fc.nat(200), fc.nat(200))
    .map(([left, top, width, height]): Box => ({ left, top, right: left + width, bottom: top + height }))
  fc.assert(
    fc.property(fc.array(box, { maxLength: 12 }), bound, bound, (occupied, left, top) => {
      const place = findPlace({ ...note, near: { left, top }, occupied })
      if (!place) return
      const right = place.left + note.width
      const bottom = place.top + note.height
      expect(place.left >= 0 && place.top >= 0 && right <= 800 && bottom <= 600).toBe(true)
      const covers = (one: Box) =>
        one.left < right && one.right > place.left && one.top < bottom && one.bottom > place.top
      expect(occupied.filter(covers)).toEqual([])
    }),
  )
})
