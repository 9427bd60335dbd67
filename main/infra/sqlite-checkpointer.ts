import { statSync } from 'node:fs'
import { runOnThread } from './sqlite-thread.ts'

const commitsBetweenLooks = 32

export interface Checkpointer {
  /** To be called after each commit; looks at the log now and then. */
  look(): void
  /** Resolves when no log is being written back. */
  idle(): Promise<void>
}

/**
 * Writes the log back into the database on a thread with a connection of its own, whenever it has grown by so many
 * bytes: on the main thread that costs tens of milliseconds at once. Where it fails the log stays and the next look
 * tries again; nothing is lost by it.
 */
export function createCheckpointer(path: string, stepBytes = 8 * 1024 ** 2): Checkpointer {
  let commits = 0
  let bytesBefore = 0
  let running: Promise<void> | null = null

  async function writeBack(): Promise<void> {
    await runOnThread(checkpoint, path).catch(() => undefined)
    bytesBefore = bytesOfLog(path)
    running = null
  }

  return {
    look() {
      commits += 1
      if (running || commits % commitsBetweenLooks !== 0) return
      const bytes = bytesOfLog(path)
      if (bytes < bytesBefore) bytesBefore = 0
      if (bytes - bytesBefore >= stepBytes) running = writeBack()
    },
    async idle() {
      await running
    },
  }
}

function bytesOfLog(path: string): number {
  return statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0
}

function checkpoint(path: string, sqlite: typeof import('node:sqlite')): void {
  const connection = new sqlite.DatabaseSync(path, { timeout: 5_000 })
  try {
    connection.exec('PRAGMA wal_checkpoint(PASSIVE)')
  } finally {
    connection.close()
  }
}
