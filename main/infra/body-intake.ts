/** A take is as large as this where bytes come quickly. */
const takeBytes = 1024 ** 2
/** Bytes that come slowly are handed on after so long, so that a killed process loses little. */
const takeMs = 100
const queuedAtMost = 2 * takeBytes

/** What came of a body, handed on in large pieces. */
export interface BodyIntake {
  /**
   * What came since the last take; null at the end. Rejects where the body broke, after all that came before.
   */
  take(): Promise<readonly Uint8Array[] | null>
  close(): void
}

/** Where a body's bytes are put until they are taken. */
export interface IntakeQueue {
  push(chunk: Uint8Array): void
  /** No more comes; with an error where that was too early. The first word counts. */
  finish(error: Error | null): void
  take(): Promise<readonly Uint8Array[] | null>
  /** Leaves no timer. */
  end(): void
}

export interface IntakeSource {
  /** Enough is queued. */
  pause(): void
  /** Most of what was queued is taken. */
  resume(): void
}

export function createIntakeQueue({ pause, resume }: IntakeSource): IntakeQueue {
  const queue: Uint8Array[] = []
  let queued = 0
  let ending: { readonly error: Error | null } | null = null
  let isDue = false
  let timer: NodeJS.Timeout | null = null
  let wake: (() => void) | null = null

  function beDue(): void {
    isDue = true
    wake?.()
  }

  /** As many bytes as can be hashed without holding anything up. */
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
      while (!ending && queued < takeBytes && !isDue) await new Promise<void>((resolve) => (wake = resolve))
      wake = null
      end()
      const taken = takeFirst()
      if (taken.length > 0) {
        if (queued > 0) timer = setTimeout(beDue, takeMs)
        if (queued < takeBytes) resume()
        return taken
      }
      if (ending?.error) throw ending.error
      return null
    },
    end,
  }
}
