import { useSyncExternalStore } from 'react'
import { createClock } from './clock.ts'

const seconds = createClock(1000)
const never = () => () => {}

/** The time in milliseconds, which passes in whole seconds while `active`: all that show it show the same one. */
export function useNow(active: boolean): number {
  return useSyncExternalStore(active ? seconds.onTick : never, seconds.read)
}
