import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readFilter } from '../../shared/library/filter/library-filter.ts'
import { type LibrarySort, librarySorts } from '../../shared/library/filter/library-sort.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { openLibrary } from '../testing/open-library.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createSqliteCollections } from './sqlite-collections.ts'
import { createSqliteFileCatalogue } from './sqlite-file-catalogue.ts'
import { createSqliteJudgements } from './sqlite-judgements.ts'
import { createSqliteLibraryReader } from './sqlite-library-reader.ts'
import { createSqliteLibrarySearch } from './sqlite-library-search.ts'
import { createSqliteTrash } from './sqlite-trash.ts'

const collectionId = '0199a4d2-7b1c-7c3e-8f00-000000000009'
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
  database.prepare(`UPDATE files SET duration_seconds = seq % 7 WHERE kind = 'video'`).run()
  database
    .prepare(
      `UPDATE submissions SET job_status = 'completed', ended_at = seq, settled_kind = iif(seq % 2 = 0, 'exact', 'up_to'),
         settled_micro_usd = iif(seq % 5 = 0, NULL, seq % 4 * 100000)`,
    )
    .run()
  const collections = createSqliteCollections(database)
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
    names: { modelIds: (name: string) => [name], accountIds: (name: string) => [name] },
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
  return { ...opened, files, fileIds, collections, search, read, reader, judgements }
}

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
    saveFile({ prompt: 'a quiet sea' })
    saveFile({ prompt: 'a quietly red fox' })
    database.prepare('UPDATE search_state SET is_whole = 0').run()
    database.prepare('DELETE FROM library_search WHERE rowid = 1').run()
    database.prepare(`INSERT INTO file_search (rowid, prompt) VALUES (1, 'a quiet sea')`).run()
    const search = createSqliteLibrarySearch({ database, labelOf: String })
    const own = createSqliteFileCatalogue({ database, search, labelOf: String, judgements: null })
    expect(own.list({ limit: 9, filter: { text: 'quie', terms: [] } }).items.map(({ key }) => key)).toEqual([
      2, 1,
    ])
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
  database.prepare(`UPDATE file_facets SET account = 'https://service.example' WHERE seq IN (1, 2)`).run()
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
