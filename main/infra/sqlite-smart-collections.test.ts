import { expect, test } from 'vitest'
import { openLibrary } from '../testing/open-library.ts'
import { createSqliteSmartCollections } from './sqlite-smart-collections.ts'

const [first, second] = ['0199a4d2-7b1c-7c3e-8f00-000000000001', '0199a4d2-7b1c-7c3e-8f00-000000000002']
const month = 30 * 24 * 3_600_000

test('[COLL40] a filter is kept under a name of its own, changed, deleted, and restored for a month', async () => {
  const { database } = await openLibrary()
  const smart = createSqliteSmartCollections(database)
  const best = { collectionId: first, name: 'Best', filter: 'rating:5', sort: 'price' } as const
  expect(smart.save({ ...best, at: 1 })).toEqual({ ok: true, value: best })
  expect(smart.save({ ...best, collectionId: second, name: ' BEST', at: 2 })).toEqual({
    ok: false,
    error: 'name_taken',
  })
  const changed = { ...best, name: 'The best', filter: 'rating:>=4', sort: 'newest' } as const
  smart.save({ ...changed, at: 3 })
  smart.save({ ...best, collectionId: second, name: 'Blue', at: 3 })
  expect(smart.list().map(({ name }) => name)).toEqual(['Blue', 'The best'])
  expect(smart.delete(first, 10)).toEqual({ ok: true, value: changed })
  expect([smart.delete(first, 11).ok, smart.list().length]).toEqual([false, 1])
  expect(smart.restore(first)).toEqual({ ok: true, value: changed })
  smart.delete(first, 10)
  smart.delete(second, 10 + month)
  expect([smart.restore(first), smart.restore(second).ok]).toEqual([{ ok: false, error: 'not_found' }, true])
})

test('[COLL40] a sort that no version writes is the newest first', async () => {
  const { database } = await openLibrary()
  const smart = createSqliteSmartCollections(database)
  smart.save({ collectionId: first, name: 'Best', filter: '', sort: 'length', at: 1 })
  database.prepare(`UPDATE smart_collections SET sort = 'size'`).run()
  expect(smart.list()[0]?.sort).toBe('newest')
})

test('[CAT141] a filter is written in place of the one that was read, and of no other', async () => {
  const { database } = await openLibrary()
  const smart = createSqliteSmartCollections(database)
  const best = { collectionId: first, name: 'Best', filter: 'model:v1', sort: 'price' } as const
  const moved = { ...best, filter: 'model:v1 model:v2' }
  const refused = { ok: false, error: 'not_found' }
  expect(smart.save({ ...moved, before: best.filter, at: 1 })).toEqual(refused)
  smart.save({ ...best, at: 1 })
  expect(smart.save({ ...moved, before: 'model:v3', at: 2 })).toEqual(refused)
  expect(smart.list()).toEqual([best])
  expect(smart.save({ ...moved, before: best.filter, at: 3 })).toEqual({ ok: true, value: moved })
})
