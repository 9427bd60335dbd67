import { setTimeout as pause } from 'node:timers/promises'

const everyMs = 40

/**
 * Polls from outside, where there is no event, until there is a result; rejects with `what` after `timeoutMs`
 * milliseconds.
 */
export async function until<Value>(
  what: string,
  ask: () => Promise<Value | null> | Value | null,
  timeoutMs = 120_000,
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
