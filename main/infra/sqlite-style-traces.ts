import { stylesIn } from '../../shared/styles/styles-in-values.ts'
import type { Submission } from '../engine/submissions/submission.ts'
import type { Database } from './sqlite-database.ts'

type Values = Submission['values']

/**
 * Within the transaction that writes a new run: its styles are known from then on, removed ones again, and it counts
 * as one of theirs (STYLE3).
 */
export function noteRunStyles(
  database: Database,
  { values, serviceId, confirmedAt }: Pick<Submission, 'values' | 'serviceId' | 'confirmedAt'>,
  runSeq: number,
): void {
  for (const styleId of stylesIn(values)) {
    const { changes } = database
      .prepare(
        `INSERT INTO styles (account, style_id, met_at, touched_at) VALUES (?, ?, ?, ?)
         ON CONFLICT (account, style_id) DO NOTHING`,
      )
      .run(serviceId, styleId, confirmedAt, confirmedAt)
    if (changes === 1) {
      database
        .prepare(
          `INSERT INTO style_search (rowid, name, note, style_id)
           SELECT seq, '', '', style_id FROM styles WHERE account = ? AND style_id = ?`,
        )
        .run(serviceId, styleId)
    } else {
      database
        .prepare(
          `UPDATE styles SET is_removed = 0, touched_at = max(touched_at, ?) WHERE account = ? AND style_id = ?`,
        )
        .run(confirmedAt, serviceId, styleId)
    }
    database
      .prepare('INSERT OR IGNORE INTO run_styles (account, style_id, run_seq) VALUES (?, ?, ?)')
      .run(serviceId, styleId, runSeq)
  }
}

/** Within the transaction that writes a recipe. */
export function noteRecipeStyles(database: Database, values: Values, recipeSeq: number): void {
  for (const styleId of stylesIn(values)) {
    database
      .prepare('INSERT OR IGNORE INTO recipe_styles (style_id, recipe_seq) VALUES (?, ?)')
      .run(styleId, recipeSeq)
  }
}

/** Within the transaction that removes it. */
export function forgetRecipeStyles(database: Database, recipeSeq: number): void {
  database.prepare('DELETE FROM recipe_styles WHERE recipe_seq = ?').run(recipeSeq)
}
