import type { BackgroundTurns, Clock } from './ports.ts'

/** How long a person’s last call is ago before work in the background goes on: typing and scrolling call again sooner. */
const restMs = 250
/** Even where calls never rest, it goes on after so long. */
const mostMs = 500

export function createBackgroundTurns({ clock }: { readonly clock: Clock }): BackgroundTurns {
  let lastCall = Number.NEGATIVE_INFINITY

  return {
    noteCall() {
      lastCall = clock.now()
    },
    next(signal) {
      return new Promise((resolve) => {
        let stop = () => {}
        const end = () => {
          stop()
          signal.removeEventListener('abort', end)
          resolve()
        }
        // The clock may be set back meanwhile: what was waited is counted, not read from it.
        const wait = (milliseconds: number, before: number) => {
          stop = clock.setTimer(milliseconds, () => {
            const waited = before + milliseconds
            lastCall = Math.min(lastCall, clock.now())
            const left = Math.min(lastCall + restMs - clock.now(), mostMs - waited)
            if (left > 0) wait(left, waited)
            else end()
          })
        }
        if (signal.aborted) return end()
        signal.addEventListener('abort', end)
        wait(0, 0)
      })
    },
  }
}
