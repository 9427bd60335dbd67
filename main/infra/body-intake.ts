import type { Readable } from 'node:stream'

/** A take is as large as this where bytes come quickly. */
const takeBytes = 1024 ** 2
/** Bytes that come slowly are handed on after so long, so that a killed process loses little. */
const takeMs = 100
const queuedAtMost = 2 * takeBytes

/** What came of a body, handed on in large pieces. */
export interface BodyIntake {
  /** What came since the last take; null at the end. Rejects where the body broke, after all that came before. */
  take(): Promise<readonly Uint8Array[] | null>
  close(): void
}

/**
 * Takes a body in from the moment it is called: a stream that breaks throws away what nobody has read by then.
 * `onBytes` is told of all that comes, as it comes.
 */
export function createBodyIntake(body: Readable, onBytes: () => void): BodyIntake {
  let queue: Uint8Array[] = []
  let queued = 0
  let end: { readonly error: Error | null } | null = null
  let isDue = false
  let timer: NodeJS.Timeout | null = null
  let wake: (() => void) | null = null

  body.on('data', (chunk: Uint8Array) => {
    onBytes()
    queue.push(chunk)
    queued += chunk.length
    if (queued >= queuedAtMost) body.pause()
    timer ??= setTimeout(beDue, takeMs)
    if (queued >= takeBytes) wake?.()
  })
  body.on('end', () => finish(null))
  body.on('error', finish)
  body.on('close', () => finish(new Error('The connection ended amid the file.')))

  function beDue(): void {
    isDue = true
    wake?.()
  }

  function finish(error: Error | null): void {
    end ??= { error }
    wake?.()
  }

  function stopTimer(): void {
    if (timer) clearTimeout(timer)
    timer = null
    isDue = false
  }

  return {
    async take() {
      while (!end && queued < takeBytes && !isDue) await new Promise<void>((resolve) => (wake = resolve))
      wake = null
      stopTimer()
      const taken = queue
      queue = []
      queued = 0
      if (taken.length > 0) {
        body.resume()
        return taken
      }
      if (end?.error) throw end.error
      return end ? null : []
    },
    close() {
      stopTimer()
      body.destroy()
    },
  }
}
