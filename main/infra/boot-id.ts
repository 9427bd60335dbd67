import { readFileSync } from 'node:fs'
import { uptime } from 'node:os'

/**
 * Identifies the current boot: what a killed process wrote, flushed or not, is still there under the same id.
 * Systems without a boot id use the minute of the start, which a clock change can alter.
 */
export function readBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return new Date(Math.round((Date.now() - uptime() * 1000) / 60_000) * 60_000).toISOString()
  }
}
