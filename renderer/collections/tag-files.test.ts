import { expect, it } from 'vitest'
import { createFixtureStudio, done } from '../testing/fixture-studio.ts'
import { fileView } from '../testing/fixtures.ts'
import { tagFiles } from './tag-files.ts'

it('[COLL51] tags all files by one call, and all that is found as well, each with its undo', async () => {
  const studio = createFixtureStudio({
    'tags.change': ({ changes }) => done({ undo: changes.map((one) => ({ ...one, isOn: !one.isOn })) }),
    'library.change': () => done({ files: 90_000, undo: 'u', failure: null }),
    'library.undoChange': () => done({ files: 90_000, undo: null, failure: null }),
  })
  const some = Array.from({ length: 12_000 }, (_, at) => fileView({ fileId: String(at) }))
  const tagged = await tagFiles(studio.bridge, { files: some, found: null }, 'sea', true)
  expect(studio.inputs('tags.change')).toHaveLength(1)
  expect(tagged).toMatchObject({ ok: true, value: { count: 12_000, rest: null } })
  if (tagged.ok) await tagged.value.undo()
  expect(studio.inputs('tags.change')[1]?.changes[0]).toMatchObject({ name: 'sea', isOn: false })

  const found = { filter: 'fox', savedUntil: '2026-11-20T12:00:00.000Z' }
  const all = await tagFiles(studio.bridge, { files: [], found }, 'sea', false)
  expect(studio.inputs('library.change')).toEqual([
    { ...found, change: { type: 'tag', name: 'sea', isOn: false } },
  ])
  expect(all).toMatchObject({ ok: true, value: { count: 90_000 } })
  if (all.ok) await all.value.undo()
  expect(studio.inputs('library.undoChange')).toEqual([{ undo: 'u' }])
})
