import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readFilter } from '../../shared/library/filter/library-filter.ts'
import { anyCharacter } from '../../shared/testing/any-character.ts'
import { openLibrary } from '../testing/open-library.ts'
import { fullTextQuery } from './full-text-query.ts'

describe('[LIB9] pages of the library', () => {
  test('are read by key, newest first, each file once, and say where the next begins', async () => {
    const { files, saveFile } = await openLibrary()
    const saved = Array.from({ length: 205 }, () => saveFile())
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = files.list({ limit: 40, ...(cursor === undefined ? {} : { cursor }) })
      seen.push(...page.items.map(({ fileId }) => fileId))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(seen).toEqual(saved.toReversed())
  })

  test('stay the same while newer files arrive', async () => {
    const { files, saveFile } = await openLibrary()
    const saved = Array.from({ length: 6 }, () => saveFile())
    const first = files.list({ limit: 3 })
    saveFile()
    const second = files.list({ limit: 3, cursor: first.nextCursor ?? '' })
    expect(second.items.map(({ fileId }) => fileId)).toEqual(saved.slice(0, 3).toReversed())
    expect(second.nextCursor).toBeNull()
  })

  test('hold files that are here, of the requested kind', async () => {
    const { files, addFile, saveFile } = await openLibrary()
    const video = saveFile({ kind: 'video' })
    saveFile({ kind: 'image' })
    addFile({ kind: 'video' })
    expect(files.list({ limit: 10, filter: readFilter('kind:video') }).items).toMatchObject([
      { fileId: video },
    ])
    expect(files.list({ limit: 10 }).items).toHaveLength(2)
  })

  test.each(['', '-1', 'x', '1e400', 'NaN', '"; DROP TABLE files'])(
    'an unknown cursor (%j) starts at the beginning',
    async (cursor) => {
      const { files, saveFile } = await openLibrary()
      const fileId = saveFile()
      expect(files.list({ limit: 10, cursor }).items.map((item) => item.fileId)).toEqual([fileId])
    },
  )
})

describe('[LIB9] a search', () => {
  const prompts = [
    'A quiet sea at dusk',
    'The SEASIDE café in the rain',
    'rain on a tin roof',
    '灯台 at night',
  ]
  const rows: readonly [string, readonly number[]][] = [
    ['sea', [1, 0]],
    ['sea ', [0]],
    ['SEA', [1, 0]],
    ['quiet se', [0]],
    ['rain', [2, 1]],
    ['rain tin', [2]],
    ['roof rain', [2]],
    ['cafe', [1]],
    ['café', [1]],
    ['cafe\u0301', [1]],
    ['灯台', [3]],
    ['quite', []],
    ['   ', [3, 2, 1, 0]],
    ['!?', [3, 2, 1, 0]],
  ]
  test.each(rows)('for %j finds words, the last one by its beginning', async (search, found) => {
    const { files, saveFile } = await openLibrary()
    const ids = prompts.map((prompt) => saveFile({ prompt }))
    const page = files.list({ limit: 10, filter: readFilter(search) })
    expect(page.items.map(({ fileId }) => ids.indexOf(fileId))).toEqual(found)
  })

  test('continues by key, and within a kind', async () => {
    const { files, saveFile } = await openLibrary()
    const ids = Array.from({ length: 9 }, (_, index) =>
      saveFile({ prompt: 'sea', kind: index % 2 ? 'video' : 'image' }),
    )
    const query = { limit: 3, filter: readFilter('se kind:image') } as const
    const first = files.list(query)
    const second = files.list({ ...query, cursor: first.nextCursor ?? '' })
    expect([...first.items, ...second.items].map(({ fileId }) => ids.indexOf(fileId))).toEqual([
      8, 6, 4, 2, 0,
    ])
    expect(second.nextCursor).toBeNull()
  })

  test('doesn’t find files that are not here yet', async () => {
    const { files, addFile } = await openLibrary()
    addFile({ prompt: 'sea' })
    expect(files.list({ limit: 10, filter: readFilter('sea') }).items).toEqual([])
  })

  // Searches a library for hundreds of texts.
  test('takes anything typed: nothing of it is query syntax', async () => {
    const { files, saveFile } = await openLibrary()
    saveFile({ prompt: 'a quiet sea' })
    const syntax = fc.constantFrom(
      '"',
      '*',
      '^',
      ':',
      '(',
      ')',
      '-',
      '+',
      'NEAR',
      ' AND ',
      ' OR ',
      ' NOT ',
      '{',
      '}',
      "'",
      '\0',
      ';',
      'prompt',
    )
    const typed = fc.array(
      fc.oneof(
        syntax,
        fc.string({ unit: 'grapheme', maxLength: 6 }),
        fc.string({ unit: anyCharacter, maxLength: 4 }),
      ),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(typed, (parts) => {
        const filter = { text: parts.join(''), terms: [] }
        expect(files.list({ limit: 5, filter }).items).toHaveLength(files.count({ filter }))
      }),
      { numRuns: 500 },
    )
  }, 30_000)

  test('finds a prompt by any of its own words', async () => {
    const { files, saveFile } = await openLibrary()
    const word = fc.stringMatching(/^[a-zäöüéñ0-9]{1,12}$/)
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), fc.nat(), (words, at) => {
        const fileId = saveFile({ prompt: words.join(' ') })
        const requested = words[at % words.length] ?? ''
        const beginning = requested.slice(0, 1 + (at % requested.length))
        for (const search of [requested, `${requested} `, beginning]) {
          expect(files.list({ limit: 500, filter: { text: search, terms: [] } }).items[0]?.fileId).toBe(
            fileId,
          )
        }
      }),
      { numRuns: 60 },
    )
  })

  test('without a word in it matches nothing', () => {
    expect(['', '  ', '"*"', '…'].map(fullTextQuery)).toEqual([null, null, null, null])
  })
})

describe('an awaited file', () => {
  test('waits, fails, waits again when the person retries it, and is saved once', async () => {
    const { files, addFile } = await openLibrary()
    const fileId = addFile()
    const submissionId = files.find(fileId)?.submissionId ?? ''
    const view = () => files.filesOf([submissionId]).get(submissionId)?.[0]
    expect(files.toFetch().map((file) => file.fileId)).toEqual([fileId])
    files.setFailed(fileId, 'cut')
    expect([view()?.state, view()?.failure, files.toFetch()]).toEqual(['failed', 'cut', []])
    files.setWaiting(fileId)
    files.setUrl(fileId, 'https://service.example/new')
    expect(files.toFetch()).toMatchObject([{ fileId, url: 'https://service.example/new' }])
    const saved = {
      path: 'media/a.mp4',
      name: 'a.mp4',
      kind: 'video',
      mediaType: 'video/mp4',
      bytes: 9,
      sha256: 'f'.repeat(64),
      savedAt: 1,
      measures: { width: null, height: null, durationSeconds: null },
    } as const
    files.setSaved(fileId, saved)
    files.setSaved(fileId, { ...saved, path: 'media/b.mp4' })
    expect(files.stored(fileId)).toMatchObject({ path: 'media/a.mp4', mediaType: 'video/mp4' })
    expect([files.toFetch(), files.list({ limit: 5, filter: readFilter('sea') }).items.length]).toEqual([
      [],
      1,
    ])
    files.setWaiting(fileId)
    expect(view()?.state).toBe('saved')
  })

  test('is not served before it is here', async () => {
    const { files, addFile } = await openLibrary()
    const fileId = addFile()
    expect([files.stored(fileId), files.item(fileId), files.stored('nobody')]).toEqual([null, null, null])
  })

  test('measures and thumbnail are added to its row', async () => {
    const { files, saveFile } = await openLibrary()
    const fileId = saveFile()
    files.setPoster(fileId, { width: 1024, height: 768, durationSeconds: null }, 'posters/a.jpg')
    files.setPoster(fileId, { width: null, height: null, durationSeconds: 4.2 }, null)
    expect(files.item(fileId)).toMatchObject({
      width: 1024,
      height: 768,
      durationSeconds: 4.2,
      hasPoster: true,
      modelLabel: 'Model i3',
    })
    expect(files.stored(fileId)?.posterPath).toBe('posters/a.jpg')
  })
})
