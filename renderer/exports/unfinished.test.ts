import { expect, test, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { Bridge } from '../../shared/bridge/carrier.ts'
import type { BridgeFailure } from '../../shared/bridge/error-codes.ts'
import type { ExportView, UnfinishedExport } from '../../shared/bridge/export-procedures.ts'
import { reasonOf } from '../../shared/failures/reason.ts'
import { type ExportSteps, followExport } from './follow-export.ts'
import { createUnfinishedStore } from './unfinished-store.ts'
import { watchUnfinished } from './watch-unfinished.ts'

const running: ExportView = {
  ...{ exportId: 'one', state: 'running', folder: '/out', done: 40, total: 300, written: 40 },
  ...{ bytes: 9, sidecars: 0, left: { count: 0, names: [] }, failure: null },
}
const stopped: UnfinishedExport = {
  key: 'a'.repeat(32),
  folder: '/out',
  files: 300,
  written: 40,
  startedAt: 1,
}

type Connected = Parameters<Bridge['onConnected']>[0]

/** A studio that answers with what it has, and whose connection and events a test makes. */
function fakeStudio(values: Record<string, unknown>) {
  const connections = new Set<Connected>()
  const listeners = new Set<(view: ExportView) => void>()
  const asked: string[] = []
  const refused: Record<string, BridgeFailure> = {}
  const bridge = {
    async call(procedure: string) {
      asked.push(procedure)
      const error = refused[procedure]
      return error ? { ok: false, error } : { ok: true, value: values[procedure] }
    },
    on(_: string, listener: (view: ExportView) => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onConnected(listener: Connected) {
      connections.add(listener)
      return () => connections.delete(listener)
    },
  } as unknown as Bridge
  return {
    bridge,
    values,
    refused,
    asked,
    connect: (...state: Parameters<Connected>) => connections.forEach((listener) => void listener(...state)),
    tell: (view: ExportView) => listeners.forEach((listener) => void listener(view)),
    listening: () => connections.size + listeners.size,
  }
}

test('[EXP412] an export whose Atelier ended has ended, and one that still runs goes on', async () => {
  const { bridge, values, connect, tell, listening } = fakeStudio({ 'export.current': running })
  const store = createStore<ExportSteps>(() => ({ view: running, failure: null, isBusy: false }))
  const followed = followExport(bridge, store)
  connect(true)
  tell({ ...running, done: 41 })
  await vi.waitFor(() => expect(store.getState().view).toMatchObject({ state: 'running', done: 41 }))
  // Events out of order, and of others, change nothing.
  tell({ ...running, done: 3 })
  tell({ ...running, exportId: 'other', done: 99 })
  expect(store.getState().view?.done).toBe(41)
  values['export.current'] = null
  connect(false)
  expect(store.getState().view?.state).toBe('running')
  connect(true)
  await vi.waitFor(() => expect(store.getState().view).toMatchObject({ state: 'failed', failure: null }))
  tell({ ...running, done: 50 })
  expect(store.getState().view?.state).toBe('failed')
  store.setState({ view: running })
  connect(false, { code: 'no_session', message: '' })
  expect(store.getState().view?.state).toBe('failed')
  followed.close()
  expect(listening()).toBe(0)
})

test('[EXP412] what has ended before the response of its start is shown as ended, whichever of both is read last', async () => {
  const store = createStore<ExportSteps>(() => ({ view: null, failure: null, isBusy: false }))
  const done = { ...running, state: 'done', done: 300 } as const
  await followExport(fakeStudio({ 'export.current': done }).bridge, store).show(running)
  expect(store.getState().view).toBe(done)
  // The event comes while an older state is on its way.
  const late = fakeStudio({ 'export.current': { ...running, done: 41 } })
  const showing = followExport(late.bridge, store).show(running)
  late.tell(done)
  await showing
  expect(store.getState().view).toBe(done)
})

test('[EXP410] [EXP560] unfinished exports are counted when the studio is there and when one ends, continued and forgotten', async () => {
  const studio = fakeStudio({
    'export.unfinished': { count: 1, exports: [stopped] },
    'export.continue': running,
    'export.current': { ...running, state: 'failed' },
    'export.forget': {},
  })
  const counts: number[] = []
  const stop = watchUnfinished(studio.bridge, (count) => counts.push(count))
  studio.connect(false)
  studio.tell(running)
  expect(studio.asked).toEqual([])
  studio.connect(true)
  await vi.waitFor(() => expect(counts).toEqual([1]))
  studio.tell({ ...running, state: 'done' })
  await vi.waitFor(() => expect(counts).toEqual([1, 1]))
  stop()

  const unfinished = createUnfinishedStore(studio.bridge)
  await vi.waitFor(() => expect(unfinished.store.getState().exports).toEqual([stopped]))
  await unfinished.resume(stopped.key)
  expect(unfinished.store.getState().view).toMatchObject({ state: 'failed' })
  // [EXP560] Where Retry is refused, the end that is shown says why.
  const cause = reasonOf('export_folder_away')
  studio.refused['export.continue'] = { code: 'not_possible_now', cause }
  await unfinished.start()
  expect(unfinished.store.getState()).toMatchObject({
    view: { state: 'failed', failure: cause },
    failure: null,
  })
  delete studio.refused['export.continue']
  studio.values['export.current'] = { ...running, state: 'done' }
  await unfinished.start()
  expect(unfinished.store.getState().view).toMatchObject({ state: 'done' })
  studio.values['export.unfinished'] = { count: 0, exports: [] }
  unfinished.reset()
  await vi.waitFor(() => expect(unfinished.store.getState()).toMatchObject({ view: null, exports: [] }))
  await unfinished.forget(stopped.key)
  expect(studio.asked.filter((one) => one === 'export.forget' || one === 'export.continue')).toEqual([
    'export.continue',
    'export.continue',
    'export.continue',
    'export.forget',
  ])
  unfinished.close()
  expect(studio.listening()).toBe(0)
})

test('[EXP411] an export that can’t be forgotten stays in the list, with what stood in the way', async () => {
  const studio = fakeStudio({ 'export.unfinished': { count: 1, exports: [stopped] }, 'export.forget': {} })
  const { store, forget, close } = createUnfinishedStore(studio.bridge)
  await vi.waitFor(() => expect(store.getState().exports).toEqual([stopped]))
  const failure: BridgeFailure = { code: 'not_possible_now', message: '' }
  studio.refused['export.forget'] = failure
  await forget(stopped.key)
  expect(store.getState()).toMatchObject({ exports: [stopped], failure })
  // Another page has forgotten it meanwhile.
  const gone: BridgeFailure = { code: 'not_found', message: '' }
  studio.refused['export.forget'] = gone
  studio.values['export.unfinished'] = { count: 0, exports: [] }
  await forget(stopped.key)
  expect(store.getState()).toMatchObject({ exports: [], failure: gone })
  close()
})

test('[EXP570] a second press while an export is continued or forgotten is none', async () => {
  const studio = fakeStudio({
    'export.unfinished': { count: 1, exports: [stopped] },
    'export.continue': running,
    'export.current': running,
    'export.forget': {},
  })
  const { store, forget, resume, close } = createUnfinishedStore(studio.bridge)
  await vi.waitFor(() => expect(store.getState().isBusy).toBe(false))
  await Promise.all([forget(stopped.key), forget(stopped.key), resume(stopped.key)])
  await Promise.all([resume(stopped.key), resume(stopped.key), forget(stopped.key)])
  const steps = studio.asked.filter((one) => one === 'export.forget' || one === 'export.continue')
  expect(steps).toEqual(['export.forget', 'export.continue'])
  close()
})
