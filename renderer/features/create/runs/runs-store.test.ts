import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FileView, SubmissionView } from '../../../../shared/bridge/views.ts'
import type { ClearedRuns } from '../../../../shared/settings/settings.ts'
import { createFixtureStudio, done, failed, settle } from '../../../testing/fixture-studio.ts'
import { fileView, jobView, submissionView } from '../../../testing/fixtures.ts'
import { batchOf, selectedRun } from './runs-state.ts'
import { createRunsStore } from './runs-store.ts'

function run(id: string, some: Partial<SubmissionView> = {}): SubmissionView {
  return submissionView({ submissionId: id, confirmedAt: `2026-11-20T10:00:0${id}Z`, ...some })
}

/** Keeps what was cleared in memory. */
function createFakeClearing() {
  let cleared: ClearedRuns | null = { through: null, at: null, kept: [], batches: {} }
  let listener = () => {}
  let refusal: ReturnType<typeof failed> | null = null
  return {
    current: () => cleared,
    onChange(next: () => void) {
      listener = next
      return () => {}
    },
    refuse(next: ReturnType<typeof failed> | null) {
      refusal = next
    },
    async save(next: ClearedRuns | null) {
      await settle()
      if (refusal) return refusal
      cleared = next
      listener()
      return done(null)
    },
  }
}

async function start(submissions: SubmissionView[], nextCursor: string | null = null) {
  const studio = createFixtureStudio({
    'jobs.batch': ({ batchId }) => done(submissions.filter((run) => run.batchId === batchId)),
    // What can be cleared has ended.
    'jobs.list': ({ cursor, states }) =>
      done(
        states
          ? { submissions: [], nextCursor: null }
          : cursor
            ? { submissions: [run('0')], nextCursor: null }
            : { submissions, nextCursor },
      ),
  })
  const offered: string[] = []
  let made = 0
  let clock = Date.parse('2026-11-21T10:00:00Z')
  let changeLanguage = () => {}
  const clearing = createFakeClearing()
  const model = createRunsStore({
    bridge: studio.bridge,
    newId() {
      made += 1
      return `new-${made}`
    },
    now: () => (clock += 1000),
    clearing,
    onFiles: (files) => offered.push(...files.map((file) => file.fileId)),
    onLanguageChange(listener) {
      changeLanguage = listener
      return () => {}
    },
  })
  await settle()
  return {
    studio,
    model,
    clearing,
    offered,
    changeLanguage,
    ids: () => model.store.getState().runs?.map((each) => each.submissionId),
  }
}

describe('the runs beside the form', () => {
  it('are read once the studio is there, newest first', async () => {
    const { ids } = await start([run('2'), run('3'), run('1')])
    expect(ids()).toEqual(['3', '2', '1'])
  })

  it('are read again in another language', async () => {
    const { studio, model, changeLanguage } = await start([run('1')])
    const inFrench = run('1', { modelLabel: 'Image, premier modèle' })
    studio.respond({ 'jobs.list': () => done({ submissions: [inFrench], nextCursor: null }) })
    changeLanguage()
    await settle()
    expect(model.store.getState().runs).toEqual([inFrench])
  })

  it('follow the studio’s events, and add unknown runs', async () => {
    const { studio, ids, model } = await start([run('1')])
    studio.emit('submission.changed', run('2'))
    studio.emit('submission.changed', run('1', { state: 'unknown' }))
    expect(ids()).toEqual(['2', '1'])
    expect(model.store.getState().runs?.[1]?.state).toBe('unknown')
  })

  it('never go back to an older view of a run', async () => {
    const newer = run('1', { state: 'accepted', updatedAt: '2026-11-20T10:00:09Z' })
    const { studio, model } = await start([newer])
    studio.emit('submission.changed', run('1', { state: 'sending', updatedAt: '2026-11-20T10:00:05Z' }))
    expect(model.store.getState().runs?.[0]?.state).toBe('accepted')
  })

  it.each(['jobs.list', 'jobs.batch', 'library.fetchAgain'] as const)(
    'keep an event’s state where %s was requested before it and responds after it',
    async (procedure) => {
      const on = (state: FileView['state']) => run('1', { files: [fileView({ fileId: 'f', state })] })
      const slow = Promise.withResolvers<void>()
      const { studio, model } = await start([on('downloading')])
      studio.respond({
        'jobs.list': () => slow.promise.then(() => done({ submissions: [on('waiting')], nextCursor: null })),
        'jobs.batch': () => slow.promise.then(() => done([on('waiting')])),
        'library.fetchAgain': () => slow.promise.then(() => done(on('waiting'))),
      })
      const responded = {
        'jobs.list': () => model.refresh(),
        'jobs.batch': () => model.loadBatch('b'),
        'library.fetchAgain': () => model.fetchAgain('f'),
      }[procedure]()
      studio.emit('submission.changed', on('saved'))
      slow.resolve()
      await responded
      expect(model.store.getState().runs?.[0]?.files[0]?.state).toBe('saved')
    },
  )

  it('keep an event’s state where their confirmation is known after it', async () => {
    const { studio, model } = await start([])
    studio.emit('submission.changed', run('1', { state: 'sending' }))
    model.add([run('1', { state: 'confirmed' })])
    expect(model.store.getState().runs?.[0]?.state).toBe('sending')
    expect(model.store.getState().selectedId).toBe('1')
  })

  it('are read again when a lost connection is back', async () => {
    const { studio, ids } = await start([run('1')])
    studio.setConnected(false)
    studio.respond({ 'jobs.list': () => done({ submissions: [run('1'), run('2')], nextCursor: null }) })
    studio.setConnected(true)
    await settle()
    expect(ids()).toEqual(['2', '1'])
  })

  it('keep the known ones when reading fails, and say so', async () => {
    const { studio, model, ids } = await start([run('1')])
    studio.respond({ 'jobs.list': () => failed({ code: 'storage_failed', message: '' }) })
    await model.refresh()
    expect(ids()).toEqual(['1'])
    expect(model.store.getState().failure?.code).toBe('storage_failed')
  })

  it('show the newest until one is chosen, then stay with the chosen', async () => {
    const { studio, model } = await start([run('1', { batchId: 'old' }), run('2')])
    expect(selectedRun(model.store.getState())?.submissionId).toBe('2')
    model.step(1)
    studio.emit('submission.changed', run('3'))
    expect(selectedRun(model.store.getState())?.submissionId).toBe('1')
  })

  it('show the first of a new batch, and the batch in its order', async () => {
    const { model } = await start([run('1', { batchId: 'old' })])
    model.add([run('2', { batchId: 'b' }), run('3', { batchId: 'b' })])
    const state = model.store.getState()
    const selected = selectedRun(state)
    expect(selected?.submissionId).toBe('2')
    expect(selected && batchOf(state, selected).map((each) => each.submissionId)).toEqual(['2', '3'])
  })

  it('continue with older ones', async () => {
    const { model, ids } = await start([run('2'), run('1')], 'more')
    await model.loadOlder()
    expect(ids()).toEqual(['2', '1', '0'])
    expect(model.store.getState().nextCursor).toBeNull()
  })

  it('offer their files for thumbnails', async () => {
    const { offered } = await start([run('1', { files: [fileView({ fileId: 'f' })] })])
    expect(offered).toEqual(['f'])
  })

  const again = { submissionId: '1', estimate: { kind: 'unlisted' }, account: 'sandbox' } as const

  it('send an unknown run again under a new id, and show that one', async () => {
    const { studio, model } = await start([run('1', { state: 'unknown' })])
    studio.respond({
      'jobs.sendAgain': ({ submissionId, newSubmissionId }) =>
        done(run(newSubmissionId, { repeats: submissionId, confirmedAt: '2026-11-20T11:00:00Z' })),
    })
    await model.sendAgain(again)
    expect(selectedRun(model.store.getState())).toMatchObject({ submissionId: 'new-1', repeats: '1' })
  })

  it('send an unknown run again under the same new id where the response was lost', async () => {
    const { studio, model } = await start([run('1', { state: 'unknown' })])
    const ids: string[] = []
    studio.respond({
      'jobs.sendAgain': ({ newSubmissionId }) => {
        ids.push(newSubmissionId)
        if (ids.length === 1) throw new Error('The connection is lost.')
        return done(run(newSubmissionId))
      },
    })
    expect(await model.sendAgain(again)).toMatchObject({ error: { code: 'disconnected' } })
    await model.sendAgain(again)
    await model.sendAgain(again)
    expect(ids).toEqual(['new-1', 'new-1', 'new-2'])
  })
})

describe('a contact sheet among the runs', () => {
  const sheet = { axes: [{ kind: 'field' as const, field: 'seed', values: [1, 2] }] }
  const cells = [run('2', { batchId: 'sheet', sheet }), run('3', { batchId: 'sheet', sheet })]
  const shown = (model: Awaited<ReturnType<typeof start>>['model']) =>
    selectedRun(model.store.getState())?.submissionId

  it('is passed in one step while it is folded, and run by run when it is not', async () => {
    const { model } = await start([run('4'), ...cells, run('1', { batchId: 'old' })])
    const walk = (steps: number) => {
      model.select('4')
      for (let step = 0; step < steps; step++) model.step(1)
      return shown(model)
    }
    expect([walk(1), walk(2)]).toEqual(['2', '1'])
    model.step(-1)
    expect(shown(model)).toBe('2')
    model.toggleSheet('sheet')
    expect([walk(1), walk(2), walk(3)]).toEqual(['2', '3', '1'])
    model.toggleSheet('sheet')
    expect(walk(2)).toBe('1')
  })

  it('stays unfolded while its runs change', async () => {
    const { studio, model } = await start(cells)
    model.toggleSheet('sheet')
    studio.emit('submission.changed', run('3', { batchId: 'sheet', sheet, state: 'accepted' }))
    studio.emit('submission.changed', run('4'))
    expect(model.store.getState().openSheets).toEqual(new Set(['sheet']))
    expect(model.entries().map((entry) => entry.kind)).toEqual(['run', 'sheet'])
  })

  it('is shown at its first run until one was chosen of it', async () => {
    const { model } = await start([...cells, run('1', { batchId: 'old' })])
    expect(shown(model)).toBe('2')
    model.select('1')
    model.showSheet('sheet')
    expect(shown(model)).toBe('2')
    model.select('3')
    model.showSheet('sheet')
    expect(shown(model)).toBe('3')
  })

  it('[SHEET11] is shown again at the run that was chosen in it last', async () => {
    const { model } = await start([...cells, run('1', { batchId: 'old' })])
    model.select('3')
    model.select('1')
    model.showSheet('sheet')
    expect(shown(model)).toBe('3')
    model.step(1)
    expect(shown(model)).toBe('1')
    model.step(-1)
    expect(shown(model)).toBe('3')
  })

  it('stays large while one browses its runs, and is whole again after something else', async () => {
    const { model } = await start([...cells, run('1', { batchId: 'old' })])
    const large = () => model.store.getState().largeBatchId
    model.showLarge(run('2', { batchId: 'sheet', sheet }))
    model.select('3')
    expect(large()).toBe('sheet')
    model.select('1')
    expect(large()).toBeNull()
  })

  it('is read whole where a page of runs ends within it', async () => {
    const { studio, model, ids } = await start([])
    studio.respond({
      'jobs.list': () => done({ submissions: cells.slice(1), nextCursor: 'more' }),
      'jobs.batch': () => done(cells),
    })
    await model.refresh()
    expect(ids()).toEqual(['3', '2'])
    await model.refresh()
    expect(studio.calls.filter(({ procedure }) => procedure === 'jobs.batch')).toHaveLength(1)
  })

  it('is read whole where a page ends with a run that others may belong to, once', async () => {
    const { studio, model, ids } = await start([])
    const batch = [run('2', { batchId: 'b' }), run('3', { batchId: 'b' })]
    studio.respond({
      'jobs.list': () => done({ submissions: batch.slice(1), nextCursor: 'more' }),
      'jobs.batch': () => done(batch),
    })
    await model.refresh()
    expect(ids()).toEqual(['3', '2'])
    await model.refresh()
    expect(studio.calls.filter(({ procedure }) => procedure === 'jobs.batch')).toHaveLength(1)
  })

  it.each([
    ['of values', sheet],
    ['that compares nothing', null],
  ])('%s is read whole where a retried run of it is listed long before it', async (_, compared) => {
    const { studio, model, ids } = await start([])
    const again = run('9', { batchId: 'sheet', sheet: compared, repeats: '2' })
    const others = cells.toReversed().map((cell) => ({ ...cell, sheet: compared }))
    studio.respond({
      'jobs.list': () => done({ submissions: [again, run('8')], nextCursor: 'more' }),
      'jobs.batch': () => done([...others, again]),
    })
    await model.refresh()
    expect(ids()).toEqual(['9', '8', '3', '2'])
    expect(model.entries()[0]).toMatchObject({ kind: 'sheet', runs: [again, { submissionId: '3' }] })
  })
})

it('[RUN12] a new run is chosen once it is confirmed, unless another was chosen since it is listed', async () => {
  const { studio, model } = await start([run('1')])
  const selected = () => selectedRun(model.store.getState())?.submissionId
  const confirm = (id: string, choosesBetween: boolean) => {
    const fresh = run(id, { batchId: id })
    studio.emit('submission.changed', fresh)
    if (choosesBetween) model.select('1')
    model.add([fresh])
  }
  confirm('2', true)
  expect(selected()).toBe('1')
  confirm('3', false)
  expect(selected()).toBe('3')
  model.showPlan(true)
  model.add([run('4')])
  expect(selected()).toBe('4')
})

describe('[CLEAR1] cleared runs', () => {
  const over = (id: string, some: Partial<SubmissionView> = {}) =>
    run(id, { batchId: id, state: 'withdrawn', ...some })

  it('leave the list until that is undone, and the one beside them is chosen', async () => {
    const { model, ids } = await start([over('3'), over('2'), over('1')])
    model.select('2')
    const result = await model.clear('2')
    expect(ids()).toEqual(['3', '1'])
    expect(selectedRun(model.store.getState())?.submissionId).toBe('1')
    expect(model.hasCleared()).toBe(true)
    if (result.ok) await result.value?.()
    expect(ids()).toEqual(['3', '2', '1'])
  })

  it('are those of every clear, however quickly they follow, and an undo is for its own alone', async () => {
    const { model, ids, clearing } = await start([over('4'), over('3'), over('2'), over('1')])
    const [two, three] = await Promise.all([model.clear('2'), model.clear('3')])
    expect(ids()).toEqual(['4', '1'])
    const all = await model.clear('ended')
    expect(ids()).toEqual([])
    if (!two.ok || !three.ok || !all.ok || !two.value || !three.value || !all.value)
      throw new Error('One of them was refused.')
    clearing.refuse(failed({ code: 'disconnected', message: '' }))
    expect(await two.value()).toMatchObject({ ok: false })
    expect(ids()).toEqual([])
    clearing.refuse(null)
    await Promise.all([two.value(), all.value()])
    expect(ids()).toEqual(['4', '2', '1'])
    await three.value()
    expect(ids()).toEqual(['4', '3', '2', '1'])
  })

  it('[RUN11] are never those of a batch of which a run that no page showed is under way', async () => {
    const underWay = run('0', { batchId: 'old', state: 'accepted', job: jobView() })
    const { studio, model, ids } = await start([over('3'), over('2')], 'older')
    const ended = over('1', { batchId: 'old' })
    studio.emit('submission.changed', ended)
    studio.respond({ 'jobs.batch': ({ batchId }) => done(batchId === 'old' ? [underWay, ended] : []) })
    await model.clear('ended')
    expect(ids()).toEqual(['1', '0'])
  })

  it('are hidden by the one clear that hid them, in whatever order clears are undone', async () => {
    const step = fc.oneof(fc.constant('ended' as const), fc.nat({ max: 4 }), fc.record({ undo: fc.nat() }))
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const { model, ids } = await start(['5', '4', '3', '2', '1'].map((id) => over(id)))
        const left: { hides: readonly string[]; undo: () => Promise<unknown> }[] = []
        for (const one of steps) {
          const before = ids() ?? []
          if (typeof one === 'object') {
            await left.splice(one.undo % left.length, 1)[0]?.undo()
          } else {
            const batchId = one === 'ended' ? one : before[one]
            if (batchId === undefined || before.length === 0) continue
            const result = await model.clear(batchId)
            if (!result.ok || !result.value) throw new Error('It was refused.')
            left.push({ hides: before.filter((id) => !ids()?.includes(id)), undo: result.value })
          }
          const hidden = new Set(left.flatMap(({ hides }) => hides))
          expect(ids()).toEqual(['5', '4', '3', '2', '1'].filter((id) => !hidden.has(id)))
        }
        model.close()
      }),
      { numRuns: 60 },
    )
  })

  it('are never a batch of which an open run is not read', async () => {
    const { studio, model, ids } = await start([over('3'), over('2', { batchId: 'b' }), over('1')])
    const waiting = run('0', { batchId: 'b', state: 'confirmed' })
    studio.respond({
      'jobs.list': ({ states, cursor }) => {
        expect(states).toEqual(['confirmed', 'sending', 'unsent', 'unknown'])
        return done(
          cursor ? { submissions: [waiting], nextCursor: null } : { submissions: [], nextCursor: 'next' },
        )
      },
      'jobs.batch': () => done([waiting, over('2', { batchId: 'b' })]),
    })
    await model.clear('ended')
    expect(ids()).toEqual(['2', '0'])
    await model.clear('ended')
    expect(ids()).toEqual(['2', '0'])
  })

  it('are one batch only where all of it has ended', async () => {
    const { studio, model, ids } = await start([over('3'), over('2', { batchId: 'b' })])
    const waiting = run('1', { batchId: 'b', state: 'confirmed' })
    studio.respond({ 'jobs.batch': () => done([waiting, over('2', { batchId: 'b' })]) })
    expect(await model.clear('b')).toEqual({ ok: true, value: null })
    expect(ids()).toEqual(['3', '2', '1'])
  })

  it('are not read on for, and what had not ended is read from wherever it is', async () => {
    const { studio, model, ids, clearing } = await start([over('3'), run('1', { batchId: 'late' })])
    await model.clear('ended')
    expect(ids()).toEqual(['1'])
    expect(model.store.getState().readsOn).toBe(true)
    studio.respond({
      'jobs.list': () => done({ submissions: [over('3')], nextCursor: 'more' }),
      'jobs.batch': ({ batchId }) => done(batchId === 'late' ? [run('1', { batchId })] : [over('3')]),
    })
    const next = createRunsStore({
      bridge: studio.bridge,
      newId: () => 'new',
      now: () => 0,
      onFiles: () => {},
      onLanguageChange: () => () => {},
      clearing,
    })
    await next.refresh()
    expect(next.store.getState()).toMatchObject({ runs: [{ submissionId: '1' }], readsOn: false })
  })

  it('are not shown before it is known which they are', async () => {
    const { model, clearing, ids } = await start([over('1')])
    await clearing.save(null)
    expect(ids()).toBeUndefined()
    await clearing.save({ through: null, at: null, kept: [], batches: {} })
    expect(ids()).toEqual(['1'])
    model.close()
  })
})

describe('the order of waiting runs', () => {
  it('[JOB66] [RUN20] a batch is moved as the engine does it, by a step or before another one', async () => {
    const { studio, model } = await start([submissionView({ submissionId: '2', batchId: 'a' })])
    const moves: unknown[] = []
    studio.respond({
      'jobs.stepBatch': (input) => {
        moves.push(input)
        return done({ submissionIds: input.to === 'last' ? ['1'] : ['1', '2', '3'], heldIds: [], total: 9 })
      },
      'jobs.moveBatch': (input) => {
        moves.push(input)
        return done([])
      },
    })
    expect(await model.moveBatch('a', 'earlier')).toEqual(done({ place: 2, total: 9, undo: null }))
    expect(await model.moveBatch('a', 'last')).toEqual(done({ place: null, total: 9, undo: null }))
    expect(await model.moveBefore('a', 'b')).toMatchObject({ ok: true })
    expect(moves).toEqual([
      { batchId: 'a', to: 'earlier' },
      { batchId: 'a', to: 'last' },
      { batchId: 'a', beforeBatchId: 'b' },
    ])
  })
})

it('[JOB84] the way back of a move leads to the very place or fails', async () => {
  const { studio, model } = await start([run('1', { batchId: 'a' }), run('2', { batchId: 'b' })])
  model.store.setState({
    queue: {
      places: new Map([
        ['1', 0],
        ['2', 1],
      ]),
      total: 2,
    },
  })
  studio.respond({
    'jobs.stepBatch': () => done({ submissionIds: ['2', '1'], heldIds: [], total: 2 }),
    'jobs.moveBatch': () => done([]),
  })
  const moved = await model.moveBatch('a', 'last')
  await (moved.ok && moved.value.undo?.run())
  expect(studio.inputs('jobs.moveBatch')).toEqual([{ batchId: 'a', beforeBatchId: 'b', isExact: true }])
})

it('the canceled runs of a batch, and those that continue, are known at once', async () => {
  const { studio, model } = await start([run('1', { batchId: 'b' }), run('2', { batchId: 'b' })])
  const later = { batchId: 'b', updatedAt: '2026-11-20T10:01:00Z' }
  studio.respond({
    'jobs.withdrawBatch': () =>
      done({
        withdrawnIds: ['2'],
        submissions: [run('1', { ...later, state: 'sending' }), run('2', { ...later, state: 'withdrawn' })],
      }),
  })
  await model.withdrawBatch('b')
  expect(model.store.getState().runs?.map(({ state }) => state)).toEqual(['withdrawn', 'sending'])
})
