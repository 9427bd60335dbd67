import { expect, it } from 'vitest'
import type { LibraryItem } from '../../shared/bridge/views.ts'
import { settingsSchema } from '../../shared/settings/settings.ts'
import { catalogSummaries } from '../testing/fixtures.ts'
import { keyWords } from '../words/en/keys.ts'
import { list as listWords } from '../words/en/list.ts'
import { settings } from '../words/en/settings.ts'
import { stage } from '../words/en/stage.ts'
import { english } from '../words/en/words.ts'
import type { Found } from './found-items.ts'
import { keyRows } from './key-rows.ts'
import { createCommandHandoff } from './page-commands.ts'
import { commandGroups, matchesCommand, type PaletteInput } from './palette-commands.ts'

const noneFound: Found = { recipes: [], prompts: [], results: [] }
const found: Found = {
  ...noneFound,
  results: [
    {
      fileId: 'f',
      prompt: 'dark harbour',
      kind: 'image',
      modelLabel: 'I3',
      savedAt: '2026-11-22T10:00:00Z',
    } as LibraryItem,
  ],
}

function start(some: Partial<PaletteInput> = {}) {
  const went: unknown[] = []
  const changed: unknown[] = []
  const commands = createCommandHandoff()
  const input: PaletteInput = {
    atelier: {
      commands,
      router: { go: (...where: unknown[]) => void went.push(where) },
      recipes: { offer: () => {} },
      collecting: { setState() {} },
    } as unknown as PaletteInput['atelier'],
    change: (patch) => void changed.push(patch),
    words: english,
    settingsWords: settings,
    search: '',
    models: catalogSummaries(),
    settings: settingsSchema.parse({}),
    isDesktop: false,
    isInBrowser: true,
    isPaused: false,
    pauseOrResume() {},
    switchTo: (accountId) => void went.push(accountId),
    languages: [{ tag: 'en', name: 'English' }],
    onResult: null,
    batchAct: null,
    found: noneFound,
    onShowKeys: () => {},
    ...some,
  }
  const items = () =>
    commandGroups(input)
      .flatMap((group) => group.items)
      .filter((command) => matchesCommand(command, input.search))
  return { items, went, changed, commands }
}

it('[CMD2] a command of Create is asked for from any screen', () => {
  const { items, went, commands } = start()
  const compare = items().find(({ label }) => label === keyWords.keyActions.compare)
  expect(compare?.note).toBe('C')
  compare?.run()
  expect(went).toEqual([['create']])
  expect(commands.consume('prompt')).toBe(false)
  expect(commands.consume('compare')).toBe(true)
  expect(commands.consume('compare')).toBe(false)
})

it('[CMD90] pausing the queue has its key beside it, and so has resuming it', () => {
  for (const isPaused of [false, true]) {
    const label = keyWords.palette[isPaused ? 'resume' : 'pause']
    const found = start({ search: 'queue', isPaused })
      .items()
      .find((item) => item.label === label)
    expect(found?.note).toBe('Shift Q')
  }
})

it('[CMD1] importing a folder has its key beside it, as the sheet of keys writes it', () => {
  const found = start({ search: 'import a folder' })
    .items()
    .find((item) => item.label === keyWords.keyActions.importFolder)
  const row = keyRows(english.shell.keyNames).find(({ action }) => action === 'importFolder')
  expect(found?.note).toBe(row?.keys[0]?.join(' '))
})

it('[CMD3] a setting is found by its name and section, and its choices are made at once', () => {
  const { items, went, changed } = start({ search: 'budget day' })
  expect(items().map(({ label }) => label)).toEqual([settings.budget.perDay])
  items()[0]?.run()
  expect(went).toEqual([['settings', 'perDay']])
  const theme = start({ search: 'theme light' })
  expect(theme.items().map(({ label }) => label)).toEqual(['Theme: Light'])
  theme.items()[0]?.run()
  expect(theme.changed).toEqual([{ theme: 'light' }])
  expect(changed).toEqual([])
})

it('[KEY80] a model whose name was typed stands before those that have its words elsewhere', () => {
  const search = 'fast images'
  const found = start({ search })
    .items()
    .map(({ label }) => label)
  expect(found.length).toBeGreaterThan(1)
  expect(found[0]).toBe('I3 Fast images')
  expect(start({ search: 'images fast' }).items()[0]?.label).toBe('I3 Fast images')
})

it('[CMD5] what is found later stands behind what a search finds at once', () => {
  const search = 'dark'
  const before = start({ search }).items()
  const after = start({ search, found }).items()
  expect(before.length).toBeGreaterThan(0)
  expect(after.map(({ value }) => value)).toEqual([...before.map(({ value }) => value), 'result f'])
})

it('[CMD5] each command has an identity of its own', () => {
  for (const search of ['', 'e']) {
    const values = start({ search, found })
      .items()
      .map(({ value }) => value)
    expect(new Set(values).size).toBe(values.length)
  }
})

it('[ACC6] every account can be chosen, the active one is marked, and none is offered while there is only the sandbox', () => {
  const title = (name: string) => keyWords.palette.switchTo(name)
  expect(
    start()
      .items()
      .some(({ label }) => label === title('Sandbox')),
  ).toBe(false)
  const account = { id: 'https://a.example', name: 'North', baseUrl: 'https://a.example' }
  const chosen = { ...settingsSchema.parse({}), accounts: [account], activeAccount: account.id }
  const { items, went } = start({ settings: chosen })
  const shown = items().filter(({ value }) => value.startsWith('account '))
  expect(shown.map(({ label, note }) => [label, note])).toEqual([
    [title('Sandbox'), null],
    [title('North'), keyWords.palette.current],
  ])
  for (const { run } of shown) run()
  expect(went).toEqual(['sandbox', 'https://a.example'])
})

it('[CMD41] what can be done with what is shown is found by its own and by other words, and only then', () => {
  const item = (id: string, name: string) =>
    ({ id, name, keys: [], run() {} }) as unknown as NonNullable<PaletteInput['onResult']>['items'][number]
  const names = english.actions.names
  const onResult = {
    title: 'This image',
    items: [
      item('download', names.download),
      item('cancel', names.cancel),
      item('zoom', names.zoom),
      item('trash', names.trash),
    ],
  }
  const cancelAll = stage.actions.cancelAll(3)
  const ran: string[] = []
  const batchAct = { name: cancelAll, run: () => void ran.push('all') }
  const labels = (search: string, some: Partial<PaletteInput>) =>
    start({ search, ...some })
      .items()
      .map(({ label }) => label)
  expect(labels('stop', { onResult, batchAct })).toEqual([names.cancel, cancelAll])
  expect(labels('save', { onResult })).toContain(names.download)
  expect(labels('zoom', { onResult })).toEqual([names.zoom])
  expect(labels('delete', { onResult })).toEqual([names.trash])
  expect(labels('cancel', {})).toEqual([])
  expect(labels('save', {})).not.toContain(names.download)
  const list = listWords.start
  expect(keyWords.keyActions.pasteList).toBe(list)
  expect(labels('list', {})).toContain(list)
  expect(labels('list', { models: [] })).not.toContain(list)
  start({ batchAct })
    .items()
    .find(({ label }) => label === cancelAll)
    ?.run()
  expect(ran).toEqual(['all'])
})
