import { randomBytes } from 'node:crypto'
import type { Clock, Ids } from '../engine/ports.ts'

const sequenceMost = 0x0fff

/** UUIDs of version 7 (RFC 9562): time first, so that rows are written in key order. */
export function createUuid7Ids(clock: Pick<Clock, 'now'>): Ids {
  let lastTime = 0
  let sequence = 0
  return {
    next() {
      const now = Math.max(clock.now(), lastTime)
      sequence = now === lastTime ? sequence + 1 : 0
      lastTime = sequence > sequenceMost ? now + 1 : now
      if (lastTime !== now) sequence = 0
      const bytes = randomBytes(16)
      bytes.writeUIntBE(lastTime, 0, 6)
      // The 12 bits after the version count within a millisecond, so that ids made together keep their order;
      // when they are used up, the next millisecond is used early.
      bytes.writeUInt16BE(0x7000 | sequence, 6)
      bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
      const hex = bytes.toString('hex')
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
    },
  }
}
