import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where Linux keeps files in memory. */
const memory = '/dev/shm'
const gibibyte = 1024 ** 3

/**
 * A folder for what tests write and throw away, gone when this process ends. It lies in memory where there is plenty of
 * it: databases that make every step durable wait for a disk, and the longer the busier it is.
 */
export function makeScratchFolder(): string {
  const folder = mkdtempSync(join(hasRoom() ? memory : tmpdir(), 'atelier-test-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
  return folder
}

/** Room for the largest files of the tests, several times, and for the browsers beside them. */
function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > 4 * gibibyte && process.availableMemory() > 8 * gibibyte
  } catch {
    return false
  }
}
