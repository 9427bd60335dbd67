import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readFilter } from '../../shared/library/filter/library-filter.ts'
import { layoutFlag, readLayoutSlice, toColor565 } from '../../shared/library/layout-slice.ts'
import type { LibraryQuery } from '../engine/library/ports.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { openLibrary } from '../testing/open-library.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { namesAsIds } from './filter-names.ts'
import { createSqliteJudgements } from './sqlite-judgements.ts'
import { createSqliteLibraryIndex } from './sqlite-library-index.ts'
import { createSqliteLibrarySearch } from './sqlite-library-search.ts'
import { createSqliteTrash } from './sqlite-trash.ts'

async function start() {
  const path = join(temporaryFolder(), 'library.sqlite')
  const opened = await openLibrary(path)
  const deps = {
    database: opened.database,
    path,
    clock: createFakeClock(),
    search: createSqliteLibrarySearch({ database: opened.database, labelOf: (modelId) => modelId }),
    names: namesAsIds,
    now: () => Date.parse('2026-11-20T13:00:00Z'),
  }
  const index = createSqliteLibraryIndex(deps)
  onTestFinished(() => index.close())

  /** The keys of all slices, with the number of slices. */
  async function read(query: Omit<LibraryQuery, 'limit'> & { readonly limit: number }) {
    const keys: number[] = []
    const days: { day: string; count: number }[] = []
    let cursor: string | null = null
    let slices = 0
    do {
      const slice = await index.layout({ ...query, ...(cursor !== null && { cursor }) })
      keys.push(...(readLayoutSlice(slice.columns)?.keys ?? []))
      days.push(...slice.days)
      cursor = slice.nextCursor
      slices += 1
    } while (cursor !== null)
    return { keys, days, slices, ids: opened.files.entries(keys).length }
  }

  const keyOf = (fileId: string) => opened.files.item(fileId)?.key ?? 0
  return { ...opened, deps, index, read, keyOf }
}

test('[LIB140] the layout of a list has its entries in its order, by key, a slice at a time', async () => {
  const { saveFile, database, read, keyOf, files } = await start()
  const ids = Array.from({ length: 9 }, (_, index) =>
    saveFile({
      kind: index % 3 === 0 ? 'video' : 'image',
      prompt: index < 4 ? 'a quiet sea' : 'a loud town',
    }),
  )
  const newestFirst = ids.toReversed().map(keyOf)
  expect(await read({ limit: 2 })).toMatchObject({ keys: newestFirst, slices: 5 })
  // On the thread, too.
  expect(await read({ limit: 500 })).toMatchObject({ keys: newestFirst, slices: 1, ids: 9 })
  const listed = (query: Omit<LibraryQuery, 'limit'>) =>
    files.list({ ...query, limit: 100 }).items.map(({ key }) => key)
  createSqliteJudgements(database).judge([{ fileIds: ids.slice(2, 6), rating: 4 }], 1)
  createSqliteTrash(database).put(ids.slice(0, 2), 5)
  for (const query of [
    { filter: readFilter('kind:video') },
    { filter: readFilter('quiet') },
    { filter: readFilter('rating:>=4') },
    { filter: readFilter('rating:>=4 kind:image') },
    { sort: 'oldest' },
    { sort: 'rating' },
    { isTrash: true },
  ] as const)
    expect((await read({ ...query, limit: 2 })).keys).toEqual(listed(query))
})

test('[LIB140] what a filter finds is counted on the thread, and not at all where the first slice has all of it', async () => {
  const { saveFile, database, deps } = await start()
  for (let index = 0; index < 4; index += 1) saveFile({ kind: index === 0 ? 'video' : 'image' })
  let counts = 0
  const watched = {
    ...database,
    prepare(sql: string) {
      if (sql.includes('count(*)')) counts += 1
      return database.prepare(sql)
    },
  }
  const index = createSqliteLibraryIndex({ ...deps, database: watched })
  onTestFinished(() => index.close())
  const filter = readFilter('kind:image')
  const first = await index.layout({ filter, limit: 2 })
  const totals = [first.total]
  for (const query of [
    { filter, limit: 2, cursor: first.nextCursor ?? '' },
    { filter, limit: 2, cursor: first.nextCursor ?? '', isCounted: true },
    { filter, limit: 4 },
    { limit: 5 },
  ])
    totals.push((await index.layout(query)).total)
  expect([totals, counts]).toEqual([[null, 3, null, 3, 4], 0])
  expect([(await index.layout({ limit: 3 })).total, counts]).toEqual([4, 1])
})

test('[LIB141] a slice says each entry’s proportions, kind, color and day', async () => {
  const { saveFile, files, index } = await start()
  const image = saveFile({ size: { width: 300, height: 200 } })
  saveFile({ kind: 'video', size: null })
  files.setPoster(image, { width: null, height: null, durationSeconds: null }, null, {
    color: 0x80_40_20,
    accent: 0,
    hash: [1, 2],
  })
  const { columns, days, total } = await index.layout({ limit: 10 })
  const slice = readLayoutSlice(columns)
  expect([...(slice?.ratios ?? [])]).toEqual([0, 1500])
  expect([...(slice?.flags ?? [])]).toEqual([1, layoutFlag.color])
  expect(slice?.colors[1]).toBe(toColor565(0x80_40_20))
  expect(total).toBe(2)
  const local = new Date(Date.parse('2026-11-20T12:00:00Z'))
  const day = [local.getFullYear(), local.getMonth() + 1, local.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
  expect(days).toEqual([{ day, count: 2 }])
})

test('[LIB142] alike files are found by look and by color, the nearest first', async () => {
  const { saveFile, files, index, keyOf } = await start()
  const looks = [
    { hash: [0xffff_ffff, 0], accent: 0x10_20_c0 },
    { hash: [0xffff_fff0, 0], accent: 0xc0_20_10 },
    { hash: [0xffff_fffe, 0], accent: 0x12_24_b8 },
    { hash: [0, 0xffff_ffff], accent: 0x10_20_c0 },
  ] as const
  const ids = looks.map(({ hash, accent }) => {
    const fileId = saveFile()
    const none = { width: null, height: null, durationSeconds: null }
    files.setPoster(fileId, none, null, { color: accent, accent, hash })
    return fileId
  })
  const [first = ''] = ids
  const alike = async (by: 'look' | 'color') => {
    const { columns } = await index.alike({ fileId: first, by })
    return [...(readLayoutSlice(columns)?.keys ?? [])]
  }
  const keys = ids.map(keyOf)
  expect(await alike('look')).toEqual([keys[0], keys[2], keys[1]])
  expect(await alike('color')).toEqual([keys[0], keys[3], keys[2]])
  const unseen = saveFile()
  expect((await index.alike({ fileId: unseen, by: 'look' })).total).toBe(0)
})
