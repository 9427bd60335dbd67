import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ipcChannels, preloadGlobal } from '../../../shared/bridge/carrier.ts'
import { procedures } from '../../../shared/bridge/procedures.ts'
import { takeDataFolder } from '../../infra/data-folder.ts'
import { openDatabase } from '../../infra/sqlite-database.ts'
import { createSqliteSubmissionJournal } from '../../infra/sqlite-submission-journal.ts'
import { DataFolderError } from '../../infra/start-error.ts'
import { type FakeFrame, FakeWebContents } from '../../testing/fake-electron.ts'
import { sampleJob, sampleSubmission } from '../../testing/sample-submission.ts'
import { openSpyHttpServer } from '../../testing/spy-http-server.ts'
import { endDesktop, startDesktop } from '../../testing/start-desktop.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { pageOrigin } from './page-scheme.ts'

describe('the window', () => {
  test('is shown once it has content', async () => {
    const { window } = await startDesktop()
    expect(window?.isShown).toBe(false)
    window?.emit('ready-to-show')
    expect(window?.isShown).toBe(true)
  })

  test('is brought to the front by a second start, and opens again on macOS', async () => {
    const { window, electron } = await startDesktop()
    electron.app.emit('second-instance')
    expect(window?.isInFront).toBe(true)
    window?.emit('closed')
    electron.app.emit('activate')
    expect(electron.windows).toHaveLength(2)
  })
})

describe('the bridge over Electron’s channels', () => {
  test('the preload gives the page call and subscribe and nothing else', async () => {
    const { globals, electron } = await startDesktop()
    expect([...globals.keys()]).toEqual([preloadGlobal])
    expect(Object.keys(globals.get(preloadGlobal) as object).sort()).toEqual(['call', 'subscribe'])
    expect([...electron.channels.keys()]).toEqual([ipcChannels.call])
  })

  test('a call reaches the studio and its result is returned', async () => {
    const { bridge, data } = await startDesktop()
    expect(await bridge.call('studio.status', {})).toMatchObject({
      ok: true,
      value: { host: 'desktop', version: '9.9.9', dataFolder: data },
    })
    expect(await bridge.call('catalog.model', { modelId: 'nope' })).toMatchObject({
      ok: false,
      error: { code: 'unknown_model' },
    })
  })

  test('an event reaches every listener until it unsubscribes', async () => {
    const { bridge } = await startDesktop()
    const received: string[] = []
    const undo = bridge.subscribe(({ name }) => received.push(name))
    await bridge.call('settings.change', { theme: 'light' })
    expect(received).toContain('settings.changed')
    undo()
    received.length = 0
    await bridge.call('settings.change', { theme: 'dark' })
    expect(received).toEqual([])
  })

  const strangers: readonly [string, (own: FakeWebContents) => [FakeWebContents, FakeFrame | null]][] = [
    [
      'another window at our origin',
      () => {
        const other = new FakeWebContents()
        other.mainFrame.origin = pageOrigin
        return [other, other.mainFrame]
      },
    ],
    ['a frame inside the page', (own) => [own, { origin: pageOrigin, parent: own.mainFrame }]],
    ['a frame at our origin that is not the page', (own) => [own, { origin: pageOrigin, parent: null }]],
    [
      'the page inside another',
      (own) => {
        own.mainFrame.parent = { origin: pageOrigin, parent: null }
        return [own, own.mainFrame]
      },
    ],
    ['a frame that is gone', (own) => [own, null]],
    [
      'the page at another origin',
      (own) => {
        own.mainFrame.origin = 'https://elsewhere.example'
        return [own, own.mainFrame]
      },
    ],
  ]

  test.each(strangers)('%s reaches no procedure', async (_, pose) => {
    const { electron, window, bridge } = await startDesktop()
    if (!window) throw new Error('No window')
    await bridge.call('settings.change', { theme: 'light' })
    const [sender, frame] = pose(window.webContents)
    for (const procedure of [...Object.keys(procedures), 'nonsense']) {
      const call = [ipcChannels.call, procedure, { theme: 'dark' }] as const
      expect(await electron.invoke(sender, frame, call)).toMatchObject({
        ok: false,
        error: { code: 'not_possible_now' },
      })
    }
    window.webContents.mainFrame = { origin: pageOrigin, parent: null }
    expect(await bridge.call('settings.read', {})).toMatchObject({ value: { theme: 'light' } })
  })

  test.each([undefined, 7, null, ['studio.status'], { name: 'studio.status' }])(
    '%j is no procedure’s name',
    async (name) => {
      const { electron, window } = await startDesktop()
      if (!window) throw new Error('No window')
      const call = [ipcChannels.call, name, {}] as const
      expect(await electron.invoke(window.webContents, window.webContents.mainFrame, call)).toMatchObject({
        ok: false,
      })
    },
  )
})

describe('start and end', () => {
  test('Chromium’s files are in the data folder', async () => {
    const { electron, data } = await startDesktop()
    expect(electron.paths.get('userData')).toBe(join(data, 'desktop'))
    expect(existsSync(join(data, 'desktop'))).toBe(true)
  })

  test('where another desktop has the data folder nothing is opened', async () => {
    const { electron, data } = await startDesktop({ hasInstanceLock: false })
    expect([electron.windows.length, electron.quits.length]).toEqual([0, 1])
    expect(existsSync(join(data, 'library.sqlite'))).toBe(false)
  })

  test('where another host has it, that is reported and the exit code is 2', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'atelier-taken-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const taken = await takeDataFolder(folder)
    const { electron } = await startDesktop({ switches: { data: folder } })
    taken.release()
    expect(electron.exits).toEqual([2])
    expect(electron.shown.errors[0]).toMatch(/^Atelier can’t start: Another Atelier is using the data folder/)
    expect(electron.windows).toEqual([])
  })

  test('[LIB39] a data folder that can’t be made is reported in a system window, because nobody reads a terminal', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'atelier-file-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await writeFile(join(folder, 'file'), 'mine')
    const { electron } = await startDesktop({ switches: { data: join(folder, 'file') } })
    expect([electron.exits, electron.windows]).toEqual([[2], []])
    expect(electron.shown.errors).toEqual([
      expect.stringMatching(
        /^Atelier can’t start: The data folder .+ can’t be written \(.+\)\. Nothing was sent\.$/,
      ),
    ])
  })

  test('quitting closes the studio first and releases the data folder', async () => {
    const { electron, data } = await startDesktop()
    await expect(takeDataFolder(data)).rejects.toThrow(DataFolderError)
    await endDesktop(electron)
    expect(electron.channels.size).toBe(0)
    const again = await takeDataFolder(data)
    again.release()
  })

  test('settings are kept in the data folder, and only an invalid one falls back', async () => {
    const { bridge, data } = await startDesktop()
    await bridge.call('settings.change', { theme: 'light', jobsInFlight: 3 })
    expect(JSON.parse(readFileSync(join(data, 'settings.json'), 'utf8'))).toMatchObject({ theme: 'light' })
    await writeFile(join(data, 'settings.json'), JSON.stringify({ theme: 'sepia', jobsInFlight: 3 }))
    expect(await bridge.call('settings.read', {})).toMatchObject({
      value: { theme: 'dark', jobsInFlight: 3 },
    })
  })

  test('settings that are not JSON are moved aside, not overwritten', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'atelier-settings-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await writeFile(join(folder, 'settings.json'), '{ theme: light')
    const { bridge } = await startDesktop({ switches: { data: folder } })
    expect(await bridge.call('settings.read', {})).toMatchObject({ value: { theme: 'dark' } })
    expect(readFileSync(join(folder, 'settings.json.unreadable'), 'utf8')).toBe('{ theme: light')
  })
})

describe('[LIB39] a library that can’t be used', () => {
  async function brokenFolder(): Promise<string> {
    const data = temporaryFolder()
    await mkdir(join(data, 'media'))
    await writeFile(join(data, 'media/a.png'), 'an image')
    return data
  }

  test('is reported in a dialog with the ways out, and closing it changes nothing', async () => {
    const data = await brokenFolder()
    const { electron, window } = await startDesktop({ switches: { data } })
    expect(electron.shown.boxes).toMatchObject([
      {
        message: expect.stringContaining('is missing'),
        detail: expect.stringMatching(/^Rebuild from the files: makes a new library of the file in media/),
        buttons: ['Rebuild from the files', 'Start a new library', 'Quit'],
        defaultId: 2,
        cancelId: 2,
      },
    ])
    expect([electron.exits, window, existsSync(join(data, 'library.sqlite'))]).toEqual([
      [2],
      undefined,
      false,
    ])
    electron.quits.push(true)
  })

  test('is started over where the person chooses that', async () => {
    const data = await brokenFolder()
    const { electron, window } = await startDesktop({ switches: { data }, choices: ['Start a new library'] })
    expect([electron.exits, window === undefined, existsSync(join(data, 'media/a.png'))]).toEqual([
      [],
      false,
      false,
    ])
  })

  test('is repaired according to the command line, without a dialog', async () => {
    const data = await brokenFolder()
    const { electron, window } = await startDesktop({ switches: { data, 'rebuild-library': '' } })
    expect([electron.shown.boxes, window === undefined]).toEqual([[], false])
  })
})

test('[JOB22] the system’s wake event has every job read at once', async () => {
  const data = temporaryFolder()
  const job = sampleJob()
  const service = await openSpyHttpServer((request, response) => {
    response.end(JSON.stringify(request.url?.startsWith('/jobs/') ? job : {}))
  })
  onTestFinished(() => service.close())
  const database = await openDatabase(join(data, 'library.sqlite'))
  const run = sampleSubmission({ serviceId: service.url, sentAt: Date.parse('2026-01-01T00:00:00Z') })
  const journal = createSqliteSubmissionJournal(database)
  journal.insert([run])
  journal.save({ ...run, state: 'accepted', job })
  database.close()
  const { electron } = await startDesktop({ switches: { data, service: service.url } })
  const readings = () => service.requests.filter(({ path }) => path === `/jobs/${job.job_id}`).length
  await expect.poll(readings).toBe(1)
  electron.powerMonitor.emit('resume')
  await expect.poll(readings).toBe(2)
})
