import { describe, expect, test } from 'vitest'
import { readFilter } from '../../shared/library/filter/library-filter.ts'
import { describeCollections } from '../testing/collections-suite.ts'
import { createFakeCollections } from '../testing/fake-collections.ts'
import { openLibrary } from '../testing/open-library.ts'
import { createSqliteCollections } from './sqlite-collections.ts'

async function open(count = 6) {
  const library = await openLibrary()
  const fileIds = Array.from({ length: count }, () => library.saveFile())
  return { ...library, fileIds, collections: createSqliteCollections(library.database) }
}

describe('[COLL1] [COLL2] [COLL3] [COLL4] the port of collections', () => {
  describeCollections('The tables', open)
  describeCollections('The fake', async () => {
    const fileIds = ['a', 'b', 'c', 'd', 'e', 'f']
    return { fileIds, collections: createFakeCollections(new Set(fileIds)) }
  })
})

const collectionId = '0199a4d2-7b1c-7c3e-8f00-000000000009'

/** The collection in its order. */
function shown(text = '') {
  return { filter: readFilter(`collection:${collectionId} ${text}`), sort: 'manual' } as const
}

test('[COLL5] a collection’s page is read by key in its order, filtered as any other, and empty once it is deleted', async () => {
  const { collections, files, fileIds } = await open(7)
  collections.create({ collectionId, name: 'Seas', fileIds, at: 1 })
  collections.move(collectionId, [fileIds[6] ?? ''], fileIds[0] ?? '', 2)
  const seen: number[] = []
  let cursor: string | undefined
  do {
    const page = files.list({ limit: 3, cursor, ...shown() })
    seen.push(...page.items.map(({ fileId }) => fileIds.indexOf(fileId)))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  expect(seen).toEqual([6, 0, 1, 2, 3, 4, 5])
  expect(files.list({ limit: 9, ...shown('sea flag:none') }).items).toHaveLength(7)
  expect(files.list({ limit: 9, ...shown('fox') }).items).toEqual([])
  collections.delete(collectionId, 3)
  expect(files.list({ limit: 9, ...shown() }).items).toEqual([])
})

test('[COLL3] a move writes one row', async () => {
  const { database, collections, fileIds } = await open()
  collections.create({ collectionId, name: 'Seas', fileIds, at: 1 })
  const before = database.changes()
  collections.move(collectionId, [fileIds[5] ?? ''], fileIds[1] ?? '', 2)
  // The file’s, and the collection’s own.
  expect(database.changes() - before).toBe(2)
})
