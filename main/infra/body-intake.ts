/** The size of a take where bytes arrive quickly. */
const takeBytes = 1024 ** 2
/** Slow bytes are passed on after this many milliseconds, so that a killed process loses little. */
const takeMs = 100
const queuedAtMost = 2 * takeBytes

/** The bytes of a body, passed on in large chunks. */
export interface BodyIntake {
  /**
   * The bytes since the last take, valid until the next; null at the end. Rejects where the body broke, after all
   * earlier bytes.
   */
  take(): Promise<readonly Uint8Array[] | null>
  close(): void
}

/** Where a body's bytes are queued until they are taken. */
export interface IntakeQueue {
  push(chunk: Uint8Array): void
  /** The end of the body; with an error where it broke off. The first call counts. */
  finish(error: Error | null): void
  take(): Promise<readonly Uint8Array[] | null>
  /** Leaves no timer. */
  end(): void
}

export interface IntakeSource {
  /** Enough is queued. */
  pause(): void
  /** Most of the queue has been taken. */
  resume(): void
  /** The last take's bytes are no longer needed, nor any before them. */
  release?(chunks: readonly Uint8Array[]): void
}

export function createIntakeQueue({ pause, resume, release }: IntakeSource): IntakeQueue {
  const queue: Uint8Array[] = []
  let queued = 0
  let ending: { readonly error: Error | null } | null = null
  let isDue = false
  let timer: NodeJS.Timeout | null = null
  let wake: (() => void) | null = null
  let lastTaken: readonly Uint8Array[] = []

  function beDue(): void {
    isDue = true
    wake?.()
  }

  /** As many bytes as can be hashed without blocking for long. */
  function takeFirst(): Uint8Array[] {
    let bytes = 0
    let count = 0
    for (; count < queue.length && bytes < takeBytes; count += 1) bytes += queue[count]?.length ?? 0
    queued -= bytes
    return queue.splice(0, count)
  }

  function end(): void {
    if (timer) clearTimeout(timer)
    timer = null
    isDue = false
  }

  return {
    push(chunk) {
      queue.push(chunk)
      queued += chunk.length
      if (queued >= queuedAtMost) pause()
      timer ??= setTimeout(beDue, takeMs)
      if (queued >= takeBytes) wake?.()
    },
    finish(error) {
      ending ??= { error }
      wake?.()
    },
    async take() {
      release?.(lastTaken)
      lastTaken = []
      while (!ending && queued < takeBytes && !isDue) await new Promise<void>((resolve) => (wake = resolve))
      wake = null
      end()
      const taken = takeFirst()
      if (taken.length > 0) {
        if (queued > 0) timer = setTimeout(beDue, takeMs)
        if (queued < takeBytes) resume()
        lastTaken = taken
        return taken
      }
      if (ending?.error) throw ending.error
      return null
    },
    end,
  }
}
