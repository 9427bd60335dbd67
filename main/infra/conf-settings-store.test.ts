import { execFileSync } from 'node:child_process'
import { lstatSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { budgetOf, settingsSchema } from '../../shared/settings/settings.ts'
import { withAccount } from '../testing/fake-settings.ts'
import { trySettingsStore } from '../testing/settings-store-suite.ts'
import { createSpyLog } from '../testing/spy-log.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createConfSettingsStore } from './conf-settings-store.ts'

const defaults = settingsSchema.parse({})
const listening = () => ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => process.listenerCount(signal))
const listeningAtFirst = listening()

function open(content?: string) {
  const folder = temporaryFolder()
  const path = join(folder, 'settings.json')
  if (content !== undefined) writeFileSync(path, content)
  const log = createSpyLog()
  return { folder, path, log, store: createConfSettingsStore({ folder, log }) }
}

test('without settings the defaults apply, and a choice survives a restart', () => {
  const { folder, log, store } = open()
  expect(store.read()).toEqual(defaults)
  const chosen = {
    ...defaults,
    theme: 'light',
    ...withAccount('https://service.example'),
    modelPaths: { v4: '/generate/video/a/b' },
  } as const
  store.write(chosen)
  expect(createConfSettingsStore({ folder, log }).read()).toEqual(chosen)
  expect(log.sentences).toEqual([])
})

test('a file that is not JSON is moved aside word for word, and reported', () => {
  const { folder, log, store } = open('{"theme": "li')
  expect(store.read()).toEqual(defaults)
  store.write({ ...defaults, theme: 'light' })
  expect(readFileSync(join(folder, 'settings.json.unreadable'), 'utf8')).toBe('{"theme": "li')
  expect(log.sentences).toHaveLength(1)
  expect(store.read().theme).toBe('light')
})

test('the same while Atelier runs: reading never fails', () => {
  const { folder, path, log, store } = open('{"theme":"light"}')
  writeFileSync(path, 'oh no')
  expect(store.read()).toEqual(defaults)
  expect(readFileSync(join(folder, 'settings.json.unreadable'), 'utf8')).toBe('oh no')
  expect(log.sentences).toHaveLength(1)
})

test('a file that an editor has emptied to write it again keeps its last values, and is not moved aside', () => {
  const { folder, path, log, store } = open('{"theme":"light"}')
  expect(store.read().theme).toBe('light')
  writeFileSync(path, '')
  expect(store.read().theme).toBe('light')
  writeFileSync(path, '{"theme":"light","jobsInFlight":5}')
  expect(store.read()).toEqual({ ...defaults, theme: 'light', jobsInFlight: 5 })
  expect([readdirSync(folder), log.sentences]).toEqual([['settings.json'], []])
})

test('settings that an editor saved with a byte order mark are read, and keep their budget', () => {
  const { log, store } = open('\uFEFF{"budget":{"perDay":5000000}}')
  expect([store.read().budget.perDay, log.sentences]).toEqual([5_000_000, []])
})

test('the first change is written also while an editor has emptied the file', () => {
  const { folder, path, log, store } = open('{"theme":"light"}')
  store.read()
  writeFileSync(path, '')
  store.write({ ...store.read(), isQueuePaused: true })
  expect(createConfSettingsStore({ folder, log }).read()).toMatchObject({
    theme: 'light',
    isQueuePaused: true,
  })
})

test('a pipe in its place is moved aside, at the start and later: nothing waits for it', () => {
  const folder = temporaryFolder()
  const path = join(folder, 'settings.json')
  execFileSync('mkfifo', [path])
  const log = createSpyLog()
  const store = createConfSettingsStore({ folder, log })
  expect(store.read()).toEqual(defaults)
  store.write({ ...defaults, theme: 'light' })
  rmSync(path)
  execFileSync('mkfifo', [path])
  expect(store.read()).toEqual(defaults)
  expect(lstatSync(`${path}.unreadable`).isFIFO()).toBe(true)
  expect(log.sentences).toHaveLength(2)
})

test('members of a newer version stay in the file', () => {
  const { path, store } = open('{"theme":"light","language":"fr"}')
  store.write({ ...store.read(), jobsInFlight: 3 })
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
    language: 'fr',
    theme: 'light',
    jobsInFlight: 3,
  })
})

test('an invalid member reads as its default, the others are kept, and it is reported once', () => {
  const { log, store } = open('{"theme":"sepia","jobsInFlight":5}')
  expect(store.read()).toEqual({ ...defaults, jobsInFlight: 5 })
  store.read()
  expect(log.sentences).toHaveLength(1)
})

test.each(['[]', '"text"', 'null', '7'])('%s is no settings object: it is moved aside', (content) => {
  const { folder, log, store } = open(content)
  expect(store.read()).toEqual(defaults)
  expect(readFileSync(join(folder, 'settings.json.unreadable'), 'utf8')).toBe(content)
  expect(log.sentences).toHaveLength(1)
})

test("the first change leaves no signal listener that would disturb a host's orderly end", () => {
  open().store.write(defaults)
  expect(listening()).toEqual(listeningAtFirst)
})

test('[CAT18] an invalid path costs only itself', () => {
  const folder = temporaryFolder()
  const modelPaths = {
    v4: '/generate/video/acme/v4',
    v5: '/generate/enhance/acme/v5',
    v6: '/generate/video/../v6',
    v7: 7,
  }
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({ theme: 'light', modelPaths }))
  const { theme, modelPaths: read } = createConfSettingsStore({ folder, log: createSpyLog() }).read()
  expect([theme, read]).toEqual(['light', { v4: '/generate/video/acme/v4' }])
})

test('nothing but the settings is left in the folder', () => {
  const { folder, store } = open()
  for (let count = 1; count <= 5; count += 1) store.write({ ...defaults, jobsInFlight: count })
  expect(readdirSync(folder)).toEqual(['settings.json'])
})

trySettingsStore('ConfSettings', () => open().store)

describe('[ACC9] settings of an Atelier that knew one service', () => {
  test.each([
    [{ baseUrl: 'https://service.example/v1' }, 'https://service.example/v1', undefined],
    [{ baseUrl: 'https://service.example/v1/' }, 'https://service.example/v1', undefined],
    [
      { baseUrl: 'http://service.example', httpAllowedFor: 'http://service.example' },
      'http://service.example',
      'http://service.example',
    ],
  ])('%j becomes the active account, under the id that its runs have', (service, id, httpAllowedFor) => {
    const { store, path } = open(JSON.stringify({ theme: 'light', service }))
    const { accounts, activeAccount, theme } = store.read()
    expect([accounts[0]?.id, accounts[0]?.baseUrl, activeAccount, theme]).toEqual([id, id, id, 'light'])
    expect(accounts[0]?.httpAllowedFor).toBe(httpAllowedFor)
    store.write(store.read())
    const kept = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
    expect(kept).toMatchObject({ activeAccount: id })
    expect(kept).not.toHaveProperty('service')
    expect(store.read().accounts).toEqual(accounts)
  })

  test.each([null, 'x', { baseUrl: 7 }, {}])('%j leaves the sandbox', (service) => {
    const { store } = open(JSON.stringify({ theme: 'light', service }))
    expect(store.read()).toEqual({ ...defaults, theme: 'light' })
  })
})

test('[ACC9] an account that can’t be read costs only itself', () => {
  const good = { id: 'https://a.example', name: 'A', baseUrl: 'https://a.example' }
  const accounts = [{ id: 7 }, good, null, { ...good, id: 'x', baseUrl: 'javascript:alert(1)' }]
  const { store } = open(JSON.stringify({ theme: 'light', accounts, activeAccount: good.id }))
  expect(store.read()).toEqual({ ...defaults, theme: 'light', accounts: [good], activeAccount: good.id })
})

test('[SPEND7] the budgets of an earlier version count for every account; one that can’t be read costs only itself', () => {
  const { store } = open(
    '{"budget":{"perDay":5000000,"perMonth":null,"askAbove":1000000},"budgets":{"sandbox":{"perDay":7},"https://a.example":{"perDay":"much"}}}',
  )
  const settings = store.read()
  expect(budgetOf(settings, 'https://a.example')).toEqual({
    perDay: 5_000_000,
    perMonth: null,
    perSession: null,
    askAbove: 1_000_000,
  })
  expect(budgetOf(settings, 'sandbox').perDay).toBe(7)
  store.write(settings)
  expect(store.read().budget).toEqual(settings.budget)
})
