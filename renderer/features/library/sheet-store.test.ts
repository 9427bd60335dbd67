import { expect, it } from 'vitest'
import type { SubmissionView } from '../../../shared/bridge/views.ts'
import { createFixtureStudio, done, failed, settle } from '../../testing/fixture-studio.ts'
import { submissionView } from '../../testing/fixtures.ts'
import { createSheetStore } from './sheet-store.ts'

function run(submissionId: string, some: Partial<SubmissionView> = {}): SubmissionView {
  return submissionView({ submissionId, batchId: 'sheet', ...some })
}

function start(runs: readonly SubmissionView[]) {
  const studio = createFixtureStudio()
  const { promise, resolve } = Promise.withResolvers<void>()
  studio.respond({
    'jobs.batch': async ({ batchId }) => {
      if (batchId === 'sheet') await promise
      return done(batchId === 'sheet' ? [...runs] : [run('other', { batchId })])
    },
  })
  const sheet = createSheetStore(studio.bridge)
  function states() {
    const { runs: read } = sheet.store.getState()
    return read?.ok ? read.value.map(({ submissionId, state }) => [submissionId, state]) : read
  }
  return { studio, sheet, states, respond: resolve }
}

it('shows events received while it was read, which the response may not contain', async () => {
  const { studio, sheet, states, respond } = start([run('a'), run('b')])
  const opened = sheet.open('sheet')
  studio.emit('submission.changed', run('b', { state: 'sending' }))
  studio.emit('submission.changed', run('c'))
  studio.emit('submission.changed', run('x', { batchId: 'elsewhere' }))
  expect(states()).toBeNull()
  respond()
  await opened
  expect(states()).toEqual([
    ['a', 'confirmed'],
    ['b', 'sending'],
    ['c', 'confirmed'],
  ])
})

it('is kept current, until it is closed', async () => {
  const { studio, sheet, states, respond } = start([run('a')])
  respond()
  await sheet.open('sheet')
  studio.emit('submission.changed', run('a', { state: 'accepted' }))
  expect(states()).toEqual([['a', 'accepted']])
  sheet.close()
  studio.emit('submission.changed', run('a', { state: 'rejected' }))
  expect(sheet.store.getState()).toEqual({ batchId: null, runs: null })
})

it('never shows a sheet that was closed while it was read', async () => {
  const { sheet, states, respond } = start([run('a')])
  const late = sheet.open('sheet')
  await sheet.open('other sheet')
  respond()
  await late
  expect(states()).toEqual([['other', 'confirmed']])
})

it('says why it can’t be read', async () => {
  const { studio, sheet } = start([])
  studio.respond({ 'jobs.batch': () => failed({ code: 'disconnected', message: '' }) })
  void sheet.open('sheet')
  await settle()
  expect(sheet.store.getState().runs).toMatchObject({ ok: false, error: { code: 'disconnected' } })
})
