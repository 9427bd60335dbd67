import type { FreeSpace } from './ports.ts'

/** Left free by downloads, so that the database, its log and its backup can still be written. */
export const reserveBytes = 128 * 1024 ** 2
/** Reserved for a file of unknown length. */
const floorBytes = 64 * 1024 ** 2

/** Disk space reserved for downloads (LIB15). */
export interface DiskReservations {
  /**
   * Reserves space for so many more bytes of a file (null: unknown). Returns 0, or the number of missing bytes;
   * then nothing is reserved.
   */
  keep(fileId: string, bytesToCome: number | null): Promise<number>
  /** Sets how many bytes are still to come; null where that is unknown. */
  shrink(fileId: string, bytesToCome: number | null): void
  release(fileId: string): void
}

export function createDiskReservations(freeSpace: FreeSpace): DiskReservations {
  const kept = new Map<string, number>()

  function keptForOthers(fileId: string): number {
    let sum = 0
    for (const [other, bytes] of kept) if (other !== fileId) sum += bytes
    return sum
  }

  return {
    async keep(fileId, bytesToCome) {
      const needed = bytesToCome ?? floorBytes
      const free = await freeSpace.bytes()
      const missing = free === null ? 0 : needed + reserveBytes + keptForOthers(fileId) - free
      if (missing > 0) {
        kept.delete(fileId)
        return missing
      }
      kept.set(fileId, needed)
      return 0
    },
    shrink(fileId, bytesToCome) {
      if (kept.has(fileId)) kept.set(fileId, bytesToCome ?? floorBytes)
    },
    release: (fileId) => void kept.delete(fileId),
  }
}
