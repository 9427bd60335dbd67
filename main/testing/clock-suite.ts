import { describe, expect, test } from 'vitest'
import type { Clock } from '../engine/ports.ts'

interface OpenClock {
  readonly clock: Clock
  /** Lets so much time pass, where it does not by itself. */
  pass(milliseconds: number): Promise<void>
}

/** The contract of every clock, the double and the real one. */
export function tryClock(name: string, open: () => OpenClock): void {
  describe(`${name} as a clock`, () => {
    /** Resolves when a timer of the clock itself fires. */
    function reach({ clock, pass }: OpenClock, milliseconds: number): Promise<void> {
      const reached = new Promise<void>((resolve) => clock.setTimer(milliseconds, resolve))
      return Promise.all([reached, pass(milliseconds)]).then(() => undefined)
    }

    test('calls back once, no sooner than requested', async () => {
      const opened = open()
      const startedAt = opened.clock.now()
      const times: number[] = []
      opened.clock.setTimer(10, () => times.push(opened.clock.now() - startedAt))
      await reach(opened, 60)
      expect(times).toHaveLength(1)
      // Wall clocks count whole milliseconds.
      expect(times[0]).toBeGreaterThanOrEqual(9)
    })

    test('calls back in the order of the times, not of the calls', async () => {
      const opened = open()
      const order: string[] = []
      opened.clock.setTimer(40, () => order.push('later'))
      opened.clock.setTimer(0, () => order.push('at once'))
      opened.clock.setTimer(15, () => order.push('soon'))
      await reach(opened, 90)
      expect(order).toEqual(['at once', 'soon', 'later'])
    })

    test('never calls back at once, and never after a cancel, before or by another timer', async () => {
      const opened = open()
      const called: string[] = []
      opened.clock.setTimer(0, () => called.push('first'))
      expect(called).toEqual([])
      const undo = opened.clock.setTimer(5, () => called.push('undone'))
      undo()
      undo()
      const undoLater = opened.clock.setTimer(50, () => called.push('undone by a timer'))
      opened.clock.setTimer(5, undoLater)
      await reach(opened, 100)
      expect(called).toEqual(['first'])
    })

    test('accepts a new timer from within one', async () => {
      const opened = open()
      const called: number[] = []
      opened.clock.setTimer(5, () => {
        called.push(1)
        opened.clock.setTimer(5, () => called.push(2))
      })
      await reach(opened, 80)
      expect(called).toEqual([1, 2])
    })
  })
}
