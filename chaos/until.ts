import { setTimeout as pause } from 'node:timers/promises'

const everyMs = 40

/**
 * Asks again and again from outside, where no event tells, until there is an answer; rejects with `what` after
 * `timeoutMs` milliseconds.
 */
export async function until<Value>(
  what: string,
  ask: () => Promise<Value | null> | Value | null,
  timeoutMs = 30_000,
): Promise<Value> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const value = await ask()
    if (value !== null) return value
    if (performance.now() > deadline)
      throw new Error(`In ${timeoutMs / 1000} s it did not happen that ${what}.`)
    await pause(everyMs)
  }
}
