import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { mostEntries } from '../../../shared/bridge/layout-procedures.ts'
import type { LibraryItem } from '../../../shared/bridge/views.ts'
import { type Judgement, unjudged } from '../../../shared/library/judgement.ts'
import { createFixtureStudio, done, failed, settle } from '../../testing/fixture-studio.ts'
import { libraryItem, submissionView } from '../../testing/fixtures.ts'
import { layoutResponse } from '../../testing/layout-response.ts'
import { createLibraryStore, type LibraryFilter, noFilter } from './library-store.ts'
import { createPlaceStorage, type KeptPlace } from './place-storage.ts'
import { noSelection, selectionOf, toggled, wholeSelection } from './selection.ts'

const first = libraryItem({ fileId: 'a', prompt: 'a fox' })
const second = libraryItem({ fileId: 'b', prompt: 'a wolf', kind: 'video' })

async function start(
  items: LibraryItem[] = [first, second],
  nextCursor: string | null = null,
  before: KeptPlace = { rowHeight: 208, anchor: null },
  unreviewed = items.length,
  whenDrawn: (isTyped: boolean) => Promise<void> = () => Promise.resolve(),
) {
  const listed = items.map((item, place) => ({ ...item, key: 900 - place }))
  const later = libraryItem({ fileId: 'c', key: 500 })
  const studio = createFixtureStudio({
    'library.layout': ({ filter = '', cursor }) => {
      const [, kind] = /kind:(\w+)/.exec(filter) ?? []
      const search = filter.replace(/\S+:\S+/g, '').trim()
      const page = cursor ? [later] : listed
      const matching = page.filter((item) => (!kind || item.kind === kind) && item.prompt.includes(search))
      return done(
        layoutResponse(matching, {
          nextCursor: cursor ? null : nextCursor,
          total: matching.length + (cursor ? listed.length : nextCursor ? 1 : 0),
        }),
      )
    },
    'library.list': ({ filter }) => {
      const found = filter === 'is:unreviewed' ? unreviewed : items.length - unreviewed
      return done({ items: items.slice(0, Math.min(1, found)), nextCursor: null })
    },
    'library.entries': ({ keys }) =>
      done({ items: [...listed, later].filter(({ key }) => keys.includes(key)) }),
    'library.item': ({ fileId }) =>
      fileId === 'a'
        ? done({ item: { ...first, key: 900 }, submission: submissionView() })
        : failed({ code: 'not_found', message: '' }),
  })
  let changeLanguage = () => {}
  const kept: KeptPlace[] = []
  const library = createLibraryStore({
    bridge: studio.bridge,
    onFiles: () => {},
    onSee: () => {},
    onLanguageChange(listener) {
      changeLanguage = listener
      return () => {}
    },
    storage: { read: () => kept.at(-1) ?? before, write: (one) => kept.push(one) },
    whenDrawn,
  })
  await settle()
  const keys = () => {
    const { index } = library.store.getState()
    return index === null ? [] : [...index.keys.subarray(0, index.length)]
  }
  /** The files in the list’s order, as far as they are read whole. */
  const ids = () => keys().flatMap((key) => library.store.getState().entries.get(key)?.fileId ?? [])
  const at = (place: number) => library.store.getState().entries.get(keys()[place] ?? 0)
  const total = () => library.store.getState().index?.total
  return { studio, library, kept, changeLanguage: () => changeLanguage(), keys, ids, at, total, listed }
}

describe('the library', () => {
  it('is read once the studio is there', async () => {
    const { ids } = await start()
    expect(ids()).toEqual(['a', 'b'])
  })

  it('is read again in another language', async () => {
    const { studio, ids, changeLanguage } = await start()
    studio.respond({ 'library.layout': () => done(layoutResponse([second])) })
    changeLanguage()
    await settle()
    expect(ids()).toEqual(['b'])
  })

  it('[LIB330] is counted once, with the slice after its first where it is long', async () => {
    const { studio, library } = await start()
    const next = Promise.withResolvers<void>()
    studio.respond({
      'library.layout': async ({ cursor }) => {
        if (cursor === 'c') return done(layoutResponse([{ ...first, key: 700 }], { total: null }))
        if (cursor === undefined)
          return done(layoutResponse([{ ...first, key: 900 }], { nextCursor: 'b', total: null }))
        await next.promise
        return done(layoutResponse([{ ...second, key: 800 }], { nextCursor: 'c', total: 7 }))
      },
    })
    library.filter({ ...noFilter, search: 'boat' })
    await settle()
    expect(library.store.getState()).toMatchObject({ loading: true, index: { length: 1, isCounted: false } })
    next.resolve()
    await settle()
    const asked = studio.inputs('library.layout').slice(-3)
    expect(asked.map(({ isCounted }) => isCounted)).toEqual([undefined, false, true])
    expect(library.store.getState()).toMatchObject({
      loading: false,
      index: { length: 3, total: 3, isCounted: true },
    })
  })

  it('[LIB143] is read slice by slice to its end, with whole entries only where they are seen', async () => {
    const { library, ids, keys, studio } = await start([first, second], 'next')
    expect(keys()).toEqual([900, 899, 500])
    expect(ids()).toEqual(['a', 'b', 'c'])
    expect(studio.inputs('library.layout').map(({ cursor, items }) => [cursor, items])).toEqual([
      [undefined, 60],
      ['next', 0],
    ])
    expect(studio.inputs('library.entries')).toEqual([])
    library.filter({ search: '' })
    await settle()
    library.store.setState({ entries: new Map() })
    library.see(0, 2, 10)
    await settle()
    expect(studio.inputs('library.entries')).toEqual([{ keys: [900, 899, 500] }])
    expect(ids()).toEqual(['a', 'b', 'c'])
  })

  it('[LIB371] reads the rest of a long list only once its first slice is drawn', async () => {
    const drawn = Promise.withResolvers<void>()
    const { library, keys, studio } = await start(
      [first, second],
      'next',
      undefined,
      undefined,
      () => drawn.promise,
    )
    expect(keys()).toEqual([900, 899])
    expect(library.store.getState().loading).toBe(true)
    expect(studio.inputs('library.layout').map(({ cursor }) => cursor)).toEqual([undefined])
    drawn.resolve()
    await settle()
    expect(keys()).toEqual([900, 899, 500])
  })

  describe('[LIB401] what is shown', () => {
    async function type(change: Partial<LibraryFilter>) {
      const opened = await start()
      const { library, studio } = opened
      const shown = library.store.getState()
      const read = Promise.withResolvers<void>()
      studio.respond({
        'library.layout': async () => {
          await read.promise
          return done(layoutResponse([{ ...second, key: 700 }]))
        },
      })
      library.filter(change)
      await settle()
      return { ...opened, shown, read, state: library.store.getState }
    }

    it('stands with its entries until what other words find is read, and nothing of it is selected then', async () => {
      const { library, shown, read, state, ids } = await type({ search: 'w' })
      expect(state()).toMatchObject({ index: null, before: { index: shown.index, entries: shown.entries } })
      library.filter({ search: 'wo' })
      expect(state().before?.index).toBe(shown.index)
      library.select(selectionOf([900]))
      const changes: (readonly [boolean, number])[] = []
      library.store.subscribe(({ index, entries, before }) => {
        if (index && before === null) changes.push([true, entries.size])
      })
      read.resolve()
      await settle()
      expect([ids(), state().before, state().selected]).toEqual([['b'], null, noSelection])
      // With its list: what is drawn of it at once would be read again otherwise.
      expect(changes[0]).toEqual([true, 1])
    })

    it('makes room for another part of the library, another order, and a failure', async () => {
      const parts: Partial<LibraryFilter>[] = [
        { kind: 'image' },
        { isTrash: true },
        { search: 'w', collectionId: 'c' },
        { minRating: 3 },
        { alike: { fileId: 'a', by: 'look' } },
      ]
      for (const part of parts) expect((await type(part)).state().before).toBeNull()
      const { library, state, studio, read } = await type({ search: 'w' })
      library.setSort('oldest')
      expect(state().before).toBeNull()
      read.resolve()
      await settle()
      studio.respond({ 'library.layout': () => failed({ code: 'internal', message: '' }) })
      library.filter({ search: 'x' })
      await settle()
      expect(state()).toMatchObject({ before: null, failure: { code: 'internal' } })
    })

    it('is kept for no longer than a moment, and without a place in the list that comes', async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      onTestFinished(() => void vi.useRealTimers())
      const { library, state, kept } = await type({ search: 'w' })
      library.keepPlace({ key: 900, place: 0, into: 0.5 })
      expect([state().place, kept.at(-1)?.anchor]).toEqual([null, null])
      vi.advanceTimersByTime(399)
      expect(state().before).not.toBeNull()
      vi.advanceTimersByTime(1)
      expect(state().before).toBeNull()
      library.close()
      expect(vi.getTimerCount()).toBe(0)
    })
  })

  it('[LIB402] reads nothing beyond what is seen of a list until that is drawn, and while one types, not the rest of it', async () => {
    const waits: { isTyped: boolean; resolve: () => void }[] = []
    const whenDrawn = (isTyped: boolean) =>
      new Promise<void>((resolve) => void waits.push({ isTyped, resolve }))
    const { library, studio, keys } = await start([first, second], 'next', undefined, undefined, whenDrawn)
    for (const wait of waits.splice(0)) wait.resolve()
    await settle()
    library.filter({ search: 'fox' })
    library.filter({ search: 'a' })
    await settle()
    const asked = () => studio.inputs('library.layout').map(({ filter, cursor }) => [filter, cursor])
    expect(asked().slice(2)).toEqual([
      ['fox', undefined],
      ['a', undefined],
    ])
    library.store.setState({ entries: new Map() })
    library.see(0, 1, 10)
    await settle()
    expect(studio.inputs('library.entries')).toEqual([{ keys: [900] }])
    waits.find(({ isTyped }) => !isTyped)?.resolve()
    await settle()
    expect(studio.inputs('library.entries')).toEqual([{ keys: [900] }, { keys: [899] }])
    expect(asked()).toHaveLength(4)
    waits.find(({ isTyped }) => isTyped)?.resolve()
    await settle()
    expect(asked()[4]).toEqual(['a', 'next'])
    expect(keys()).toEqual([900, 899, 500])
  })

  it('[LIB570] reads around what is seen also after a list of nothing, and after a reading that failed', async () => {
    const { library, studio } = await start([first, second])
    const read = async () => {
      library.store.setState({ entries: new Map() })
      library.see(0, 1, 10)
      await settle()
      return studio.inputs('library.entries').at(-1)
    }
    studio.respond({ 'library.layout': () => failed({ code: 'disconnected', message: '' }) })
    await library.refresh()
    expect(await read()).toEqual({ keys: [900, 899] })

    studio.respond({ 'library.layout': () => done(layoutResponse([])) })
    library.filter({ kind: 'audio' })
    await settle()
    for (const key of [901, 902])
      studio.emit('library.changed', libraryItem({ fileId: `audio ${key}`, kind: 'audio', key }))
    expect(await read()).toEqual({ keys: [902, 901] })
  })

  it('[LIB406] reads one further slice at a time, and none of a list that another one replaced', async () => {
    const { library, studio } = await start()
    const rest = Promise.withResolvers<void>()
    studio.respond({
      'library.layout': async ({ cursor }) => {
        if (cursor === undefined) return done(layoutResponse([first], { nextCursor: 'next', total: null }))
        await rest.promise
        return done(layoutResponse([{ ...second, key: 500 }]))
      },
    })
    for (const search of ['f', 'fo', 'fox']) {
      library.filter({ search })
      await settle()
    }
    const further = () =>
      studio
        .inputs('library.layout')
        .filter(({ cursor }) => cursor)
        .map(({ filter }) => filter)
    expect(further()).toEqual(['f'])
    rest.resolve()
    await settle()
    expect(further()).toEqual(['f', 'fox'])
  })

  it('[LIB586] has the studio read a larger slice while the page takes the one before', async () => {
    const { library, studio } = await start()
    studio.respond({
      'library.layout': ({ cursor = '' }) =>
        done(
          layoutResponse(
            [{ ...first, key: 900 - cursor.length }],
            cursor.length < 3 ? { nextCursor: `${cursor}n` } : {},
          ),
        ),
    })
    const limits = () => studio.inputs('library.layout').map(({ limit }) => limit)
    const before = limits().length
    const asked: number[] = []
    library.store.subscribe(({ index }, { index: last }) => {
      if (index !== last) asked.push(limits().length - before)
    })
    library.filter({ search: 'wolf' })
    await settle()
    expect(library.store.getState().index).toMatchObject({ length: 4 })
    expect(limits().slice(before)).toEqual([400, 16_384, 65_536, 65_536])
    expect(asked.slice(-4)).toEqual([1, 3, 4, 4])
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
      'library.layout': async ({ filter: search }) => {
        if (search === 'f') await slow.promise
        return done(layoutResponse(search === 'f' ? [first] : [second]))
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
    const { studio, ids, at, total, listed } = await start()
    studio.emit('library.changed', libraryItem({ fileId: 'n', key: 1000 }))
    studio.emit('library.changed', { ...second, key: listed[1]?.key ?? 0, hasPoster: true, width: 640 })
    expect(ids()).toEqual(['n', 'a', 'b'])
    expect(at(2)?.width).toBe(640)
    expect(total()).toBe(3)
  })

  it('keeps a new file that arrived while an older list was under way', async () => {
    const { library, studio, ids } = await start()
    const slow = Promise.withResolvers<void>()
    studio.respond({
      'library.layout': () => slow.promise.then(() => done(layoutResponse([first, second]))),
    })
    void library.refresh()
    studio.emit('library.changed', libraryItem({ fileId: 'n', key: 1000 }))
    slow.resolve()
    await settle()
    expect(ids()).toEqual(['n', 'a', 'b'])
  })

  it('puts an older file where its key belongs', async () => {
    const { studio, ids } = await start([first, second], 'next')
    studio.emit('library.changed', libraryItem({ fileId: 'old', key: 700 }))
    studio.emit('library.changed', libraryItem({ fileId: 'oldest', key: 100 }))
    expect(ids()).toEqual(['a', 'b', 'old', 'c', 'oldest'])
  })

  it('leaves a new file of another kind out while a kind is chosen', async () => {
    const { studio, ids, library } = await start()
    library.filter({ kind: 'image' })
    await settle()
    studio.emit('library.changed', libraryItem({ fileId: 'n', kind: 'audio', key: 1000 }))
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
    studio.respond({ 'library.layout': () => failed({ code: 'storage_failed', message: '' }) })
    library.filter({ kind: 'audio' })
    await settle()
    expect(library.store.getState()).toMatchObject({ index: null, failure: { code: 'storage_failed' } })
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
  const { studio, library, ids, at, total } = await start([
    libraryItem({ fileId: 'a', sheet: sheet(1) }),
    second,
  ])
  studio.emit('library.changed', libraryItem({ fileId: 'n', key: 1000, sheet: sheet(2) }))
  expect(ids()).toEqual(['a', 'b'])
  expect(at(0)?.sheet?.files).toBe(2)
  expect(total()).toBe(2)
  library.filter({ kind: 'image' })
  await settle()
  studio.emit('library.changed', libraryItem({ fileId: 'm', key: 1001, sheet: sheet(3) }))
  expect(ids()?.[0]).toBe('m')
  expect(at(0)?.sheet).toBeNull()
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
    const { library, judge, at } = await startJudged()
    void library.open(id(2))
    judge(id(2), { rating: 1, label: 8 })
    const { opened } = library.store.getState()
    expect(at(1)?.judgement).toEqual({ ...unjudged, rating: 1, label: 8 })
    expect(opened?.item?.judgement.label).toBe(8)
  })

  it('leaves a filtered list that it no longer fits; the open one stays until it is left', async () => {
    const { library, ids, judge, studio, total } = await startJudged()
    library.filter({ minRating: 3, flag: 'pick' })
    await settle()
    expect(studio.inputs('library.layout').at(-1)).toMatchObject({ filter: 'rating:>=3 flag:pick' })
    judge(id(1), { rating: 3, flag: 'reject' })
    expect(ids()).toEqual([id(2), id(3)])
    expect(total()).toBe(2)
    void library.open(id(2))
    judge(id(2), { rating: 0 })
    expect(ids()).toEqual([id(2), id(3)])
    library.closeItem()
    expect(ids()).toEqual([id(3)])
  })

  it('[JUDGE330] is read into a list of a typed term that it may fit now', async () => {
    const { library, judge, studio } = await startJudged()
    library.filter({ ...noFilter, search: 'flag:pick ' })
    await settle()
    const read = studio.inputs('library.layout').length
    judge(id(9), { flag: 'pick' })
    await vi.waitFor(() => expect(studio.inputs('library.layout')).toHaveLength(read + 1))
    library.filter({ ...noFilter, search: 'boat' })
    await settle()
    judge(id(8), { flag: 'pick' })
    await settle()
    expect(studio.inputs('library.layout')).toHaveLength(read + 2)
  })

  it('[JUDGE13] leaves a list of a typed term that it may no longer fit; the open one stays until it is left', async () => {
    const { library, judge, studio } = await startJudged()
    library.filter({ ...noFilter, search: 'flag:pick ' })
    await settle()
    const read = studio.inputs('library.layout').length
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const reads = async () => {
      await vi.advanceTimersByTimeAsync(1_000)
      return studio.inputs('library.layout').length - read
    }
    judge(id(1), { flag: 'reject' })
    expect(await reads()).toBe(1)
    void library.open(id(2))
    judge(id(2), { flag: 'reject' })
    judge(id(9), { flag: 'pick' })
    expect(await reads()).toBe(1)
    void library.open(id(3))
    expect(await reads()).toBe(2)
    judge(id(3), { flag: 'reject' })
    expect(await reads()).toBe(2)
    library.closeItem()
    expect(await reads()).toBe(3)
    expect(await reads()).toBe(3)
  })

  it('keeps a mark that was set while the list was being read', async () => {
    const { library, judge, studio, at, listed } = await startJudged()
    studio.respond({
      'library.layout': () => {
        judge(id(1), { rating: 5 })
        return done(layoutResponse(listed))
      },
    })
    await library.refresh()
    expect(at(0)?.judgement).toEqual({ ...unjudged, rating: 5 })
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
    const moved = library.move([898], 900)
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
    const result = await library.move([898], 900)
    expect(result.ok).toBe(false)
    await settle()
    expect(ids()).toEqual(['a', 'b', 'c'])
    const read = studio.inputs('library.layout').length
    studio.emit('collections.changed', { collectionId: null })
    studio.emit('collections.changed', { collectionId: collection.collectionId })
    await settle()
    expect(studio.inputs('library.layout')).toHaveLength(read + 1)
  })
})

describe('[COLL605] a move in a collection', () => {
  const collectionId = '01900000-0000-7000-8000-0000000000cc'
  const collection = { collectionId, name: 'Seas', files: 3, createdAt: '', changedAt: '' }
  const moved = () => done({ collection, before: [] })
  const three = ['a', 'b', 'c'].map((fileId) => libraryItem({ fileId }))

  async function inCollection() {
    const started = await start(three)
    started.library.filter({ collectionId })
    await settle()
    return started
  }

  it('stays beside a list that was being read, which is read again after it', async () => {
    const { library, ids, studio, listed } = await inCollection()
    const [a, b, c] = listed as [LibraryItem, LibraryItem, LibraryItem]
    const [old, sent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    studio.respond({
      'collections.move': () => sent.promise.then(moved),
      'library.layout': () => old.promise.then(() => done(layoutResponse([a, b, c]))),
    })
    studio.emit('collections.changed', { collectionId })
    const first = library.move([898], 900)
    old.resolve()
    await settle()
    expect(ids()).toEqual(['c', 'a', 'b'])
    studio.respond({ 'library.layout': () => done(layoutResponse([c, b, a])) })
    sent.resolve()
    await first
    await settle()
    expect(ids()).toEqual(['c', 'b', 'a'])
  })

  it('is read again only after the last of several, which are sent one after the other', async () => {
    const { library, ids, studio } = await inCollection()
    const responses = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const asked: (string | null)[] = []
    studio.respond({
      'collections.move': async ({ beforeFileId }) => {
        await responses[asked.push(beforeFileId) - 1]?.promise
        return moved()
      },
    })
    const reads = studio.inputs('library.layout').length
    const both = [library.move([898], 899), library.move([898], 900)]
    await settle()
    expect(asked).toEqual(['b'])
    responses[0]?.resolve()
    studio.emit('collections.changed', { collectionId })
    await settle()
    expect([asked, ids(), studio.inputs('library.layout').length - reads]).toEqual([
      ['b', 'a'],
      ['c', 'a', 'b'],
      0,
    ])
    responses[1]?.resolve()
    await Promise.all(both)
    await settle()
    expect(studio.inputs('library.layout').length - reads).toBe(1)
  })

  it('goes before an entry that is not read whole, and nowhere where that can’t be read', async () => {
    const { library, studio, listed } = await inCollection()
    const far = { ...libraryItem({ fileId: 'far' }), key: 12 }
    const isThere = { value: true }
    studio.respond({
      'collections.move': moved,
      'library.layout': () => done({ ...layoutResponse([...listed, far]), items: listed }),
      'library.entries': ({ keys }) =>
        isThere.value ? done({ items: keys.includes(12) ? [far] : [] }) : failed({ code: 'disconnected' }),
    })
    expect(await library.move([900], 12)).toMatchObject({ ok: true })
    expect(studio.inputs('collections.move').map(({ beforeFileId }) => beforeFileId)).toEqual(['far'])
    isThere.value = false
    expect(await library.move([900], 11)).toEqual({ ok: false, error: { code: 'disconnected' } })
    expect(studio.inputs('collections.move')).toHaveLength(1)
  })

  it('of more files than one call takes is sent and undone in several', async () => {
    const { library, studio } = await inCollection()
    const many = Array.from({ length: 5_001 }, (_, place) => ({
      ...libraryItem({ fileId: `f${place}` }),
      key: 9_000 - place,
    }))
    const member = ([fileId = '']: readonly string[]) => ({ fileId, place: 'V' })
    studio.respond({
      'library.layout': () => done(layoutResponse(many)),
      'library.entries': ({ keys }) => done({ items: many.filter(({ key }) => keys.includes(key)) }),
      'collections.move': ({ fileIds }) => done({ collection, before: [member(fileIds)] }),
      'collections.put': () => done(collection),
    })
    studio.emit('collections.changed', { collectionId })
    await settle()
    const result = await library.move(
      many.map(({ key }) => key),
      null,
    )
    expect(studio.inputs('collections.move').map(({ fileIds }) => fileIds.length)).toEqual([5_000, 1])
    if (result.ok) await result.value()
    expect(studio.inputs('collections.put').map(({ members }) => members)).toEqual([
      [member(['f5000'])],
      [member(['f0'])],
    ])
  })
})

describe('[TRASH1] [TRASH2] the trash', () => {
  const gone = { ...first, state: 'trashed' as const, trashedAt: '2026-11-20T12:00:00.000Z' }

  it('takes what is moved there out of the list and the selection at once, and the rest is read again', async () => {
    const { studio, library, ids, total, listed } = await start()
    library.select(wholeSelection)
    studio.respond({ 'library.layout': () => done(layoutResponse(listed.slice(1))) })
    studio.emit('library.moved', { fileIds: ['a'], state: 'trashed' })
    expect([ids(), (await library.selectedFiles()).map(({ fileId }) => fileId), total()]).toEqual([
      ['b'],
      ['b'],
      1,
    ])
    await settle()
    expect(total()).toBe(1)
  })

  it('lists what came back, and nothing of the trash beside it', async () => {
    const { studio, ids } = await start([second])
    studio.emit('library.changed', gone)
    await settle()
    expect(ids()).toEqual(['b'])
    studio.respond({ 'library.layout': () => done(layoutResponse([first, second])) })
    studio.emit('library.moved', { fileIds: ['a'], state: 'saved' })
    await settle()
    expect(ids()).toEqual(['a', 'b'])
  })

  it('is a list of its own, which a new file doesn’t join and a restored one leaves', async () => {
    const { studio, library, ids } = await start()
    studio.respond({ 'library.layout': () => done(layoutResponse([gone])) })
    library.filter({ isTrash: true })
    await settle()
    expect(studio.inputs('library.layout').at(-1)).toMatchObject({ isTrash: true })
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

it('[LIB158] files that are like one are a list of their own, which another filter leaves', async () => {
  const { library, studio, ids } = await start()
  library.filter({ alike: { fileId: 'a', by: 'look' } })
  await settle()
  expect(studio.inputs('library.layout').at(-1)).toMatchObject({ alike: { fileId: 'a', by: 'look' } })
  studio.emit('library.changed', libraryItem({ fileId: 'n', key: 1000 }))
  expect(ids()).toEqual(['a', 'b'])
  library.filter({ kind: 'video' })
  await settle()
  expect(studio.inputs('library.layout').at(-1)).not.toHaveProperty('alike')
})

describe('[LIB144] the selection', () => {
  it('is everything that the list finds without its files being read, but for those taken out of it', async () => {
    const { library, studio, listed } = await start()
    library.select(toggled(wholeSelection, listed[0]?.key ?? 0))
    expect((await library.selectedFiles()).map(({ fileId }) => fileId)).toEqual(['b'])
    expect(studio.inputs('library.entries')).toEqual([])
    library.store.setState({ entries: new Map() })
    expect((await library.selectedFiles()).map(({ fileId }) => fileId)).toEqual(['b'])
    expect(studio.inputs('library.entries')).toEqual([{ keys: [899] }])
    library.select(selectionOf([900]))
    studio.emit('library.changed', libraryItem({ fileId: 'n', key: 1000 }))
    expect((await library.selectedFiles()).map(({ fileId }) => fileId)).toEqual(['a'])
    library.filter({ kind: 'video' })
    expect(library.store.getState().selected).toEqual(noSelection)
  })
})

it('[JUDGE60] the first selected files are as many as are wanted, past contact sheets', async () => {
  const sheet = { batchId: 'batch', files: 3, first: [] }
  const sheets = Array.from({ length: mostEntries + 2 }, () => libraryItem({ fileId: 's', sheet }))
  const files = ['a', 'b', 'c', 'd'].map((fileId) => libraryItem({ fileId }))
  const all = [...sheets.slice(0, 2), ...files.slice(0, 3), ...sheets, ...files.slice(3)]
  const { library, studio, listed } = await start(all)
  studio.respond({
    'library.entries': ({ keys }) => done({ items: listed.filter(({ key }) => keys.includes(key)) }),
  })
  library.select(wholeSelection)
  const read = async (most?: number) => (await library.selectedFiles(most)).map(({ fileId }) => fileId)
  expect(await read(3)).toEqual(['a', 'b', 'c'])
  expect(await read(4)).toEqual(['a', 'b', 'c', 'd'])
  expect(await read()).toEqual(['a', 'b', 'c', 'd'])
  expect(await library.selectedSheets(2)).toEqual(['batch', 'batch'])
  expect(await library.selectedSheets(sheets.length + 9)).toHaveLength(sheets.length + 2)
})

it('[JUDGE41] everything that the list finds is one query, without contact sheets and exceptions', async () => {
  const { library, listed } = await start()
  expect(library.selectedFound()).toBe(null)
  library.select(wholeSelection)
  expect(library.selectedFound()).toMatchObject({ filter: '' })
  library.select(toggled(wholeSelection, listed[0]?.key ?? 0))
  expect(library.selectedFound()).toBe(null)
  library.filter({ kind: 'video' })
  await settle()
  library.select(wholeSelection)
  expect(library.selectedFound()).toMatchObject({ filter: 'kind:video' })
})

it('[LIB600] what came since a list was read, and is not shown yet, is in no change of all that it finds', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000 })
  onTestFinished(() => void vi.useRealTimers())
  const { library, studio, total } = await start()
  library.filter({ search: 'fox' })
  await settle()
  library.select(wholeSelection)
  vi.setSystemTime(2_000)
  expect(library.selectedFound()?.savedUntil).toBe('1970-01-01T00:00:02.000Z')
  studio.emit('library.changed', libraryItem({ fileId: 'z', key: 100, prompt: 'a fox of before' }))
  expect(total()).toBe(1)
  expect(library.selectedFound()?.savedUntil).toBe('1970-01-01T00:00:01.000Z')
  await expect.poll(() => studio.inputs('library.layout').length).toBe(3)
  await settle()
  expect(library.selectedFound()?.savedUntil).toMatch(/^1970-01-01T00:00:02/)
})

describe('[LIB114] the sort', () => {
  it('is asked for, kept for the next start, and left out where a list has its own order', async () => {
    const { library, studio, kept } = await start()
    const asked = () => studio.inputs('library.layout').at(-1)
    library.setSort('price')
    await settle()
    expect(asked()).toMatchObject({ sort: 'price' })
    expect(kept.at(-1)).toMatchObject({ sort: 'price' })
    library.filter({ isTrash: true })
    await settle()
    expect(asked()).not.toHaveProperty('sort')
    library.filter({ ...noFilter, collectionId: 'c' })
    await settle()
    expect(asked()).toMatchObject({ sort: 'manual' })
    library.filter(noFilter)
    await settle()
    expect(asked()).toMatchObject({ sort: 'price' })
    library.setSort('newest')
    await settle()
    expect(asked()).not.toHaveProperty('sort')
    expect(kept.at(-1)).not.toHaveProperty('sort')
  })

  it('places a new file by reading the list again', async () => {
    const { library, studio } = await start()
    library.setSort('rating')
    await settle()
    const before = studio.inputs('library.layout').length
    studio.emit('library.changed', libraryItem({ fileId: 'n', key: 1000 }))
    expect(library.store.getState().index?.keys).not.toContain(1000)
    await vi.waitFor(() => expect(studio.inputs('library.layout')).toHaveLength(before + 1))
  })
})

describe('[LIB145] the place in the list', () => {
  it('and the size of the files are kept for the next start', async () => {
    const { library, kept } = await start()
    library.keepPlace({ key: 899, place: 1, into: 0.5 })
    library.setRowHeight(320)
    expect(kept.at(-1)).toEqual({ rowHeight: 320, anchor: { key: 899, place: 1, into: 0.5 } })
  })
})

describe('[LIB172] the filter', () => {
  const plain = { search: '', kind: null, minRating: null, flag: null, isFavorite: false, collectionId: null }

  it('is kept for the next start with its place, the trash is not', async () => {
    const { library, kept } = await start()
    library.filter({ kind: 'video' })
    library.keepPlace({ key: 3, place: 0, into: 0 })
    const video = {
      rowHeight: 208,
      anchor: { key: 3, place: 0, into: 0 },
      filter: { ...plain, kind: 'video' },
    }
    expect(kept.at(-1)).toEqual(video)
    library.filter({ ...noFilter, isTrash: true })
    expect(kept.at(-1)).toEqual(video)
    library.filter(noFilter)
    expect(kept.at(-1)).toEqual({ rowHeight: 208, anchor: null })
  })

  it('[LIB432] comes back from the trash with its place, once', async () => {
    const { library } = await start()
    library.filter({ kind: 'video', search: 'fox' })
    library.keepPlace({ key: 3, place: 0, into: 0 })
    library.showTrash(true)
    expect(library.store.getState()).toMatchObject({ isTrash: true, kind: null, search: '', place: null })
    library.showTrash(false)
    expect(library.store.getState()).toMatchObject({ isTrash: false, kind: 'video', search: 'fox' })
    expect(library.store.getState().place).toEqual({ key: 3, place: 0, into: 0 })
    library.showTrash(false)
    expect(library.store.getState()).toMatchObject({ kind: null, search: '', place: null })
  })

  it('is shown at the next start, as far as it can be read', async () => {
    const stored = JSON.stringify({ filter: { ...plain, kind: 'video', minRating: 9, flag: 'x', search: 3 } })
    const storage = createPlaceStorage({ getItem: () => stored, setItem: () => {} })
    const { library, studio } = await start([first, second], null, storage.read())
    expect(library.store.getState()).toMatchObject({ kind: 'video', minRating: null, flag: null, search: '' })
    expect(studio.inputs('library.layout')[0]).toMatchObject({ filter: 'kind:video' })
  })

  it('[LIB173] is Unreviewed the first time, where only some files are judged', async () => {
    const { isFirst } = createPlaceStorage({ getItem: () => null, setItem: () => {} }).read()
    const before = { rowHeight: 208, anchor: null, ...(isFirst && { isFirst }) }
    const some = await start([first, second], null, before, 1)
    expect(some.library.store.getState().search).toBe('is:unreviewed ')
    const none = await start([first, second], null, before, 2)
    expect(none.library.store.getState().search).toBe('')
    const later = await start([first, second], null, { rowHeight: 208, anchor: null }, 1)
    expect(later.library.store.getState().search).toBe('')
  })
})
