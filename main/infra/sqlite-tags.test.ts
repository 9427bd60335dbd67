import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFilter } from '../../shared/library/filter/library-filter.ts'
import { openLibrary } from '../testing/open-library.ts'
import { createSqliteLibrarySearch } from './sqlite-library-search.ts'
import { createSqliteTags } from './sqlite-tags.ts'

async function open(count = 4) {
  const library = await openLibrary()
  const fileIds = Array.from({ length: count }, () => library.saveFile())
  const search = createSqliteLibrarySearch({ database: library.database, labelOf: String })
  const found = (text: string) => {
    search.index(100)
    return library.files
      .list({ limit: 100, filter: readFilter(text) })
      .items.map(({ fileId }) => fileIds.indexOf(fileId))
  }
  return { ...library, fileIds, found, tags: createSqliteTags(library.database) }
}

test('[LIB110] a tag is the same whatever its case, is completed, and is gone with its last file', async () => {
  const { tags, fileIds, found } = await open()
  const [a = '', b = '', c = ''] = fileIds
  tags.change([
    { name: 'Poster', fileIds: [a, b, 'unknown'], isOn: true },
    { name: 'art poster', fileIds: [c], isOn: true },
  ])
  tags.change([{ name: 'POSTER', fileIds: [c], isOn: true }])
  expect(tags.of(fileIds)).toEqual(
    new Map([
      [a, ['Poster']],
      [b, ['Poster']],
      [c, ['art poster', 'Poster']],
    ]),
  )
  expect(tags.list('post', 9)).toEqual([
    { name: 'Poster', files: 3 },
    { name: 'art poster', files: 1 },
  ])
  expect([
    found('tag:poster'),
    found('poster'),
    found('-is:tagged'),
    found('tag:poster tag:"art poster"'),
  ]).toEqual([[2, 1, 0], [2, 1, 0], [3], [2]])
  tags.change([{ name: 'poster', fileIds, isOn: false }])
  expect([tags.list('', 9), found('tag:poster'), found('poster')]).toEqual([
    [{ name: 'art poster', files: 1 }],
    [],
    [2],
  ])
})

test('[LIB110] whatever is changed, what is returned undoes exactly that', async () => {
  const { tags, fileIds } = await open(5)
  const change = fc.record({
    name: fc.constantFrom('a', 'A', 'b', 'c'),
    fileIds: fc.subarray(fileIds, { minLength: 1 }),
    isOn: fc.boolean(),
  })
  const folded = () =>
    [...tags.of(fileIds)].map(([id, names]) => [id, names.map((name) => name.toLowerCase())])
  fc.assert(
    fc.property(
      fc.array(change, { minLength: 1, maxLength: 4 }),
      fc.array(change, { maxLength: 3 }),
      (changes, first) => {
        if (first.length > 0) tags.change(first)
        const before = folded()
        const undo = tags.change(changes)
        if (undo.length > 0) tags.change(undo)
        expect(folded()).toEqual(before)
      },
    ),
    { numRuns: 100 },
  )
})

test('[LIB111] a note is kept, found, replaced and removed', async () => {
  const { tags, fileIds, found } = await open()
  const [a = ''] = fileIds
  expect([tags.setNote(a, 'Sent to the printer', 5), tags.setNote('unknown', 'x', 5)]).toEqual([true, false])
  expect([tags.note(a), found('printer'), found('is:noted')]).toEqual(['Sent to the printer', [0], [0]])
  tags.setNote(a, 'Framed', 6)
  expect([found('printer'), found('framed')]).toEqual([[], [0]])
  tags.setNote(a, '', 7)
  expect([tags.note(a), found('framed'), found('is:noted')]).toEqual(['', [], []])
})

test('[EXP37] a note is written and changed while its file’s words wait for the index', async () => {
  const { tags, fileIds } = await open(1)
  const [fileId = ''] = fileIds
  expect(tags.setNote(fileId, 'first', 0)).toBe(true)
  expect(tags.setNote(fileId, 'second', 1)).toBe(true)
  expect(tags.note(fileId)).toBe('second')
})
