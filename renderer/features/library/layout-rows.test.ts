import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { libraryItem } from '../../testing/fixtures.ts'
import { isNearEnd, placeAt, tallest } from './grid-place.ts'
import { createGridView, type GridViewDeps } from './grid-view.ts'
import { append, emptyIndex, type LayoutIndex, placeOf, ratioOf, withNew, without } from './layout-index.ts'
import {
  endOf,
  type GridMeasures,
  type GridRows,
  layoutOn,
  noRows,
  rowOf,
  verticalNeighbour,
  widthsOf,
} from './layout-rows.ts'
import { assignSlots } from './use-row-slots.ts'

const measures: GridMeasures = { width: 1000, targetHeight: 200, gap: 6, headerHeight: 40 }

/** A list of these proportions, the newest key first, a day every so many entries. */
function indexOf(ratios: readonly number[], perDay = ratios.length): LayoutIndex {
  return addTo(emptyIndex, ratios, perDay, ratios.length)
}

function addTo(index: LayoutIndex, ratios: readonly number[], perDay: number, total: number): LayoutIndex {
  const count = ratios.length
  const columns = {
    keys: Uint32Array.from(ratios, (_, place) => 1_000_000 - index.length - place),
    ratios: Uint16Array.from(ratios, (ratio) => Math.round(ratio * 1000)),
    colors: new Uint16Array(count),
    flags: new Uint8Array(count),
  }
  const days = Array.from({ length: Math.ceil(count / perDay) }, (_, day) => ({
    day: `2026-11-${String(28 - ((day + Math.floor(index.length / perDay)) % 28)).padStart(2, '0')}`,
    count: Math.min(perDay, count - day * perDay),
  }))
  return append(index, { columns, days, total }, index.length + count >= total)
}

const manyRatios = fc.array(fc.double({ min: 0.1, max: 8, noNaN: true }), { minLength: 1, maxLength: 300 })

function entriesOf(rows: GridRows): number[] {
  return Array.from({ length: rows.count }, (_, row) => row).flatMap((row) =>
    Array.from(
      { length: endOf(rows, row) - (rows.starts[row] ?? 0) },
      (_, at) => (rows.starts[row] ?? 0) + at,
    ),
  )
}

function plain(rows: GridRows) {
  const of = (column: ArrayLike<number>) => Array.from(column).slice(0, rows.count)
  return {
    starts: of(rows.starts),
    tops: of(rows.tops),
    heights: of(rows.heights),
    days: of(rows.days),
    height: rows.height,
  }
}

describe('[LIB150] the rows of the grid', () => {
  it('hold every entry once, in order, and never more than their width', () => {
    fc.assert(
      fc.property(manyRatios, fc.integer({ min: 1, max: 40 }), (ratios, perDay) => {
        const index = indexOf(ratios, perDay)
        const rows = layoutOn(index, noRows(measures), Number.POSITIVE_INFINITY)
        expect(entriesOf(rows)).toEqual(ratios.map((_, place) => place))
        for (let row = 0; row < rows.count; row += 1) {
          const widths = widthsOf(index, rows, row)
          const width = widths.reduce((sum, one) => sum + one, 0) + measures.gap * (widths.length - 1)
          if (widths.length > 1) expect(width).toBeLessThanOrEqual(measures.width + 1)
          expect(rows.tops[row]).toBeGreaterThanOrEqual(row === 0 ? 0 : (rows.tops[row - 1] ?? 0))
        }
      }),
    )
  })

  it('begin anew with each day, below a line that names it', () => {
    const rows = layoutOn(indexOf(Array(20).fill(1), 3), noRows(measures), 100)
    const lines = plain(rows).days.flatMap((day, row) => (day >= 0 ? [[day, rows.starts[row]]] : []))
    expect(lines).toEqual([0, 3, 6, 9, 12, 15, 18].map((start, day) => [day, start]))
  })

  it('are the same laid out at once, in slices, and as the list is read', () => {
    fc.assert(
      fc.property(
        manyRatios,
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 50 }),
        (ratios, perDay, slice) => {
          const whole = layoutOn(indexOf(ratios, perDay), noRows(measures), Number.POSITIVE_INFINITY)
          let rows = noRows(measures)
          const index = indexOf(ratios, perDay)
          // A slice of one could end in the row that it began.
          for (let round = 0; rows.laidOut < ratios.length && round < 1000; round += 1)
            rows = layoutOn(index, rows, slice + 40)
          expect(plain(rows)).toEqual(plain(whole))
          const first = ratios.slice(0, perDay)
          let growing = addTo(emptyIndex, first, perDay, ratios.length)
          let grown = layoutOn(growing, noRows(measures), Number.POSITIVE_INFINITY)
          if (ratios.length > perDay) {
            growing = addTo(growing, ratios.slice(perDay), perDay, ratios.length)
            grown = layoutOn(growing, grown, Number.POSITIVE_INFINITY)
          }
          expect(plain(grown)).toEqual(plain(whole))
        },
      ),
    )
  })

  it('lead up and down to the nearest centre, over the line of a day', () => {
    const index = indexOf(Array(10).fill(1), 5)
    const rows = layoutOn(index, noRows(measures), 100)
    expect(verticalNeighbour(index, rows, 1, 1)).toBe(6)
    expect(verticalNeighbour(index, rows, 6, -1)).toBe(1)
    expect(verticalNeighbour(index, rows, 1, -1)).toBe(1)
  })
})

describe('[LIB151] the index', () => {
  it('stays in order as entries come and go, and its days begin where they did', () => {
    const index = indexOf(Array(9).fill(1), 3)
    const left = without(index, new Set([1_000_000 - 3, 1_000_000 - 4, 1_000_000 - 5, 1_000_000]))
    expect([...left.keys.subarray(0, left.length)]).toEqual([1, 2, 6, 7, 8].map((place) => 1_000_000 - place))
    expect(left.days.map(({ start }) => start)).toEqual([0, 2])
    const more = withNew(
      left,
      libraryItem({ key: 1_000_001, savedAt: new Date(2026, 10, 29, 12).toISOString() }),
    )
    expect([placeOf(more, 1_000_001), more.total, more.days[0]]).toEqual([
      0,
      6,
      { day: '2026-11-29', start: 0 },
    ])
    expect(more.days.map(({ start }) => start)).toEqual([0, 1, 3])
    const amid = more.days[1]?.day ?? ''
    const middle = withNew(more, libraryItem({ key: 1_000_000 - 4, savedAt: `${amid}T12:00:00` }))
    expect([placeOf(middle, 1_000_000 - 4), middle.days.map(({ start }) => start)]).toEqual([3, [0, 1, 4]])
  })

  it('[LIB563] has what is taken in from years ago where it was made, under its day, as the studio lists it', () => {
    const file = fc.record({ key: fc.integer({ min: 1, max: 40 }), day: fc.integer({ min: 1, max: 4 }) })
    const some = fc.uniqueArray(file, { selector: ({ key }) => key })
    fc.assert(
      fc.property(some, fc.nat({ max: 8 }), (all, later) => {
        const files = all.map(({ key, day }) => ({ key, savedAt: `2024-05-0${day}T12:00:00` }))
        const first = files.slice(later)
        const whole = (some: typeof files) => {
          const inOrder = some.toSorted((one, other) => other.key - one.key)
          const columns = { ...indexOf(inOrder.map(() => 1)) }
          const keys = Uint32Array.from(inOrder, ({ key }) => key)
          const days = inOrder.map(({ savedAt }) => ({ day: savedAt.slice(0, 10), count: 1 }))
          return append(emptyIndex, { columns: { ...columns, keys }, days, total: some.length }, true)
        }
        const wanted = whole(files)
        const grown = files
          .slice(0, later)
          .reduce((index, file) => withNew(index, libraryItem(file)), whole(first))
        expect([[...grown.keys.subarray(0, grown.length)], grown.days]).toEqual([
          [...wanted.keys.subarray(0, wanted.length)],
          wanted.days,
        ])
      }),
    )
  })

  it('shows what nobody measured as a square, and a panorama no wider than three', () => {
    const index = indexOf([0, 12, 0.1])
    expect([0, 1, 2].map((place) => ratioOf(index, place))).toEqual([1, 3, 0.4])
  })
})

describe('[LIB152] a list higher than an element can be', () => {
  it('reaches from its first to its last pixel, and shows each height where it is', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 100, max: 4e9, noNaN: true }),
        (share, whole) => {
          const viewport = 900
          const most = Math.max(0, whole - viewport)
          const { scrollTop, base } = placeAt(share * most, whole, viewport)
          expect(scrollTop + base).toBeCloseTo(share * most, 3)
          expect(scrollTop).toBeGreaterThanOrEqual(0)
          expect(scrollTop).toBeLessThanOrEqual(Math.max(0, Math.min(whole, tallest) - viewport) + 1e-6)
          expect(isNearEnd(placeAt(0, whole, viewport), whole, viewport)).toBe(false)
          expect(isNearEnd(placeAt(most, whole, viewport), whole, viewport)).toBe(false)
        },
      ),
    )
  })
})

describe('[LIB153] what is looked at stays where it is', () => {
  function open(some: Partial<GridViewDeps> = {}) {
    const later: (() => void)[] = []
    const framed: (() => void)[] = []
    const seen: (readonly [number, number])[] = []
    let now = 0
    const view = createGridView({
      later(task) {
        later.push(task)
        return () => later.splice(later.indexOf(task), 1)
      },
      after: () => () => {},
      afterFrame(task) {
        framed.push(task)
        return () => framed.splice(framed.indexOf(task), 1)
      },
      now: () => (now += 16),
      anchor: null,
      onSee: (first, end) => seen.push([first, end]),
      onRest: () => {},
      ...some,
    })
    view.resize(800)
    const finish = () => {
      while (later.length > 0) later.shift()?.()
    }
    /** The key of the entry at the top, and how far of its row is above. */
    function topEntry() {
      const { laidOut } = view.store.getState()
      if (!laidOut) throw new Error('Nothing is laid out.')
      const { index, rows } = laidOut
      let row = 0
      while (row + 1 < rows.count && (rows.tops[row + 1] ?? 0) <= view.top()) row += 1
      return [index.keys[rows.starts[row] ?? 0], Math.round(view.top() - (rows.tops[row] ?? 0))]
    }
    const drawFrame = () => framed.splice(0).forEach((task) => void task())
    return { view, finish, topEntry, seen, drawFrame }
  }

  const ratios = Array.from({ length: 60_000 }, (_, place) => 0.6 + ((place * 7) % 11) / 10)

  it('when new files come before it', () => {
    const { view, finish, topEntry } = open()
    let index = indexOf(ratios, 400)
    view.show(index, measures)
    finish()
    view.goTo(500_000)
    const before = topEntry()
    for (let more = 1; more <= 5; more += 1)
      index = withNew(
        index,
        libraryItem({ key: 1_000_000 + more, savedAt: new Date(2026, 10, 28, 12).toISOString() }),
      )
    view.show(index, measures)
    finish()
    expect(topEntry()).toEqual(before)
  })

  it('[LIB563] when one that was made before it comes later, under a day of its own', () => {
    const { view, finish, topEntry } = open()
    const key = 1_000_000 - 900
    const index = without(indexOf(ratios, 400), new Set([key]))
    view.show(index, measures)
    finish()
    view.goTo(500_000)
    const before = topEntry()
    const later = withNew(index, libraryItem({ key, savedAt: '2024-03-05T12:00:00' }))
    expect([placeOf(later, key), later.days.length - index.days.length]).toEqual([900, 2])
    view.show(later, measures)
    finish()
    expect(topEntry()).toEqual(before)
  })

  it('[LIB404] but another list is shown from its start: what is seen first, and once that is drawn what is around it', () => {
    const { view, finish, seen, drawFrame } = open()
    view.show(indexOf(ratios, 400), measures)
    finish()
    view.goTo(500_000)
    const { moves } = view.store.getState()
    view.restart()
    view.show(indexOf(ratios.toReversed(), 400), measures)
    finish()
    const first = view.store.getState()
    expect([view.top(), first.scrollTop, first.moves, first.first]).toEqual([0, 0, moves + 1, 0])
    const { tops } = first.laidOut?.rows ?? { tops: new Float64Array() }
    expect(tops[first.last + 1]).toBeGreaterThan(800)
    expect(tops[first.last]).toBeLessThanOrEqual(800)
    expect(seen.at(-1)?.[0]).toBe(0)
    drawFrame()
    expect(view.store.getState().last).toBeGreaterThan(first.last)
    // Where the scroller is at the top it isn't put there: the page would be laid out at once.
    view.restart()
    view.show(indexOf(ratios, 400), measures)
    finish()
    expect(view.store.getState().moves).toBe(moves + 1)
  })

  it('and at the top of the list new ones are seen', () => {
    const { view, finish } = open()
    const index = indexOf(ratios.slice(0, 500), 40)
    view.show(index, measures)
    view.show(withNew(index, libraryItem({ key: 1_000_001 })), measures)
    finish()
    expect(view.top()).toBe(0)
  })

  it('when its size changes: the same entry is at the top', () => {
    const { view, finish, topEntry } = open()
    const index = indexOf(ratios, 400)
    view.show(index, measures)
    finish()
    view.goTo(700_000)
    const { laidOut } = view.store.getState()
    const key = topEntry()[0]
    view.show(index, { ...measures, targetHeight: 120 })
    finish()
    const after = view.store.getState().laidOut
    expect(after).not.toBe(laidOut)
    if (!after) return
    const row = rowOf(after.rows, placeOf(index, key ?? 0))
    expect(Math.abs((after.rows.tops[row] ?? 0) - view.top())).toBeLessThan(200)
  })

  it('and one comes back to where one left, once that is read', () => {
    const { view, finish } = open({ anchor: { key: 1_000_000 - 45_000, place: 45_000, into: 0.5 } })
    const first = addTo(emptyIndex, ratios.slice(0, 400), 400, ratios.length)
    view.show(first, measures)
    expect(view.store.getState().isSettling).toBe(true)
    const all = addTo(first, ratios.slice(400), 400, ratios.length)
    view.show(all, measures)
    finish()
    const { laidOut, isSettling } = view.store.getState()
    expect(isSettling).toBe(false)
    if (!laidOut) return
    const row = rowOf(laidOut.rows, 45_000)
    const top = (laidOut.rows.tops[row] ?? 0) + 0.5 * (laidOut.rows.heights[row] ?? 0)
    expect(view.top()).toBeCloseTo(top, 3)
  })

  it('[LIB154] and nothing is loaded while it moves too fast to be read', () => {
    const { view, finish, seen } = open()
    view.show(indexOf(ratios, 400), measures)
    finish()
    const before = seen.length
    for (let step = 1; step <= 20; step += 1) view.scrolled(step * 200)
    expect(view.store.getState().isFlinging).toBe(true)
    // The first step is not known to be fast.
    expect(seen.length).toBeLessThanOrEqual(before + 1)
    for (let step = 1; step <= 5; step += 1) view.scrolled(4_000 + step * 48)
    expect(view.store.getState().isFlinging).toBe(false)
    expect(seen.length).toBeGreaterThan(before)
  })
})

describe('[LIB185] a list that flies by', () => {
  function fling() {
    let now = 1_000
    let drawn = 0
    const tasks: (() => void)[] = []
    const rests: (() => void)[] = []
    const view = createGridView({
      later(task) {
        tasks.push(task)
        return () => {}
      },
      afterFrame: () => () => {},
      after(_, task) {
        rests.push(task)
        return () => {}
      },
      now: () => now,
      anchor: null,
      onSee: () => {},
      onRest: () => {},
    })
    view.resize(800)
    view.show(indexOf(Array.from({ length: 20_000 }, () => 1.5)), measures)
    while (tasks.length > 0) tasks.shift()?.()
    const { store } = view
    store.subscribe((state, before) => {
      if (state.first !== before.first || state.last !== before.last) drawn += 1
    })
    let height = 0
    return {
      store,
      scroll(ms: number, pixels: number) {
        now += ms
        height += pixels
        view.scrolled(height)
      },
      stop() {
        now += 1_000
        rests.shift()?.()
        while (tasks.length > 0) tasks.shift()?.()
      },
      drawn: () => drawn,
      covers() {
        const { laidOut, first, last } = store.getState()
        if (!laidOut) return false
        const { tops, heights } = laidOut.rows
        return (tops[first] ?? 0) <= height && (tops[last] ?? 0) + (heights[last] ?? 0) >= height + 800
      },
    }
  }

  it('is drawn viewports ahead, and anew only before what is drawn ends', () => {
    const { store, scroll, stop, drawn, covers } = fling()
    for (let step = 0; step < 100; step += 1) {
      scroll(20, 240)
      expect(covers()).toBe(true)
    }
    expect(store.getState().isFlinging).toBe(true)
    expect(drawn()).toBeLessThan(25)
    for (let step = 0; step < 50; step += 1) {
      scroll(20, -240)
      expect(covers()).toBe(true)
    }
    stop()
    const { isFlinging, top, first, last, laidOut } = store.getState()
    expect([isFlinging, top, covers()]).toEqual([false, 12_000, true])
    expect((laidOut?.rows.tops[last] ?? 0) - (laidOut?.rows.tops[first] ?? 0)).toBeLessThan(800 * 2.6)
  })

  it('is none where a frame only came late', () => {
    const { store, scroll } = fling()
    for (const [ms, pixels] of [
      [20, 60],
      [20, 60],
      [120, 60],
      [20, 360],
      [20, 60],
    ] as const) {
      scroll(ms, pixels)
      expect(store.getState().isFlinging).toBe(false)
    }
  })
})

it('[LIB155] a row keeps its elements while it is drawn, and those of a row that is gone are used again', () => {
  const first = assignSlots(new Map(), [3, 4, 5])
  const second = assignSlots(first, [4, 5, 6])
  expect([second.get(4), second.get(5), second.get(6)]).toEqual([first.get(4), first.get(5), first.get(3)])
})
