import { readFileSync } from 'node:fs'
import { uptime } from 'node:os'

/**
 * Names the time since this machine started: what a killed process wrote, flushed or not, is still there under the same
 * name. Where the system has no such name it is the minute of the start, which a changed clock can change.
 */
export function readBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return new Date(Math.round((Date.now() - uptime() * 1000) / 60_000) * 60_000).toISOString()
  }
}
