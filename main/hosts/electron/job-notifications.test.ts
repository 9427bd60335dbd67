import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { BrowserWindow } from 'electron'
import { expect, test } from 'vitest'
import type { SubmissionView } from '../../../shared/bridge/views.ts'
import type { DesktopSettings } from '../../../shared/settings/desktop-settings.ts'
import { settingsSchema } from '../../../shared/settings/settings.ts'
import { eventSamples } from '../../../shared/testing/bridge-samples.ts'
import { createEventHub } from '../../engine/event-hub.ts'
import { createFakeElectron } from '../../testing/fake-electron.ts'
import { notifyOutside } from './job-notifications.ts'

function start({
  isInFront = false,
  isHere = true,
  desktop = {},
}: {
  isInFront?: boolean
  isHere?: boolean
  desktop?: Partial<DesktopSettings>
} = {}) {
  const electron = createFakeElectron({ isReady: true })
  const window = new electron.module.BrowserWindow({}) as BrowserWindow
  const [fake] = electron.windows
  if (fake) fake.isInFront = isInFront
  const events = createEventHub()
  const shown: (string | null)[] = []
  const revealed: string[] = []
  const stop = notifyOutside({
    electron: electron.module,
    events,
    window: () => window,
    settings: () => settingsSchema.parse({ desktop }),
    show: (submissionId) => void shown.push(submissionId ?? null),
    reveal: (fileId) => revealed.push(fileId) > 0 && isHere,
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
  return { electron, fake, notify, ask, stop, shown, revealed }
}

test('[DESK50] a job that ends behind another window is announced once, without its prompt', () => {
  const { electron, notify } = start()
  for (const status of ['queued', 'sampling', 'completed', 'completed']) notify(status)
  expect(electron.notifications.map(({ options }) => options)).toEqual([
    {
      title: 'Text and image to video: done',
      body: '',
      actions: [
        { type: 'button', text: 'Show' },
        { type: 'button', text: 'Show in folder' },
      ],
    },
  ])
})

test('[DESK50] a prompt is in it once the person allows that, and nothing is shown where they want none', () => {
  const allowed = start({ desktop: { promptsInNotifications: true } })
  allowed.notify('queued')
  allowed.notify('completed')
  allowed.ask('one')
  const bodies = allowed.electron.notifications.map(({ options }) => options.body)
  expect(bodies).toEqual(['A red boat', 'a boat'])
  const silent = start({ desktop: { notifies: false } })
  silent.notify('queued')
  silent.notify('completed')
  silent.ask('one')
  expect(silent.electron.notifications).toEqual([])
})

test.each(['failed', 'cancelled'])('a %s job says that it was not billed', (status) => {
  const { electron, notify } = start()
  notify('queued')
  notify(status)
  expect(electron.notifications[0]?.options.title).toContain('not billed')
})

test('[DESK51] a click shows the run, and the buttons do what they say', () => {
  const { electron, notify, ask, shown, revealed } = start()
  const { submissionId, files } = eventSamples['submission.changed']
  notify('queued')
  notify('completed')
  electron.notifications[0]?.emit('click')
  electron.notifications[0]?.emit('action', { actionIndex: 0 })
  expect(shown).toEqual([submissionId, submissionId])
  electron.notifications[0]?.emit('action', { actionIndex: 1 })
  expect([revealed, shown.length]).toEqual([[files[0]?.fileId], 2])
  electron.notifications[0]?.emit('action', { actionIndex: 7 })
  ask('one')
  electron.notifications[1]?.emit('action', { actionIndex: 0 })
  expect(shown.at(-1)).toBeNull()
})

test('[DESK51] a file that is not here yet is shown as its run', () => {
  const { electron, notify, shown, revealed } = start({ isHere: false })
  const { submissionId, files } = eventSamples['submission.changed']
  notify('queued')
  notify('completed')
  electron.notifications[0]?.emit('action', { actionIndex: 1 })
  expect([revealed, shown]).toEqual([[files[0]?.fileId], [submissionId]])
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
  const { electron, fake, shown, ask } = start()
  ask('one')
  ask('one', 'two')
  ask('two')
  expect(electron.notifications).toHaveLength(2)
  expect(electron.notifications[0]?.options.title).toMatch(/asks to run/)
  electron.notifications[0]?.emit('click')
  expect(shown).toEqual([null])
  if (fake) fake.isInFront = true
  ask('two', 'three')
  expect(electron.notifications).toHaveLength(2)
})

test('[DESK494] the latest notifications are held, so that a late click on one is heard', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const made: WeakRef<object>[] = []
  /** As Electron’s: nobody holds it by its listeners. */
  class Unheld {
    static isSupported(): boolean {
      return true
    }
    constructor() {
      made.push(new WeakRef(this))
    }
    on(): void {}
    show(): void {}
  }
  const events = createEventHub()
  notifyOutside({
    electron: { Notification: Unheld as never },
    events,
    window: () => null,
    settings: () => settingsSchema.parse({}),
    show() {},
    reveal: () => true,
  })
  const [sample] = eventSamples['agents.changed'].requests
  const held = async (count: number) => {
    for (let index = 0; sample && index < count; index += 1)
      events.emit('agents.changed', { requests: [{ ...sample, requestId: crypto.randomUUID() }] })
    await new Promise(setImmediate)
    collect()
    return made.filter((one) => one.deref() !== undefined).length
  }
  expect(await held(40)).toBe(40)
  expect([await held(40), made.length]).toEqual([50, 80])
})
