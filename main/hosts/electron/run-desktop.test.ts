import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { ipcChannels, type PreloadApi, preloadGlobal } from '../../../shared/bridge/carrier.ts'
import { procedures } from '../../../shared/bridge/procedures.ts'
import { takeDataFolder } from '../../infra/data-folder.ts'
import { openDatabase } from '../../infra/sqlite-database.ts'
import { createSqliteSubmissionJournal } from '../../infra/sqlite-submission-journal.ts'
import { DataFolderError } from '../../infra/start-error.ts'
import { createFakeElectron, type FakeFrame, FakeWebContents } from '../../testing/fake-electron.ts'
import { sampleJob, sampleSubmission } from '../../testing/sample-submission.ts'
import { openSpyHttpServer } from '../../testing/spy-http-server.ts'
import { endDesktop, startDesktop } from '../../testing/start-desktop.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { pageOrigin } from './page-scheme.ts'
import { runDesktop } from './run-desktop.ts'

// Each opens a whole studio, which is slow on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

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

  test('[DESK1] [DESK3] opens where it was when it was closed, also after a restart', async () => {
    const data = temporaryFolder()
    const first = await startDesktop({ switches: { data } })
    first.window?.moveTo({ x: 40, y: 50, width: 1000, height: 700 })
    first.window?.maximize()
    await endDesktop(first.electron)
    const { window } = await startDesktop({ switches: { data } })
    expect(window?.options).toMatchObject({ x: 40, y: 50, width: 1000, height: 700 })
    expect(window?.state).toBe('normal')
    window?.emit('ready-to-show')
    expect(window?.state).toBe('maximized')
  })
})

describe('what other programs ask to open', () => {
  const jobId = '0199a4d2-7b1c-7c3e-8f00-112233445566'
  const take = async ({ call }: PreloadApi) => (await call('desktop.takeOpened', {})) as { value: unknown }

  test('[DESK21] a second start brings the window to the front and passes its link on, once', async () => {
    const { electron, window, bridge } = await startDesktop()
    const events: string[] = []
    bridge.subscribe(({ name }) => events.push(name))
    if (window) window.state = 'minimized'
    const given = ['--flag', `atelier://job/${jobId}`]
    electron.app.emit('second-instance', {}, ['atelier', 'atelier://nonsense'], '/', { given })
    expect([window?.state, window?.isInFront, events]).toEqual(['normal', true, ['desktop.opened']])
    // This library has no such job: that is said, and nothing else is done.
    expect(await take(bridge)).toMatchObject({ value: [{ kind: 'missing', what: 'job' }] })
    expect(await take(bridge)).toMatchObject({ value: [] })
  })

  test('[DESK21] what is asked for at the start waits for the page, as a link, a file or an argument', async () => {
    const folder = temporaryFolder()
    const path = join(folder, 'boat.atelier-recipe')
    await writeFile(path, '{"format":"atelier-recipes"}')
    const { bridge, electron } = await startDesktop({ given: [path, 'atelier://studio/'] })
    const prevented: string[] = []
    const event = (name: string) => ({ preventDefault: () => void prevented.push(name) })
    electron.app.emit('open-url', event('url'), `atelier://recipe/${jobId}`)
    electron.app.emit('open-file', event('file'), join(folder, 'none.atelier-recipe'))
    electron.app.emit('open-file', event('other'), '/etc/passwd')
    expect(await take(bridge)).toMatchObject({
      value: [
        { kind: 'recipeFile', name: 'boat.atelier-recipe', text: '{"format":"atelier-recipes"}' },
        { kind: 'missing', what: 'link' },
        { kind: 'missing', what: 'recipe' },
        { kind: 'missing', what: 'file' },
      ],
    })
    expect(prevented).toEqual(['url', 'file'])
  })

  test('[DESK21] data of a second start that is no list of arguments opens nothing', async () => {
    const { electron, bridge } = await startDesktop()
    for (const data of [null, 7, { given: 'atelier://job' }, { given: [7] }, Object.create(null)])
      electron.app.emit('second-instance', {}, [], '/', data)
    expect(await take(bridge)).toMatchObject({ value: [] })
  })

  test('[DESK30] what is chosen in the menu reaches the page, whose words the menu has', async () => {
    const { electron, bridge } = await startDesktop()
    const events: unknown[] = []
    bridge.subscribe((event) => events.push(event))
    const item = { id: 'screen usage', label: 'Usage', key: null, isEnabled: true, isChecked: null }
    const menu = { groups: [{ place: 'go', label: 'Go', items: [item] }] }
    expect(await bridge.call('desktop.setMenu', menu)).toMatchObject({ ok: true })
    electron.menus.application?.find(({ label }) => label === 'Go')?.submenu?.[0]?.click?.()
    expect(events).toEqual([{ name: 'desktop.chosen', payload: { id: 'screen usage' } }])
    expect(await bridge.call('desktop.setMenu', { groups: [{}] })).toMatchObject({ ok: false })
  })
})

describe('the end, while runs are under way', () => {
  async function startWaiting(choices: (string | Error)[], desktop = {}) {
    const data = temporaryFolder()
    const database = await openDatabase(join(data, 'library.sqlite'))
    const run = sampleSubmission({ serviceId: 'http://127.0.0.1:9', submissionId: ids[0] })
    createSqliteSubmissionJournal(database).insert([run])
    database.close()
    await writeFile(join(data, 'settings.json'), JSON.stringify({ desktop, isQueuePaused: true }))
    return startDesktop({ switches: { data }, choices })
  }
  const ids = ['0199a4d2-7b1c-7c3e-8f00-112233445599'] as const

  test('[DESK42] says what continues and what waits, and Enter and Escape stay', async () => {
    const { electron, window } = await startWaiting([])
    window?.close()
    await expect.poll(() => electron.shown.boxes.length).toBe(1)
    expect(electron.shown.boxes).toMatchObject([
      {
        message: '1 run is under way. Quit all the same?',
        detail: expect.stringMatching(
          /^1 run waits on this machine\. It is not sent, and nothing is charged/,
        ),
        buttons: ['Close the window only', 'Quit', 'Cancel'],
        defaultId: 2,
        cancelId: 2,
      },
    ])
    expect([window?.isGone, electron.quits]).toEqual([false, []])
  })

  test('[DESK42] quits where the person says so', async () => {
    const { electron, window } = await startWaiting(['Quit'])
    const ended = once(electron.app, 'quit')
    window?.close()
    await ended
    expect([electron.quits, window?.isShown]).toEqual([[true], false])
  })

  test('[DESK43] goes on without a window where the person says so, and a second start opens one', async () => {
    const { electron, window } = await startWaiting(['Close the window only'])
    window?.close()
    await expect.poll(() => window?.isGone).toBe(true)
    expect(electron.quits).toEqual([])
    electron.app.emit('second-instance', {}, [], '/', null)
    expect(electron.windows).toHaveLength(2)
  })

  test('[DESK43] with the setting it goes on without a question', async () => {
    const { electron, window } = await startWaiting([], { runsWithoutWindow: true })
    window?.close()
    expect([window?.isGone, electron.quits, electron.shown.boxes]).toEqual([true, [], []])
  })

  test('[DESK44] a system that shuts down, or ends the program, is not held up by a question', async () => {
    const { electron } = await startWaiting([])
    const ended = once(electron.app, 'quit')
    expect(electron.shutDown()).toBe(true)
    await ended
    expect([electron.quits, electron.shown.boxes]).toEqual([[true], []])
    const signaled = await startWaiting([])
    const signaledEnd = once(signaled.electron.app, 'quit')
    signaled.signal()
    await signaledEnd
    expect(signaled.electron.shown.boxes).toEqual([])
  })

  test('[DESK380] a log-off that is only announced changes nothing; one that has come ends Atelier in order', async () => {
    const { electron, window } = await startWaiting([])
    window?.emit('query-session-end', { preventDefault() {} })
    // It was canceled: the next quit asks as ever.
    window?.close()
    await expect.poll(() => electron.shown.boxes.length).toBe(1)
    expect(electron.quits).toEqual([])
    const ended = once(electron.app, 'quit')
    window?.emit('session-end', {})
    await ended
    expect(electron.shown.boxes).toHaveLength(1)
  })

  test('[DESK381] where the question fails Atelier stays, and the next quit asks again', async () => {
    const said = Promise.withResolvers<void>()
    vi.spyOn(console, 'error').mockImplementation((words: string) => {
      if (words.includes('could not be asked')) said.resolve()
    })
    onTestFinished(() => void vi.restoreAllMocks())
    const { electron, window } = await startWaiting([new Error('no display'), 'Quit'])
    window?.close()
    await said.promise
    // It goes on a moment after it has said so.
    await new Promise(setImmediate)
    expect(electron.quits).toEqual([])
    const ended = once(electron.app, 'quit')
    electron.app.quit()
    await ended
    expect(electron.shown.boxes).toHaveLength(2)
  })

  test('[DESK382] jobs of the sandbox are said to cost nothing and to continue later, apart from those of a service', async () => {
    const data = temporaryFolder()
    const database = await openDatabase(join(data, 'library.sqlite'))
    const journal = createSqliteSubmissionJournal(database)
    for (const [index, serviceId] of ['sandbox', 'sandbox', 'http://127.0.0.1:9'].entries()) {
      const job = sampleJob({ job_id: `0199a4d2-7b1c-7c3e-8f00-11223344550${index}` })
      const run = sampleSubmission({ serviceId, submissionId: `0199a4d2-7b1c-7c3e-8f00-11223344559${index}` })
      journal.insert([run])
      journal.save({ ...run, state: 'accepted', job })
    }
    database.close()
    const { electron, window } = await startDesktop({ switches: { data } })
    window?.close()
    await expect.poll(() => electron.shown.boxes.length).toBe(1)
    expect(electron.shown.boxes[0]?.detail.split('\n\n').slice(0, 2)).toEqual([
      '1 job continues at the service and is charged as usual. The results are downloaded when Atelier is next open.',
      '2 jobs are in the sandbox, which ends with Atelier and costs no real money. They continue when Atelier is next open.',
    ])
  })
})

describe('an error that nothing caught', () => {
  const hear = () => {
    const said: string[] = []
    vi.spyOn(console, 'error').mockImplementation((words: string) => void said.push(words))
    onTestFinished(() => void vi.restoreAllMocks())
    return said
  }

  test('[DESK490] ends Atelier in order, says what becomes of jobs, and opens it again where that is wanted', async () => {
    const said = hear()
    const { electron, window, crash, data } = await startDesktop({ choices: ['Open again'] })
    const ended = once(electron.app, 'ended')
    crash(new Error('first'))
    crash(new Error('second'))
    await ended
    expect(electron.shown.boxes).toMatchObject([
      {
        message: 'Atelier has to close: something unexpected happened',
        detail: expect.stringMatching(/^Nothing is sent any more\..*Error: first/s),
        buttons: ['Open again', 'Quit'],
        cancelId: 1,
      },
    ])
    expect([electron.relaunches, electron.exits, window?.isShown]).toEqual([[{}], [1], false])
    expect(said.filter((line) => /Error: (first|second)/.test(line))).toHaveLength(2)
    // The folder was given back: another one opens on it.
    const next = await startDesktop({ switches: { data } })
    expect(next.electron.exits).toEqual([])
  })

  test('[DESK490] everything is closed while the person reads', async () => {
    hear()
    const answer = Promise.withResolvers<string>()
    const { electron, data, crash } = await startDesktop({ choices: [answer.promise] })
    const ended = once(electron.app, 'ended')
    crash(new Error('odd'))
    await expect.poll(() => takeDataFolder(data).then((folder) => folder.release(), String)).toBeUndefined()
    expect([electron.channels.size, electron.exits]).toEqual([0, []])
    answer.resolve('Quit')
    await ended
    expect([electron.relaunches, electron.exits]).toEqual([[], [1]])
  })

  test('[DESK490] what Electron may refuse is no such error: a link without a browser, a page that isn’t loaded', async () => {
    const said = hear()
    const { electron, window } = await startDesktop()
    const refuse = async () => {
      throw new Error('refused')
    }
    electron.module.shell.openExternal = refuse
    Object.assign(window ?? {}, { loadURL: refuse })
    window?.webContents.openWindow('https://docs.example/a')
    window?.webContents.emit('render-process-gone', {}, { reason: 'crashed' })
    // A rejection that nothing caught would fail this file.
    await new Promise(setImmediate)
    expect(said).toEqual([
      'Atelier: The page’s process is gone (crashed).',
      'Atelier: https://docs.example/a could not be opened: Error: refused.',
      'Atelier: The page could not be loaded: Error: refused.',
    ])
  })

  test('[DESK492] before there is a studio it is said, and Atelier ends', async () => {
    hear()
    const data = temporaryFolder()
    const electron = createFakeElectron({ switches: { data } })
    let crash: (error: unknown) => void = () => {}
    electron.module.app.whenReady = async () => {
      crash(new Error('early'))
      await new Promise(() => {})
    }
    void runDesktop({
      electron: electron.module,
      root: data,
      node: process.execPath,
      openSettings: () => {
        throw new Error('not reached')
      },
      onUncaught(tell) {
        crash = tell
      },
    })
    await expect.poll(() => electron.exits).toEqual([1])
    expect(electron.shown.errors).toEqual([expect.stringMatching(/^Atelier has to close.*Error: early/s)])
  })

  test('[DESK492] a second start while it is said opens Atelier again, and no window', async () => {
    hear()
    const { electron, crash } = await startDesktop({ choices: [new Promise(() => {})] })
    const ended = once(electron.app, 'ended')
    crash(new Error('odd'))
    electron.app.emit('second-instance', {}, [], '/', null)
    await ended
    expect([electron.relaunches.length, electron.windows.length]).toEqual([1, 1])
  })

  test('[DESK492] so does a click on the icon in the Dock, where the window was closed', async () => {
    hear()
    const { electron, window, crash } = await startDesktop({ choices: [new Promise(() => {})] })
    const ended = once(electron.app, 'ended')
    window?.emit('closed')
    crash(new Error('odd'))
    electron.app.emit('activate')
    await ended
    expect([electron.relaunches.length, electron.windows.length]).toEqual([1, 1])
  })

  test('[DESK491] the studio is closed also where what surrounds it fails to', async () => {
    hear()
    const { electron, data, crash } = await startDesktop({ choices: ['Quit'] })
    electron.module.powerMonitor.off = () => {
      throw new Error('broken')
    }
    const ended = once(electron.app, 'ended')
    crash(new Error('odd'))
    await ended
    const folder = await takeDataFolder(data)
    await folder.release()
    expect(electron.exits).toEqual([1])
  })
})

describe('[DESK493] the page’s process', () => {
  test('that is gone has the page loaded again, three times', async () => {
    const { window } = await startDesktop()
    vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => void vi.restoreAllMocks())
    for (const reason of ['crashed', 'oom', 'killed', 'crashed', 'crashed'])
      window?.webContents.emit('render-process-gone', {}, { reason })
    expect(window?.loaded).toEqual(Array(4).fill('atelier://studio/'))
  })

  test('that ended as it should stays so', async () => {
    const { window } = await startDesktop()
    vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => void vi.restoreAllMocks())
    window?.webContents.emit('render-process-gone', {}, { reason: 'clean-exit' })
    expect(window?.loaded).toHaveLength(1)
  })
})

test('[PACK22] a newer version is looked for by the one that has the folder, and what fails there ends nothing', async () => {
  const said: string[] = []
  vi.spyOn(console, 'error').mockImplementation((words: string) => void said.push(words))
  onTestFinished(() => void vi.restoreAllMocks())
  const looked: string[] = []
  const offerUpdate = async () => {
    looked.push('looked')
    throw new Error('no feed')
  }
  const { electron } = await startDesktop({ offerUpdate })
  await startDesktop({ offerUpdate, hasInstanceLock: false })
  expect([looked, electron.exits]).toEqual([['looked'], []])
  expect(said.join()).toContain('A newer version could not be offered: Error: no feed.')
})

test('[DESK12] [PACK31] a release takes neither a data folder, a profile nor a service from its command line', async () => {
  const home = temporaryFolder()
  vi.stubEnv('XDG_DATA_HOME', home)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { bridge, window, electron, root } = await startDesktop({
    isPackaged: true,
    switches: {
      data: join(home, 'elsewhere'),
      'user-data-dir': join(home, 'elsewhere'),
      service: 'https://elsewhere.example',
    },
  })
  expect(electron.paths.get('userData')).toBe(join(home, 'atelier', 'desktop'))
  expect(await bridge.call('studio.status', {})).toMatchObject({
    value: { dataFolder: join(home, 'atelier'), service: { accountId: 'sandbox' } },
  })
  expect(existsSync(join(home, 'elsewhere'))).toBe(false)
  expect(window?.options.webPreferences).toMatchObject({ devTools: false })
  expect(electron.signs.protocols).toEqual(['atelier'])
  await expect.poll(() => electron.forks).toEqual([join(root, 'dist/main/sandbox.js')])
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
    const forms = new Set<string>()
    const undo = bridge.subscribe((...given) => {
      received.push(given[0].name)
      // Electron’s own event, with its sender, stays in the preload.
      forms.add(given.map((one) => Object.keys(one).sort().join()).join('; '))
    })
    await bridge.call('settings.change', { theme: 'light' })
    expect(received).toContain('settings.changed')
    expect([...forms]).toEqual(['name,payload'])
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

test('[JOB22] [DESK47] the system’s wake event, and an unlocked screen, have every job read at once', async () => {
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
  electron.powerMonitor.emit('unlock-screen')
  await expect.poll(readings).toBe(3)
})
