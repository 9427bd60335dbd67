import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readFilter } from '../../shared/library/filter/library-filter.ts'
import { type LibrarySort, librarySorts } from '../../shared/library/filter/library-sort.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { openLibrary } from '../testing/open-library.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { namesAsIds } from './filter-names.ts'
import { createSqliteCollections } from './sqlite-collections.ts'
import type { Database } from './sqlite-database.ts'
import { createSqliteFileCatalogue } from './sqlite-file-catalogue.ts'
import { createSqliteFilterValues } from './sqlite-filter-values.ts'
import { createSqliteJudgements } from './sqlite-judgements.ts'
import { createSqliteLibraryIndex } from './sqlite-library-index.ts'
import { pageSource } from './sqlite-library-pages.ts'
import { createSqliteLibraryReader } from './sqlite-library-reader.ts'
import { createSqliteLibrarySearch } from './sqlite-library-search.ts'
import { createSqliteTournaments } from './sqlite-tournaments.ts'
import { createSqliteTrash } from './sqlite-trash.ts'

const collectionId = '0199a4d2-7b1c-7c3e-8f00-000000000009'
const sheetId = '0199a4d2-7b1c-7c3e-8f00-00000000000a'
const tournamentId = '0199a4d2-7b1c-7c3e-8f00-00000000000b'
const unmeasured = { width: null, height: null, durationSeconds: null }
const models = ['v1', 'i3', 'a1']
const kinds = ['video', 'image', 'audio'] as const
const sizes = [
  { width: 1920, height: 1080 },
  { width: 1024, height: 1024 },
  { width: 1080, height: 1920 },
]

/** A library of some variety. */
async function open(count = 24) {
  const path = join(temporaryFolder(), 'library.sqlite')
  const opened = await openLibrary(path)
  const { database, saveFile } = opened
  const fileIds = Array.from({ length: count }, (_, at) =>
    saveFile({
      prompt: at % 2 === 0 ? `a quiet sea ${at}` : `a red fox ${at}`,
      modelId: models[at % 3] ?? '',
      kind: kinds[at % 3] ?? 'image',
      size: sizes[at % 3] ?? null,
    }),
  )
  const judgements = createSqliteJudgements(database)
  for (const [at, fileId] of fileIds.entries()) {
    const marks = { rating: at % 6, flag: (['none', 'pick', 'reject'] as const)[at % 3] ?? 'none' }
    if (at % 4 !== 0) judgements.judge([{ fileIds: [fileId], ...marks, isFavorite: at % 5 === 0 }], at)
  }
  database
    .prepare(
      `UPDATE files SET duration_seconds = (SELECT run_seq FROM file_facets WHERE file_facets.seq = files.seq) % 7 WHERE kind = 'video'`,
    )
    .run()
  database
    .prepare(
      `UPDATE submissions SET job_status = 'completed', ended_at = seq, settled_kind = iif(seq % 2 = 0, 'exact', 'up_to'),
         settled_micro_usd = iif(seq % 5 = 0, NULL, seq % 4 * 100000)`,
    )
    .run()
  const collections = createSqliteCollections(database)
  const colors = ['0000ff', '008000', '00ffff', '777777']
  for (const [at, fileId] of fileIds.entries()) {
    const accent = Number.parseInt(colors[at % 4] ?? '', 16)
    const look = { color: accent, accent, hash: [at, 0] as const }
    if (at % 6 !== 5) opened.files.setPoster(fileId, unmeasured, null, look)
  }
  const inSheet = database.prepare('UPDATE files SET sheet_id = ? WHERE file_id = ?')
  for (const fileId of fileIds.slice(2, 5)) inSheet.run(sheetId, fileId)
  const tournaments = createSqliteTournaments(database)
  tournaments.start({ tournamentId, size: 2, seed: 1, fileIds: fileIds.slice(0, 9) }, 1)
  tournaments.writeScores(
    tournamentId,
    fileIds.slice(0, 9).map((fileId, at) => ({ fileId, score: (at * 37) % 90 })),
  )
  database
    .prepare(
      `INSERT INTO styles (account, style_id, name, met_at, touched_at) VALUES ('sandbox', 'ink', 'Ink', 1, 1)`,
    )
    .run()
  database
    .prepare(`INSERT INTO run_styles SELECT account, 'ink', run_seq FROM file_facets WHERE run_seq % 7 = 3`)
    .run()
  collections.create({
    collectionId,
    name: 'Best of',
    fileIds: fileIds.filter((_, at) => at % 3 === 0),
    at: 1,
  })
  const search = createSqliteLibrarySearch({ database, labelOf: (modelId) => `Model ${modelId}` })
  search.index(1_000)
  const deps = {
    database,
    search,
    names: namesAsIds,
  }
  const now = () => Date.parse('2026-11-20T13:00:00Z')
  const files = createSqliteFileCatalogue({ ...deps, labelOf: String, judgements, now })

  function read(text: string, sort: LibrarySort = 'newest', limit = 5): number[] {
    const seen: number[] = []
    let cursor: string | undefined
    do {
      const page = files.list({
        limit,
        filter: readFilter(text),
        sort,
        ...(cursor !== undefined && { cursor }),
      })
      seen.push(...page.items.map(({ fileId }) => fileIds.indexOf(fileId)))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    return seen
  }
  const reader = () => createSqliteLibraryReader({ ...deps, path, clock: createFakeClock(), now })
  return {
    ...opened,
    deps: { ...deps, now },
    files,
    fileIds,
    collections,
    search,
    read,
    reader,
    judgements,
    path,
  }
}

test('[LIB331] what a filter finds is sorted where it is little, and never looked for in the index of a sort', async () => {
  const { deps } = await open()
  const isByIndex = (text: string) =>
    pageSource({ filter: readFilter(text), sort: 'price' }, deps).from.includes('facets_price')
  expect(['', 'kind:video', 'ratio:wide', 'model:v1 rating:5', 'kind:audio sea'].map(isByIndex)).toEqual([
    true,
    ...Array.from({ length: 4 }, () => false),
  ])
})

test('[LIB333] a file that is rated 3 or more, picked or a favorite is found as a keeper, one with other marks is not', async () => {
  const { read, judgements, saveFile, fileIds } = await open(0)
  const marks = [
    { rating: 2 },
    { rating: 3 },
    { flag: 'pick' },
    { flag: 'reject' },
    { isFavorite: true },
    { label: 7 },
  ] as const
  for (const [at, mark] of marks.entries()) {
    const fileId = saveFile({ prompt: `a boat ${at}` })
    fileIds.push(fileId)
    judgements.judge([{ fileIds: [fileId], ...mark }], at)
  }
  expect(read('is:keeper').toSorted()).toEqual([1, 2, 4])
})

const terms = [
  'kind:video',
  'kind:image kind:audio',
  '-kind:image',
  'model:v1',
  'account:sandbox',
  'rating:>=3',
  'rating:none',
  '-rating:>2',
  'flag:pick',
  'flag:none',
  'is:favorite',
  'is:unreviewed',
  'is:reviewed',
  'is:keeper',
  'is:missing',
  'is:untagged',
  'label:red',
  'color:blue',
  'color:blue color:green',
  '-color:gray',
  'sheet:any',
  'sheet:none',
  `sheet:${sheetId}`,
  `-sheet:${sheetId}`,
  'style:ink',
  'score:>=30',
  '-score:<30',
  '-label:red',
  'collection:"best of"',
  `-collection:${collectionId}`,
  'date:today',
  'date:2026-11-20',
  'date:yesterday',
  '-date:today',
  'price:>0',
  'price:unlisted',
  'price:0.1..0.2',
  'ratio:wide',
  'ratio:9:16',
  'ratio:square ratio:tall',
  'length:>2s',
  'length:3s',
  'resolution:>=1080p',
  'resolution:1024x1024',
  'sea',
  '"red fox"',
  'best',
]

describe('[LIB103] a list', () => {
  test('has every file once in every sort, with any filters, however long its pages are', async () => {
    const { read } = await open()
    const any = fc.subarray(terms, { maxLength: 3 }).map((some) => some.join(' '))
    fc.assert(
      fc.property(
        any,
        fc.constantFrom(...librarySorts),
        fc.integer({ min: 1, max: 9 }),
        (text, sort, limit) => {
          const whole = read(text, sort, 100)
          expect(read(text, sort, limit)).toEqual(whole)
          expect(whole.toSorted((a, b) => a - b)).toEqual(read(text, 'oldest', 100).toSorted((a, b) => a - b))
        },
      ),
      { numRuns: 150 },
    )
  })

  test('of a term and of its opposite are all files together, and of none twice', async () => {
    const { read, fileIds } = await open()
    for (const term of terms.filter((one) => /^[a-z]+:\S+$/.test(one))) {
      const both = [...read(term), ...read(`-${term}`)]
      expect(
        both.toSorted((a, b) => a - b),
        term,
      ).toEqual(fileIds.map((_, at) => at))
    }
  })

  test('is sorted by what it says', async () => {
    const { read, files, fileIds } = await open()
    const items = new Map(
      files.list({ limit: 100 }).items.map((item) => [fileIds.indexOf(item.fileId), item]),
    )
    const by = (
      sort: LibrarySort,
      value: (item: NonNullable<ReturnType<typeof items.get>>) => number | string,
    ) => {
      const listed = read('', sort).map((at) => items.get(at))
      return listed.map((item) => (item ? value(item) : ''))
    }
    const ratings = by('rating', ({ judgement }) => judgement.rating).map(Number)
    expect(ratings).toEqual(ratings.toSorted((a, b) => b - a))
    const lengths = by('length', ({ durationSeconds }) => durationSeconds ?? -1).map(Number)
    expect(lengths).toEqual(lengths.toSorted((a, b) => b - a))
    const listed = by('model', ({ modelId }) => modelId)
    expect(listed).toEqual(listed.toSorted())
    expect(read('', 'oldest')).toEqual(read('').toReversed())
    const prices = (at: number) => ((at + 1) % 5 === 0 ? -1 : (at + 1) % 4)
    expect(read('', 'price').map(prices)).toEqual(
      fileIds.map((_, at) => prices(at)).toSorted((a, b) => b - a),
    )
    const scores = read('', 'score').map((at) => (at < 9 ? (at * 37) % 90 : -1))
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(scores.slice(0, 3)).toEqual([79, 74, 58])
    expect(read('collection:"Best of"', 'manual')).toEqual([0, 3, 6, 9, 12, 15, 18, 21])
  })

  test.each(librarySorts)(
    'sorted by %s reads an index in its order, and no file to its end',
    async (sort) => {
      const { database, files } = await open()
      const queries: string[] = []
      const watched = {
        ...database,
        prepare(sql: string) {
          if (sql.includes('page_seq')) queries.push(sql)
          return database.prepare(sql)
        },
      }
      const own = createSqliteFileCatalogue({ database: watched, labelOf: String, judgements: null })
      own.list({ limit: 2, sort, filter: readFilter(sort === 'manual' ? `collection:${collectionId}` : '') })
      const [sql = ''] = queries
      const plan = database
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all(...Array(sql.split('?').length - 1).fill(1))
        .map(({ detail }) => String(detail))
        .join('; ')
      expect(plan).not.toMatch(/TEMP B-TREE/)
      expect(files.count({})).toBe(24)
    },
  )
})

test('[LIB566] every list, count, sum and selection is read without any recipe', async () => {
  const { database, deps, files, fileIds, reader, path } = await open()
  const columns = ['values_json', 'estimate_json', 'settled_json', 'job_json', 'job_rest', 'problem_json']
  for (const column of columns) database.prepare(`ALTER TABLE submissions DROP COLUMN ${column}`).run()
  const index = createSqliteLibraryIndex({ ...deps, path, clock: createFakeClock() })
  const values = createSqliteFilterValues({ database, labelOf: String, accounts: () => [] })
  const sums = reader()
  for (const text of ['', ...terms, 'sea kind:video rating:>=3 color:blue']) {
    const filter = readFilter(text)
    for (const part of [{}, { isTrash: true } as const]) {
      // On this thread, and on those of their own.
      await Promise.all([
        index.layout({ limit: 5, filter, ...part }),
        index.layout({ limit: 500, filter, ...part }),
        sums.sum({ filter, ...part }),
        sums.seqs({ filter, ...part }),
      ])
      expect(files.count({ filter, ...part })).toBeLessThanOrEqual(fileIds.length)
      for (const sort of librarySorts) {
        const { nextCursor } = files.list({ limit: 2, filter, sort, ...part })
        if (nextCursor !== null) files.list({ limit: 2, filter, sort, ...part, cursor: nextCursor })
      }
    }
  }
  expect(files.entries(files.list({ limit: 9 }).items.map(({ key }) => key))).toHaveLength(9)
  for (const by of ['color', 'look'] as const)
    expect((await index.alike({ fileId: fileIds[0] ?? '', by })).total).toBeGreaterThan(0)
  for (const name of ['model', 'account', 'collection', 'tag', 'style', 'sheet'] as const)
    expect(() => values.list(name, '', 9)).not.toThrow()
  await Promise.all([index.close(), sums.close()])
})

describe('[FIND2] a filter by color', () => {
  /** What a page of it does, in the words of SQLite. */
  function planOf(database: Database, text: string): string {
    const queries: string[] = []
    const watched = {
      ...database,
      prepare(sql: string) {
        if (sql.includes('page_seq')) queries.push(sql)
        return database.prepare(sql)
      },
    }
    const search = createSqliteLibrarySearch({ database: watched, labelOf: String })
    createSqliteFileCatalogue({ database: watched, search, labelOf: String, judgements: null }).list({
      limit: 2,
      filter: readFilter(text),
    })
    const [sql = ''] = queries
    return database
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...Array(sql.split('?').length - 1).fill(1))
      .map(({ detail }) => String(detail))
      .join('; ')
  }

  test('finds what is called so, also what two names are given to, and any of several', async () => {
    const { read } = await open()
    const within = (...turns: number[]) =>
      Array.from({ length: 24 }, (_, at) => at)
        .filter((at) => turns.includes(at % 4) && at % 6 !== 5)
        .toReversed()
    expect(read('color:blue')).toEqual(within(0))
    expect(read('colour:green color:teal')).toEqual(within(1, 2))
    expect(read('color:grey date:today')).toEqual(within(3))
    expect(read('color:blue date:yesterday')).toEqual([])
    expect(read('-color:blue')).toHaveLength(24 - within(0).length)
    expect(read('color:blue fox')).toEqual([])
    expect(read('color:blue sea', 'price')).toHaveLength(within(0).length)
  })

  test('reads the rows of that color in their order, from the days on that are asked for, and no recipe', async () => {
    const { database } = await open()
    const plan = planOf(database, 'color:blue date:today')
    expect(plan).toMatch(/SEARCH file_colors USING PRIMARY KEY \(color=\? AND file_seq>\? AND file_seq<\?\)/)
    expect(plan).not.toMatch(/TEMP B-TREE|SCAN|submissions/)
    expect(planOf(database, 'is:favorite color:blue')).toMatch(/facets_favorite/)
  })

  test('sums each run once, whatever colors it has', async () => {
    const { reader, read } = await open(12)
    const sums = reader()
    expect((await sums.sum({ filter: readFilter('color:blue color:green') })).files).toBe(
      read('color:blue color:green').length,
    )
    await sums.close()
  })
})

test('[FIND4] files are found by their contact sheet, and by whether they are in one', async () => {
  const { read } = await open()
  expect(read(`sheet:${sheetId}`)).toEqual([4, 3, 2])
  expect(read('sheet:any')).toEqual([4, 3, 2])
  expect(read('sheet:ANY -model:v1')).toEqual([4, 2])
  expect(read('sheet:none')).toHaveLength(21)
})

test('[FIND5] files are found by a style of their run', async () => {
  const { read } = await open()
  expect(read('style:ink')).toEqual([23, 16, 9, 2])
})

test('[FIND6] the score beside a file is that of its last tournament, also of one that is undone', async () => {
  const { read, database } = await open()
  const tournaments = createSqliteTournaments(database)
  const again = '0199a4d2-7b1c-7c3e-8f00-00000000000c'
  const fileIds = database
    .prepare('SELECT file_id FROM files ORDER BY seq LIMIT 2')
    .all()
    .map(({ file_id: id }) => String(id))
  tournaments.start({ tournamentId: again, size: 2, seed: 1, fileIds }, 2)
  tournaments.writeScores(again, [{ fileId: fileIds[0] ?? '', score: 99 }])
  expect(read('score:99')).toEqual([0])
  expect(read('', 'score')[0]).toBe(0)
  tournaments.writeScores(again, [])
  expect(read('score:99')).toEqual([])
  expect(read('score:0')).toEqual([0])
})

describe('[LIB104] a search', () => {
  test('finds names beside the words of prompts, and a new name at once', async () => {
    const { read, collections, search } = await open()
    expect(read('best')).toEqual([21, 18, 15, 12, 9, 6, 3, 0])
    expect(read('best fox')).toEqual([21, 15, 9, 3])
    expect(read('model v1 sea')).toEqual(read('model:v1 sea'))
    collections.rename(collectionId, 'Père Noël', 2)
    expect(read('best')).toEqual([])
    expect(read('noel "pere noel" se')).toEqual([18, 12, 6, 0])
    expect(search.index(10)).toBe(false)
  })

  test('finds the words of the index that begin with four letters or more, few or many', async () => {
    const { files, saveFile, search } = await open(0)
    search.index(10)
    const prompts = ['Quiet', 'quiétude', 'quietly said', 'quie', 'quit', 'a "quieter" sea', 'unquiet']
    const fileIds = prompts.map((prompt) => saveFile({ prompt }))
    const many = Array.from({ length: 60 }, (_, at) => saveFile({ prompt: `plenty${at}` }))
    const found = (text: string) =>
      files.list({ limit: 100, filter: { text, terms: [] } }).items.map(({ fileId }) => fileId)
    const own = (text: string) => found(text).map((fileId) => prompts[fileIds.indexOf(fileId)])
    expect(own('quie').toReversed()).toEqual(['Quiet', 'quiétude', 'quietly said', 'quie', 'a "quieter" sea'])
    expect(own('QUIETL')).toEqual(['quietly said'])
    expect(own('sea quiet')).toEqual(['a "quieter" sea'])
    expect(own('quietest')).toEqual([])
    expect(found('plenty')).toEqual(many.toReversed())
    // Whole words are read as they are needed; all rows of a beginning would be gathered first.
    expect([search.match('quietl'), search.match('plent')]).toEqual(['"quietly"', '"plent" *'])
  })

  test('finds by a long beginning what only the earlier index has', async () => {
    const { database, files, saveFile } = await openLibrary()
    const sea = saveFile({ prompt: 'a quiet sea' })
    const fox = saveFile({ prompt: 'a quietly red fox' })
    const key = files.item(sea)?.key ?? 0
    database.prepare('UPDATE search_state SET is_whole = 0').run()
    database.prepare('DELETE FROM library_search WHERE rowid = ?').run(key)
    database.prepare(`INSERT INTO file_search (rowid, prompt) VALUES (?, 'a quiet sea')`).run(key)
    const search = createSqliteLibrarySearch({ database, labelOf: String })
    const own = createSqliteFileCatalogue({ database, search, labelOf: String, judgements: null })
    const found = own.list({ limit: 9, filter: { text: 'quie', terms: [] } })
    expect(found.items.map(({ fileId }) => fileId)).toEqual([fox, sea])
    expect(files.list({ limit: 9 }).items).toHaveLength(2)
  })

  test('finds negative prompts and styles', async () => {
    const { journal, database, files, addFile } = await openLibrary()
    const fileId = addFile({ prompt: 'a harbor' })
    const { submissionId = '' } = files.find(fileId) ?? {}
    database
      .prepare(
        `UPDATE submissions SET values_json = json_set(values_json, '$.negative_prompt', 'blurry hands') WHERE submission_id = ?`,
      )
      .run(submissionId)
    const account = journal.get(submissionId)?.serviceId ?? ''
    database
      .prepare(
        `INSERT INTO styles (account, style_id, name, met_at, touched_at) VALUES (?, 'x', 'Wet ink', 1, 1)`,
      )
      .run(account)
    database.prepare(`INSERT INTO run_styles VALUES (?, 'x', 1)`).run(account)
    database.prepare(`UPDATE files SET state = 'saved', saved_at = 1 WHERE file_id = ?`).run(fileId)
    createSqliteLibrarySearch({ database, labelOf: String }).index(10)
    for (const text of ['blurry', 'ink harbor', 'wet blur'])
      expect(files.list({ limit: 5, filter: readFilter(text) }).items, text).toHaveLength(1)
  })
})

describe('[LIB105] the index of words', () => {
  /** As a library of an earlier version is, right after its migration. */
  async function migrated() {
    const opened = await open(30)
    const { database } = opened
    database.prepare(`DELETE FROM library_search WHERE rowid IN (SELECT seq FROM files)`).run()
    database.prepare('INSERT OR IGNORE INTO search_pending SELECT seq FROM file_facets').run()
    database.prepare('UPDATE search_state SET is_whole = 0').run()
    database.prepare('INSERT INTO file_search (rowid, prompt) SELECT seq, prompt FROM files').run()
    const search = createSqliteLibrarySearch({ database, labelOf: (modelId) => `Model ${modelId}` })
    const files = createSqliteFileCatalogue({ database, search, labelOf: String, judgements: null })
    const found = (text: string) =>
      files
        .list({ limit: 100, filter: readFilter(text) })
        .items.map(({ fileId }) => opened.fileIds.indexOf(fileId))
    return { ...opened, search, found }
  }

  test('is filled a step at a time, the newest first, and until it is whole prompts are found', async () => {
    const { search, found } = await migrated()
    const seas = found('sea')
    expect(seas).toHaveLength(15)
    expect(found('best')).toEqual([])
    expect(search.index(10)).toBe(true)
    expect(found('best')).toEqual([27, 24, 21])
    expect([search.isWhole(), found('sea')]).toEqual([false, seas])
    while (search.index(10));
    expect([search.isWhole(), found('sea'), found('best').length]).toEqual([true, seas, 10])
  })

  test('goes on where it was', async () => {
    const { search, database, found } = await migrated()
    search.index(10)
    const next = createSqliteLibrarySearch({ database, labelOf: String })
    expect(next.index(10)).toBe(true)
    expect(next.index(11)).toBe(false)
    expect(found('fox')).toHaveLength(15)
  })
})

test('[LIB106] what is shown is counted and summed by account, each run once', async () => {
  const { reader, addFiles, files, database, fileIds } = await open(12)
  const several = addFiles(3, { prompt: 'a storm' })
  for (const fileId of several)
    files.setSaved(fileId, {
      path: `media/${fileId}.png`,
      name: 'storm.png',
      kind: 'image',
      mediaType: 'image/png',
      bytes: 1,
      sha256: fileId,
      savedAt: 1,
      measures: { width: 1, height: 1, durationSeconds: null },
    })
  database
    .prepare(
      `UPDATE submissions SET ended_at = 1, settled_kind = 'exact', settled_micro_usd = 700000 WHERE seq = 13`,
    )
    .run()
  database.prepare(`UPDATE file_facets SET account = 'https://service.example' WHERE run_seq IN (1, 2)`).run()
  createSqliteTrash(database).put([fileIds[11] ?? ''], 1)
  const sums = reader()
  const all = await sums.sum({})
  expect([all.entries, all.files]).toEqual([14, 14])
  expect(all.costs).toEqual([
    {
      account: 'https://service.example',
      runs: 2,
      settledMicroUsd: 200_000,
      upToMicroUsd: 100_000,
      unlistedRuns: 0,
    },
    { account: 'sandbox', runs: 10, settledMicroUsd: 900_000, upToMicroUsd: 1_000_000, unlistedRuns: 2 },
  ])
  expect(await sums.sum({ filter: readFilter('storm') })).toEqual({
    entries: 3,
    files: 3,
    costs: [{ account: 'sandbox', runs: 1, settledMicroUsd: 700_000, upToMicroUsd: 0, unlistedRuns: 0 }],
  })
  expect((await sums.sum({ isTrash: true })).files).toBe(1)
  expect((await sums.seqs({ filter: readFilter('rating:>=3') })).length).toBe(
    files.count({ filter: readFilter('rating:>=3') }),
  )
  await sums.close()
})
