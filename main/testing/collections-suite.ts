import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Collections, keptMs } from '../engine/library/ports.ts'

const seas = '0199a4d2-7b1c-7c3e-8f00-000000000001'
const dunes = '0199a4d2-7b1c-7c3e-8f00-000000000002'

/** What is opened has the files `fileIds`, at least five. */
export function describeCollections(
  name: string,
  open: () => Promise<{ readonly collections: Collections; readonly fileIds: readonly string[] }>,
): void {
  async function openSeas() {
    const { collections, fileIds } = await open()
    collections.create({ collectionId: seas, name: 'Seas', fileIds: fileIds.slice(0, 4), at: 1 })
    const order = (collectionId = seas) =>
      collections.members(collectionId).map(({ fileId }) => fileIds.indexOf(fileId))
    const id = (index: number) => fileIds[index] ?? ''
    return { collections, fileIds, order, id }
  }

  describe(`${name} keeps collections`, () => {
    test('[COLL1] a name is one collection’s, whatever its case, its width and its spaces', async () => {
      const { collections } = await openSeas()
      const taken = { ok: false, error: 'name_taken' }
      for (const same of ['seas', 'SEAS', 'Ｓｅａｓ'])
        expect(collections.create({ collectionId: dunes, name: same, fileIds: [], at: 2 })).toEqual(taken)
      expect(collections.create({ collectionId: dunes, name: 'Dunes', fileIds: [], at: 2 }).ok).toBe(true)
      expect(collections.rename(dunes, 'sEAS', 3)).toEqual(taken)
      expect(collections.rename(seas, 'SEAS', 3)).toMatchObject({
        ok: true,
        value: { name: 'SEAS', files: 4, changedAt: '1970-01-01T00:00:00.003Z' },
      })
      expect(collections.list().map((one) => one.name)).toEqual(['Dunes', 'SEAS'])
    })

    test('[COLL2] files are put at the end once each, in several collections, and removed files go back to their places', async () => {
      const { collections, fileIds, order, id } = await openSeas()
      collections.create({ collectionId: dunes, name: 'Dunes', fileIds: [id(1)], at: 1 })
      const gone = '00000000-0000-7000-8000-ffffffffffff'
      expect(collections.add(seas, [id(4), id(1), gone, id(4)], 2)).toEqual({ ok: true, value: [id(4)] })
      expect(order()).toEqual([0, 1, 2, 3, 4])
      expect(collections.list(id(1)).map((one) => one.name)).toEqual(['Dunes', 'Seas'])
      const removed = collections.remove(seas, [id(3), id(1)], 3)
      expect(order()).toEqual([0, 2, 4])
      expect(order(dunes)).toEqual([1])
      expect(removed.ok && removed.value.map(({ fileId }) => fileIds.indexOf(fileId))).toEqual([1, 3])
      if (removed.ok) collections.put(seas, removed.value, 4)
      expect(order()).toEqual([0, 1, 2, 3, 4])
    })

    test('[COLL3] files are moved before another or to the end, in the order given, and undone by their places', async () => {
      const { collections, order, id } = await openSeas()
      const moved = collections.move(seas, [id(3), id(2)], id(0), 2)
      expect(order()).toEqual([3, 2, 0, 1])
      collections.move(seas, [id(3)], null, 3)
      expect(order()).toEqual([2, 0, 1, 3])
      collections.move(seas, [id(1)], id(0), 4)
      expect(order()).toEqual([2, 1, 0, 3])
      expect(collections.move(seas, [id(1)], id(4), 5)).toEqual({ ok: false, error: 'not_found' })
      if (moved.ok) collections.put(seas, moved.value, 6)
      expect(order()).toEqual([1, 0, 2, 3])
    })

    test('[COLL3] whatever is moved how often, the order is that of a list, and the last move can be undone', async () => {
      const { collections, order, id } = await openSeas()
      const list = [0, 1, 2, 3]
      const step = fc.record({ from: fc.nat(3), to: fc.nat(3) })
      fc.assert(
        fc.property(fc.array(step, { minLength: 40, maxLength: 120, size: 'max' }), (steps) => {
          for (const { from, to } of steps) {
            const before = [...list]
            const [moved = 0] = list.splice(from, 1)
            const next = list[to]
            list.splice(to, 0, moved)
            const places = collections.move(seas, [id(moved)], next === undefined ? null : id(next), 2)
            expect(order()).toEqual(list)
            if (!places.ok || (from + to) % 5 !== 0) continue
            collections.put(seas, places.value, 3)
            expect(order()).toEqual(before)
            list.splice(0, 4, ...before)
          }
        }),
        { numRuns: 4 },
      )
    }, 60_000)

    test('[COLL4] a deleted collection comes back with its files and their order; its name is free meanwhile', async () => {
      const { collections, order, id } = await openSeas()
      collections.move(seas, [id(3)], id(0), 2)
      const [before] = collections.list()
      expect(collections.delete(seas, 3)).toMatchObject({ ok: true, value: { name: 'Seas' } })
      expect(collections.list()).toEqual([])
      expect(collections.list(id(0))).toEqual([])
      expect(collections.add(seas, [id(4)], 4)).toEqual({ ok: false, error: 'not_found' })
      collections.create({ collectionId: dunes, name: 'Seas', fileIds: [], at: 4 })
      expect(collections.restore(seas)).toEqual({ ok: false, error: 'name_taken' })
      collections.rename(dunes, 'Dunes', 5)
      expect(collections.restore(seas)).toEqual({ ok: true, value: before })
      expect(order()).toEqual([3, 0, 1, 2])
    })

    test('[COLL4] one that was deleted a month ago is removed with the next deletion', async () => {
      const { collections } = await openSeas()
      collections.create({ collectionId: dunes, name: 'Dunes', fileIds: [], at: 2 })
      collections.delete(seas, 3)
      collections.delete(dunes, 3 + keptMs)
      expect(collections.restore(seas)).toEqual({ ok: false, error: 'not_found' })
      expect(collections.members(seas)).toEqual([])
      expect(collections.restore(dunes).ok).toBe(true)
    })
  })
}
