import { statfs } from 'node:fs/promises'
import type { FreeSpace } from '../engine/library/ports.ts'

/** The free space of the disk that holds this folder, as far as this user may fill it. */
export function createDiskFreeSpace(folder: string): FreeSpace {
  return {
    async bytes() {
      const disk = await statfs(folder).catch(() => null)
      return disk && disk.bavail * disk.bsize
    },
  }
}
