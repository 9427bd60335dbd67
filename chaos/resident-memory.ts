import { existsSync, readFileSync } from 'node:fs'

/** A process's peak memory, in bytes; null where the system doesn't report it. */
export function mostResidentBytes(pid: number): number | null {
  const path = `/proc/${pid}/status`
  const kibibytes = existsSync(path)
    ? /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(path, 'utf8'))?.[1]
    : undefined
  return kibibytes === undefined ? null : Number(kibibytes) * 1024
}
