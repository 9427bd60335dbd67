import { stat } from 'node:fs/promises'
import { reserveBytes } from '../engine/library/disk-reservation.ts'
import type { Log } from '../engine/ports.ts'
import { createDiskFreeSpace } from './disk-free-space.ts'
import { backUpDay, lastDayBackup } from './sqlite-backups.ts'

const dayMs = 86_400_000
const lookEveryMs = 3_600_000

export interface DailyBackupDeps {
  /** The library. */
  readonly path: string
  /** A folder on the disk that the copies are written to. */
  readonly folder: string
  /** How many rows were changed since the library was opened. */
  changes(): number
  /** Whether the library holds anything worth a copy. */
  isWorthIt(): boolean
  readonly log: Log
}

export interface DailyBackup {
  /** Makes today's copy if it is due, and stops checking. */
  close(): Promise<void>
}

/**
 * Copies the library once a day if it was changed: checks every hour whether that is due, and once more on
 * closing (LIB36). Leaves a nearly full disk alone.
 */
export function createDailyBackup({ path, folder, changes, isWorthIt, log }: DailyBackupDeps): DailyBackup {
  let copied = changes()
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(look, lookEveryMs)
  timer.unref()

  function look(): Promise<void> {
    running = running.then(copyWhereDue).catch((error: Error) => {
      log.warn(`The library’s daily backup could not be made: ${error.message}.`)
    })
    return running
  }

  async function copyWhereDue(): Promise<void> {
    const now = changes()
    if (now === copied || !isWorthIt()) return
    const last = await lastDayBackup(path)
    if (last !== null && Math.abs(Date.now() - last) < dayMs) return
    const free = await createDiskFreeSpace(folder).bytes()
    if (free !== null && free < (await stat(path)).size + reserveBytes) return
    await backUpDay(path, new Date().toISOString().slice(0, 10))
    copied = now
  }

  return {
    close() {
      clearInterval(timer)
      return look()
    },
  }
}
