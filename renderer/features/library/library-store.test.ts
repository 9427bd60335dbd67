import { describe, expect, it } from 'vitest'
import type { LibraryItem } from '../../../shared/bridge/views.ts'
import { type Judgement, unjudged } from '../../../shared/library/judgement.ts'
import { createFixtureStudio, done, failed, settle } from '../../testing/fixture-studio.ts'
import { libraryItem, submissionView } from '../../testing/fixtures.ts'
import { createLibraryStore } from './library-store.ts'

const first = libraryItem({ fileId: 'a', prompt: 'a fox' })
const second = libraryItem({ fileId: 'b', prompt: 'a wolf', kind: 'video' })

async function start(items: LibraryItem[] = [first, second], nextCursor: string | null = null) {
  const studio = createFixtureStudio({
    'library.list': ({ filter = '', cursor }) => {
      const [, kind] = /kind:(\w+)/.exec(filter) ?? []
      const search = filter.replace(/\S+:\S+/g, '').trim()
      const page = cursor ? [libraryItem({ fileId: 'c' })] : items
      const matching = page.filter((item) => (!kind || item.kind === kind) && item.prompt.includes(search))
      return done({ items: matching, nextCursor: cursor ? null : nextCursor, total: 3 })
    },
    'library.item': ({ fileId }) =>
      fileId === 'a'
        ? done({ item: first, submission: submissionView() })
        : failed({ code: 'not_found', message: '' }),
  })
  let changeLanguage = () => {}
  const library = createLibraryStore({
    bridge: studio.bridge,
    onFiles: () => {},
    onLanguageChange(listener) {
      changeLanguage = listener
      return () => {}
    },
  })
  await settle()
  return {
    studio,
    library,
    changeLanguage,
    ids: () => library.store.getState().items?.map((item) => item.fileId),
  }
}

describe('the library', () => {
  it('is read once the studio is there', async () => {
    const { ids } = await start()
    expect(ids()).toEqual(['a', 'b'])
  })

  it('is read again in another language', async () => {
    const { studio, library, changeLanguage } = await start()
    studio.respond({ 'library.list': () => done({ items: [second], nextCursor: null, total: 1 }) })
    changeLanguage()
    await settle()
    expect(library.store.getState().items).toEqual([second])
  })

  it('continues from page to page until there are no more', async () => {
    const { library, ids, studio } = await start([first, second], 'next')
    await library.loadMore()
    await library.loadMore()
    expect(ids()).toEqual(['a', 'b', 'c'])
    expect(studio.calls.filter((call) => call.procedure === 'library.list')).toHaveLength(2)
  })

  it('requests words and kind', async () => {
    const { library, ids } = await start()
    library.filter({ search: 'wolf' })
    await settle()
    expect(ids()).toEqual(['b'])
    library.filter({ search: '', kind: 'image' })
    await settle()
    expect(ids()).toEqual(['a'])
  })

  it('ignores the response to an older search', async () => {
    const { library, studio, ids } = await start()
    const slow = Promise.withResolvers<void>()
    studio.respond({
      'library.list': async ({ filter: search }) => {
        if (search === 'f') await slow.promise
        return done({ items: search === 'f' ? [first] : [second], nextCursor: null, total: 1 })
      },
    })
    library.filter({ search: 'f' })
    library.filter({ search: 'wolf' })
    await settle()
    slow.resolve()
    await settle()
    expect(ids()).toEqual(['b'])
  })

  it('puts a new file first, and keeps a measured one in its place', async () => {
    const { studio, ids, library } = await start()
    studio.emit('library.changed', libraryItem({ fileId: 'n' }))
    studio.emit('library.changed', { ...second, hasPoster: true, width: 640 })
    expect(ids()).toEqual(['n', 'a', 'b'])
    expect(library.store.getState().items?.[2]?.width).toBe(640)
    expect(library.store.getState().total).toBe(4)
  })

  it('keeps a new file that arrived while an older list was under way', async () => {
    const { library, studio, ids } = await start()
    const slow = Promise.withResolvers<void>()
    studio.respond({
      'library.list': () =>
        slow.promise.then(() => done({ items: [first, second], nextCursor: null, total: 2 })),
    })
    void library.refresh()
    studio.emit('library.changed', libraryItem({ fileId: 'n' }))
    slow.resolve()
    await settle()
    expect(ids()).toEqual(['n', 'a', 'b'])
  })

  it('leaves an older file to its page, whatever event names it', async () => {
    const old = libraryItem({ fileId: 'old', savedAt: '2020-01-01T00:00:00.000Z' })
    const { studio, ids, library } = await start([first, second], 'next')
    studio.emit('library.changed', old)
    expect([ids(), library.store.getState().total]).toEqual([['a', 'b'], 3])
    await library.loadMore()
    studio.emit('library.changed', old)
    expect(ids()).toEqual(['a', 'b', 'c', 'old'])
  })

  it('leaves a new file of another kind out while a kind is chosen', async () => {
    const { studio, ids, library } = await start()
    library.filter({ kind: 'image' })
    await settle()
    studio.emit('library.changed', libraryItem({ fileId: 'n', kind: 'audio' }))
    expect(ids()).toEqual(['a'])
  })

  it('opens a file with the run it came from', async () => {
    const { library } = await start()
    await library.open('a')
    expect(library.store.getState().opened).toMatchObject({ fileId: 'a', submission: { modelId: 'i3' } })
  })

  it('keeps the state of an opened file that an event reported while the file was read', async () => {
    const { library, studio } = await start()
    const slow = Promise.withResolvers<void>()
    studio.respond({
      'library.item': () => slow.promise.then(() => done({ item: first, submission: submissionView() })),
    })
    const opening = library.open('a')
    studio.emit('library.changed', { ...first, state: 'failed' })
    slow.resolve()
    await opening
    expect(library.store.getState().opened).toMatchObject({
      item: { state: 'failed' },
      submission: { modelId: 'i3' },
    })
  })

  it('reports a file that does not exist', async () => {
    const { library } = await start()
    await library.open('gone')
    expect(library.store.getState().opened).toMatchObject({ item: null, failure: { code: 'not_found' } })
  })

  it('reports a file that could not be read', async () => {
    const { library, studio } = await start()
    studio.respond({ 'library.list': () => failed({ code: 'storage_failed', message: '' }) })
    library.filter({ kind: 'audio' })
    await settle()
    expect(library.store.getState()).toMatchObject({ items: null, failure: { code: 'storage_failed' } })
  })
})

it('follows an open missing file: fetched again when the person retries it, under way, or still missing', async () => {
  const { studio, library } = await start()
  const missing = libraryItem({
    fileId: 'a',
    state: 'failed',
    failure: 'The file is not in the data folder any more.',
  })
  studio.respond({
    'library.item': () => done({ item: missing, submission: submissionView() }),
    'library.fetchAgain': () =>
      done(submissionView({ files: [{ ...missing, state: 'waiting', failure: null }] })),
  })
  await library.open('a')
  const stands = () => library.store.getState().opened?.item
  expect(stands()).toMatchObject({ state: 'failed', failure: missing.failure })
  await library.fetchAgain('a')
  expect(stands()).toMatchObject({ state: 'waiting', failure: null, prompt: missing.prompt })
  studio.emit('submission.changed', submissionView({ files: [{ ...missing, failure: 'It was reset.' }] }))
  expect(stands()).toMatchObject({ state: 'failed', failure: 'It was reset.' })
})

it('keeps a contact sheet one tile as its files arrive, and lists each separately in a search', async () => {
  const sheet = (files: number) => ({ batchId: 'sheet', files, first: [] })
  const { studio, library, ids } = await start([libraryItem({ fileId: 'a', sheet: sheet(1) }), second])
  studio.emit('library.changed', libraryItem({ fileId: 'n', sheet: sheet(2) }))
  expect(ids()).toEqual(['a', 'b'])
  expect(library.store.getState().items?.[0]?.sheet?.files).toBe(2)
  expect(library.store.getState().total).toBe(3)
  library.filter({ kind: 'image' })
  await settle()
  studio.emit('library.changed', libraryItem({ fileId: 'm', sheet: sheet(3) }))
  expect(ids()?.[0]).toBe('m')
  expect(library.store.getState().items?.[0]?.sheet).toBeNull()
})

describe('[JUDGE13] a judged file', () => {
  const id = (n: number) => `01900000-0000-7000-8000-00000000000${n}`
  const three = [1, 2, 3].map((n) =>
    libraryItem({ fileId: id(n), judgement: { ...unjudged, rating: n + 2, flag: 'pick' } }),
  )

  async function startJudged() {
    const opened = await start(three)
    const judge = (fileId: string, some: Partial<Judgement>) =>
      opened.studio.emit('library.judged', {
        judged: [{ fileIds: [fileId], judgement: { ...unjudged, ...some } }],
      })
    return { ...opened, judge }
  }

  it('shows its marks in the list and where it is open', async () => {
    const { library, judge } = await startJudged()
    void library.open(id(2))
    judge(id(2), { rating: 1, label: 8 })
    const { items, opened } = library.store.getState()
    expect(items?.[1]?.judgement).toEqual({ ...unjudged, rating: 1, label: 8 })
    expect(opened?.item?.judgement.label).toBe(8)
  })

  it('leaves a filtered list that it no longer fits; the open one stays until it is left', async () => {
    const { library, ids, judge, studio } = await startJudged()
    library.filter({ minRating: 3, flag: 'pick' })
    await settle()
    expect(studio.inputs('library.list').at(-1)).toMatchObject({ filter: 'rating:>=3 flag:pick' })
    judge(id(1), { rating: 3, flag: 'reject' })
    expect(ids()).toEqual([id(2), id(3)])
    expect(library.store.getState().total).toBe(2)
    void library.open(id(2))
    judge(id(2), { rating: 0 })
    expect(ids()).toEqual([id(2), id(3)])
    library.closeItem()
    expect(ids()).toEqual([id(3)])
  })

  it('keeps a mark that was set while the list was being read', async () => {
    const { library, judge, studio } = await startJudged()
    studio.respond({
      'library.list': () => {
        judge(id(1), { rating: 5 })
        return done({ items: three, nextCursor: null, total: 3 })
      },
    })
    await library.refresh()
    expect(library.store.getState().items?.[0]?.judgement).toEqual({ ...unjudged, rating: 5 })
  })
})

describe('[COLL7] the order of a collection', () => {
  const collection = {
    collectionId: '01900000-0000-7000-8000-0000000000cc',
    name: 'Seas',
    files: 3,
    createdAt: '2026-11-20T12:00:00.000Z',
    changedAt: '2026-11-20T12:00:00.000Z',
  }
  const three = ['a', 'b', 'c'].map((fileId) => libraryItem({ fileId }))

  it('is shown at once, written, and undone by the places before', async () => {
    const { library, ids, studio } = await start(three)
    const before = [{ fileId: 'c', place: 'V0000002' }]
    studio.respond({
      'collections.move': () => done({ collection, before }),
      'collections.put': () => done(collection),
    })
    library.filter({ collectionId: collection.collectionId })
    await settle()
    const moved = library.move(['c'], 'a')
    expect(ids()).toEqual(['c', 'a', 'b'])
    const result = await moved
    if (result.ok) await result.value()
    expect(studio.inputs('collections.move')).toEqual([
      { collectionId: collection.collectionId, fileIds: ['c'], beforeFileId: 'a' },
    ])
    expect(studio.inputs('collections.put')).toEqual([
      { collectionId: collection.collectionId, members: before },
    ])
  })

  it('is read again when it changed elsewhere, and after a move that failed', async () => {
    const { library, ids, studio } = await start(three)
    library.filter({ collectionId: collection.collectionId })
    await settle()
    const result = await library.move(['c'], 'a')
    expect(result.ok).toBe(false)
    await settle()
    expect(ids()).toEqual(['a', 'b', 'c'])
    const read = studio.inputs('library.list').length
    studio.emit('collections.changed', { collectionId: null })
    studio.emit('collections.changed', { collectionId: collection.collectionId })
    await settle()
    expect(studio.inputs('library.list')).toHaveLength(read + 1)
  })
})

describe('[TRASH1] [TRASH2] the trash', () => {
  const gone = { ...first, state: 'trashed' as const, trashedAt: '2026-11-20T12:00:00.000Z' }

  it('takes what is moved there out of the list and the selection at once, and the rest is read again', async () => {
    const { studio, library, ids } = await start()
    library.select(['a', 'b'])
    studio.respond({ 'library.list': () => done({ items: [second], nextCursor: null, total: 1 }) })
    studio.emit('library.moved', { fileIds: ['a'], state: 'trashed' })
    expect([ids(), [...library.store.getState().selected], library.store.getState().total]).toEqual([
      ['b'],
      ['b'],
      2,
    ])
    await settle()
    expect(library.store.getState().total).toBe(1)
  })

  it('lists what came back, and nothing of the trash beside it', async () => {
    const { studio, ids } = await start([second])
    studio.emit('library.changed', gone)
    await settle()
    expect(ids()).toEqual(['b'])
    studio.respond({ 'library.list': () => done({ items: [first, second], nextCursor: null, total: 2 }) })
    studio.emit('library.moved', { fileIds: ['a'], state: 'saved' })
    await settle()
    expect(ids()).toEqual(['a', 'b'])
  })

  it('is a list of its own, which a new file doesn’t join and a restored one leaves', async () => {
    const { studio, library, ids } = await start()
    studio.respond({ 'library.list': () => done({ items: [gone], nextCursor: null, total: 1 }) })
    library.filter({ isTrash: true })
    await settle()
    expect(studio.inputs('library.list').at(-1)).toMatchObject({ isTrash: true })
    studio.emit('library.changed', libraryItem({ fileId: 'new' }))
    expect(ids()).toEqual(['a'])
    studio.emit('library.moved', { fileIds: ['a'], state: 'saved' })
    expect(ids()).toEqual([])
  })

  it('shows the open file as it is by now', async () => {
    const { studio, library } = await start()
    await library.open('a')
    studio.respond({ 'library.item': () => done({ item: gone, submission: submissionView() }) })
    studio.emit('library.moved', { fileIds: ['a'], state: 'trashed' })
    await settle()
    expect(library.store.getState().opened?.item?.state).toBe('trashed')
  })
})
