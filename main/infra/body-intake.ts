import type { Readable } from 'node:stream'

/** A take is as large as this where bytes come quickly. */
const takeBytes = 1024 ** 2
/** Bytes that come slowly are handed on after so long, so that a killed process loses little. */
const takeMs = 100
const queuedAtMost = 2 * takeBytes

/** What came of a body, handed on in large pieces. */
export interface BodyIntake {
  /**
   * What came since the last take, good until the next one; null at the end. Rejects where the body broke, after all that
   * came before.
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
  /** All that was queued is taken. */
  resume(): void
}

export function createIntakeQueue({ pause, resume }: IntakeSource): IntakeQueue {
  let queue: Uint8Array[] = []
  let queued = 0
  let ending: { readonly error: Error | null } | null = null
  let isDue = false
  let timer: NodeJS.Timeout | null = null
  let wake: (() => void) | null = null

  function beDue(): void {
    isDue = true
    wake?.()
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
      const taken = queue
      queue = []
      queued = 0
      if (taken.length > 0) {
        resume()
        return taken
      }
      if (ending?.error) throw ending.error
      return null
    },
    end,
  }
}

/**
 * Takes a body in from the moment it is called: a stream that breaks throws away what nobody has read by then.
 * `onBytes` is told of all that comes, as it comes.
 */
export function createBodyIntake(body: Readable, onBytes: () => void): BodyIntake {
  const queue = createIntakeQueue({ pause: () => body.pause(), resume: () => body.resume() })
  body.on('data', (chunk: Uint8Array) => {
    onBytes()
    queue.push(chunk)
  })
  body.on('end', () => queue.finish(null))
  body.on('error', queue.finish)
  body.on('close', () => queue.finish(new Error('The connection ended amid the file.')))
  return {
    take: queue.take,
    close() {
      queue.end()
      body.destroy()
    },
  }
}
