import type { LibraryFigures } from '../engine/diagnostics.ts'
import type { Database } from './sqlite-database.ts'

/** Counts the library's rows by their states: each is read once, so only for a person who asks. */
export function readLibraryFigures(database: Database): LibraryFigures {
  const runs = database.prepare('SELECT state, count(*) AS count FROM submissions GROUP BY state').all()
  const files = database
    .prepare('SELECT state, count(*) AS count, sum(bytes) AS bytes FROM files GROUP BY state')
    .all()
  return {
    format: Number(database.prepare('PRAGMA user_version').get()?.user_version),
    runs: Object.fromEntries(runs.map(({ state, count }) => [String(state), Number(count)])),
    files: Object.fromEntries(
      files.map(({ state, count, bytes }) => [String(state), { count: Number(count), bytes: Number(bytes) }]),
    ),
  }
}
