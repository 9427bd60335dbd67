import { describe, expect, test } from 'vitest'
import { readFilter } from '../../shared/library/filter/library-filter.ts'
import { createFakeJudgements } from '../testing/fake-judgements.ts'
import { describeJudgements } from '../testing/judgements-suite.ts'
import { openLibrary } from '../testing/open-library.ts'
import { createSqliteFileCatalogue } from './sqlite-file-catalogue.ts'
import { createSqliteJudgements } from './sqlite-judgements.ts'

async function open(count = 4) {
  const library = await openLibrary()
  const fileIds = Array.from({ length: count }, () => library.saveFile())
  return { ...library, fileIds, judgements: createSqliteJudgements(library.database) }
}

describe('[JUDGE1] [JUDGE2] [JUDGE3] [JUDGE4] the port of judgements', () => {
  describeJudgements('The table', open)
  describeJudgements('The fake', async () => {
    const fileIds = ['a', 'b', 'c', 'd']
    return { fileIds, judgements: createFakeJudgements(new Set(fileIds)) }
  })
})

test('[JUDGE5] a thousand files are rated at once, in one transaction', async () => {
  const { database, fileIds, judgements } = await open(1)
  database.transaction(() => {
    database
      .prepare(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
         INSERT INTO files (file_id, submission_id, ordinal, url, state, name, kind, model_id, prompt)
         SELECT printf('00000000-0000-7000-9000-%012d', i), submission_id, i, '', 'saved', 'n', 'image', 'i3', ''
         FROM n, files WHERE file_id = ?`,
      )
      .run(fileIds[0] ?? '')
  })
  const many = Array.from(
    { length: 1000 },
    (_, index) => `00000000-0000-7000-9000-${String(index + 1).padStart(12, '0')}`,
  )
  let transactions = 0
  const counted = createSqliteJudgements({
    ...database,
    transaction(work) {
      transactions += 1
      return database.transaction(work)
    },
  })
  counted.judge([{ fileIds: many, rating: 3 }], 1)
  expect(transactions).toBe(1)
  expect(judgements.of(many).size).toBe(1000)
})

test('[JUDGE1] a damaged row costs only itself', async () => {
  const { database, files, fileIds, judgements } = await open()
  const [first = '', second = ''] = fileIds
  judgements.judge([{ fileIds: [first, second], rating: 4 }], 1)
  database
    .prepare(
      `UPDATE judgements SET rating = 900, flag = 'maybe', label = 3, is_favorite = 7 WHERE file_id = ?`,
    )
    .run(first)
  expect(files.item(first)?.judgement).toEqual({ rating: 0, flag: 'none', isFavorite: false, label: 0 })
  expect(files.item(second)?.judgement.rating).toBe(4)
})

describe('a page of the library', () => {
  async function judged() {
    const opened = await open(12)
    const { judgements, fileIds, files } = opened
    for (const [index, fileId] of fileIds.entries()) {
      const flag = index % 4 === 1 ? 'pick' : index % 4 === 2 ? 'reject' : 'none'
      judgements.judge([{ fileIds: [fileId], rating: index % 6, flag, isFavorite: index % 5 === 0 }], index)
    }
    const read = (text: string) => {
      const seen: number[] = []
      let cursor: string | undefined
      do {
        const page = files.list({ limit: 2, cursor, filter: readFilter(text) })
        seen.push(...page.items.map(({ fileId }) => fileIds.indexOf(fileId)))
        cursor = page.nextCursor ?? undefined
      } while (cursor !== undefined)
      return seen
    }
    return { ...opened, read }
  }

  test('[JUDGE6] is filtered by rating, flag and favorite, alone and together, each file once', async () => {
    const { read } = await judged()
    expect(read('rating:>=4')).toEqual([11, 10, 5, 4])
    expect(read('rating:>=1 kind:video')).toEqual([])
    expect(read('flag:pick')).toEqual([9, 5, 1])
    expect(read('flag:none')).toEqual([11, 8, 7, 4, 3, 0])
    expect(read('is:favorite')).toEqual([10, 5, 0])
    expect(read('sea is:favorite rating:5 flag:pick kind:image')).toEqual([5])
  })

  test('[JUDGE6] reads an index in the order of its key, and sorts nothing', async () => {
    const { database, files } = await judged()
    const queries: string[] = []
    const watched = {
      ...database,
      prepare(sql: string) {
        if (sql.includes('LIMIT')) queries.push(sql)
        return database.prepare(sql)
      },
    }
    const catalogue = createSqliteFileCatalogue({ database: watched, labelOf: String, judgements: null })
    for (const text of ['rating:>=3', 'flag:pick', 'is:favorite'])
      catalogue.list({ limit: 2, cursor: '["newest",9]', filter: readFilter(text) })
    catalogue.list({ limit: 2, filter: readFilter('collection:1'), sort: 'manual' })
    const plans = queries.map((sql) => {
      const count = sql.split('?').length - 1
      return database
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all(...Array(count).fill(1))
        .map((row) => String(row.detail))
        .join('; ')
    })
    expect(plans).toEqual([
      expect.stringMatching(/^SEARCH facets USING (?:COVERING )?INDEX facets_rated \(seq<\?/),
      expect.stringMatching(/^SEARCH facets USING INDEX facets_flag \(flag=\? AND seq<\?/),
      expect.stringMatching(/^SEARCH facets USING INDEX facets_favorite \(seq<\?/),
      expect.stringMatching(/^SEARCH collection_files USING INDEX collection_files_place \(collection_id=\?/),
    ])
    expect(plans.join()).not.toMatch(/TEMP B-TREE|SCAN (files|judgements|collection_files)/)
    expect(files.list({ limit: 99 }).items).toHaveLength(12)
  })

  test('[JUDGE7] a file that is fetched again keeps its judgement', async () => {
    const { files, fileIds, judgements } = await open()
    const [first = ''] = fileIds
    judgements.judge([{ fileIds: [first], rating: 5, isFavorite: true }], 1)
    files.setFailed(first, { code: 'file_gone' })
    files.setWaiting(first)
    expect(files.list({ limit: 5, filter: readFilter('rating:5') }).items).toEqual([])
    expect(judgements.of([first]).get(first)?.rating).toBe(5)
  })
})
