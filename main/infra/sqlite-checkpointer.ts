import { runOnThread } from './sqlite-thread.ts'

const commitsBetweenLooks = 32

interface CheckpointerDeps {
  readonly path: string
  /** How many rows the connection has changed since it was opened. */
  changes(): number
  /**
   * Writes back, on this thread, the little that was written during the other's work: only then does the log
   * restart.
   */
  finish(): void
  /** How many changed rows trigger a write-back. */
  readonly step?: number
}

export interface Checkpointer {
  /** Call it after each commit; it checks the count now and then. */
  look(): void
  /** Resolves when no log is being written back. */
  idle(): Promise<void>
  /** Call it before the connection closes; nothing is queried after it. */
  stop(): void
}

/**
 * Writes the log back into the database repeatedly, on a thread with a connection of its own: on the main
 * thread that blocks for tens of milliseconds. The log keeps its length, because overwriting is faster than
 * growing. Where the thread fails the log stays and the next check retries; nothing is lost.
 */
export function createCheckpointer({ path, changes, finish, step = 1_000 }: CheckpointerDeps): Checkpointer {
  let commits = 0
  let written = 0
  let running: Promise<void> | null = null
  let isStopped = false

  async function writeBack(): Promise<void> {
    const before = changes()
    const isDone = await runOnThread(checkpoint, path).then(
      () => true,
      () => false,
    )
    running = null
    if (!isDone || isStopped) return
    written = changes()
    if (written !== before) finish()
  }

  return {
    look() {
      commits += 1
      if (running || commits % commitsBetweenLooks !== 0) return
      if (changes() - written >= step) running = writeBack()
    },
    async idle() {
      await running
    },
    stop() {
      isStopped = true
    },
  }
}

function checkpoint(path: string, sqlite: typeof import('node:sqlite')): void {
  const connection = new sqlite.DatabaseSync(path, { timeout: 5_000 })
  try {
    connection.exec('PRAGMA wal_checkpoint(PASSIVE)')
  } finally {
    connection.close()
  }
}
