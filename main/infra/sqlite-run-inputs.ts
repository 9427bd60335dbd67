import { inputsIn } from '../../shared/form/input-reference.ts'
import type { Submission } from '../engine/submissions/submission.ts'
import type { Database } from './sqlite-database.ts'

/** Within the transaction that writes a new run: which of the person's files it is made from. */
export function noteRunInputs(database: Database, values: Submission['values'], runSeq: number): void {
  for (const [place, sha256] of inputsIn(values).entries())
    database
      .prepare('INSERT OR IGNORE INTO run_inputs (sha256, run_seq, place) VALUES (?, ?, ?)')
      .run(sha256, runSeq, place)
}
