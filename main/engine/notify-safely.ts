import type { Log } from './ports.ts'

/**
 * Notifies a listener of something that has happened. An error of the listener is logged and has no further
 * effect (JOB35).
 */
export function notifySafely(log: Log, notify: () => void): void {
  try {
    notify()
  } catch (error) {
    log.warn(`Something that was done could not be shown: ${reasonOf(error)}`)
  }
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
