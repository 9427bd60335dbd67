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

/** Whether a prompt has wildcards that the runs’ own prompts come from: then it is that of the whole batch. */
const isWritten = `iif(json_valid(noted.values_json), noted.values_json ->> '$.prompt' <> ?, 0)`

/**
 * The prompts of all runs in SQLite, each once. A reused prompt gets a new position, so that pages are read by
 * key.
 */
export function createSqlitePromptHistory(database: Database): WritablePromptHistory {
  /** The noted run, or the first confirmed with it for the same prompt, that has a file; else the noted one. */
  function withFile({ prompt, submission_id }: Row): string | null {
    const found = database
      .prepare(
        `SELECT run.submission_id FROM submissions AS noted
         JOIN submissions AS run ON run.batch_id = noted.batch_id
         JOIN files ON files.submission_id = run.submission_id AND files.state = 'saved'
         WHERE noted.submission_id = ? AND (files.prompt = ? OR ${isWritten})
         ORDER BY run.seq = noted.seq DESC, run.seq LIMIT 1`,
      )
      .get(submission_id, prompt, prompt) as Pick<Row, 'submission_id'> | undefined
    return found?.submission_id ?? submission_id
  }

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
        prompts: page.map((row) => toPrompt(row, withFile(row))),
        nextCursor: found.length > limit ? String(page.at(-1)?.seq) : null,
      }
    },
  }
}

function toPrompt({ prompt, model_id, used_at, times }: Row, submissionId: string | null): HistoricPrompt {
  return { prompt, modelId: model_id, usedAt: used_at, times, submissionId }
}
