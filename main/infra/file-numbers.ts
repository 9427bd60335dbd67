import type { Database } from './sqlite-database.ts'

/** A page keeps numbers in 32 bits. A larger one is damage. */
const beyond = 2 ** 32 - 1
/** Of a clock that is far ahead; some 90 million numbers are left after it. */
const latest = 4_200_000_000

/**
 * Numbers for new rows of `files`, whose order is that of every list: the second in which a file was made, or the next free
 * one. So a file that is taken in years later stands where it belongs (LIB563, decisions/0353).
 */
export interface FileNumbers {
  /** For a result of now, in milliseconds UTC: after all others. */
  after(now: number): number
  /** For a file that was made at that time: the first free one from there on. */
  from(madeAt: number): number
}

export function createFileNumbers(database: Database): FileNumbers {
  /** Numbers that are known to be taken: files of a folder without times may all be of one second. */
  let taken = { from: 0, to: -1 }

  return {
    after(now) {
      const row = database.prepare('SELECT max(seq) + 1 AS next FROM files WHERE seq < ?').get(beyond)
      const next = Math.max(Number(row?.next ?? 0), secondOf(now))
      return next < beyond ? next : freeFrom(database, secondOf(now))
    },
    from(madeAt) {
      const second = secondOf(madeAt)
      const isTaken = second >= taken.from && second <= taken.to
      const free = freeFrom(database, isTaken ? taken.to + 1 : second)
      taken = { from: isTaken ? taken.from : second, to: free }
      return free
    },
  }
}

function freeFrom(database: Database, number: number): number {
  const row = database
    .prepare(
      `SELECT CASE WHEN NOT EXISTS (SELECT 1 FROM files WHERE seq = ?1) THEN ?1 ELSE (
         SELECT seq + 1 FROM files AS taken
         WHERE seq >= ?1 AND NOT EXISTS (SELECT 1 FROM files WHERE files.seq = taken.seq + 1) ORDER BY seq LIMIT 1
       ) END AS free`,
    )
    .get(number)
  return Number(row?.free)
}

function secondOf(milliseconds: number): number {
  return Math.min(latest, Math.max(1, Math.floor(milliseconds / 1_000)))
}
