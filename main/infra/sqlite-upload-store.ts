import { type BodyForm, bodyFormSchema } from '../../shared/form/body-form.ts'
import { parseBoundedJson } from '../../shared/json/read-bounded-json.ts'
import type { UploadStore } from '../engine/inputs/ports.ts'
import type { Clock } from '../engine/ports.ts'
import type { Database } from './sqlite-database.ts'

interface Row {
  readonly sha256: string
  readonly url: string
}

/** Uploads in SQLite: one row per service and file, and for each request's digest the URLs in it and its form. */
export function createSqliteUploadStore({
  database,
  clock,
}: {
  database: Database
  clock: Clock
}): UploadStore {
  return {
    find(baseUrl, sha256) {
      const row = database
        .prepare('SELECT url FROM uploads WHERE base_url = ? AND sha256 = ?')
        .get(baseUrl, sha256)
      return typeof row?.url === 'string' ? row.url : null
    },
    keep: (baseUrl, sha256, url) =>
      void database
        .prepare('INSERT OR REPLACE INTO uploads (base_url, sha256, url, uploaded_at) VALUES (?, ?, ?, ?)')
        .run(baseUrl, sha256, url, clock.now()),
    noteBody(bodySha256, urls) {
      if (urls.size === 0) return
      const insert = database.prepare(
        'INSERT OR IGNORE INTO body_uploads (body_sha256, sha256, url) VALUES (?, ?, ?)',
      )
      database.transaction(() => {
        for (const [sha256, url] of urls) insert.run(bodySha256, sha256, url)
      })
    },
    urlsOfBody(bodySha256) {
      const rows = database
        .prepare('SELECT sha256, url FROM body_uploads WHERE body_sha256 = ?')
        .all(bodySha256) as unknown as Row[]
      return new Map(rows.map(({ sha256, url }) => [sha256, url]))
    },
    noteForm: (bodySha256, form) =>
      void database
        .prepare('INSERT OR IGNORE INTO body_forms (body_sha256, form_json) VALUES (?, ?)')
        .run(bodySha256, JSON.stringify(form)),
    formOfBody(bodySha256) {
      const row = database.prepare('SELECT form_json FROM body_forms WHERE body_sha256 = ?').get(bodySha256)
      return row === undefined ? null : readForm(row.form_json)
    },
    doubtBody: (bodySha256) =>
      void database
        .prepare('DELETE FROM uploads WHERE url IN (SELECT url FROM body_uploads WHERE body_sha256 = ?)')
        .run(bodySha256),
  }
}

function readForm(text: unknown): BodyForm | 'unreadable' {
  const form = bodyFormSchema.safeParse(parseBoundedJson(String(text)))
  return form.success ? form.data : 'unreadable'
}
