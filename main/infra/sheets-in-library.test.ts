import { expect, test } from 'vitest'
import { readFilter } from '../../shared/library/filter/library-filter.ts'
import { openLibrary } from '../testing/open-library.ts'
import { sampleJob, sampleSubmission } from '../testing/sample-submission.ts'

type Library = Awaited<ReturnType<typeof openLibrary>>

const batchId = '00000000-0000-7000-8000-0000000000aa'

/** Confirms a sheet by prompt; returns its files' ids, none of them downloaded yet. */
function addSheet({ journal }: Library, prompts: readonly string[]): string[] {
  const runs = prompts.map((prompt) => sampleSubmission({ values: { prompt }, batchId }))
  journal.insert(runs, { axes: [{ kind: 'field', field: 'prompt', values: [...prompts] }] })
  return runs.map((run, index) => {
    const fileId = `00000000-0000-7000-8000-5000000000${String(index).padStart(2, '0')}`
    const file = { fileId, ordinal: 0, url: 'https://service.example/a', name: `sheet-${index}` }
    journal.saveEnd({ ...run, state: 'accepted', job: sampleJob({ status: 'completed' }) }, [file])
    return fileId
  })
}

function bringHome({ files }: Library, fileId: string): void {
  files.setSaved(fileId, {
    path: `media/${fileId}.png`,
    name: `${fileId}.png`,
    kind: 'image',
    mediaType: 'image/png',
    bytes: 4,
    sha256: fileId.slice(-2).padStart(64, 'a'),
    savedAt: Date.parse('2026-11-20T12:00:00Z'),
    measures: { width: null, height: null, durationSeconds: null },
  })
}

function listed({ files }: Library) {
  return files.list({ limit: 10 }).items.map(({ fileId, sheet }) => [fileId, sheet?.files ?? null])
}

test('[LIB26] a sheet is listed once, with how many of its files are here and the first of them', async () => {
  const library = await openLibrary()
  const before = library.saveFile()
  const [first = '', second = '', third = ''] = addSheet(library, ['a fox', 'a wolf', 'a bear'])
  bringHome(library, second)
  expect(listed(library)).toEqual([
    [second, 1],
    [before, null],
  ])
  bringHome(library, third)
  bringHome(library, first)
  const page = library.files.list({ limit: 10 })
  expect(listed(library)).toEqual([
    [first, 3],
    [before, null],
  ])
  expect(page.items[0]?.sheet?.first.map(({ fileId }) => fileId)).toEqual([first, second, third])
})

test('[LIB26] a search finds its files one by one', async () => {
  const library = await openLibrary()
  const sheet = addSheet(library, ['a fox', 'a wolf'])
  for (const fileId of sheet) bringHome(library, fileId)
  expect(library.files.list({ limit: 10, filter: readFilter('wolf') })).toMatchObject({
    items: [{ fileId: sheet[1], sheet: null }],
  })
  expect(library.files.list({ limit: 10, filter: readFilter('kind:image') }).items).toHaveLength(2)
})

test('[LIB26] where the file that represents a sheet is fetched again, the next one does meanwhile', async () => {
  const library = await openLibrary()
  const [first = '', second = ''] = addSheet(library, ['a fox', 'a wolf'])
  bringHome(library, first)
  bringHome(library, second)
  library.files.setFailed(first, 'It is not there.')
  library.files.setWaiting(first)
  expect(listed(library)).toEqual([[second, 1]])
  bringHome(library, first)
  expect(listed(library)).toEqual([[first, 2]])
})

test('[LIB26] pages continue by key past the files behind a sheet', async () => {
  const library = await openLibrary()
  const old = library.saveFile()
  for (const fileId of addSheet(library, ['a', 'b', 'c', 'd'])) bringHome(library, fileId)
  const fresh = library.saveFile()
  const first = library.files.list({ limit: 2 })
  const second = library.files.list({ limit: 2, cursor: first.nextCursor ?? '' })
  expect(first.items.map((item) => item.fileId)[0]).toBe(fresh)
  expect(second.items.map((item) => item.fileId)).toEqual([old])
  expect(second.nextCursor).toBeNull()
})

test('[JOB28] a batch is read whole and in its order', async () => {
  const library = await openLibrary()
  addSheet(library, ['a fox', 'a wolf'])
  library.saveFile()
  expect(library.journal.batch(batchId).map((run) => run.values.prompt)).toEqual(['a fox', 'a wolf'])
  expect(library.journal.batch('00000000-0000-7000-8000-0000000000ab')).toEqual([])
})
