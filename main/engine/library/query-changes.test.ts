import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { ProcedureInput } from '../../../shared/bridge/procedures.ts'
import { namesAsIds } from '../../infra/filter-names.ts'
import { createSqliteCollections } from '../../infra/sqlite-collections.ts'
import { createSqliteImportedRows } from '../../infra/sqlite-imported-rows.ts'
import { createSqliteJudgements } from '../../infra/sqlite-judgements.ts'
import { createSqliteLibraryReader } from '../../infra/sqlite-library-reader.ts'
import { createSqliteLibrarySearch } from '../../infra/sqlite-library-search.ts'
import { createSqliteTags } from '../../infra/sqlite-tags.ts'
import { createSqliteTrash } from '../../infra/sqlite-trash.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { openLibrary } from '../../testing/open-library.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { createQueryChanges } from './query-changes.ts'

const collectionId = '0199a4d2-7b1c-7c3e-8f00-000000000009'

async function open() {
  const path = join(temporaryFolder(), 'library.sqlite')
  const opened = await openLibrary(path)
  const { database, saveFile, files } = opened
  const fileIds = Array.from({ length: 8 }, (_, at) => saveFile({ prompt: at % 2 === 0 ? 'a sea' : 'a fox' }))
  const clock = {
    ...createFakeClock(),
    setTimer(_: number, callback: () => void) {
      callback()
      return () => {}
    },
  }
  const search = createSqliteLibrarySearch({ database, labelOf: String })
  const reader = createSqliteLibraryReader({
    ...{ path, clock, database, search },
    names: namesAsIds,
    now: clock.now,
  })
  onTestFinished(() => reader.close())
  const judgements = createSqliteJudgements(database)
  const collections = createSqliteCollections(database)
  const tags = createSqliteTags(database)
  const trash = createSqliteTrash(database)
  collections.create({ collectionId, name: 'Seas', fileIds: fileIds.slice(0, 1), at: 1 })
  const changes = createQueryChanges({
    reader,
    files,
    clock,
    ids: { next: () => randomUUID() },
    changes: {
      judge: (some) => judgements.judge(some, 1).before,
      tag: tags.change,
      collect: (id, some) => collections.add(id, some, 1),
      uncollect: (id, some) => collections.remove(id, some, 1),
      putBack: (id, members) => collections.put(id, members, 1),
      trash: (some) => trash.put(some, 1),
      restore: trash.restore,
    },
  })
  const seas = fileIds.filter((_, at) => at % 2 === 0)
  async function change(input: ProcedureInput<'library.change'>) {
    const result = await changes['library.change'](input)
    if (!result.ok) throw new Error(result.error.code)
    return result.value
  }
  return { ...opened, fileIds, seas, judgements, collections, tags, changes, change }
}

test('[LIB108] all that a filter finds is changed, and undone as a whole', async () => {
  const { change, changes, judgements, tags, collections, files, fileIds, seas } = await open()
  judgements.judge([{ fileIds: fileIds.slice(0, 1), rating: 1 }], 1)
  const rated = await change({ filter: 'sea', change: { type: 'judge', rating: 5 } })
  expect([rated.files, [...judgements.of(fileIds)].map(([id, { rating }]) => [id, rating])]).toEqual([
    4,
    seas.map((id) => [id, 5]),
  ])
  const tagged = await change({ filter: 'rating:5', change: { type: 'tag', name: 'wall', isOn: true } })
  expect([tagged.files, tags.list('', 9)]).toEqual([4, [{ name: 'wall', files: 4 }]])
  const collected = await change({ filter: 'tag:wall', change: { type: 'collect', collectionId } })
  expect([collected.files, collections.members(collectionId).length]).toEqual([3, 4])
  const trashed = await change({ filter: 'tag:wall', change: { type: 'trash' } })
  expect([trashed.files, files.count({})]).toEqual([4, 4])
  for (const { undo } of [trashed, collected, tagged, rated])
    expect((await changes['library.undoChange']({ undo: undo ?? '' })).ok).toBe(true)
  expect([files.count({}), collections.members(collectionId).length, tags.list('', 9)]).toEqual([8, 1, []])
  expect([...judgements.of(fileIds)].map(([, { rating }]) => rating)).toEqual([1])
  expect(await changes['library.undoChange']({ undo: rated.undo ?? '' })).toMatchObject({
    error: { code: 'not_found' },
  })
})

test('[COLL60] all that a filter finds is taken from a collection, and comes back to its places', async () => {
  const { change, changes, collections, fileIds } = await open()
  collections.add(collectionId, fileIds, 1)
  const before = collections.members(collectionId)
  const removed = await change({
    filter: `sea collection:${collectionId}`,
    change: { type: 'uncollect', collectionId },
  })
  expect([removed.files, collections.members(collectionId).length]).toEqual([4, 4])
  await changes['library.undoChange']({ undo: removed.undo ?? '' })
  expect(collections.members(collectionId)).toEqual(before)
  const again = await change({ filter: 'none of these', change: { type: 'uncollect', collectionId } })
  expect(again).toEqual({ files: 0, undo: null, failure: null })
})

test('[LIB108] a collection that is gone changes nothing', async () => {
  const { changes } = await open()
  const gone = { type: 'collect', collectionId: '0199a4d2-7b1c-7c3e-8f00-00000000ffff' } as const
  for (const change of [gone, { ...gone, type: 'uncollect' }] as const)
    expect(await changes['library.change']({ change })).toMatchObject({
      ok: false,
      error: { code: 'not_found' },
    })
})

test('[LIB109] what was saved since is left as it is', async () => {
  const { change, files, fileIds } = await open()
  const savedUntil = files.item(fileIds[4] ?? '')?.savedAt ?? ''
  const { files: count } = await change({ savedUntil, change: { type: 'trash' } })
  expect([count, files.count({})]).toEqual([5, 3])
})

test('[LIB600] what was taken in since is left as it is, though it was made before', async () => {
  const { change, database, files } = await open()
  const rows = createSqliteImportedRows({ database, labelOf: String })
  const asked = Date.parse('2026-11-25T12:00:00.000Z')
  const takenIn = [asked, asked + 1].map((at, index) => {
    const fileId = randomUUID()
    const prompt = 'a sea of years ago'
    rows.add({
      ...{ fileId, submissionId: randomUUID(), modelId: 'i3', prompt, carried: null, at },
      restored: {
        ...{ modelId: 'i3', values: { prompt }, rating: 0, flag: 'none', label: 0, isFavorite: false },
        ...{ tags: [], note: '', source: 'parameters', carried: null },
      },
      saved: {
        ...{
          path: `media/sea-${index}.png`,
          name: `sea-${index}.png`,
          kind: 'image',
          mediaType: 'image/png',
        },
        ...{ bytes: 400, sha256: 'ab'.repeat(31) + `c${index}`, savedAt: 1_000 },
        measures: { width: 64, height: 64, durationSeconds: null },
      },
    })
    return fileId
  })
  const savedUntil = new Date(asked).toISOString()
  const trashed = await change({ filter: 'sea', savedUntil, change: { type: 'trash' } })
  expect(trashed.files).toBe(5)
  expect(takenIn.map((fileId) => files.item(fileId)?.trashedAt != null)).toEqual([true, false])
})
