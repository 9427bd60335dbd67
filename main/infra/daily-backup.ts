import { stat } from 'node:fs/promises'
import { reserveBytes } from '../engine/library/disk-reservation.ts'
import type { Log } from '../engine/ports.ts'
import { createDiskFreeSpace } from './disk-free-space.ts'
import { backUpDay, hasUnfinished, lastDayBackup } from './sqlite-backups.ts'

const dayMs = 86_400_000
const lookEveryMs = 3_600_000
const owedAfterMs = 60_000
/** A smaller library is copied within a moment: closing waits for it, however busy the machine is. */
const ofLarge = { aboveBytes: 64 * 1024 ** 2, waitMs: 2_000 }

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
  /** How long closing waits for a copy of a library of more than so many bytes. */
  readonly patience?: typeof ofLarge
}

export interface DailyBackup {
  /** Makes today's copy if it is due and soon made, and stops checking. A longer one is given up, and left to the next start. */
  close(): Promise<void>
}

/**
 * Copies the library once a day if it was changed: checks every hour whether that is due, once more on closing (LIB36), and
 * soon after the start where an earlier process could not finish (LIB370). Leaves a nearly full disk alone.
 */
export function createDailyBackup({
  path,
  folder,
  changes,
  isWorthIt,
  log,
  patience = ofLarge,
}: DailyBackupDeps): DailyBackup {
  let copied = changes()
  const closing = new AbortController()
  let isOwed = false
  let isClosed = false
  let soon: ReturnType<typeof setTimeout> | null = null
  let running: Promise<void> = hasUnfinished(path)
    .then((has) => {
      isOwed = has
      if (has && !isClosed) soon = setTimeout(look, owedAfterMs).unref()
    })
    // A folder that can't be read is said by the copy.
    .catch(() => undefined)
  const timer = setInterval(look, lookEveryMs)
  timer.unref()

  function look(): Promise<void> {
    running = running.then(copyWhereDue).catch((error: Error) => {
      if (!closing.signal.aborted) log.warn(`The library’s daily backup could not be made: ${error.message}.`)
    })
    return running
  }

  async function copyWhereDue(): Promise<void> {
    const now = changes()
    if ((now === copied && !isOwed) || !isWorthIt()) return
    const last = await lastDayBackup(path)
    if (last !== null && Math.abs(Date.now() - last) < dayMs) return
    const free = await createDiskFreeSpace(folder).bytes()
    if (free !== null && free < (await stat(path)).size + reserveBytes) return
    await backUpDay(path, new Date().toISOString().slice(0, 10), closing.signal)
    copied = now
    isOwed = false
  }

  return {
    async close() {
      isClosed = true
      clearInterval(timer)
      if (soon) clearTimeout(soon)
      const { size } = await stat(path).catch(() => ({ size: 0 }))
      const giveUp = setTimeout(() => size > patience.aboveBytes && closing.abort(), patience.waitMs)
      await look()
      clearTimeout(giveUp)
    },
  }
}
