import { describe, expect, it, vi } from 'vitest'
import { unjudged } from '../../shared/library/judgement.ts'
import { createFixtureStudio, done, failed } from '../testing/fixture-studio.ts'
import { createJudging, patienceMs, patienceWithFoundMs } from './judging.ts'

function open() {
  const studio = createFixtureStudio({
    'library.judge': ({ changes }) =>
      done({
        before: changes.map(({ fileIds }) => ({ fileIds, judgement: { ...unjudged, rating: 1 } })),
        after: [],
      }),
    'collections.remove': ({ fileIds }) =>
      done({
        collection: { collectionId: 'c', name: 'C', files: 0, createdAt: at, changedAt: at },
        removed: fileIds.map((fileId) => ({ fileId, place: 'V0000000' })),
      }),
    'collections.put': () => done({ collectionId: 'c', name: 'C', files: 1, createdAt: at, changedAt: at }),
  })
  const timers = new Set<() => void>()
  const judging = createJudging({
    bridge: studio.bridge,
    later(task) {
      timers.add(task)
      return () => timers.delete(task)
    },
  })
  /** Ends the patience with every call that is under way. */
  function runOut() {
    for (const task of timers) task()
  }
  return { studio, judging, timers, runOut }
}

const at = '2026-11-20T12:00:00.000Z'
const [a, b, c] = [1, 2, 3].map((n) => `01900000-0000-7000-8000-00000000000${n}`) as [string, string, string]
const restored = (fileId: string) => ({ changes: [{ fileIds: [fileId], ...unjudged, rating: 1 }] })

it('[JUDGE600] a change that depends on what a file is, is decided after the undo before it', async () => {
  const { studio, judging } = open()
  const blue = { ...unjudged, label: 9 as const }
  const held = Promise.withResolvers<void>()
  studio.respond({
    'library.judge': async ({ changes }) => {
      const [change] = changes
      const isUndo = change?.label === 0
      if (isUndo) await held.promise
      const judged = (judgement: typeof blue | typeof unjudged) => [{ fileIds: [a], judgement }]
      return done({ before: judged(isUndo ? blue : unjudged), after: judged(isUndo ? unjudged : blue) })
    },
  })
  await judging.judge([a], { label: 9 })
  void judging.undoLast()
  const again = judging.judge([a], (newest) => ({ label: (newest.get(a) ?? blue).label === 9 ? 0 : 9 }))
  held.resolve()
  await again
  expect(studio.inputs('library.judge').map(({ changes }) => changes[0]?.label)).toEqual([9, 0, 9])
  // Nothing waits: what the page shows is newer.
  await judging.judge([a], (newest) => ({ rating: newest.has(a) ? 1 : 2 }))
  expect(studio.inputs('library.judge').at(-1)?.changes[0]?.rating).toBe(2)
})

describe('[JUDGE11] undo', () => {
  it('restores what was before, the last change first, one after the other', async () => {
    const { studio, judging } = open()
    for (const fileId of [a, b, c]) await judging.judge([fileId], { rating: 5 })
    for (let count = 0; count < 4; count += 1) await judging.undoLast()
    expect(studio.inputs('library.judge').slice(3)).toEqual([restored(c), restored(b), restored(a)])
    expect(await judging.undoLast()).toBe(null)
  })

  it('sends what keys in quick succession change in their order, and undoes the last', async () => {
    const { studio, judging } = open()
    let respond = () => {}
    studio.respond({
      'library.judge': ({ changes }) =>
        new Promise((resolve) => {
          const before = changes.map(({ fileIds }) => ({
            fileIds,
            judgement: { ...unjudged, rating: 1 as const },
          }))
          respond = () => resolve(done({ before, after: [] }))
        }),
    })
    const both = [judging.judge([a], { rating: 4 }), judging.judge([b], { flag: 'pick' })]
    const undone = judging.undoLast()
    for (const change of [
      { fileIds: [a], rating: 4 },
      { fileIds: [b], flag: 'pick' },
    ]) {
      await vi.waitFor(() => expect(studio.inputs('library.judge').at(-1)).toEqual({ changes: [change] }))
      respond()
    }
    await Promise.all(both)
    await vi.waitFor(() => expect(studio.inputs('library.judge').at(-1)).toEqual(restored(b)))
    respond()
    expect(await undone).toMatchObject({ ok: true })
    expect(studio.inputs('library.judge')).toHaveLength(3)
  })

  it('takes the next change at once, before the one before it is undone', async () => {
    const { studio, judging } = open()
    const undo = await judging.judge([a], { rating: 4 })
    await judging.judge([b], { rating: 5 })
    await Promise.all([judging.undoLast(), judging.undoLast(), undo.ok && undo.value()])
    expect(studio.inputs('library.judge').slice(2)).toEqual([restored(b), restored(a)])
  })

  it('undoes a change once, by its note or by the key', async () => {
    const { studio, judging } = open()
    await judging.judge([a], { flag: 'pick' })
    const second = await judging.judge([b], { flag: 'reject' })
    if (second.ok) await second.value()
    await judging.undoLast()
    if (second.ok) await second.value()
    expect(studio.inputs('library.judge').slice(2)).toEqual([restored(b), restored(a)])
  })

  it('tells the note of a change that it is undone in another way', async () => {
    const { judging } = open()
    const first = await judging.judge([a], { flag: 'pick' })
    const told: string[] = []
    if (first.ok) judging.whenUndone(first.value, () => told.push('undone'))
    await judging.undoLast()
    await judging.undoLast()
    expect(told).toEqual(['undone'])
  })

  it('puts files back to their places in a collection', async () => {
    const { studio, judging } = open()
    await judging.uncollect(c, [a, b])
    await judging.undoLast()
    expect(studio.inputs('collections.put')).toEqual([
      {
        collectionId: c,
        members: [
          { fileId: a, place: 'V0000000' },
          { fileId: b, place: 'V0000000' },
        ],
      },
    ])
  })
})

describe('[JUDGE20] undo of what has not arrived', () => {
  it('is for the mark that is under way: where that fails, no earlier one is undone', async () => {
    const { studio, judging } = open()
    await judging.judge([a], { rating: 4 })
    studio.respond({ 'library.judge': () => failed({ code: 'not_found', message: '' }) })
    const refused = judging.judge([b], { rating: 5 })
    expect(await judging.undoLast()).toEqual({ ok: true, value: null })
    expect(await refused).toMatchObject({ ok: false })
    expect(studio.inputs('library.judge')).toHaveLength(2)
  })

  it('can be repeated where it could not be sent, in its place among the others', async () => {
    const { studio, judging } = open()
    const first = await judging.judge([a], { rating: 4 })
    await judging.judge([b], { rating: 5 })
    studio.respond({ 'library.judge': () => failed({ code: 'disconnected', message: '' }) })
    expect(first.ok && (await first.value())).toMatchObject({ ok: false })
    expect(first.ok && judging.stands(first.value)).toBe(true)
    studio.respond({ 'library.judge': () => done({ before: [], after: [] }) })
    for (let count = 0; count < 3; count += 1) await judging.undoLast()
    expect(studio.inputs('library.judge').slice(3)).toEqual([restored(b), restored(a)])
  })

  it('does not block the others where it is refused for good', async () => {
    const { studio, judging } = open()
    await judging.judge([a], { rating: 4 })
    await judging.judge([b], { rating: 5 })
    studio.respond({ 'library.judge': () => failed({ code: 'not_found', message: '' }) })
    await judging.undoLast()
    await judging.undoLast()
    expect(studio.inputs('library.judge').slice(2)).toEqual([restored(b), restored(a)])
  })
})

it('[JUDGE21] a call without a response holds up the next ones no longer than patience lasts, and counts as failed', async () => {
  const { studio, judging, timers } = open()
  studio.respond({ 'library.judge': () => new Promise(() => {}) })
  const hanging = judging.judge([a], { rating: 4 })
  await vi.waitFor(() => expect(timers.size).toBe(1))
  studio.respond({ 'library.judge': () => done({ before: [], after: [] }) })
  const next = judging.judge([b], { rating: 5 })
  const [first] = timers
  first?.()
  expect(await hanging).toMatchObject({ ok: false, error: { code: 'disconnected' } })
  expect(await next).toMatchObject({ ok: true })
  expect(timers.size).toBe(0)
})

it('[JUDGE23] a mark whose response comes after patience has ended is undone like any other', async () => {
  const { studio, judging, timers, runOut } = open()
  await judging.judge([a], { rating: 4 })
  let respond = () => {}
  studio.respond({
    'library.judge': () =>
      new Promise((resolve) => {
        respond = () =>
          resolve(done({ before: [{ fileIds: [b], judgement: { ...unjudged, rating: 1 } }], after: [] }))
      }),
  })
  const slow = judging.judge([b], { rating: 5 })
  await vi.waitFor(() => expect(timers.size).toBe(1))
  runOut()
  expect(await slow).toMatchObject({ ok: false })
  respond()
  studio.respond({ 'library.judge': () => done({ before: [], after: [] }) })
  await judging.undoLast()
  expect(studio.inputs('library.judge').at(-1)).toEqual(restored(b))
})

it('[COLL50] [COLL51] the undo of what all that is found got has the patience of such a change', async () => {
  const waits: number[] = []
  const judging = createJudging({
    bridge: createFixtureStudio().bridge,
    later(_task, milliseconds) {
      waits.push(milliseconds)
      return () => {}
    },
  })
  const undo = async () => done(null)
  await judging.remember(undo)()
  await judging.remember(undo, patienceWithFoundMs)()
  expect(waits).toEqual([patienceMs, patienceWithFoundMs])
})

it('[JUDGE21] patience with marks in quick succession ends for all at once', async () => {
  const { studio, judging, runOut } = open()
  studio.respond({ 'library.judge': () => new Promise(() => {}) })
  const burst = [a, b, c].map((fileId) => judging.judge([fileId], { rating: 5 }))
  runOut()
  expect(await Promise.all(burst)).toMatchObject([{ ok: false }, { ok: false }, { ok: false }])
})

describe('[TRASH8] moving to the trash', () => {
  it('is undone in turn with marks, in as many calls as it took', async () => {
    const { studio, judging } = open()
    const known = new Set<string>()
    studio.respond({
      'library.trash': ({ fileIds }) => done({ fileIds: fileIds.slice(1) }),
      'library.restore'({ fileIds }) {
        for (const fileId of fileIds) known.add(fileId)
        return done({ fileIds: [...fileIds] })
      },
    })
    const many = Array.from({ length: 5_001 }, (_, index) => `file-${index}`)
    await judging.judge([a], { rating: 5 })
    const moved = await judging.moveFiles('library.trash', many)
    expect(moved.ok && moved.value.count).toBe(4_999)
    expect(studio.inputs('library.trash').map(({ fileIds }) => fileIds.length)).toEqual([5_000, 1])
    await judging.undoLast()
    expect([known.size, known.has('file-0'), known.has('file-4999')]).toEqual([4_999, false, true])
    await judging.undoLast()
    expect(studio.inputs('library.judge').slice(1)).toEqual([restored(a)])
  })

  it('is undone to its end where the disk refused a part of that at first, and says where all are gone', async () => {
    const { studio, judging } = open()
    const many = Array.from({ length: 5_001 }, (_, index) => `file-${index}`)
    const there = new Set<string>()
    let isFull = true
    studio.respond({
      'library.trash': ({ fileIds }) => done({ fileIds: [...fileIds] }),
      'library.restore'({ fileIds }) {
        if (isFull && fileIds.length === 1) return failed({ code: 'storage_failed', message: '' })
        const moved = fileIds.filter((fileId) => !there.has(fileId))
        for (const fileId of moved) there.add(fileId)
        return done({ fileIds: moved })
      },
    })
    await judging.moveFiles('library.trash', many)
    expect(await judging.undoLast()).toMatchObject({ ok: false, error: { code: 'storage_failed' } })
    isFull = false
    expect(await judging.undoLast()).toMatchObject({ ok: true })
    expect(there.size).toBe(5_001)
    await judging.moveFiles('library.trash', many)
    expect(await judging.undoLast()).toMatchObject({ ok: false, error: { code: 'not_found' } })
  })

  it('says what was moved before a call failed', async () => {
    const { studio, judging } = open()
    let calls = 0
    studio.respond({
      'library.trash'({ fileIds }) {
        calls += 1
        return calls === 1 ? done({ fileIds: [...fileIds] }) : failed({ code: 'storage_failed', message: '' })
      },
    })
    const many = Array.from({ length: 5_001 }, (_, index) => `file-${index}`)
    const moved = await judging.moveFiles('library.trash', many)
    expect(moved.ok && moved.value).toMatchObject({ count: 5_000, rest: { code: 'storage_failed' } })
    expect((await judging.moveFiles('library.trash', [a])).ok).toBe(false)
  })
})

describe('[JUDGE40] many files', () => {
  it('of a list are changed by one call that names none, and undone by another', async () => {
    const { studio, judging } = open()
    studio.respond({
      'library.change': () => done({ files: 1_000_000, undo: a, failure: null }),
      'library.undoChange': () => done({ files: 1_000_000, undo: null, failure: null }),
    })
    const found = { filter: 'fox', savedUntil: at }
    const made = await judging.changeFound(found, { type: 'trash' })
    expect(made.ok && made.value.count).toBe(1_000_000)
    expect(studio.inputs('library.change')).toEqual([{ ...found, change: { type: 'trash' } }])
    await judging.undoLast()
    expect(studio.inputs('library.undoChange')).toEqual([{ undo: a }])
    expect(await judging.undoLast()).toBe(null)
  })

  it('by their ids are marked and restored in calls that the bridge takes', async () => {
    const { studio, judging } = open()
    const fileIds = Array.from({ length: 12_000 }, (_, n) => `f${n}`)
    await judging.judge(fileIds, { rating: 5 })
    await judging.undoLast()
    const sizes = studio
      .inputs('library.judge')
      .map(({ changes }) => changes.map((one) => one.fileIds.length))
    expect(sizes).toEqual([[5000], [5000], [2000], [5000], [5000], [2000]])
  })
})

describe('[ACT541] what was deleted from the trash', () => {
  function openTrash() {
    const all = open()
    const inTrash = new Set<string>()
    all.studio.respond({
      'library.trash': ({ fileIds }) => {
        for (const id of fileIds) inTrash.add(id)
        return done({ fileIds: [...fileIds] })
      },
      'library.change': () => done({ files: 2, undo: 'u', failure: null }),
      'library.trashSum': ({ fileIds }) =>
        done({
          files: [...inTrash].filter((id) => fileIds?.includes(id) ?? true).length,
          bytes: 0,
          until: null,
        }),
    })
    return { ...all, inTrash }
  }

  async function trashed(judging: ReturnType<typeof open>['judging'], ...fileIds: string[]) {
    const moved = await judging.moveFiles('library.trash', fileIds)
    if (!moved.ok) throw new Error('The files were not moved.')
    const withdrawn = vi.fn()
    judging.whenUndone(moved.value.undo, withdrawn)
    return { undo: moved.value.undo, withdrawn }
  }

  it('is no longer undone, and the next undo is for the change before it', async () => {
    const { studio, judging, inTrash } = openTrash()
    await judging.judge([c], { rating: 5 })
    const { undo, withdrawn } = await trashed(judging, a, b)
    inTrash.clear()
    await judging.forgetDeleted()
    expect(withdrawn).toHaveBeenCalledOnce()
    expect(judging.stands(undo)).toBe(false)
    await judging.undoLast()
    expect(studio.inputs('library.restore')).toEqual([])
    expect(studio.inputs('library.judge').at(-1)).toEqual(restored(c))
  })

  it('is still undone where some of it is in the trash, and where the trash could not be read', async () => {
    const { studio, judging, inTrash } = openTrash()
    const one = await trashed(judging, a, b)
    const other = await trashed(judging, c)
    for (const fileId of [b, c]) inTrash.delete(fileId)
    await judging.forgetDeleted()
    expect([judging.stands(one.undo), judging.stands(other.undo)]).toEqual([true, false])
    inTrash.clear()
    studio.respond({ 'library.trashSum': () => failed({ code: 'storage_failed', message: '' }) })
    await judging.forgetDeleted()
    expect(one.withdrawn).not.toHaveBeenCalled()
  })

  it('is forgotten of all that a list found once the trash is empty', async () => {
    const { judging, inTrash } = openTrash()
    const moved = await judging.changeFound({ filter: '' } as never, { type: 'trash' })
    if (!moved.ok) throw new Error('The files were not moved.')
    inTrash.add(a)
    await judging.forgetDeleted()
    expect(judging.stands(moved.value.undo)).toBe(true)
    inTrash.clear()
    await judging.forgetDeleted()
    expect(judging.stands(moved.value.undo)).toBe(false)
  })
})
