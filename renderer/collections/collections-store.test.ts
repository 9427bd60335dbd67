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
