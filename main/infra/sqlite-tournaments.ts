import { mostInTournament } from '../../shared/bridge/tournament-procedures.ts'
import type { Tournaments } from '../engine/library/ports.ts'
import type { Database } from './sqlite-database.ts'

const seqOf = '(SELECT seq FROM tournaments WHERE tournament_id = ?)'

/** Tournaments in SQLite. */
export function createSqliteTournaments(database: Database): Tournaments {
  function touch(tournamentId: string, at: number, endedAt: number | null): void {
    database
      .prepare('UPDATE tournaments SET changed_at = ?, ended_at = ? WHERE tournament_id = ?')
      .run(at, endedAt, tournamentId)
  }

  return {
    start({ tournamentId, size, seed, fileIds }, at) {
      const known = database
        .prepare(
          `SELECT value AS file_id FROM json_each(?) WHERE EXISTS (SELECT 1 FROM files
             WHERE files.file_id = value AND state = 'saved') ORDER BY key`,
        )
        .all(JSON.stringify([...new Set(fileIds)]))
        .map((row) => String(row.file_id))
      if (known.length < 2) return known.length
      database.transaction(() => {
        database
          .prepare(
            'INSERT INTO tournaments (tournament_id, size, seed, created_at, changed_at) VALUES (?, ?, ?, ?, ?)',
          )
          .run(tournamentId, size, seed, at, at)
        const insert = database.prepare(
          `INSERT INTO tournament_files (tournament_seq, place, file_id) VALUES (${seqOf}, ?, ?)`,
        )
        for (const [place, fileId] of known.entries()) insert.run(tournamentId, place, fileId)
      })
      return known.length
    },
    get(tournamentId) {
      const row = database.prepare('SELECT * FROM tournaments WHERE tournament_id = ?').get(tournamentId)
      const size = row && ([2, 4] as const).find((one) => one === row.size)
      const seed = Number(row?.seed)
      if (!row || !size || !Number.isSafeInteger(seed)) return null
      const files = database
        .prepare(
          'SELECT place, file_id FROM tournament_files WHERE tournament_seq = ? ORDER BY place LIMIT ?',
        )
        .all(Number(row.seq), mostInTournament)
      if (files.length < 2 || files.some(({ place }, index) => place !== index)) return null
      const choices = database
        .prepare('SELECT number, place FROM tournament_choices WHERE tournament_seq = ? ORDER BY number')
        .all(Number(row.seq))
      const gap = choices.findIndex(({ number }, index) => number !== index)
      return {
        tournamentId,
        size,
        seed,
        fileIds: files.map((file) => String(file.file_id)),
        choices: choices.slice(0, gap < 0 ? undefined : gap).map(({ place }) => Number(place)),
      }
    },
    left() {
      const row = database
        .prepare(
          'SELECT tournament_id FROM tournaments WHERE ended_at IS NULL ORDER BY changed_at DESC, seq DESC LIMIT 1',
        )
        .get()
      return row ? String(row.tournament_id) : null
    },
    resize(tournamentId, size, at) {
      database
        .prepare('UPDATE tournaments SET size = ?, changed_at = ? WHERE tournament_id = ?')
        .run(size, at, tournamentId)
    },
    choose(tournamentId, number, place, isEnd, at) {
      database.transaction(() => {
        database
          .prepare(
            `INSERT INTO tournament_choices (tournament_seq, number, place) VALUES (${seqOf}, ?, ?)
             ON CONFLICT DO NOTHING`,
          )
          .run(tournamentId, number, place)
        touch(tournamentId, at, isEnd ? at : null)
      })
    },
    undo(tournamentId, number, at) {
      database.transaction(() => {
        database
          .prepare(`DELETE FROM tournament_choices WHERE tournament_seq = ${seqOf} AND number >= ?`)
          .run(tournamentId, number)
        touch(tournamentId, at, null)
      })
    },
    writeScores(tournamentId, scores) {
      database.transaction(() => {
        database.prepare(`DELETE FROM file_scores WHERE tournament_seq = ${seqOf}`).run(tournamentId)
        const insert = database.prepare(
          `INSERT INTO file_scores (file_seq, tournament_seq, score) SELECT seq, ${seqOf}, ? FROM files WHERE file_id = ?`,
        )
        for (const { fileId, score } of scores) insert.run(tournamentId, score, fileId)
      })
    },
    scoreOf(fileId) {
      const row = database
        .prepare(
          `SELECT score FROM file_scores WHERE file_seq = (SELECT seq FROM files WHERE file_id = ?)
           ORDER BY tournament_seq DESC LIMIT 1`,
        )
        .get(fileId)
      const score = Number(row?.score)
      return row && Number.isInteger(score) && score >= 0 && score <= 100 ? score : null
    },
  }
}
