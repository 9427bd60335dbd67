/**
 * Loaded before the studio: runs its clock `ATELIER_CLOCK_FACTOR` times as fast, so that half a minute passes
 * in seconds. The product knows nothing of it.
 */
const factor = Number(process.env.ATELIER_CLOCK_FACTOR ?? 1)

function pollAllNow(now: () => number): () => number {
  const start = now()
  return () => start + (now() - start) * factor
}

Date.now = pollAllNow(Date.now.bind(Date))
performance.now = pollAllNow(performance.now.bind(performance))
const { setTimeout: wait } = globalThis
globalThis.setTimeout = Object.assign(
  (callback: (...values: unknown[]) => void, milliseconds = 0, ...values: unknown[]) =>
    wait(callback, milliseconds / factor, ...values),
  wait,
)
