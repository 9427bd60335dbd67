import type { DatabaseSync } from 'node:sqlite'
import { runOnThread } from './sqlite-thread.ts'

/**
 * What is wrong with a database, in SQLite's words; null where it is sound: its pages, its rows against their columns,
 * the search's index, and every reference. Nothing is written; 100,000 runs take about half a second, on a thread.
 * `location` is a path or a `file:` URI.
 */
export function findDamage(location: string): Promise<string | null> {
  // Where no thread can be had, a start that waits is better than none.
  return runOnThread(checkDatabase, location).catch(async () =>
    checkDatabase(location, await import('node:sqlite')),
  )
}

function checkDatabase(location: string, sqlite: typeof import('node:sqlite')): string | null {
  let connection: DatabaseSync | undefined
  try {
    connection = new sqlite.DatabaseSync(location, { readOnly: true, timeout: 5_000 })
    const said = connection.prepare('PRAGMA quick_check(1)').get()
    const words = String(Object.values(said ?? {})[0])
    if (words !== 'ok') return words.replace('*** in database main ***', '').trim()
    const reference = connection.prepare('PRAGMA foreign_key_check').get()
    return reference ? `a row of ${reference.table} refers to a missing row of ${reference.parent}` : null
  } catch (error) {
    return (error as Error).message
  } finally {
    connection?.close()
  }
}
