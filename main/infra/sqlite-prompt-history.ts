import type { HistoricPrompt, PromptHistory } from '../engine/prompts/ports.ts'
import { fullTextQuery } from './full-text-query.ts'
import type { Database } from './sqlite-database.ts'

interface Row {
  readonly seq: number
  readonly prompt: string
  readonly model_id: string
  readonly used_at: number
  readonly times: number
}

export interface WritablePromptHistory extends PromptHistory {
  /** Records a run's prompt, within the transaction that writes the run. */
  note(prompt: string, modelId: string, usedAt: number): void
}

/**
 * The prompts of all runs in SQLite, each once. A reused prompt gets a new position, so that pages are read by
 * key.
 */
export function createSqlitePromptHistory(database: Database): WritablePromptHistory {
  return {
    note(prompt, modelId, usedAt) {
      const known = database.prepare('SELECT * FROM prompts WHERE prompt = ?').get(prompt) as Row | undefined
      if (known) {
        database
          .prepare(`INSERT INTO prompt_search (prompt_search, rowid, prompt) VALUES ('delete', ?, ?)`)
          .run(known.seq, prompt)
        database.prepare('DELETE FROM prompts WHERE seq = ?').run(known.seq)
      }
      const { lastInsertRowid } = database
        .prepare(
          `INSERT INTO prompts (seq, prompt, model_id, used_at, times)
           VALUES ((SELECT coalesce(max(seq), 0) + 1 FROM prompts), ?, ?, ?, ?)`,
        )
        .run(prompt, modelId, usedAt, (known?.times ?? 0) + 1)
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

function toPrompt({ prompt, model_id, used_at, times }: Row): HistoricPrompt {
  return { prompt, modelId: model_id, usedAt: used_at, times }
}
