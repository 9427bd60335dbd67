import { type ColorName, colorNames, colorNamesOf } from '../../shared/library/color-names.ts'
import type { Database } from './sqlite-database.ts'

/** What the rows say for a name. */
export function numberOfColor(name: ColorName): number {
  return colorNames.indexOf(name)
}

/** The names of the colors of files, kept beside their looks (FIND1). */
export interface FileColors {
  /** Names the newest of the colors that have none; returns whether more are left. */
  index(limit: number): boolean
}

export function createSqliteFileColors(database: Database): FileColors {
  return {
    index(limit) {
      const pending = database
        .prepare('SELECT seq FROM color_pending ORDER BY seq DESC LIMIT ?')
        .all(limit)
        .map(({ seq }) => Number(seq))
      if (pending.length > 0) database.transaction(() => nameColors(database, pending))
      return pending.length === limit
    },
  }
}

/**
 * Names the colors of these files, within the transaction that changes them: by the dominant one of each. One without a
 * look has no names.
 */
export function nameColors(database: Database, seqs: readonly number[]): void {
  const accentOf = database.prepare('SELECT accent FROM file_looks WHERE seq = ?')
  const forget = database.prepare('DELETE FROM file_colors WHERE color = ? AND file_seq = ?')
  const name = database.prepare('INSERT INTO file_colors (color, file_seq) VALUES (?, ?)')
  const done = database.prepare('DELETE FROM color_pending WHERE seq = ?')
  for (const seq of seqs) {
    const accent = accentOf.get(seq)?.accent
    for (const color of colorNames) forget.run(numberOfColor(color), seq)
    if (accent !== undefined)
      for (const color of colorNamesOf(Number(accent))) name.run(numberOfColor(color), seq)
    done.run(seq)
  }
}

/** Removes what these files look like, within the transaction that deletes them for good. */
export function forgetLooks(database: Database, seqs: readonly number[]): void {
  database
    .prepare('DELETE FROM file_looks WHERE seq IN (SELECT value FROM json_each(?))')
    .run(JSON.stringify(seqs))
  nameColors(database, seqs)
}
