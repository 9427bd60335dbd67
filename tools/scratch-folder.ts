import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where Linux keeps files in memory. */
const memory = '/dev/shm'
const gibibyte = 1024 ** 3

/**
 * A folder for what tests write and throw away, gone when this process ends, also by a signal. It lies in memory where
 * there is plenty of it: databases that make every step durable wait for a disk, and the longer the busier it is.
 */
export function makeScratchFolder(): string {
  const folder = (hasRoom() ? makeInMemory() : null) ?? makeIn(tmpdir())
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
  return folder
}

function makeIn(parent: string): string {
  return mkdtempSync(join(parent, 'atelier-test-'))
}

/** Null where no program can be started from there, which tests do: containers often mount memory so. */
function makeInMemory(): string | null {
  const folder = makeIn(memory)
  const program = join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 })
  const { error } = spawnSync(program)
  rmSync(error ? folder : program, { recursive: true })
  return error ? null : folder
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
