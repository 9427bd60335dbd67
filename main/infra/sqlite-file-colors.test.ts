import { expect, test } from 'vitest'
import { readFilter } from '../../shared/library/filter/library-filter.ts'
import { openLibrary } from '../testing/open-library.ts'
import { createSqliteFileColors } from './sqlite-file-colors.ts'
import { createSqliteUnseenFiles } from './sqlite-unseen-files.ts'

const unmeasured = { width: null, height: null, durationSeconds: null }
const blue = { color: 0x0000ff, accent: 0x0000ff, hash: [0, 0] as const }
const red = { color: 0xff0000, accent: 0xff0000, hash: [0, 0] as const }

async function open() {
  const opened = await openLibrary()
  const found = (text: string) =>
    opened.files.list({ limit: 100, filter: readFilter(text) }).items.map(({ fileId }) => fileId)
  const keyOf = (fileId = '') => opened.files.item(fileId)?.key ?? 0
  return { ...opened, found, keyOf }
}

test('[FIND3] colors of an earlier version are named in small steps, the newest first, and only once', async () => {
  const { database, saveFile, found, keyOf } = await open()
  const fileIds = Array.from({ length: 5 }, () => saveFile())
  // As that version wrote them.
  const put = database.prepare('INSERT INTO file_looks VALUES (?, 255, 255, 0, 0)')
  for (const fileId of fileIds.slice(0, 4)) put.run(keyOf(fileId))
  const colors = createSqliteFileColors(database)
  expect(found('color:blue')).toEqual([])
  expect(colors.index(3)).toBe(true)
  expect(found('color:blue')).toEqual([fileIds[3], fileIds[2], fileIds[1]])
  // Another start goes on.
  expect(createSqliteFileColors(database).index(3)).toBe(false)
  expect(found('color:blue')).toHaveLength(4)
  const before = database.changes()
  expect(colors.index(3)).toBe(false)
  expect(database.changes()).toBe(before)
})

test('[FIND7] thumbnails without a look are listed until they have one, the newest first', async () => {
  const { database, files, saveFile, keyOf } = await open()
  const unseen = createSqliteUnseenFiles(database)
  const [first = '', second = '', audio = '', lost = ''] = [
    saveFile(),
    saveFile(),
    saveFile({ kind: 'audio' }),
    saveFile(),
  ]
  for (const fileId of [first, second, audio, lost])
    files.setPoster(fileId, unmeasured, `posters/${fileId}.jpg`)
  files.dropPoster(lost)
  const list = (before?: number) => unseen.list(before, 1).map(({ fileId }) => fileId)
  expect([list(), list(keyOf(second)), list(keyOf(first))]).toEqual([[second], [first], []])
  files.setPoster(second, unmeasured, null, blue)
  expect([list(), files.find(second) !== null]).toEqual([[first], true])
  files.setPoster(first, unmeasured, `posters/${first}.jpg`, blue)
  expect(list()).toEqual([])
})

test('[FIND3] a color is named with its thumbnail, and another one takes its place', async () => {
  const { files, saveFile, found, database } = await open()
  const fileId = saveFile()
  files.setPoster(fileId, unmeasured, 'posters/1.jpg', blue)
  expect(found('color:blue')).toEqual([fileId])
  files.setPoster(fileId, unmeasured, 'posters/1.jpg', red)
  expect([found('color:blue'), found('color:red')]).toEqual([[], [fileId]])
  expect(database.prepare('SELECT count(*) AS n FROM color_pending').get()).toEqual({ n: 0 })
})
