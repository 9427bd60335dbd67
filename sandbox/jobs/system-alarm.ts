import type { Alarm } from './ports.ts'

/** The longest time that the machine's timers take; a longer wait rings early and is set again. */
const longestWait = 2 ** 31 - 1

/** Rings by the machine's own timers. */
export const systemAlarm: Alarm = (milliseconds, ring) => {
  const timer = setTimeout(ring, Math.min(Math.ceil(milliseconds), longestWait))
  return () => clearTimeout(timer)
}
