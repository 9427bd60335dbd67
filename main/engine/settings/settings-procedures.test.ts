import { expect, test } from 'vitest'
import { microUsd } from '../../../shared/pricing/money.ts'
import type { Settings } from '../../../shared/settings/settings.ts'
import { budgetOf, settingsPatchSchema } from '../../../shared/settings/settings.ts'
import { createFakeSettings, withAccount } from '../../testing/fake-settings.ts'
import { createChangeSettings } from './change-settings.ts'
import { createSettingsProcedures } from './settings-procedures.ts'

function open() {
  const settings = createFakeSettings()
  const reported: Settings[] = []
  const change = createChangeSettings({ settings, onChanged: (next) => void reported.push(next) })
  const procedures = createSettingsProcedures({
    settings,
    change,
    reconnect: () => Promise.reject(new Error('Nobody asked for this.')),
  })
  return { settings, reported, procedures }
}

test('a change keeps what it names, and everyone is notified of the whole', () => {
  const { settings, reported, procedures } = open()
  const before = settings.read()
  procedures['settings.change']({ jobsInFlight: 3, theme: undefined as never })
  expect(settings.read()).toEqual({ ...before, jobsInFlight: 3 })
  expect(reported).toEqual([{ ...before, jobsInFlight: 3 }])
})

test('[CAT18] a path of another kind is refused, and nothing is changed', () => {
  const { settings, reported, procedures } = open()
  const modelPaths = { v4: '/generate/video/acme/v4', i3: '/generate/video/acme/i3' }
  expect(procedures['settings.change']({ modelPaths })).toMatchObject({
    ok: false,
    error: {
      code: 'invalid_input',
      cause: { code: 'model_path_of_other_kind', model: 'i3', kind: 'image' },
      field: 'modelPaths',
    },
  })
  expect([settings.read().modelPaths, reported]).toEqual([{}, []])
  expect(procedures['settings.change']({ modelPaths: { v4: modelPaths.v4 } }).ok).toBe(true)
})

test('[CAT98] what the person was notified of models’ ends is added, so that two notices at once lose neither', () => {
  const { procedures, settings } = open()
  const row = (modelId: string, state: 'deprecated' | 'sunset', account = 'sandbox') => {
    return { account, modelId, sunsetDate: null, state }
  }
  const tell = (...deferredEnds: ReturnType<typeof row>[]) => procedures['settings.change']({ deferredEnds })
  tell(row('v2', 'deprecated'))
  tell(row('v3', 'sunset'))
  tell(row('v2', 'sunset'))
  tell(row('v2', 'deprecated', 'https://service.example'))
  expect(settings.read().deferredEnds).toEqual([
    row('v2', 'deprecated', 'https://service.example'),
    row('v2', 'sunset'),
    row('v3', 'sunset'),
  ])
  const many = Array.from({ length: 200 }, (_, index) => row(`m${index}`, 'sunset'))
  tell(...many)
  tell(row('v9', 'sunset'))
  expect(settings.read().deferredEnds).toEqual([row('v9', 'sunset'), ...many.slice(0, 199)])
})

test('setting one budget leaves the others unchanged, so that quick changes lose none', () => {
  const { procedures, settings } = open()
  procedures['settings.change']({ budget: { perDay: microUsd(1_000_000) } })
  procedures['settings.change']({ budget: { perMonth: microUsd(9_000_000), perDay: undefined } })
  procedures['settings.change']({ budget: { askAbove: null } })
  expect(settings.read().budget).toEqual({
    perDay: 1_000_000,
    perMonth: 9_000_000,
    perSession: null,
    askAbove: null,
  })
})

test('[CONN1] a password that an older Atelier kept in an address is shown to no page', () => {
  const { settings, reported, procedures } = open()
  settings.write({ ...settings.read(), ...withAccount('https://me:hunter2@service.example') })
  const shown = procedures['settings.read']()
  procedures['settings.change']({ jobsInFlight: 3 })
  expect(JSON.stringify([shown, reported])).not.toContain('hunter2')
  expect(reported[0]?.accounts[0]?.baseUrl).toBe('https://service.example')
  expect(settings.read().accounts[0]?.baseUrl).toContain('hunter2')
})

test('[SPEND7] an account’s first change of its own budget keeps what counted for it before, and changes no other’s', () => {
  const { procedures, settings } = open()
  const service = 'https://service.example'
  procedures['settings.change']({ budget: { perDay: microUsd(1_000_000), perMonth: microUsd(9_000_000) } })
  procedures['settings.change']({ budgets: { [service]: { perSession: microUsd(2_000_000) } } })
  procedures['settings.change']({ budgets: { sandbox: { perDay: null } } })
  const own = { perDay: 1_000_000, perMonth: 9_000_000, perSession: null, askAbove: null }
  expect(settings.read()).toMatchObject({
    budget: own,
    budgets: {
      [service]: { ...own, perSession: 2_000_000, askAbove: 5_000_000 },
      sandbox: { ...own, perDay: null },
    },
  })
  expect(budgetOf(settings.read(), 'https://another.example')).toEqual({ ...own, askAbove: 5_000_000 })
  expect(budgetOf(settings.read(), 'constructor').perDay).toBe(own.perDay)
})

test('[RUN23] a paid account asks above $5.00 until the person sets another price, or none; the sandbox does not', () => {
  const { procedures, settings } = open()
  const service = 'https://service.example'
  const asked = (account: string) => budgetOf(settings.read(), account).askAbove
  expect([asked(service), asked('sandbox')]).toEqual([5_000_000, null])
  procedures['settings.change']({ budgets: { [service]: { perDay: microUsd(1_000_000) } } })
  expect(asked(service)).toBe(5_000_000)
  procedures['settings.change']({ budgets: { [service]: { askAbove: null } } })
  expect([asked(service), asked('https://another.example')]).toEqual([null, 5_000_000])
  procedures['settings.change']({ budget: { askAbove: microUsd(9_000_000) } })
  expect([asked(service), asked('https://another.example'), asked('sandbox')]).toEqual([
    null,
    9_000_000,
    9_000_000,
  ])
})

test('[AGENT15] what agents may do is set member by member, down to nothing', () => {
  const { procedures, settings } = open()
  expect(settings.read().agents).toEqual({
    perDay: 10_000_000,
    askAbove: 1_000_000,
    isHttpOn: false,
    httpTokens: 0,
  })
  procedures['settings.change']({ agents: { perDay: microUsd(0) } })
  procedures['settings.change']({ agents: { askAbove: microUsd(0), perDay: undefined } })
  expect(settings.read().agents).toEqual({ perDay: 0, askAbove: 0, isHttpOn: false, httpTokens: 0 })
})

test('[AGENT15] a change of one member names no other: what the page sends is what changes', () => {
  const { procedures, settings } = open()
  const change = (patch: unknown) => procedures['settings.change'](settingsPatchSchema.parse(patch))
  change({ agents: { isHttpOn: true } })
  change({ agents: { perDay: 5_000_000 } })
  change({ agents: { httpTokens: 1 } })
  change({ theme: 'light' })
  expect(settings.read().agents).toEqual({
    perDay: 5_000_000,
    askAbove: 1_000_000,
    isHttpOn: true,
    httpTokens: 1,
  })
  for (const empty of [{}, { agents: {} }, { budget: {} }])
    expect(settingsPatchSchema.parse(empty)).toEqual(empty)
})
