import { expect, it } from 'vitest'
import { createNoteTime, standstillMs } from './note-time.ts'

function open() {
  const begun: string[][] = []
  let drawn: (() => void) | null = null
  let tick: (() => void) | null = null
  let now = 0
  const time = createNoteTime({
    begin: (ids) => begun.push([...ids]),
    onDrawn(run) {
      drawn = run
      return () => {
        drawn = null
      }
    },
    every(_, run) {
      tick = run
      return () => {
        tick = null
      }
    },
    now: () => now,
  })
  function draw() {
    const run = drawn
    drawn = null
    run?.()
  }
  function pass(milliseconds: number) {
    now += milliseconds
    tick?.()
  }
  return { time, begun, draw, pass, ticks: () => tick !== null }
}

it('[NOTE470] a note’s time begins once it is drawn, each note’s once', () => {
  const { time, begun, draw } = open()
  time.show(['a'])
  expect(begun).toEqual([])
  draw()
  time.show(['a', 'b'])
  time.show(['b', 'a'])
  draw()
  draw()
  expect(begun).toEqual([['a'], ['b']])
})

it('[NOTE470] it begins anew for the notes that are there once a page that stood still goes on', () => {
  const { time, begun, draw, pass } = open()
  time.show(['a', 'b'])
  draw()
  pass(500)
  pass(standstillMs - 1)
  expect(begun).toEqual([['a', 'b']])
  time.show(['b'])
  pass(standstillMs)
  expect(begun).toEqual([['a', 'b'], ['b']])
})

it('[NOTE470] no time of a note that left before it was drawn begins, and nothing ticks without notes', () => {
  const { time, begun, draw, pass, ticks } = open()
  time.show(['a'])
  time.show([])
  draw()
  expect([begun, ticks()]).toEqual([[], false])
  pass(60_000)
  time.show(['b'])
  draw()
  pass(500)
  expect(begun).toEqual([['b']])
  time.close()
  expect(ticks()).toBe(false)
})
