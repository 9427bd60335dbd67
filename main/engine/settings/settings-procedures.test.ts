import { expect, test } from 'vitest'
import type { StudioStatus } from '../../../shared/bridge/views.ts'
import { microUsd } from '../../../shared/pricing/money.ts'
import { fail, succeed } from '../../../shared/result.ts'
import type { Settings } from '../../../shared/settings/settings.ts'
import { createFakeSecrets } from '../../testing/fake-secrets.ts'
import { createFakeSettings } from '../../testing/fake-settings.ts'
import { createSpyService } from '../../testing/spy-connect-service.ts'
import { fakeAddressClasses } from '../../testing/test-accounts.ts'
import { createConnectionManager } from '../service/connection.ts'
import { createSettingsProcedures } from './settings-procedures.ts'

const baseUrl = 'https://service.example'
const plain = { baseUrl, consent: false, allowHttp: false, keepUntested: false }
const status = { version: '1' } as StudioStatus

function open({ sandboxStarts = true, secrets = createFakeSecrets(), present = status } = {}) {
  const settings = createFakeSettings()
  const service = createSpyService()
  const reported: Settings[] = []
  let reconnections = 0
  const connection = createConnectionManager({
    ...fakeAddressClasses(),
    settings,
    secrets,
    connect: service.connect,
    serviceOverride: null,
    httpAllowedFor: null,
    startSandbox: async () =>
      sandboxStarts
        ? succeed({ url: 'http://127.0.0.1:4000', key: 's', ended: new Promise(() => undefined) })
        : fail({ code: 'not_possible_now', message: 'No.' }),
    onDescribed() {},
    onChanged() {},
    onReopened() {},
  })
  const procedures = createSettingsProcedures({
    settings,
    secrets,
    connection,
    status: () => present,
    onChanged: (next) => void reported.push(next),
    onReconnected() {
      reconnections += 1
    },
  })
  return { settings, secrets, service, reported, connection, procedures, reconnections: () => reconnections }
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

test('connecting stores the key first, then uses it', async () => {
  const { settings, secrets, service, procedures, reconnections } = open()
  const connected = await procedures['service.connect']({
    baseUrl,
    key: 'k1',
    consent: true,
    allowHttp: false,
    keepUntested: false,
  })
  expect(connected).toEqual({ ok: true, value: status })
  expect(await secrets.read(baseUrl)).toMatchObject({ key: 'k1' })
  expect([settings.read().service, service.connections.at(-1), reconnections()]).toMatchObject([
    { baseUrl },
    { baseUrl, key: 'k1' },
    1,
  ])
})

test('a key that may not be stored changes nothing', async () => {
  const { settings, secrets, procedures, reconnections } = open()
  const refused = await procedures['service.connect']({ ...plain, key: 'k1', consent: false })
  expect(refused).toMatchObject({ ok: false, error: { code: 'not_possible_now', field: 'key' } })
  expect([settings.read().service, reconnections()]).toEqual([null, 0])
  expect(await secrets.read(baseUrl)).toBeNull()
})

test('without a new key the old one is used', async () => {
  const { service, procedures } = open()
  await procedures['service.connect']({ ...plain, key: 'k1', consent: true })
  await procedures['service.useSandbox']()
  await procedures['service.connect'](plain)
  expect(service.connections.map(({ key }) => key)).toEqual(['k1', 'k1', 's', 'k1', 'k1'])
})

test('a sandbox that does not start is reported in its words', async () => {
  const { procedures, reconnections } = open({ sandboxStarts: false })
  expect(await procedures['service.useSandbox']()).toMatchObject({
    ok: false,
    error: {
      code: 'service_unreachable',
      cause: { code: 'opening_failed', service: 'sandbox', why: 'No.' },
    },
  })
  expect(await procedures['service.test']()).toMatchObject({
    ok: false,
    error: { code: 'service_unreachable' },
  })
  expect(reconnections()).toBe(0)
})

test('a failed connection is opened again as chosen, and everything waiting resumes', async () => {
  const { settings, procedures, service, reconnections } = open()
  settings.write({ ...settings.read(), service: { baseUrl } })
  expect(await procedures['service.reopen']()).toEqual({ ok: true, value: status })
  expect([service.connections.length, settings.read().service, reconnections()]).toEqual([1, { baseUrl }, 1])
  const lost = open({ sandboxStarts: false })
  expect(await lost.procedures['service.reopen']()).toMatchObject({
    error: { code: 'service_unreachable' },
  })
  expect(lost.reconnections()).toBe(0)
})

test('a test reports the service’s response and whether it describes itself', async () => {
  const { connection, service, procedures } = open()
  service.respondToDescribe(null)
  await connection.open()
  service.respondToProbe('key_refused')
  service.respondToDescribe([])
  expect(await procedures['service.test']()).toEqual({
    ok: true,
    value: { verdict: 'key_refused', described: true },
  })
})

test('[CONN15] a test that can’t open a held connection again says so', async () => {
  const secrets = createFakeSecrets()
  const held = { ...status, hold: { reason: 'unauthorized' } } as StudioStatus
  const { connection, settings, service, procedures } = open({ secrets, present: held })
  settings.write({ ...settings.read(), service: { baseUrl } })
  await connection.open()
  service.respondToProbe('fine')
  expect(await procedures['service.test']()).toMatchObject({ ok: true, value: { verdict: 'fine' } })
  secrets.read = () => Promise.reject(new Error('The keychain is locked.'))
  expect(await procedures['service.test']()).toMatchObject({ ok: false })
})

test('no description is requested from a service that is not there', async () => {
  const { connection, service, procedures } = open()
  service.respondToDescribe(null)
  await connection.open()
  service.respondToProbe('no_answer')
  service.respondToDescribe([])
  expect(await procedures['service.test']()).toMatchObject({
    value: { verdict: 'no_answer', described: false },
  })
})

test('setting one budget leaves the others unchanged, so that quick changes lose none', () => {
  const { procedures, settings } = open()
  procedures['settings.change']({ budget: { perDay: microUsd(1_000_000) } })
  procedures['settings.change']({ budget: { perMonth: microUsd(9_000_000), perDay: undefined } })
  procedures['settings.change']({ budget: { askAbove: null } })
  expect(settings.read().budget).toEqual({ perDay: 1_000_000, perMonth: 9_000_000, askAbove: null })
})

test.each([
  ['no_answer', 'service_unreachable', 'baseUrl'],
  ['other_service', 'service_refused', 'baseUrl'],
  ['key_refused', 'service_refused', 'key'],
  ['access_off', 'service_refused', 'key'],
  ['unclear', 'service_refused', 'baseUrl'],
] as const)(
  '[CONN13] what a test finds (%s) is said, and nothing is changed',
  async (verdict, code, field) => {
    const { settings, secrets, service, procedures, reconnections } = open()
    service.respondToProbe(verdict)
    const refused = await procedures['service.connect']({ ...plain, key: 'k1', consent: true })
    expect(refused).toEqual({ ok: false, error: { code, cause: { code: `probe_${verdict}` }, field } })
    expect([settings.read().service, await secrets.read(baseUrl), reconnections()]).toEqual([null, null, 0])
  },
)

test.each([
  ['no_answer', true],
  ['unclear', true],
  ['other_service', false],
  ['key_refused', false],
  ['access_off', false],
] as const)(
  '[CONN13] whether an untested key is kept at the person’s word (%s): %s',
  async (verdict, isKept) => {
    const { settings, secrets, service, procedures } = open()
    service.respondToProbe(verdict)
    const result = await procedures['service.connect']({
      ...plain,
      key: 'k1',
      consent: true,
      keepUntested: true,
    })
    expect(result.ok).toBe(isKept)
    expect([settings.read().service, await secrets.read(baseUrl)]).toEqual(
      isKept ? [{ baseUrl }, expect.objectContaining({ key: 'k1' })] : [null, null],
    )
  },
)

test('[CONN13] without a new key the stored one is tested', async () => {
  const { service, procedures } = open()
  await procedures['service.connect']({ ...plain, key: 'k1', consent: true })
  service.respondToProbe('key_refused')
  expect((await procedures['service.connect'](plain)).ok).toBe(false)
  expect(service.connections.at(-1)).toEqual({ baseUrl, key: 'k1' })
})

const insecure = { baseUrl: 'http://service.example', key: 'k1', consent: true, keepUntested: false }

test('[CONN2] plain http to another machine is refused before anything is stored or sent', async () => {
  const { settings, secrets, service, procedures, reconnections } = open()
  const refused = await procedures['service.connect']({ ...insecure, allowHttp: false })
  expect(refused).toMatchObject({
    ok: false,
    error: {
      code: 'http_not_allowed',
      field: 'baseUrl',
      cause: { code: 'address_in_clear', address: 'http://service.example' },
    },
  })
  expect([settings.read().service, await secrets.read(insecure.baseUrl)]).toEqual([null, null])
  expect([service.connections, reconnections()]).toEqual([[], 0])
})

test('[CONN3] with the person’s consent it is connected, and the choice is kept for that address', async () => {
  const { settings, service, procedures } = open()
  expect(await procedures['service.connect']({ ...insecure, allowHttp: true })).toMatchObject({ ok: true })
  expect(service.connections.at(-1)).toMatchObject({ baseUrl: insecure.baseUrl, key: 'k1' })
  expect(settings.read().service).toEqual({ baseUrl: insecure.baseUrl, httpAllowedFor: insecure.baseUrl })
  expect(await procedures['service.reopen']()).toMatchObject({ ok: true })
  const another = { ...insecure, baseUrl: 'http://another.example', allowHttp: false }
  expect(await procedures['service.connect'](another)).toMatchObject({ error: { code: 'http_not_allowed' } })
  await procedures['service.connect']({ ...plain, allowHttp: true })
  expect(settings.read().service).toEqual({ baseUrl })
})

test('[CONN6] another address is connected without the key of this one, and the stored keys are listed', async () => {
  const given = { baseUrl: 'https://given.example' }
  const kept = createFakeSecrets({ [baseUrl]: 'a-key-of-24-characters-1' })
  const { service, procedures } = open({ secrets: { ...kept, fromEnvironment: given } })
  await procedures['service.connect'](plain)
  await procedures['service.connect']({ ...plain, baseUrl: `${baseUrl}/v2` })
  const own = 'a-key-of-24-characters-1'
  expect(service.connections.map(({ key }) => key)).toEqual([own, own, null, null])
  expect(await procedures['service.keptKey']({ baseUrl })).toEqual({
    ok: true,
    value: { source: 'file', ending: 'rs-1', elsewhere: given },
  })
  expect(await procedures['service.keptKey']({ baseUrl: `${baseUrl}/v2` })).toEqual({
    ok: true,
    value: { source: 'none', ending: null, elsewhere: given },
  })
  expect(await procedures['service.keptKey'](given)).toMatchObject({ value: { elsewhere: null } })
})

test.each([
  ['12345678901', null],
  ['123456789012', '9012'],
])('[CONN7] of the key %j the page gets %j', async (key, ending) => {
  const { procedures } = open({ secrets: createFakeSecrets({ [baseUrl]: key }) })
  expect(await procedures['service.keptKey']({ baseUrl })).toMatchObject({
    value: { source: 'file', ending },
  })
})

test('[CONN1] a password that an older Atelier kept in an address is shown to no page', () => {
  const { settings, reported, procedures } = open()
  settings.write({ ...settings.read(), service: { baseUrl: 'https://me:hunter2@service.example' } })
  const shown = procedures['settings.read']()
  procedures['settings.change']({ jobsInFlight: 3 })
  expect(JSON.stringify([shown, reported])).not.toContain('hunter2')
  expect(reported[0]?.service).toEqual({ baseUrl: 'https://service.example' })
  expect(settings.read().service?.baseUrl).toContain('hunter2')
})
