import { describe, expect, it, test, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { MediaKind } from '../../shared/api/media.ts'
import type { Packed } from '../../shared/bridge/download-procedures.ts'
import type { FileView } from '../../shared/bridge/views.ts'
import { models } from '../../shared/catalog/index.ts'
import { usd } from '../../shared/pricing/money.ts'
import type { Wish } from '../forms/input-role.ts'
import type { Incoming } from '../forms/read-transfer.ts'
import type { MediaControls } from '../media/media-controls.ts'
import { type KeyGroup, keyRows } from '../shell/key-rows.ts'
import { shownKeys } from '../shell/keys.ts'
import type { Recipe } from '../shell/recipe-handoff.ts'
import { createFixtureStudio, done as succeeded } from '../testing/fixture-studio.ts'
import { fileView, modelDetail, submissionView } from '../testing/fixtures.ts'
import { marking } from '../words/en/marks.ts'
import { english } from '../words/en/words.ts'
import type { ActionDeps, Place, QueueStep, ReadSubject } from './action.ts'
import type { ActionId } from './action-id.ts'
import { actionTable, rowsFor } from './action-table.ts'
import { createCollecting } from './collecting.ts'
import { createRepricer } from './price-again.ts'
import { itemsFor } from './use-actions.ts'

const ticket = '01900000-0000-7000-8000-00000000000a'

const variation = {
  account: 'sandbox',
  modelId: 'i3',
  values: { prompt: 'a fox', seed: 7 },
  estimate: { kind: 'exact' as const, microUsd: usd(0.04) },
  seed: { minimum: 0, maximum: 99 },
}

function subject(some: Partial<ReadSubject> = {}): ReadSubject {
  const { kind = 'image' } = some
  return {
    id: 'a',
    place: 'stage',
    kind,
    prompt: 'a fox',
    file: fileView({ kind }),
    files: some.file === null ? [] : [fileView({ kind })],
    downloads: some.files ?? (some.file === null ? [] : [fileView({ kind })]),
    batchId: null,
    standing: 'library',
    askPurge: null,
    advance: null,
    collectionId: null,
    readOrigin: async () => ({
      ok: true,
      value: { account: 'sandbox', modelId: 'i3', values: { prompt: 'a fox' } },
    }),
    view: () => null,
    queued: null,
    reveal: null,
    variation,
    elsewhere: null,
    isUnreadable: false,
    ...some,
  }
}

/** Notes what the actions did. */
function spyDeps(some: Partial<ActionDeps['tools']> = {}, pack: Partial<Packed> = {}) {
  const offered: Recipe[] = []
  const placed: [readonly Incoming[], Wish | null | undefined][] = []
  const went: unknown[] = []
  const said: string[] = []
  const done: string[] = []
  const marked: [readonly string[], object][] = []
  const packed: (readonly string[])[] = []
  const changes: object[] = []
  const moves: [string, readonly string[]][] = []
  const at = '2026-11-20T12:00:00.000Z'
  const studio = createFixtureStudio({
    'library.pack'({ fileIds }) {
      packed.push(fileIds)
      const absent = { count: 1, names: ['sea.png'] }
      return succeeded({ ticket, files: 2, bytes: 340_000_000, absent, ...pack })
    },
    'library.trash'({ fileIds }) {
      moves.push(['library.trash', fileIds])
      return succeeded({ fileIds: [...fileIds] })
    },
    'jobs.batch': () => succeeded([submissionView({ files: [fileView()] })]),
    'library.judge'({ changes }) {
      for (const { fileIds, ...change } of changes) marked.push([fileIds, change])
      return succeeded({ before: [], after: [] })
    },
    'library.change'(input) {
      changes.push(input)
      return succeeded({ files: 3, undo: null, failure: null })
    },
    'collections.remove'({ collectionId, fileIds }) {
      marked.push([fileIds, { collectionId }])
      const collection = { collectionId, name: 'Seas', files: 0, createdAt: at, changedAt: at }
      return succeeded({ collection, removed: [] })
    },
  })
  const collecting = createCollecting()
  const deps: ActionDeps = {
    recipes: { offer: (recipe) => void offered.push(recipe) },
    router: {
      go: (...where) => void went.push(where),
      store: createStore(() => ({ screen: 'create' as const, item: null })),
    },
    intake: { offer: async (things, wish) => void placed.push([things, wish]) },
    notify: (text) => void said.push(text),
    undoNotes: {
      add({ text }) {
        said.push(text)
        return () => {}
      },
    },
    bridge: studio.bridge,
    collecting,
    words: english,
    random: () => 0.5,
    tools: {
      save: (url) => void done.push(`save ${url}`),
      copyText: async (text) => void done.push(`text ${text}`),
      copyImage: async (url) => void done.push(`image ${url}`),
      readLastFrame: async (_url, name) => new File(['x'], name, { type: 'image/png' }),
      leaveFullScreen: () => void done.push('leave'),
      ...some,
    },
  }
  return { deps, offered, placed, went, said, done, marked, packed, moves, changes, collecting }
}

async function run(id: ActionId, on: ReadSubject, deps: ActionDeps): Promise<void> {
  await actionTable.find((row) => row.id === id)?.run(on, deps)
}

const marks: readonly ActionId[] = [
  'rate5',
  'rate4',
  'rate3',
  'rate2',
  'rate1',
  'rate0',
  'pick',
  'reject',
  'unflag',
  'favorite',
  'label6',
  'label7',
  'label8',
  'label9',
]

const idsFor = (some: Partial<ReadSubject>) => rowsFor(subject(some)).map(({ id }) => id)
const places: readonly Place[] = ['stage', 'list', 'viewer', 'grid']
const kinds: readonly MediaKind[] = ['image', 'video', 'audio']

describe('the table', () => {
  it('[ACT1] has one row for each name, and a name for each row', () => {
    const ids = actionTable.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(new Set(ids)).toEqual(new Set(Object.keys(english.actions.names)))
    expect(new Set(Object.values(english.actions.names)).size).toBe(ids.length)
  })

  it('[ACT1] shortens a name only to a part of it', () => {
    for (const [id, short] of Object.entries(english.actions.short))
      expect(english.actions.names[id as ActionId].toLowerCase()).toContain(short.toLowerCase())
  })

  const groupsOf: Record<Place, readonly KeyGroup[]> = {
    stage: ['everywhere', 'create'],
    list: ['everywhere', 'create'],
    viewer: ['everywhere', 'viewer'],
    grid: ['everywhere', 'library'],
  }

  it.each(places)('[ACT2] [CMD1] has a key for each action, that nothing else has: %s', (place) => {
    const names = english.shell.keyNames
    // Delete cancels a run that waits and clears one that has ended: no run is both.
    const own = keyRows(names)
      .filter(({ group, action }) => groupsOf[place].includes(group) && action !== 'clearRun')
      .flatMap(({ keys }) => keys.map((together) => together.join(' ')))
    const keys = actionTable
      .filter((row) => row.places.includes(place))
      .map(({ key }) => shownKeys(key, names).join(' '))
    expect(keys).not.toContain('')
    expect(keys.filter((key, index) => own.includes(key) || keys.indexOf(key) !== index)).toEqual([])
    // Enter and Escape are those of what has the focus.
    const letters = own.filter((key) => key !== names.enter && key !== names.escape)
    expect(letters.filter((key, index) => letters.indexOf(key) !== index)).toEqual([])
  })

  it('[ACT3] shows what applies to a kind, and nothing else', () => {
    expect(idsFor({ kind: 'image' })).toEqual([
      'animate',
      'useAsStart',
      'useAsEnd',
      'useAsReference',
      'useAsInput',
      'vary',
      'remix',
      ...marks,
      'collect',
      'tag',
      'copyImage',
      'copyPrompt',
      'download',
      'export',
      'openInLibrary',
      'zoom',
      'fullScreen',
    ])
    expect(idsFor({ kind: 'video' })).toEqual([
      'lastFrame',
      'shownFrame',
      'useAsReference',
      'useAsInput',
      'vary',
      'remix',
      ...marks,
      'collect',
      'tag',
      'copyPrompt',
      'download',
      'export',
      'openInLibrary',
      'fullScreen',
      'playPause',
      'previousFrame',
      'nextFrame',
    ])
    expect(idsFor({ kind: 'audio' })).toEqual([
      'useAsReference',
      'useAsInput',
      'vary',
      'remix',
      ...marks,
      'collect',
      'tag',
      'copyPrompt',
      'download',
      'export',
      'openInLibrary',
      'playPause',
    ])
  })

  it('[ACT3] shows for a run without a file only what needs none, and its place in the queue while it waits', () => {
    const queued = { sheet: () => null, cancel: async () => done, move: async () => done }
    expect(idsFor({ file: null })).toEqual(['remix', 'copyPrompt'])
    expect(idsFor({ file: null, queued })).toEqual([
      'remix',
      'copyPrompt',
      'sendFirst',
      'sendEarlier',
      'sendLater',
      'sendLast',
      'cancel',
    ])
  })

  it('[ACT3] disables what isn’t possible', () => {
    const isAvailable = (id: ActionId, some: Partial<ReadSubject>) =>
      actionTable.find((row) => row.id === id)?.isAvailable(subject(some))
    const huge: FileView = fileView({ width: 30_000, height: 30_000 })
    for (const id of ['zoom', 'fullScreen', 'copyImage'] as const) {
      expect(isAvailable(id, {})).toBe(true)
      expect(isAvailable(id, { file: huge })).toBe(false)
    }
    expect(isAvailable('remix', { readOrigin: null })).toBe(false)
    expect(isAvailable('copyPrompt', { prompt: '' })).toBe(false)
  })

  it('[ACT550] uses nothing of a video or an audio file that can’t be played', () => {
    const isAvailable = (id: ActionId, some: Partial<ReadSubject>) =>
      actionTable.find((row) => row.id === id)?.isAvailable(subject(some))
    for (const kind of ['video', 'audio'] as const)
      for (const id of ['lastFrame', 'shownFrame', 'useAsReference', 'useAsInput'] as const) {
        expect(isAvailable(id, { kind })).toBe(true)
        expect(isAvailable(id, { kind, isUnreadable: true })).toBe(false)
      }
    // A damaged image may still be read in part; and any file is taken out.
    expect(isAvailable('useAsStart', { kind: 'image', isUnreadable: true })).toBe(true)
    expect(isAvailable('download', { kind: 'video', isUnreadable: true })).toBe(true)
  })

  it('[ACT3] shows a folder only where the host can', () => {
    expect(idsFor({ place: 'viewer' })).not.toContain('reveal')
    expect(idsFor({ place: 'viewer', reveal: async () => done })).toContain('reveal')
  })

  it.each(kinds)('[ACT4] has at most five buttons for one kind: %s', (kind) => {
    const leading = rowsFor(subject({ kind })).filter(({ leads }) => leads.includes(kind))
    expect(leading.length).toBeGreaterThanOrEqual(4)
    expect(leading.length).toBeLessThanOrEqual(5)
  })

  /** The actions that send a run, whatever the row says of itself. */
  async function actionsThatSend(): Promise<ActionId[]> {
    const sending: ActionId[] = []
    const queued = { sheet: () => null, cancel: async () => done, move: async () => done }
    for (const { id, kinds: own } of actionTable)
      for (const kind of own) {
        const { deps, offered } = spyDeps()
        await run(id, subject({ kind, queued, reveal: async () => done }), deps)
        if (offered.some(({ sendAt }) => sendAt !== undefined) && !sending.includes(id)) sending.push(id)
      }
    return sending
  }

  it('[ACT9] has no key without a modifier that costs money', async () => {
    const paid = actionTable.filter(({ isPaid }) => isPaid)
    expect(await actionsThatSend()).toEqual(paid.map(({ id }) => id))
    expect(paid.length).toBeGreaterThan(0)
    expect(paid.filter(({ key }) => !key.shift && !key.mod)).toEqual([])
    for (const { binding, id } of itemsFor(subject(), spyDeps().deps))
      if (paid.some((row) => row.id === id)) expect(binding.once, id).toBe(true)
  })
})

const done = { ok: true as const, value: { place: 2, total: 4, undo: null } }

describe('a row', () => {
  it.each<[ActionId, Wish | null]>([
    ['animate', { role: 'start', making: 'video', prompt: subject().prompt }],
    ['useAsStart', { role: 'start', making: null }],
    ['useAsEnd', { role: 'end', making: null }],
    ['useAsReference', { role: 'reference', making: null }],
    ['useAsInput', null],
  ])('[ACT5] brings the file to the form: %s', async (id, wish) => {
    const { deps, placed, went } = spyDeps()
    await run(id, subject(), deps)
    expect(placed).toEqual([[[{ type: 'library', fileId: fileView().fileId }], wish]])
    expect(went).toEqual([['create']])
  })

  it('[ACT8] varies with another seed, at the price that was shown', async () => {
    const { deps, offered } = spyDeps()
    await run('vary', subject(), deps)
    expect(offered).toEqual([
      {
        modelId: 'i3',
        values: { prompt: 'a fox', seed: 50 },
        sendAt: { estimate: variation.estimate, account: 'sandbox', likeFile: fileView().fileId },
        from: { screen: 'create', item: null, fileId: fileView().fileId },
      },
    ])
  })

  it('[ACT8] varies without a seed where the model takes none', async () => {
    const { deps, offered } = spyDeps()
    await run('vary', subject({ variation: { ...variation, seed: null } }), deps)
    expect(offered[0]?.values).toEqual(variation.values)
  })

  const [sea, boat] = ['01', '02'].map((end) =>
    fileView({ fileId: `01900000-0000-7000-8000-0000000000${end}` }),
  ) as [FileView, FileView]

  it.each<[string, Partial<ReadSubject>, FileView]>([
    ['the file itself', { file: sea, files: [sea] }, sea],
    ['the one that is selected, not the current one', { file: sea, files: [boat] }, boat],
  ])('[LIB65] downloads one file as it is: %s', async (_, some, expected) => {
    const { deps, done, said, packed } = spyDeps()
    await run('download', subject(some), deps)
    expect([done, said, packed]).toEqual([[`save /media/files/${expected.fileId}?download=1`], [], []])
  })

  it('[LIB65] downloads all selected files as one, and says how many of which size', async () => {
    const { deps, done, said, packed } = spyDeps()
    const missing = fileView({ fileId: '01900000-0000-7000-8000-000000000003', state: 'failed' })
    await run('download', subject({ file: null, files: [sea, boat, missing] }), deps)
    expect(packed).toEqual([[sea, boat, missing].map(({ fileId }) => fileId)])
    expect(done).toEqual([`save /media/archives/${ticket}`])
    expect(said).toEqual(['2 files, 340 MB, are being downloaded as one ZIP. Not on this disk: sea.png.'])
  })

  it('[LIB65] says so where nothing of it is on the disk, and where it is too much', async () => {
    const { deps, done, said } = spyDeps({}, { ticket: null, files: 0, bytes: 0 })
    await run('download', subject({ files: [sea, boat] }), deps)
    const many = Array.from({ length: 20_001 }, () => sea)
    await run('download', subject({ files: many }), deps)
    expect(done).toEqual([])
    expect(said).toEqual([
      'Nothing was downloaded. Not on this disk: sea.png.',
      '20,001 files are selected. At most 20,000 are downloaded or exported at once.',
    ])
  })

  it('[LIB65] downloads a whole batch from its tile by Download, and from the stage by Download the whole batch', async () => {
    const batchId = '01900000-0000-7000-8000-00000000000b'
    const tile = spyDeps()
    await run('download', subject({ place: 'grid', files: [], batchId }), tile.deps)
    expect(tile.packed).toEqual([[fileView().fileId]])
    expect(idsFor({ batchId })).toContain('downloadAll')
    expect(idsFor({ batchId: null })).not.toContain('downloadAll')
    const stage = spyDeps()
    await run('downloadAll', subject({ batchId }), stage.deps)
    expect([stage.packed, stage.done]).toEqual([tile.packed, [`save /media/archives/${ticket}`]])
  })

  it('[EXP23] exports and draws all that is selected, a whole batch, and says where that is too much', async () => {
    const { deps, collecting, said } = spyDeps()
    const [one, two] = [fileView({ fileId: 'a' }), fileView({ fileId: 'b' })]
    const selected = subject({ place: 'grid', files: [one], readFiles: async () => [one, two] })
    const both = { which: { fileIds: ['a', 'b'] }, collectionId: null }
    await run('export', selected, deps)
    expect(collecting.getState().leaving).toEqual({ way: 'export', subject: both })
    await run('sheetImage', selected, deps)
    expect(collecting.getState().leaving).toEqual({ way: 'sheetImage', subject: both })
    await run('sheetImage', subject({ place: 'grid', downloads: [], files: [], batchId: 'c' }), deps)
    expect(collecting.getState().leaving?.subject.which).toEqual({ batchId: 'c' })
    await run('export', subject({ readFiles: async () => Array(20_001).fill(one) }), deps)
    expect(said).toEqual([expect.stringContaining('At most 20,000')])
    expect(collecting.getState().leaving?.subject.which).toEqual({ batchId: 'c' })
  })

  it('[TRASH1] moves to the trash what is selected, and from a sheet’s tile all of it', async () => {
    const { deps, moves, said } = spyDeps()
    await run('trash', subject({ place: 'grid', files: [sea, boat] }), deps)
    const batchId = '01900000-0000-7000-8000-00000000000b'
    await run('trash', subject({ place: 'grid', files: [], batchId }), deps)
    expect(moves).toEqual([
      ['library.trash', [sea.fileId, boat.fileId]],
      ['library.trash', [fileView().fileId]],
    ])
    expect(said).toEqual(['2 files moved to the trash.', 'Moved to the trash.'])
  })

  it('[TRASH8] in the viewer the next file is shown at once', async () => {
    const { deps } = spyDeps()
    let steps = 0
    const advance = () => {
      steps += 1
    }
    await run('trash', subject({ place: 'viewer', advance }), deps)
    await run('trash', subject({ place: 'grid', advance }), deps)
    expect(steps).toBe(1)
  })

  it('[TRASH1] [TRASH6] offers in the trash only what is possible there, and nothing of a deleted file', () => {
    const asked: unknown[] = []
    const inTrash = {
      place: 'grid',
      file: null,
      files: [sea],
      askPurge: (files: unknown) => void asked.push(files),
    } as const
    expect(idsFor({ ...inTrash, standing: 'trash' })).toEqual(['remix', 'copyPrompt', 'restore', 'purge'])
    expect(idsFor({ ...inTrash, standing: 'deleted', downloads: [] })).toEqual(['remix', 'copyPrompt'])
    expect(idsFor({ place: 'grid' })).toContain('trash')
    expect(idsFor({ place: 'stage' })).not.toContain('trash')
    void run('purge', subject({ ...inTrash, standing: 'trash' }), spyDeps().deps)
    expect(asked).toEqual([[sea]])
  })

  it('[ACT10] remixes: the settings are loaded, and nothing is sent', async () => {
    const { deps, offered, went } = spyDeps()
    await run('remix', subject(), deps)
    expect(offered).toEqual([{ modelId: 'i3', values: { prompt: 'a fox' } }])
    expect(went).toEqual([['create']])
  })

  it('[ACT10] says why settings can’t be read', async () => {
    const { deps, offered, said } = spyDeps()
    const error = { code: 'not_found' as const, message: '' }
    await run('remix', subject({ readOrigin: async () => ({ ok: false, error }) }), deps)
    expect(offered).toEqual([])
    expect(said).toEqual([english.failures.sentence(error)])
  })

  it('[ACT13] offers a video’s last frame as a start image, or says that it can’t be read', async () => {
    const { deps, placed } = spyDeps()
    const video = subject({ kind: 'video', file: fileView({ kind: 'video', name: 'sea.v1.mp4' }) })
    await run('lastFrame', video, deps)
    const [[things, wish] = []] = placed
    expect(things).toMatchObject([{ type: 'file', file: { name: 'sea.v1-last-frame.png' } }])
    expect(wish).toEqual({ role: 'start', making: null })
    const failing = spyDeps({ readLastFrame: () => Promise.reject(new Error('cut short')) })
    await run('lastFrame', video, failing.deps)
    expect(failing.placed).toEqual([])
    expect(failing.said).toEqual([english.actions.frameFailed])
  })

  it('[ACT60] offers the frame that a video shows as a start image, or says that it can’t be read', async () => {
    const names: string[] = []
    function shown(reading: (name: string) => Promise<File>) {
      const readShownFrame = (name: string) => {
        names.push(name)
        return reading(name)
      }
      const view = () => ({ readShownFrame }) as unknown as MediaControls
      return subject({ kind: 'video', file: fileView({ kind: 'video', name: 'sea.v1.mp4' }), view })
    }
    const { deps, placed } = spyDeps()
    const frame = new File(['x'], 'frame.png', { type: 'image/png' })
    await run(
      'shownFrame',
      shown(() => Promise.resolve(frame)),
      deps,
    )
    expect(names).toEqual(['sea.v1'])
    expect(placed).toEqual([[[{ type: 'file', file: frame }], { role: 'start', making: null }]])
    const failing = spyDeps()
    await run(
      'shownFrame',
      shown(() => Promise.reject(new Error('not yet'))),
      failing.deps,
    )
    expect(failing.placed).toEqual([])
    expect(failing.said).toEqual([english.actions.shownFrameFailed])
  })

  it('[ACT16] copies, and says whether that went well', async () => {
    const { deps, done: acts, said } = spyDeps()
    await run('copyImage', subject(), deps)
    await run('copyPrompt', subject(), deps)
    expect(acts).toEqual([`image /media/files/${fileView().fileId}`, 'text a fox'])
    const refusing = spyDeps({ copyImage: () => Promise.reject(new Error('denied')) })
    await run('copyImage', subject(), refusing.deps)
    expect([...said, ...refusing.said]).toEqual([
      english.actions.copied.image,
      english.actions.copied.prompt,
      english.actions.copyFailed,
    ])
  })

  it('[RUN20] cancels a waiting run, moves it and says where it now stands, and says why where it can’t', async () => {
    const moves: string[] = []
    const error = { code: 'not_possible_now' as const, message: '' }
    const queued = {
      sheet: () => null,
      cancel: async () => ({ ok: false as const, error }),
      async move(to: QueueStep) {
        moves.push(to)
        return done
      },
    }
    const { deps, said } = spyDeps()
    for (const id of ['sendFirst', 'sendEarlier', 'sendLast', 'cancel'] as const)
      await run(id, subject({ queued }), deps)
    expect(moves).toEqual(['first', 'earlier', 'last'])
    expect(said).toEqual([
      '“a fox” will be sent next, before all others that wait.',
      '“a fox” is now 2nd of 4 in the queue.',
      '“a fox” is sent after all others that wait.',
      english.failures.sentence(error),
    ])
  })
})

test('[RUN24] a run of a sheet moves with it: names, note and way back say so, with how many wait', async () => {
  const notes: [string, readonly string[]][] = []
  const ways: (() => void)[] = []
  const { deps } = spyDeps()
  const speaking: ActionDeps = {
    ...deps,
    notify(text, _tone, ...actions) {
      notes.push([text, actions.map(({ label }) => label)])
      ways.push(...actions.map(({ run: undo }) => undo))
    },
  }
  let undone = 0
  const value = {
    ...done.value,
    undo: { run: async () => ({ ok: true as const, value: ++undone }), whenGone: () => () => {} },
  }
  const queued = {
    sheet: () => ({ prompt: 'a boat', count: 9 }),
    cancel: async () => done,
    move: async () => ({ ok: true as const, value }),
  }
  const names = itemsFor(subject({ queued }), deps).filter(({ section }) => section === 'queue')
  expect(names.map(({ name }) => name)).toEqual([
    'Send sheet first (9 runs)',
    'Send sheet one place earlier (9 runs)',
    'Send sheet one place later (9 runs)',
    'Send sheet last (9 runs)',
    'Cancel',
  ])
  await run('sendFirst', subject({ queued }), speaking)
  await run('sendEarlier', subject({ queued }), speaking)
  ways[0]?.()
  await vi.waitFor(() => expect(notes).toHaveLength(3))
  expect(notes).toEqual([
    [
      'The sheet “a boat” with 9 waiting runs will be sent next, before all others that wait.',
      ['Move the sheet back (9 runs)'],
    ],
    [
      'The sheet “a boat” with 9 waiting runs now begins 2nd of 4 in the queue.',
      ['Move the sheet back (9 runs)'],
    ],
    ['The sheet “a boat” with 9 waiting runs is back where it waited.', []],
  ])
  expect(undone).toBe(1)
})

test('[ACT40] Vary says that it sends one run, and where another account made the result, which one', () => {
  const hintOf = (some: Partial<ReadSubject>) =>
    itemsFor(subject(some), spyDeps().deps).find(({ id }) => id === 'vary')?.hint
  expect(hintOf({})).toBe('Sends one run with the same settings and a new seed · $0.04')
  expect(hintOf({ variation: { ...variation, seed: null } })).toBe(
    'Sends one run with the same settings · $0.04',
  )
  const account = { id: 'https://a.example', name: 'Studio A' }
  expect(hintOf({ variation: null, elsewhere: account })).toBe(
    'This run was made at Studio A. Switch to it in Settings to vary it.',
  )
  expect(hintOf({ variation: null, elsewhere: { id: 'sandbox', name: null } })).toContain('made at Sandbox.')
})

describe('the price of one more run', () => {
  function detail(id: string) {
    const model = models.find((one) => one.id === id)
    if (!model) throw new Error(`No model ${id}`)
    return modelDetail(model)
  }

  it('[ACT8] is today’s, and null for settings that the model no longer takes', () => {
    const reprice = createRepricer(detail('v1'))
    expect(reprice?.({ prompt: 'a fox' })).toMatchObject({ modelId: 'v1', values: { prompt: 'a fox' } })
    expect(reprice?.({ prompt: 7 })).toBeNull()
  })

  it('[ACT8] is unknown where the form would refuse the settings', () => {
    const reprice = createRepricer(detail('i7'))
    expect(reprice?.({ prompt: 'a fox', aspect_ratio: '16:9' })).not.toBeNull()
    expect(reprice?.({ prompt: 'a fox', width: 512, height: 512 })).not.toBeNull()
    expect(reprice?.({ prompt: 'a fox', aspect_ratio: '16:9', width: 512, height: 512 })).toBeNull()
  })

  it('[ACT8] is unknown for a model that takes no more runs', () => {
    expect(createRepricer({ ...detail('v2'), path: null })).toBeNull()
  })

  it('[ACT8] names the bounds of the seed where the model takes one', () => {
    const seeded = models.map(modelDetail).filter(({ fieldNames }) => fieldNames.includes('seed'))
    expect(seeded.length).toBeGreaterThan(0)
    for (const model of seeded)
      expect(createRepricer(model)?.({ prompt: 'a' })?.seed, model.id).not.toBeNull()
    expect(createRepricer(detail('i3'))?.({ prompt: 'a' })?.seed).toBeNull()
  })
})

describe('a mark', () => {
  const rated = fileView({ fileId: 'b', judgement: { rating: 2, flag: 'none', isFavorite: true, label: 7 } })

  it.each<[ActionId, object]>([
    ['rate4', { rating: 4 }],
    ['rate0', { rating: 0 }],
    ['pick', { flag: 'pick' }],
    ['reject', { flag: 'reject' }],
    ['unflag', { flag: 'none' }],
    ['favorite', { isFavorite: true }],
    ['label7', { label: 7 }],
  ])('[JUDGE9] is set on all files that are selected together: %s', async (id, change) => {
    const { deps, marked, said } = spyDeps()
    await run(id, subject({ files: [fileView({ fileId: 'a' }), rated] }), deps)
    expect(marked).toEqual([[['a', 'b'], change]])
    expect(said).toEqual([marking.marked(id, 2, false)])
  })

  it.each<[ActionId, object]>([
    ['favorite', { isFavorite: false }],
    ['label7', { label: 0 }],
  ])('[JUDGE9] a heart or a label that all of them have is removed: %s', async (id, change) => {
    const { deps, marked, said } = spyDeps()
    await run(id, subject({ files: [rated] }), deps)
    expect(marked).toEqual([[['b'], change]])
    expect(said).toEqual([marking.marked(id, 1, true)])
  })

  it('[JUDGE10] goes on with Shift or Caps Lock, and stays where several files are marked', async () => {
    const went: string[] = []
    const { deps } = spyDeps()
    const advance = () => void went.push('next')
    const press = (some: Partial<ReadSubject>, keys: KeyboardEventInit & { caps?: boolean }) => {
      const event = {
        shiftKey: keys.shiftKey ?? false,
        getModifierState: () => keys.caps ?? false,
      } as unknown as KeyboardEvent
      itemsFor(subject({ place: 'grid', advance, ...some }), deps)
        .find(({ id }) => id === 'rate3')
        ?.binding.run(event)
    }
    press({}, {})
    expect(went).toEqual([])
    press({}, { shiftKey: true })
    press({}, { caps: true })
    expect(went).toEqual(['next', 'next'])
    press({ files: [fileView(), rated] }, { shiftKey: true })
    expect(went).toHaveLength(2)
  })

  it('[COLL6] [COLL50] a collection is asked for, and in its own view its files are removed from it', async () => {
    const { deps, collecting, marked, said } = spyDeps()
    await run('collect', subject({ files: [rated] }), deps)
    expect(collecting.getState().asked).toEqual({ way: 'collect', files: [rated], found: null })
    const found = { filter: 'fox', savedUntil: '2026-11-20T12:00:00.000Z' }
    await run('tag', subject({ files: [rated], readFound: () => found }), deps)
    expect(collecting.getState().asked).toEqual({ way: 'tag', files: [], found })
    expect(rowsFor(subject({ place: 'grid' })).map(({ id }) => id)).not.toContain('uncollect')
    const inCollection = subject({ place: 'grid', collectionId: 'seas', files: [rated] })
    expect(rowsFor(inCollection).map(({ id }) => id)).toContain('uncollect')
    await run('uncollect', inCollection, deps)
    expect(marked).toEqual([[['b'], { collectionId: 'seas' }]])
    expect(said).toEqual([marking.uncollected(1)])
  })

  it('[COLL60] all that is found in a collection is removed from it by one call', async () => {
    const { deps, said, changes } = spyDeps()
    const found = { filter: 'collection:seas fox', savedUntil: '2026-11-20T12:00:00.000Z' }
    await run('uncollect', subject({ place: 'grid', collectionId: 'seas', readFound: () => found }), deps)
    expect(changes).toEqual([{ ...found, change: { type: 'uncollect', collectionId: 'seas' } }])
    expect(said).toEqual([marking.uncollected(3)])
  })
})
