import type { Alarm } from './ports.ts'

/** The maximum delay of the machine's timers; a longer wait fires early and is set again. */
const longestWait = 2 ** 31 - 1

/** An alarm by the machine's own timers. */
export const systemAlarm: Alarm = (milliseconds, ring) => {
  const timer = setTimeout(ring, Math.min(Math.ceil(milliseconds), longestWait))
  return () => clearTimeout(timer)
}
