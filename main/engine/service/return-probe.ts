import type { Clock } from '../ports.ts'
import { growingPause } from './retry-after.ts'

const firstPauseMs = 2_000
const longestPauseMs = 60_000

export interface ReturnProbeDeps {
  readonly clock: Clock
  /** Whether nothing else would show that the service is there: it is out of reach or unheard, and nothing is polled. */
  isWanted(): boolean
  /** One test of the service, without cost; never throws. */
  test(): Promise<void>
}

/** Tests a service that no poll would find back, at once and then after growing pauses (CONN41). */
export interface ReturnProbe {
  /** Call it whenever what `isWanted` reads may have changed. */
  check(): void
  /** Resolves when no test is under way. */
  close(): Promise<void>
}

export function createReturnProbe({ clock, isWanted, test }: ReturnProbeDeps): ReturnProbe {
  let tests = 0
  let cancelTimer: (() => void) | null = null
  let testing: Promise<void> | null = null
  let isClosed = false

  function check(): void {
    if (isClosed || cancelTimer || testing) return
    if (!isWanted()) {
      tests = 0
      return
    }
    const pause = tests === 0 ? 0 : growingPause(tests, firstPauseMs, longestPauseMs)
    cancelTimer = clock.setTimer(pause, () => {
      cancelTimer = null
      if (isWanted()) testing = run()
      else tests = 0
    })
  }

  async function run(): Promise<void> {
    tests += 1
    await test()
    testing = null
    check()
  }

  return {
    check,
    async close() {
      isClosed = true
      cancelTimer?.()
      await testing
    },
  }
}
