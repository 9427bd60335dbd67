import { spawnSync } from 'node:child_process'
import { closeSync, fstatSync, ftruncateSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** A disk of its own in memory, small enough to be filled. */
export interface SmallDisk {
  readonly path: string
  /** Leaves so many bytes free, possibly none. */
  fill(free?: number): void
  isFull(): boolean
  /** Frees the space again. */
  clear(): void
  close(): void
}

const mebibyte = 1024 ** 2

/** Null where this machine does not let us mount one, which takes root. */
export function mountSmallDisk(path: string, mebibytes: number): SmallDisk | null {
  mkdirSync(path, { recursive: true })
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', path])
  if (mounted.status !== 0) return null
  const filler = join(path, 'filler')
  let full = false
  return {
    path,
    fill(free = 0) {
      full = true
      const file = openSync(filler, 'a')
      for (const size of [mebibyte, 4_096, 1]) writeUntilFull(file, Buffer.alloc(size))
      ftruncateSync(file, Math.max(0, fstatSync(file).size - free))
      closeSync(file)
    },
    isFull: () => full,
    clear() {
      rmSync(filler, { force: true })
      full = false
    },
    close: () => void spawnSync('umount', [path]),
  }
}

function writeUntilFull(file: number, bytes: Buffer): void {
  try {
    while (writeSync(file, bytes) > 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
