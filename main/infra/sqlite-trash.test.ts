import { expect, test } from 'vitest'
import { readFilter } from '../../shared/library/filter/library-filter.ts'
import { openLibrary } from '../testing/open-library.ts'
import { createSqliteCollections } from './sqlite-collections.ts'
import { createSqliteLibraryRows } from './sqlite-library-rows.ts'
import { createSqliteTrash } from './sqlite-trash.ts'

async function open(count: number) {
  const library = await openLibrary()
  const { database, files } = library
  const fileIds = Array.from({ length: count }, () => library.saveFile())
  const listed = (query: object = {}) =>
    files.list({ limit: 100, ...query }).items.map(({ fileId }) => fileIds.indexOf(fileId))
  return {
    ...library,
    fileIds,
    listed,
    trash: createSqliteTrash(database),
    collections: createSqliteCollections(database),
    rows: createSqliteLibraryRows(database, files),
  }
}

test('[TRASH1] what is in the trash is in no list, search, count or collection, and all of that again once restored', async () => {
  const { trash, files, fileIds, listed, collections } = await open(4)
  const [a = '', b = ''] = fileIds
  const made = collections.create({ collectionId: 'c', name: 'Seas', fileIds, at: 1 })
  expect(made.ok && made.value.files).toBe(4)
  expect(trash.put([a, b, a, 'unknown'], 50)).toEqual([a, b])
  expect(trash.put([a], 60)).toEqual([])
  expect([
    listed(),
    listed({ filter: readFilter('quiet') }),
    listed({ filter: readFilter('kind:image') }),
  ]).toEqual([
    [3, 2],
    [3, 2],
    [3, 2],
  ])
  expect(listed({ filter: readFilter('collection:c'), sort: 'manual' })).toEqual([2, 3])
  expect([files.list({ limit: 9 }).items.length, collections.list()[0]?.files]).toEqual([2, 2])
  expect(files.item(a)).toMatchObject({ state: 'trashed', trashedAt: '1970-01-01T00:00:00.050Z' })
  expect(trash.restore([a, b])).toEqual([a, b])
  expect([
    listed(),
    listed({ filter: readFilter('collection:c'), sort: 'manual' }),
    collections.list()[0]?.files,
  ]).toEqual([[3, 2, 1, 0], [0, 1, 2, 3], 4])
  expect(files.item(a)).toMatchObject({ state: 'saved', trashedAt: null })
})

test('[TRASH2] the trash is listed by the time of deletion, page by page, and searched', async () => {
  const { trash, files, fileIds, listed } = await open(5)
  for (const [at, index] of [3, 0, 4].entries()) trash.put([fileIds[index] ?? ''], 100 + at)
  trash.put([fileIds[1] ?? '', fileIds[2] ?? ''], 102)
  expect(listed({ isTrash: true })).toEqual([4, 2, 1, 0, 3])
  const pages: number[] = []
  let cursor: string | null = null
  do {
    const page = files.list({ isTrash: true, limit: 2, ...(cursor !== null && { cursor }) })
    pages.push(...page.items.map(({ fileId }) => fileIds.indexOf(fileId)))
    cursor = page.nextCursor
  } while (cursor !== null)
  expect(pages).toEqual([4, 2, 1, 0, 3])
  expect([
    listed({ isTrash: true, filter: readFilter('quiet') }).length,
    listed({ isTrash: true, filter: readFilter('loud') }),
  ]).toEqual([5, []])
  expect(trash.sum(null)).toEqual({ files: 5, bytes: 2_000, lastAt: 102 })
  expect(trash.sum([fileIds[3] ?? '', 'unknown'])).toEqual({ files: 1, bytes: 400, lastAt: 100 })
})

test('[TRASH3] files are marked from the trash alone, all that were there until a time, and held ones stay', async () => {
  const { trash, files, fileIds } = await open(4)
  const [a = '', b = '', c = '', d = ''] = fileIds
  trash.put([a, b], 10)
  trash.put([c], 20)
  const held = new Set([files.stored(b)?.sha256 ?? ''])
  expect(trash.mark({ fileIds: [d] }, held).fileIds).toEqual([])
  const marked = trash.mark({ until: 10 }, held)
  expect(marked).toEqual({ fileIds: [a], bytes: 400, kept: [files.item(b)?.name] })
  expect(trash.marked(10).map(({ fileId }) => fileId)).toEqual([a])
  expect(trash.restore([a])).toEqual([])
  trash.setDeleted([a, d])
  expect(trash.marked(10)).toEqual([])
  expect([files.item(a)?.state, files.item(d)?.state, files.stored(a)]).toEqual(['deleted', 'saved', null])
})

test('[TRASH4] nothing is left of what a deleted file looked like, and the others keep theirs', async () => {
  const { trash, files, fileIds, database } = await open(2)
  const [a = '', b = ''] = fileIds
  const unmeasured = { width: null, height: null, durationSeconds: null }
  const blue = { color: 0x0000ff, accent: 0x0000ff, hash: [0, 0] as const }
  for (const fileId of [a, b]) files.setPoster(fileId, unmeasured, `posters/${fileId}.jpg`, blue)
  const left = () =>
    ['file_looks', 'file_colors'].map((table) =>
      Number(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n),
    )
  trash.put([a, b], 10)
  trash.mark({ fileIds: [a] }, new Set())
  expect(left()).toEqual([2, 2])
  // The second one is not marked.
  trash.setDeleted([a, b])
  expect(left()).toEqual([1, 1])
  expect(trash.restore([b])).toEqual([b])
  expect(files.list({ limit: 9, filter: readFilter('color:blue') }).items).toMatchObject([{ fileId: b }])
})

test('[TRASH6] nothing brings a deleted file back, or asks for it: no failure, no download, no check of the disk', async () => {
  const { trash, files, fileIds, rows } = await open(3)
  const [a = '', b = ''] = fileIds
  const saved = {
    path: 'media/x.png',
    name: 'x.png',
    kind: 'image',
    mediaType: 'image/png',
    bytes: 1,
    sha256: 'x',
    savedAt: 1,
    measures: { width: 1, height: 1, durationSeconds: null },
  } as const
  trash.put([a, b], 10)
  trash.mark({ fileIds: [b] }, new Set())
  for (const state of ['purging', 'deleted']) {
    for (const fileId of [a, b]) {
      files.setFailed(fileId, { code: 'file_changed' })
      files.setWaiting(fileId)
      files.setSaved(fileId, saved)
      rows.setFound(fileId)
    }
    expect([state, files.toFetch(), files.item(a)?.state, files.item(b)?.state]).toEqual([
      state,
      [],
      'trashed',
      'deleted',
    ])
    trash.setDeleted([b])
  }
  expect([...rows.awaited().values()]).toEqual([])
  expect(rows.savedAfter(0, 10).map(({ fileId }) => fileIds.indexOf(fileId))).toEqual([0, 2])
  expect([rows.hasFile(b), rows.hasSaved(b)]).toEqual([true, false])
})

test('[TRASH1] of a sheet whose first file is in the trash the next one is in front, with its count', async () => {
  const { database, files, journal, saveFile, trash } = await openLibrary().then((library) => ({
    ...library,
    trash: createSqliteTrash(library.database),
  }))
  const fileIds = [saveFile(), saveFile(), saveFile()]
  const batches = fileIds.map((fileId) => journal.get(files.item(fileId)?.submissionId ?? '')?.batchId)
  database.prepare(`UPDATE files SET sheet_id = ?`).run(String(batches[0]))
  database.prepare(`UPDATE files SET is_behind = 1 WHERE file_id <> ?`).run(fileIds[0] ?? '')
  const shown = () =>
    files.list({ limit: 9 }).items.map(({ fileId, sheet }) => [fileIds.indexOf(fileId), sheet?.files])
  expect(shown()).toEqual([[0, 3]])
  trash.put([fileIds[0] ?? ''], 1)
  expect(shown()).toEqual([[1, 2]])
  trash.restore([fileIds[0] ?? ''])
  expect(shown()).toEqual([[0, 3]])
})
