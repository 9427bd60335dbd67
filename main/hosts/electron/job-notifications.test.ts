import type { BrowserWindow } from 'electron'
import { expect, test } from 'vitest'
import type { SubmissionView } from '../../../shared/bridge/views.ts'
import { eventSamples } from '../../../shared/testing/bridge-samples.ts'
import { createEventHub } from '../../engine/event-hub.ts'
import { createFakeElectron } from '../../testing/fake-electron.ts'
import { notifyOutside } from './job-notifications.ts'

function start({ isInFront = false } = {}) {
  const electron = createFakeElectron({ isReady: true })
  const window = new electron.module.BrowserWindow({}) as BrowserWindow
  const [fake] = electron.windows
  if (fake) fake.isInFront = isInFront
  const events = createEventHub()
  const stop = notifyOutside({
    electron: electron.module,
    events,
    window: () => window,
    language: () => 'en',
  })
  const notify = (status: string) => {
    const run = eventSamples['submission.changed']
    const job = run.job && { ...run.job, status }
    events.emit('submission.changed', { ...run, job } satisfies SubmissionView)
  }
  const ask = (...requestIds: string[]) => {
    const [sample] = eventSamples['agents.changed'].requests
    const requests = requestIds.flatMap((requestId) => (sample ? [{ ...sample, requestId }] : []))
    events.emit('agents.changed', { requests })
  }
  return { electron, fake, notify, ask, stop }
}

test('a job that ends behind another window is announced once, with its details', () => {
  const { electron, notify } = start()
  for (const status of ['queued', 'sampling', 'completed', 'completed']) notify(status)
  expect(electron.notifications.map(({ options }) => options)).toEqual([
    { title: 'Text and image to video: done', body: 'A red boat' },
  ])
})

test.each(['failed', 'cancelled'])('a %s job says that it was not billed', (status) => {
  const { electron, notify } = start()
  notify('queued')
  notify(status)
  expect(electron.notifications[0]?.options.title).toContain('not billed')
})

test('a click brings the window to the front', () => {
  const { electron, fake, notify } = start()
  notify('queued')
  notify('completed')
  electron.notifications[0]?.emit('click')
  expect([fake?.isShown, fake?.isInFront]).toEqual([true, true])
})

test('nothing is announced while the window is in front, for jobs that ended before, or after closing', () => {
  const inFront = start({ isInFront: true })
  inFront.notify('queued')
  inFront.notify('completed')
  const before = start()
  before.notify('completed')
  const stopped = start()
  stopped.notify('queued')
  stopped.stop()
  stopped.notify('completed')
  for (const { electron } of [inFront, before, stopped]) expect(electron.notifications).toEqual([])
})

test('[AGENT70] an agent that asks behind another window is announced, once for each request', () => {
  const { electron, fake, ask } = start()
  ask('one')
  ask('one', 'two')
  ask('two')
  expect(electron.notifications).toHaveLength(2)
  expect(electron.notifications[0]?.options.title).toMatch(/asks to run/)
  electron.notifications[0]?.emit('click')
  expect(fake?.isInFront).toBe(true)
  ask('two', 'three')
  expect(electron.notifications).toHaveLength(2)
})
