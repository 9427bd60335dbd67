import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { Moved } from '../../../shared/bridge/trash-procedures.ts'
import { createDiskFileRemover } from '../../infra/disk-file-remover.ts'
import { createDiskLibraryFolder } from '../../infra/disk-library-folder.ts'
import { createSqliteLibraryRows } from '../../infra/sqlite-library-rows.ts'
import { createSqliteTrash } from '../../infra/sqlite-trash.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { openMediaRoutes } from '../../testing/open-media-routes.ts'
import { samplePng } from '../../testing/sample-media.ts'
import { sampleSubmission } from '../../testing/sample-submission.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import type { FileRemover } from './ports.ts'
import { reconcile } from './reconcile.ts'
import { createTrash } from './trash.ts'

async function open(given: Partial<{ remover: FileRemover }> = {}) {
  const library = await openMediaRoutes()
  const { database, files, journal, folder, inputs } = library
  const moved: Moved[] = []
  const said: string[] = []
  const store = createSqliteTrash(database)
  const remover = given.remover ?? createDiskFileRemover(folder)
  const make = (some: FileRemover) =>
    createTrash({
      clock: library.clock,
      log: { warn: (sentence) => void said.push(sentence) },
      trash: store,
      files,
      journal,
      remover: some,
      onMoved: (one) => void moved.push(one),
    })
  const rows = createSqliteLibraryRows(database, files)
  const check = (isThorough: boolean) =>
    reconcile({
      rows,
      turns: { next: async () => {} },
      folder: createDiskLibraryFolder(folder),
      inputs,
      clock: createFakeClock(),
      ids: { next: () => crypto.randomUUID() },
      modelIds: () => ['i3'],
      log: { warn: (sentence) => void said.push(sentence) },
      isThorough,
      signal: new AbortController().signal,
      onChanged: () => {},
    })
  const trash = make(remover)
  return { ...library, ...trash.procedures, finish: trash.finish, again: make, moved, said, check, store }
}

function valueIn<Value>(result: { ok: true; value: Value } | { ok: false; error: unknown }): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

test('[TRASH3] [TRASH4] from the trash files are deleted with their thumbnails, in it nothing is', async () => {
  const opened = await open()
  const [a = '', b = ''] = [1, 2].map(() => opened.save(samplePng({ bytes: 500 })))
  const [placeA, placeB] = [opened.placeOf(a), opened.placeOf(b)]
  const poster = opened.folder.resolve(`posters/${a.slice(-2)}/${a}.jpg`)
  mkdirSync(dirname(poster), { recursive: true })
  writeFileSync(poster, 'x')
  opened.files.setPoster(a, { width: 1, height: 1, durationSeconds: null }, `posters/${a.slice(-2)}/${a}.jpg`)
  valueIn(opened['library.trash']({ fileIds: [a, b] }))
  expect([existsSync(placeA), existsSync(poster)]).toEqual([true, true])
  const { until } = valueIn(opened['library.trashSum']({}))
  expect(valueIn(opened['library.trashSum']({ fileIds: [a] }))).toEqual({ files: 1, bytes: 500, until })
  expect(valueIn(await opened['library.purge']({ fileIds: [a] }))).toEqual({
    files: 1,
    bytes: 500,
    left: 0,
    kept: { count: 0, names: [] },
  })
  expect([existsSync(placeA), existsSync(poster), existsSync(placeB)]).toEqual([false, false, true])
  expect(valueIn(await opened['library.purge']({ until: until ?? '' })).files).toBe(1)
  expect(existsSync(placeB)).toBe(false)
  expect(opened.moved).toEqual([
    { fileIds: [a, b], state: 'trashed' },
    { fileIds: [a], state: 'deleted' },
    { fileIds: [b], state: 'deleted' },
  ])
})

test('[TRASH4] what is not in the trash is never deleted, whatever is asked', async () => {
  const opened = await open()
  const kept = opened.save(samplePng({ bytes: 500 }))
  expect(valueIn(await opened['library.purge']({ fileIds: [kept] })).files).toBe(0)
  expect(valueIn(await opened['library.purge']({ until: new Date(8e15).toISOString() })).files).toBe(0)
  expect(existsSync(opened.placeOf(kept))).toBe(true)
})

test('[TRASH5] a file that a waiting run uses stays, and is named', async () => {
  const opened = await open()
  const used = opened.save(samplePng({ bytes: 500 }))
  const { sha256 = '', name } = opened.files.stored(used) ?? {}
  opened.journal.insert([
    {
      ...sampleSubmission({ values: { prompt: 'a', image: `atelier-input:${sha256}` } }),
      state: 'confirmed',
    },
  ])
  valueIn(opened['library.trash']({ fileIds: [used] }))
  expect(valueIn(await opened['library.purge']({ fileIds: [used] }))).toMatchObject({
    files: 0,
    kept: { count: 1, names: [name] },
  })
  expect(existsSync(opened.placeOf(used))).toBe(true)
  expect(opened.files.item(used)?.state).toBe('trashed')
})

test('[TRASH7] what a crash interrupts between the rows and the disk is finished by the next start', async () => {
  const never: FileRemover = { remove: () => Promise.reject(new Error('killed')) }
  const opened = await open({ remover: never })
  const fileIds = Array.from({ length: 202 }, () => opened.save(samplePng({ bytes: 200 })))
  const places = fileIds.map(opened.placeOf)
  valueIn(opened['library.trash']({ fileIds }))
  await expect(opened['library.purge']({ fileIds })).rejects.toThrow('killed')
  expect(places.every((place) => existsSync(place))).toBe(true)
  expect(opened.files.item(fileIds[0] ?? '')?.state).toBe('deleted')
  // The check of the disk finds what is being deleted, and leaves it alone.
  await opened.check(true)
  expect(places.every((place) => existsSync(place))).toBe(true)
  const next = opened.again(createDiskFileRemover(opened.folder))
  await next.finish()
  expect(places.some((place) => existsSync(place))).toBe(false)
  expect(opened.store.marked(1)).toEqual([])
})

test('[TRASH7] a file that the disk refuses to delete stays marked, and the others are deleted', async () => {
  const refused = new Set<string>()
  const remover: FileRemover = {
    remove: async (files) => new Set(files.map(({ id }) => id).filter((id) => !refused.has(id))),
  }
  const opened = await open({ remover })
  const fileIds = Array.from({ length: 202 }, () => opened.save(samplePng({ bytes: 200 })))
  for (const at of [0, 7, 201]) refused.add(fileIds[at] ?? '')
  valueIn(opened['library.trash']({ fileIds }))
  expect(valueIn(await opened['library.purge']({ fileIds }))).toMatchObject({ files: 199, left: 3 })
  expect(opened.store.marked(10).map(({ fileId }) => fileId)).toEqual([...refused])
  await opened.finish()
  expect(opened.said).toHaveLength(1)
})

test('[TRASH6] the check of the disk calls no deleted file missing, and keeps one in the trash in its place', async () => {
  const opened = await open()
  const [deleted = '', trashed = ''] = [1, 2].map(() => opened.save(samplePng({ bytes: 500 })))
  const place = opened.placeOf(trashed)
  valueIn(opened['library.trash']({ fileIds: [deleted, trashed] }))
  valueIn(await opened['library.purge']({ fileIds: [deleted] }))
  for (const isThorough of [false, true]) await opened.check(isThorough)
  expect(opened.said).toEqual([])
  expect(opened.files.toFetch()).toEqual([])
  expect([existsSync(place), opened.files.item(trashed)?.state, opened.files.item(deleted)]).toMatchObject([
    true,
    'trashed',
    { state: 'deleted', failure: null },
  ])
})

test('[TRASH4] a file behind a link is left alone', async () => {
  const opened = await open()
  const fileId = opened.save(samplePng({ bytes: 500 }))
  const place = opened.placeOf(fileId)
  const outside = temporaryFolder()
  writeFileSync(join(outside, place.split('/').at(-1) ?? ''), 'mine')
  rmSync(dirname(place), { recursive: true })
  symlinkSync(outside, dirname(place))
  valueIn(opened['library.trash']({ fileIds: [fileId] }))
  valueIn(await opened['library.purge']({ fileIds: [fileId] }))
  expect(readFileSync(join(outside, place.split('/').at(-1) ?? ''), 'utf8')).toBe('mine')
})
