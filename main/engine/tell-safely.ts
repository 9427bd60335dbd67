import type { Log } from './ports.ts'

/** Tells of something that has happened. What goes wrong with the telling is logged and changes nothing of it (JOB35). */
export function tellSafely(log: Log, tell: () => void): void {
  try {
    tell()
  } catch (error) {
    log.warn(`Something that was done could not be shown: ${reasonOf(error)}`)
  }
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
