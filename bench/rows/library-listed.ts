import { join } from 'node:path'
import type { LibraryQuery } from '../../main/engine/library/ports.ts'
import { openDatabase } from '../../main/infra/sqlite-database.ts'
import { createSqliteFileCatalogue } from '../../main/infra/sqlite-file-catalogue.ts'
import { createSqliteLibrarySearch } from '../../main/infra/sqlite-library-search.ts'
import { readFilter } from '../../shared/library/filter/library-filter.ts'
import type { Row } from '../row.ts'
import { percentile } from '../row.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'

/** `ATELIER_BENCH_FILES` seeds another number. */
const files = Number(process.env.ATELIER_BENCH_FILES ?? 100_000)
const pageSize = 200
const rounds = 60

const words = [
  'sea',
  'fox',
  'harbor',
  'storm',
  'neon',
  'portrait',
  'quiet',
  'light',
  'city',
  'forest',
  'glass',
  'ink',
]
const searches = ['sea', 'quie', 'storm city', 'ne', 'fox harbor li', 'portrait glass']

/** One a minute. */
const secondOf = '(1700000000 + i * 60)'

type Database = Awaited<ReturnType<typeof openDatabase>>

/** Rows as a library of years has them, written by SQL alone. */
function seed(database: Database): void {
  const word = (salt: number) =>
    `CASE abs((i * ${salt} + i / 7) % 12) ${words.map((one, at) => `WHEN ${at} THEN '${one}'`).join(' ')} END`
  const numbers = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${files})`
  database.transaction(() => {
    database
      .prepare(
        `INSERT INTO submissions (submission_id, batch_id, model_id, kind, service_id, path, values_json, body_sha256, estimate_json,
           state, confirmed_at, updated_at, job_status, ended_at, settled_kind, settled_micro_usd)
         ${numbers} SELECT printf('%036d', i), printf('%036d', i), 'v' || (i % 9), 'image', 'sandbox', '', '{}', '',
           '{"kind":"unlisted"}', 'accepted', i, i, 'completed', i, 'exact', i % 50 * 10000 FROM n`,
      )
      .run()
    database
      .prepare(
        `INSERT INTO files (seq, file_id, submission_id, ordinal, url, state, name, kind, model_id, prompt, path, media_type, bytes, sha256,
           width, height, saved_at)
         ${numbers} SELECT ${secondOf}, printf('00000000-0000-7000-8000-%012d', i), printf('%036d', i), 0, '', 'saved', 'n', iif(i % 4 = 0, 'video', 'image'),
           'v' || (i % 9), ${word(5)} || ' ' || ${word(7)} || ' ' || ${word(11)} || ' at number ' || i, 'media/' || i, 'image/png', 1,
           printf('%064d', i), 1920, 1080, ${secondOf} * 1000 FROM n`,
      )
      .run()
    database
      .prepare(
        `INSERT INTO judgements (file_id, file_seq, rating, written_at)
         ${numbers} SELECT printf('00000000-0000-7000-8000-%012d', i), ${secondOf}, 1 + i % 5, 1 FROM n WHERE i % 3 = 0`,
      )
      .run()
  })
  const search = createSqliteLibrarySearch({ database, labelOf: String })
  while (search.index(5_000));
}

function measuring(
  work: (library: { readonly database: Database; list(query: Partial<LibraryQuery>): unknown }) => {
    readonly baseline: () => unknown
    readonly ours: (round: number) => unknown
  },
  inAll: (ours: number[]) => number[] = (ours) => ours,
): Row['measure'] {
  return () =>
    inTemporaryFolder(async (folder) => {
      const database = await openDatabase(join(folder, 'library.sqlite'))
      seed(database)
      const catalogue = createSqliteFileCatalogue({ database, labelOf: String, judgements: null })
      const { baseline, ours } = work({
        database,
        list: (query) => catalogue.list({ limit: pageSize, ...query }),
      })
      const times = { baseline: [] as number[], ours: [] as number[] }
      for (let round = -5; round < rounds; round += 1) {
        const [bare, own] = [millisecondsOf(baseline), millisecondsOf(() => ours(Math.max(0, round)))]
        if (round < 0) continue
        times.baseline.push(bare)
        times.ours.push(own)
      }
      await database.idle()
      database.close()
      return { baseline: times.baseline, ours: inAll(times.ours) }
    })
}

const barePage = (database: Database) =>
  database.prepare(
    `SELECT * FROM files WHERE state = 'saved' AND is_behind = 0 AND seq < ? ORDER BY seq DESC LIMIT ${pageSize}`,
  )

export const libraryPage: Row = {
  what: 'newest page of the library',
  unit: 'ms',
  baselineIs: `the newest ${pageSize} rows of files, read by key`,
  oursIs: 'the same page of the library as the page gets it',
  aim: { kind: 'ratio', atMost: 1.5 },
  measure: measuring(({ database, list }) => ({
    baseline: () => barePage(database).all(Number.MAX_SAFE_INTEGER),
    ours: () => list({}),
  })),
}

export const libraryFiltered: Row = {
  what: 'filtered page of the library',
  unit: 'ms',
  baselineIs: `the newest ${pageSize} rows of files, read by key`,
  oursIs: 'the newest videos of a model with three stars or more of half the time',
  aim: { kind: 'ratio', atMost: 2 },
  measure: measuring(({ database, list }) => ({
    baseline: () => barePage(database).all(Number.MAX_SAFE_INTEGER),
    ours: () => list({ filter: readFilter('rating:>=3 kind:video model:v3') }),
  })),
}

/** Each round is the 95th percentile: the slowest key presses count. */
export const librarySearched: Row = {
  what: 'key press in the search of the library',
  unit: 'ms',
  baselineIs: 'a scan of prompts with LIKE for the same number of rows',
  oursIs: 'the newest page of words and beginnings of words, 95th percentile',
  aim: { kind: 'limit', atMost: 5 },
  measure: measuring(
    ({ database, list }) => ({
      baseline: () =>
        database
          .prepare(
            `SELECT seq FROM files WHERE prompt LIKE '%storm%' AND prompt LIKE '%city%' ORDER BY seq DESC LIMIT ${pageSize}`,
          )
          .all(),
      ours: (round) => list({ filter: { text: searches[round % searches.length] ?? '', terms: [] } }),
    }),
    (ours) => [percentile(ours, 0.95)],
  ),
}

function millisecondsOf(work: () => unknown): number {
  const begun = performance.now()
  work()
  return performance.now() - begun
}
