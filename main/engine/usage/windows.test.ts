import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  datesOf,
  dayMs,
  halve,
  hourMs,
  missingParts,
  toQuery,
  type Window,
  windowOfDates,
} from './windows.ts'

const at = (text: string) => Date.parse(text)
const start = at('2026-11-01T00:00:00.000Z')

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('a window of dates', () => {
  test('[USE1] whole days are asked for as dates, other edges as moments in UTC', () => {
    const window = windowOfDates({ from: '2026-11-01', to: '2026-11-30' })
    expect(window).toEqual({ start, end: at('2026-11-30T23:59:59.999Z') })
    expect(toQuery(window)).toEqual({ startDate: '2026-11-01', endDate: '2026-11-30' })
    expect(toQuery({ start: start + hourMs, end: start + 2 * hourMs })).toEqual({
      startDate: '2026-11-01T01:00:00.000Z',
      endDate: '2026-11-01T02:00:00.000Z',
    })
  })

  test.each(['America/Los_Angeles', 'Asia/Kolkata', 'Europe/Berlin', 'Pacific/Apia'])(
    '[USE16] days are UTC in %s too, over midnight, month end and a change of summer time',
    (zone) => {
      vi.stubEnv('TZ', zone)
      expect(datesOf(windowOfDates({ from: '2026-10-24', to: '2026-10-26' }))).toEqual([
        '2026-10-24',
        '2026-10-25',
        '2026-10-26',
      ])
      expect(datesOf(windowOfDates({ from: '2026-02-28', to: '2026-03-01' }))).toEqual([
        '2026-02-28',
        '2026-03-01',
      ])
      const spring = windowOfDates({ from: '2026-03-01', to: '2026-03-31' })
      expect(spring.end - spring.start + 1).toBe(31 * dayMs)
    },
  )
})

describe('the halves of a window', () => {
  test('[USE2] share their edge, lie on whole hours, and end at an hour', () => {
    expect(halve({ start, end: start + hourMs - 1 })).toBeNull()
    expect(halve({ start, end: start + hourMs })).toBeNull()
    expect(halve({ start, end: start + 3 * hourMs })).toEqual([
      { start: start + 2 * hourMs, end: start + 3 * hourMs },
      { start, end: start + 2 * hourMs },
    ])
  })

  test('[USE2] cover all of any window, and are shorter than it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 * dayMs }), (length) => {
        const whole = { start, end: start + length }
        const waiting: Window[] = [whole]
        const parts: Window[] = []
        for (let one = waiting.pop(); one; one = waiting.pop()) {
          const halves = one.end - one.start > length / 40 ? halve(one) : null
          for (const half of halves ?? []) expect(half.end - half.start).toBeLessThan(one.end - one.start)
          if (halves) waiting.push(...halves)
          else parts.push(one)
        }
        const sorted = parts.toSorted((left, right) => left.start - right.start)
        expect(sorted[0]?.start).toBe(whole.start)
        expect(sorted.at(-1)?.end).toBe(whole.end)
        for (const [index, part] of sorted.slice(1).entries()) expect(part.start).toBe(sorted[index]?.end)
      }),
    )
  })
})

describe('the missing parts of a window', () => {
  const moment = fc.integer({ min: 0, max: 1_000 })
  const windows = fc.array(
    fc.tuple(moment, moment).map(([one, other]) => toWindow(one, other)),
    { maxLength: 8 },
  )

  function toWindow(one: number, other: number): Window {
    return { start: Math.min(one, other), end: Math.max(one, other) }
  }

  test('[USE4] with what was read for good they cover it all, and nothing else is asked for', () => {
    fc.assert(
      fc.property(windows, moment, moment, (read, one, other) => {
        const asked = toWindow(one, other)
        const missing = missingParts(
          asked,
          read.map((window) => ({ asked: window, effective: window, finalEnd: window.end })),
        )
        const isIn = (time: number, parts: readonly Window[]) =>
          parts.some((part) => part.start <= time && time <= part.end)
        for (let time = asked.start; time <= asked.end; time += 1)
          expect(isIn(time, missing) || isIn(time, read)).toBe(true)
        for (const part of missing) {
          expect(part.start).toBeGreaterThanOrEqual(asked.start)
          expect(part.end).toBeLessThanOrEqual(asked.end)
        }
      }),
    )
  })

  test('[USE4] a window that is not final is read on from where it was', () => {
    const asked = { start: 0, end: 1_000 }
    const read = { start: 0, end: 900 }
    expect(missingParts(asked, [{ asked: read, effective: read, finalEnd: 600 }])).toEqual([
      { start: 600, end: 1_000 },
    ])
  })

  test('[USE40] nothing is missing before a window whose start was clamped; a second less is no clamp', () => {
    const asked = { start: 0, end: 10_000 }
    const part = { start: 5_000, end: 10_000 }
    const read = (start: number) => [{ asked: part, effective: { ...part, start }, finalEnd: 10_000 }]
    expect(missingParts(asked, read(7_000))).toEqual([])
    expect(missingParts(asked, read(6_000))).toEqual([{ start: 0, end: 5_000 }])
  })
})
