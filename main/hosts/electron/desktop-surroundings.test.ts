import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserWindow } from 'electron'
import { expect, test } from 'vitest'
import type { DesktopSettings } from '../../../shared/settings/desktop-settings.ts'
import { settingsSchema } from '../../../shared/settings/settings.ts'
import { eventSamples } from '../../../shared/testing/bridge-samples.ts'
import { createEventHub } from '../../engine/event-hub.ts'
import { createFakeElectron } from '../../testing/fake-electron.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { createDesktopSurroundings } from './desktop-surroundings.ts'
import { autostartEntry } from './login-item.ts'

function start(platform: NodeJS.Platform = 'linux', isPackaged = true) {
  const electron = createFakeElectron({ isReady: true, isPackaged })
  const window = new electron.module.BrowserWindow({})
  const [fake] = electron.windows
  if (!fake) throw new Error('No window')
  const events = createEventHub()
  const configFolder = temporaryFolder()
  const done: string[] = []
  let settings = settingsSchema.parse({})
  const surroundings = createDesktopSurroundings({
    electron: electron.module,
    platform,
    configFolder,
    program: '/opt/At elier/atelier',
    events,
    pathOf: () => '/x',
    settings: { read: () => settings },
    log: { warn() {} },
    window: () => window as BrowserWindow,
    onChosen: (id) => done.push(id),
    show: () => void done.push('show'),
    quit: () => void done.push('quit'),
  })
  const change = (desktop: Partial<DesktopSettings>) => {
    settings = { ...settings, desktop: { ...settings.desktop, ...desktop } }
    events.emit('settings.changed', settings)
  }
  const work = (jobsRunning: number, jobsWaiting = 0) =>
    events.emit('studio.changed', { ...eventSamples['studio.changed'], jobsRunning, jobsWaiting })
  const run = (submissionId: string, status: string) => {
    const sample = eventSamples['submission.changed']
    const job = sample.job && { ...sample.job, status }
    events.emit('submission.changed', { ...sample, submissionId, job } as typeof sample)
  }
  return { electron, fake, surroundings, change, work, run, done, configFolder }
}

const [one, two] = ['0199a4d2-7b1c-7c3e-8f00-112233445566', '0199a4d2-7b1c-7c3e-8f00-112233445567']

test('[DESK40] the icon shows how far the runs are and how many ended unseen, until the window is in front', () => {
  const { electron, fake, surroundings, work, run } = start()
  work(2)
  expect(fake.progress).toBe(2)
  for (const id of [one, two]) run(id, 'queued')
  run(one, 'completed')
  run(one, 'completed')
  work(1)
  expect([fake.progress, electron.signs.badge]).toEqual([0.5, 1])
  run(two, 'failed')
  work(0)
  expect([fake.progress, electron.signs.badge]).toEqual([-1, 2])
  surroundings.seen()
  expect(electron.signs.badge).toBe(0)
})

test('[DESK40] nothing is counted that the person sees, and nothing is shown where they want none', () => {
  const { electron, fake, change, work, run } = start()
  fake.isInFront = true
  run(one, 'queued')
  run(one, 'completed')
  expect(electron.signs.badge).toBe(0)
  fake.isInFront = false
  run(two, 'queued')
  run(two, 'completed')
  work(3)
  expect([fake.progress > 0, electron.signs.badge]).toEqual([true, 1])
  change({ showsProgress: false })
  expect([fake.progress, electron.signs.badge]).toEqual([-1, 0])
})

test('[DESK40] Windows has a sign over the icon instead of a number', () => {
  const { electron, surroundings, run } = start('win32')
  run(one, 'queued')
  run(one, 'completed')
  expect(electron.signs.overlays.at(-1)).toBe('1 run ended')
  surroundings.seen()
  expect(electron.signs.overlays.at(-1)).toBe('')
})

test('[DESK45] opening at login is off until it is wanted, and again once it isn’t', () => {
  const linux = start()
  const entry = join(linux.configFolder, 'autostart/atelier.desktop')
  expect(existsSync(entry)).toBe(false)
  linux.change({ opensAtLogin: true })
  expect(readFileSync(entry, 'utf8')).toContain('Exec="/opt/At elier/atelier"')
  linux.change({ opensAtLogin: false })
  expect(existsSync(entry)).toBe(false)
  for (const platform of ['darwin', 'win32'] as const) {
    const { electron, change } = start(platform)
    change({ hasTray: true })
    expect(electron.signs.loginItems).toEqual([])
    change({ opensAtLogin: true })
    change({ opensAtLogin: false })
    expect(electron.signs.loginItems).toEqual([{ openAtLogin: true }, { openAtLogin: false }])
  }
  const fromSources = start('darwin', false)
  fromSources.change({ opensAtLogin: true })
  expect(fromSources.electron.signs.loginItems).toEqual([])
})

test('[DESK45] a program’s path is no command in the entry for login', () => {
  expect(autostartEntry('/a "b" $(c) `d` \\ %f')).toContain(
    'Exec="/a \\\\"b\\\\" \\\\$(c) \\\\`d\\\\` \\\\\\\\ %%f"\n',
  )
})

test('[DESK46] the icon in the tray or menu bar is there only where it is wanted, and says what runs', () => {
  const { electron, change, work, done } = start()
  work(1, 2)
  expect(electron.trays).toEqual([])
  change({ hasTray: true })
  const [tray] = electron.trays
  expect(tray?.toolTip).toBe('Atelier: 1 running, 2 waiting')
  tray?.emit('click')
  tray?.menu.at(-1)?.click?.()
  expect(done).toEqual(['show', 'quit'])
  work(0)
  expect(tray?.toolTip).toBe('Atelier: Nothing is running')
  change({ hasTray: false })
  expect(tray?.isGone).toBe(true)
})

test('[DESK383] the icon in the tray is light on a dark theme, dark on a light one, and changes with the theme', () => {
  const { electron, surroundings, change } = start()
  const { nativeTheme } = electron
  const changeTheme = (isDark: boolean) => {
    nativeTheme.shouldUseDarkColors = isDark
    nativeTheme.emit('updated')
  }
  changeTheme(true)
  change({ hasTray: true })
  const [tray] = electron.trays
  const first = tray?.image
  expect(first?.lightness).toBeGreaterThan(200)
  nativeTheme.emit('updated')
  expect(tray?.image).toBe(first)
  changeTheme(false)
  expect(tray?.image.lightness).toBeLessThan(50)
  changeTheme(true)
  expect(tray?.image.lightness).toBeGreaterThan(200)
  change({ hasTray: false })
  changeTheme(false)
  change({ hasTray: true })
  expect(electron.trays[1]?.image.lightness).toBeLessThan(50)
  expect(tray?.image.lightness).toBeGreaterThan(200)
  surroundings.close()
  expect(nativeTheme.listenerCount('updated')).toBe(0)
})

test('[DESK383] the icon follows the taskbar’s own theme on Windows, and a Mac colors it itself', () => {
  const windows = start('win32')
  windows.electron.nativeTheme.shouldUseDarkColors = false
  windows.change({ hasTray: true })
  expect(windows.electron.trays[0]?.image.lightness).toBeGreaterThan(200)
  windows.electron.nativeTheme.shouldUseDarkColorsForSystemIntegratedUI = false
  windows.electron.nativeTheme.emit('updated')
  expect(windows.electron.trays[0]?.image.lightness).toBeLessThan(50)

  const mac = start('darwin')
  mac.change({ hasTray: true })
  const drawn = mac.electron.trays[0]?.image
  mac.electron.nativeTheme.shouldUseDarkColors = false
  mac.electron.nativeTheme.emit('updated')
  expect([drawn?.isTemplate, mac.electron.trays[0]?.image]).toEqual([true, drawn])
})

test('[DESK32] the page’s part of the menu goes with its window', () => {
  const { electron, surroundings } = start()
  const labels = () => electron.menus.application?.map(({ label }) => label)
  const item = { id: 'a', label: 'A', key: null, isEnabled: true, isChecked: null }
  surroundings.showMenu({ groups: [{ place: 'go', label: 'Go', items: [item] }] })
  expect(labels()).toContain('Go')
  surroundings.pageGone()
  expect(labels()).not.toContain('Go')
})
