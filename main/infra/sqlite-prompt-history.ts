import type { HistoricPrompt, PromptHistory } from '../engine/prompts/ports.ts'
import type { Submission } from '../engine/submissions/submission.ts'
import { fullTextQuery } from './full-text-query.ts'
import type { Database } from './sqlite-database.ts'

interface Row {
  readonly seq: number
  readonly prompt: string
  readonly model_id: string
  readonly used_at: number
  readonly times: number
  readonly submission_id: string | null
}

export interface WritablePromptHistory extends PromptHistory {
  /** Records a prompt of so many runs, `run` the first of them, within the transaction that writes them. */
  note(prompt: string, run: Pick<Submission, 'submissionId' | 'modelId' | 'confirmedAt'>, times: number): void
}

/**
 * The prompts of all runs in SQLite, each once. A reused prompt gets a new position, so that pages are read by
 * key.
 */
export function createSqlitePromptHistory(database: Database): WritablePromptHistory {
  return {
    note(prompt, { submissionId, modelId, confirmedAt }, times) {
      const known = database.prepare('SELECT * FROM prompts WHERE prompt = ?').get(prompt) as Row | undefined
      if (known) {
        database
          .prepare(`INSERT INTO prompt_search (prompt_search, rowid, prompt) VALUES ('delete', ?, ?)`)
          .run(known.seq, prompt)
        database.prepare('DELETE FROM prompts WHERE seq = ?').run(known.seq)
      }
      const { lastInsertRowid } = database
        .prepare(
          `INSERT INTO prompts (seq, prompt, model_id, used_at, times, submission_id)
           VALUES ((SELECT coalesce(max(seq), 0) + 1 FROM prompts), ?, ?, ?, ?, ?)`,
        )
        .run(prompt, modelId, confirmedAt, (known?.times ?? 0) + times, submissionId)
      database.prepare('INSERT INTO prompt_search (rowid, prompt) VALUES (?, ?)').run(lastInsertRowid, prompt)
    },
    list({ search, cursor, limit }) {
      const before = Number(cursor) > 0 ? Math.trunc(Number(cursor)) : Number.MAX_SAFE_INTEGER
      const match = fullTextQuery(search ?? '')
      const found = (match === null
        ? database
            .prepare('SELECT * FROM prompts WHERE seq < ? ORDER BY seq DESC LIMIT ?')
            .all(before, limit + 1)
        : database
            .prepare(
              `SELECT prompts.* FROM prompt_search JOIN prompts ON prompts.seq = prompt_search.rowid
               WHERE prompt_search MATCH ? AND prompt_search.rowid < ? ORDER BY prompt_search.rowid DESC LIMIT ?`,
            )
            .all(match, before, limit + 1)) as unknown as Row[]
      const page = found.slice(0, limit)
      return {
        prompts: page.map(toPrompt),
        nextCursor: found.length > limit ? String(page.at(-1)?.seq) : null,
      }
    },
  }
}

function toPrompt({ prompt, model_id, used_at, times, submission_id }: Row): HistoricPrompt {
  return { prompt, modelId: model_id, usedAt: used_at, times, submissionId: submission_id }
}
