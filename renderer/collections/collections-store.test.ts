import { expect, it } from 'vitest'
import { createFixtureStudio, done } from '../testing/fixture-studio.ts'
import { createCollectionsStore } from './collections-store.ts'

const at = '2026-11-20T12:00:00.000Z'
const seas = { collectionId: 'seas', name: 'Seas', files: 1, createdAt: at, changedAt: at }

it('[COLL6] adds to a collection by its name also where that was made a moment ago', async () => {
  const studio = createFixtureStudio({
    'collections.create': () => ({ ok: false, error: { code: 'name_taken' } }),
    'collections.list': () => done({ collections: [seas] }),
    'collections.add': ({ fileIds }) => done({ collection: seas, added: fileIds }),
  })
  const collections = createCollectionsStore(studio.bridge)
  expect(await collections.addByName(' SEAS ', ['a'])).toMatchObject({
    ok: true,
    value: { isNew: false, added: 1 },
  })
  expect(studio.inputs('collections.add')).toEqual([{ collectionId: 'seas', fileIds: ['a'] }])
  studio.respond({ 'collections.list': () => done({ collections: [] }) })
  expect(await collections.addByName('Seas', ['a'])).toMatchObject({
    ok: false,
    error: { code: 'name_taken' },
  })
})

it('[COLL50] adds all that is found to a new collection by one call, and Undo takes both back', async () => {
  const studio = createFixtureStudio({
    'collections.create': () => done({ ...seas, files: 0 }),
    'collections.delete': () => done(seas),
    'library.change': () => done({ files: 90_000, undo: 'u', failure: null }),
    'library.undoChange': () => done({ files: 90_000, undo: null, failure: null }),
  })
  const collections = createCollectionsStore(studio.bridge)
  const found = { filter: 'fox', savedUntil: at }
  const added = await collections.addFound('Seas', found)
  expect(added).toMatchObject({ ok: true, value: { isNew: true, added: 90_000, rest: null } })
  expect(studio.inputs('library.change')).toEqual([
    { ...found, change: { type: 'collect', collectionId: 'seas' } },
  ])
  if (added.ok) await added.value.undo()
  expect(studio.inputs('library.undoChange')).toEqual([{ undo: 'u' }])
  expect(studio.inputs('collections.delete')).toEqual([{ collectionId: 'seas' }])

  studio.respond({
    'collections.create': () => ({ ok: false, error: { code: 'name_taken' } }),
    'collections.list': () => done({ collections: [seas] }),
  })
  expect(await collections.addFound('SEAS', found)).toMatchObject({ ok: true, value: { isNew: false } })
  expect(await collections.addFound(seas, found)).toMatchObject({ ok: true, value: { isNew: false } })
})
