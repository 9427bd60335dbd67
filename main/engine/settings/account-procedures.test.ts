import { describe, expect, test } from 'vitest'
import type { StudioStatus } from '../../../shared/bridge/views.ts'
import { fail, succeed } from '../../../shared/result.ts'
import { maxAccounts, type RemovedAccount, withRemoved } from '../../../shared/settings/account.ts'
import type { Settings } from '../../../shared/settings/settings.ts'
import { createFakeSecrets } from '../../testing/fake-secrets.ts'
import { createFakeSettings, withAccount } from '../../testing/fake-settings.ts'
import { createSpyService } from '../../testing/spy-connect-service.ts'
import { fakeAddressClasses } from '../../testing/test-accounts.ts'
import { createConnectionManager } from '../service/connection.ts'
import type { Secrets } from '../service/ports.ts'
import type { AccountOverride } from '../service/start-account.ts'
import { createAccountProcedures } from './account-procedures.ts'
import { createChangeSettings } from './change-settings.ts'
import { createReconnect } from './reconnect.ts'

const baseUrl = 'https://service.example'
const plain = { baseUrl, separate: false, consent: false, allowHttp: false, keepUntested: false }
const status = { version: '1' } as StudioStatus

interface Options {
  readonly sandboxStarts?: boolean
  readonly secrets?: ReturnType<typeof createFakeSecrets>
  readonly present?: StudioStatus
  readonly accountOverride?: AccountOverride
  readonly chosen?: Partial<Settings>
  readonly usageSecrets?: Secrets
}

function open(options: Options = {}) {
  const { sandboxStarts = true, secrets = createFakeSecrets(), present = status } = options
  const settings = createFakeSettings(options.chosen)
  const usageSecrets = options.usageSecrets ?? createFakeSecrets()
  const service = createSpyService()
  let reconnections = 0
  let marks = 0
  let othersChanged = 0
  const tested: string[] = []
  const forgottenUsage: (readonly [string, string | undefined])[] = []
  const connection = createConnectionManager({
    ...fakeAddressClasses(),
    settings,
    secrets,
    connect: service.connect,
    accountOverride: options.accountOverride ?? null,
    httpAllowedFor: null,
    startSandbox: async () =>
      sandboxStarts
        ? succeed({ url: 'http://127.0.0.1:4000', key: 's', ended: new Promise(() => undefined) })
        : fail({ code: 'not_possible_now', message: 'No.' }),
    onDescribed: () => null,
    onChanged() {},
    onReopened() {},
  })
  const reconnect = createReconnect({
    connection,
    status: () => present,
    onReconnected() {
      reconnections += 1
    },
  })
  const procedures = createAccountProcedures({
    settings,
    change: createChangeSettings({ settings, onChanged() {} }),
    secrets,
    usageSecrets,
    connection,
    ids: {
      next() {
        marks += 1
        return `00000000-0000-7000-8000-00000000000${marks}`
      },
    },
    status: () => present,
    reconnect,
    async forgetUsage(accountId) {
      forgottenUsage.push([accountId, (await usageSecrets.read(accountId))?.key])
    },
    onTested: (verdict) => tested.push(verdict),
    onOthersChanged() {
      othersChanged += 1
    },
  })
  return {
    forgottenUsage,
    othersChanged: () => othersChanged,
    tested,
    settings,
    secrets,
    usageSecrets,
    service,
    connection,
    procedures,
    reconnect,
    reconnections: () => reconnections,
    async view(accountId: string) {
      const listed = await procedures['accounts.list']()
      if (!listed.ok) throw new Error(listed.error.message)
      return listed.value.accounts.find((account) => account.accountId === accountId) ?? null
    },
  }
}

test('a failed connection is opened again as chosen, and everything waiting resumes', async () => {
  const { settings, reconnect, service, reconnections } = open()
  settings.write({ ...settings.read(), ...withAccount(baseUrl) })
  expect(await reconnect()).toEqual({ ok: true, value: status })
  expect([service.connections.length, settings.read().activeAccount, reconnections()]).toEqual([
    1,
    baseUrl,
    1,
  ])
  const lost = open({ sandboxStarts: false })
  expect(await lost.reconnect()).toMatchObject({
    error: { code: 'service_unreachable' },
  })
  expect(lost.reconnections()).toBe(0)
})

test('connecting stores the key first, then uses it', async () => {
  const { settings, secrets, service, procedures, reconnections } = open()
  const connected = await procedures['accounts.connect']({
    ...plain,
    key: 'k1',
    consent: true,
  })
  expect(connected).toEqual({ ok: true, value: status })
  expect(await secrets.read(baseUrl)).toMatchObject({ key: 'k1' })
  expect([settings.read().activeAccount, service.connections.at(-1), reconnections()]).toMatchObject([
    baseUrl,
    { baseUrl, key: 'k1' },
    1,
  ])
})

test('a key that may not be stored changes nothing', async () => {
  const { settings, secrets, procedures, reconnections } = open()
  const refused = await procedures['accounts.connect']({ ...plain, key: 'k1', consent: false })
  expect(refused).toMatchObject({ ok: false, error: { code: 'not_possible_now', field: 'key' } })
  expect([settings.read().activeAccount, reconnections()]).toEqual([null, 0])
  expect(await secrets.read(baseUrl)).toBeNull()
})

test('without a new key the old one is used', async () => {
  const { service, procedures } = open()
  await procedures['accounts.connect']({ ...plain, key: 'k1', consent: true })
  await procedures['accounts.use']({ accountId: 'sandbox' })
  await procedures['accounts.connect'](plain)
  expect(service.connections.map(({ key }) => key)).toEqual(['k1', 'k1', 's', 'k1', 'k1'])
})

test('a sandbox that does not start is reported in its words', async () => {
  const { procedures, reconnections } = open({ sandboxStarts: false })
  expect(await procedures['accounts.use']({ accountId: 'sandbox' })).toMatchObject({
    ok: false,
    error: {
      code: 'service_unreachable',
      cause: { code: 'opening_failed', service: 'sandbox', why: 'No.' },
    },
  })
  expect(await procedures['accounts.test']()).toMatchObject({
    ok: false,
    error: { code: 'service_unreachable' },
  })
  expect(reconnections()).toBe(0)
})

test('a test reports the service’s response and whether it describes itself', async () => {
  const { connection, service, procedures } = open()
  service.respondToDescribe(null)
  await connection.open()
  service.respondToProbe('key_refused')
  service.respondToDescribe([])
  expect(await procedures['accounts.test']()).toEqual({
    ok: true,
    value: { verdict: 'key_refused', described: true, clockDifferenceMs: null, usage: null },
  })
})

test('[CONN15] a test that can’t open a held connection again says so', async () => {
  const secrets = createFakeSecrets()
  const held = { ...status, hold: { reason: 'unauthorized' } } as StudioStatus
  const { settings, connection, service, procedures } = open({ secrets, present: held })
  settings.write({ ...settings.read(), ...withAccount(baseUrl) })
  await connection.open()
  service.respondToProbe('fine')
  expect(await procedures['accounts.test']()).toMatchObject({ ok: true, value: { verdict: 'fine' } })
  secrets.read = () => Promise.reject(new Error('The keychain is locked.'))
  expect(await procedures['accounts.test']()).toMatchObject({ ok: false })
})

test('no description is requested from a service that is not there', async () => {
  const { connection, service, procedures } = open()
  service.respondToDescribe(null)
  await connection.open()
  service.respondToProbe('no_answer')
  service.respondToDescribe([])
  expect(await procedures['accounts.test']()).toMatchObject({
    value: { verdict: 'no_answer', described: false },
  })
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
    const refused = await procedures['accounts.connect']({ ...plain, key: 'k1', consent: true })
    expect(refused).toEqual({ ok: false, error: { code, cause: { code: `probe_${verdict}` }, field } })
    expect([settings.read().activeAccount, await secrets.read(baseUrl), reconnections()]).toEqual([
      null,
      null,
      0,
    ])
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
    const result = await procedures['accounts.connect']({
      ...plain,
      key: 'k1',
      consent: true,
      keepUntested: true,
    })
    expect(result.ok).toBe(isKept)
    expect([settings.read().activeAccount, await secrets.read(baseUrl)]).toEqual(
      isKept ? [baseUrl, expect.objectContaining({ key: 'k1' })] : [null, null],
    )
  },
)

test('[CONN13] without a new key the stored one is tested', async () => {
  const { service, procedures } = open()
  await procedures['accounts.connect']({ ...plain, key: 'k1', consent: true })
  service.respondToProbe('key_refused')
  expect((await procedures['accounts.connect'](plain)).ok).toBe(false)
  expect(service.connections.at(-1)).toEqual({ baseUrl, key: 'k1' })
})

const insecure = {
  ...plain,
  baseUrl: 'http://service.example',
  key: 'k1',
  consent: true,
  keepUntested: false,
}

test('[CONN2] plain http to another machine is refused before anything is stored or sent', async () => {
  const { settings, secrets, service, procedures, reconnections } = open()
  const refused = await procedures['accounts.connect']({ ...insecure, allowHttp: false })
  expect(refused).toMatchObject({
    ok: false,
    error: {
      code: 'http_not_allowed',
      field: 'baseUrl',
      cause: { code: 'address_in_clear', address: 'http://service.example' },
    },
  })
  expect([settings.read().activeAccount, await secrets.read(insecure.baseUrl)]).toEqual([null, null])
  expect([service.connections, reconnections()]).toEqual([[], 0])
})

test('[CONN3] with the person’s consent it is connected, and the choice is kept for that address', async () => {
  const { settings, service, procedures, reconnect } = open()
  expect(await procedures['accounts.connect']({ ...insecure, allowHttp: true })).toMatchObject({ ok: true })
  expect(service.connections.at(-1)).toMatchObject({ baseUrl: insecure.baseUrl, key: 'k1' })
  expect(settings.read().accounts[0]).toMatchObject({
    baseUrl: insecure.baseUrl,
    httpAllowedFor: insecure.baseUrl,
  })
  expect(await reconnect()).toMatchObject({ ok: true })
  const another = { ...insecure, baseUrl: 'http://another.example', allowHttp: false }
  expect(await procedures['accounts.connect'](another)).toMatchObject({ error: { code: 'http_not_allowed' } })
  await procedures['accounts.connect']({ ...plain, allowHttp: true })
  expect(settings.read().accounts.at(-1)).toEqual({ id: baseUrl, name: 'service.example 2', baseUrl })
})

test('[CONN6] another address is connected without the key of this one, and the list says which has one', async () => {
  const given = { accountId: 'https://given.example' }
  const kept = createFakeSecrets({ [baseUrl]: 'a-key-of-24-characters-1' })
  const { service, procedures, view } = open({ secrets: { ...kept, fromEnvironment: given } })
  await procedures['accounts.connect'](plain)
  await procedures['accounts.connect']({ ...plain, baseUrl: `${baseUrl}/v2` })
  const own = 'a-key-of-24-characters-1'
  expect(service.connections.map(({ key }) => key)).toEqual([own, own, null, null])
  expect((await view(baseUrl))?.key).toEqual({ source: 'file', ending: 'rs-1' })
  expect((await view(`${baseUrl}/v2`))?.key).toEqual({ source: 'none', ending: null })
  expect(await procedures['accounts.list']()).toMatchObject({ value: { environmentKey: given } })
})

test('[ACC21] the list says for which account the environment gave a key for usage, and the account that it is from there', async () => {
  const given = { accountId: baseUrl }
  const usageSecrets = {
    ...createFakeSecrets({}),
    fromEnvironment: given,
    read: async (id: string) =>
      id === baseUrl ? { key: 'a-usage-key-of-24-chars1', source: 'environment' as const } : null,
  }
  const { procedures, view } = open({ usageSecrets })
  await procedures['accounts.connect'](plain)
  expect(await procedures['accounts.list']()).toMatchObject({
    value: { environmentKey: null, environmentUsageKey: given },
  })
  expect((await view(baseUrl))?.usageKey).toEqual({ source: 'environment', ending: 'ars1' })
})

test.each([
  ['12345678901', null],
  ['123456789012', '9012'],
])('[CONN7] of the key %j the page gets %j', async (key, ending) => {
  const { view } = open({ chosen: withAccount(baseUrl), secrets: createFakeSecrets({ [baseUrl]: key }) })
  expect((await view(baseUrl))?.key).toEqual({ source: 'file', ending })
})

const withKey = { ...plain, key: 'k1', consent: true }

describe('several accounts', () => {
  test('[ACC1] an address that has an account is changed, unless another one is wanted there', async () => {
    const { settings, secrets, procedures } = open()
    await procedures['accounts.connect'](withKey)
    await procedures['accounts.connect']({ ...withKey, baseUrl: `${baseUrl}/`.slice(0, -1), key: 'k2' })
    expect(settings.read().accounts).toHaveLength(1)
    expect(await secrets.read(baseUrl)).toMatchObject({ key: 'k2' })
    await procedures['accounts.connect']({ ...withKey, separate: true, key: 'k3' })
    const [first, second] = settings.read().accounts
    expect([first?.id, second?.id, second?.baseUrl]).toEqual([baseUrl, `${baseUrl}#000000000001`, baseUrl])
    expect([first?.name, second?.name]).toEqual(['service.example', 'service.example 2'])
    expect(settings.read().activeAccount).toBe(second?.id)
    expect(await secrets.read(baseUrl)).toMatchObject({ key: 'k2' })
    expect(await secrets.read(second?.id ?? '')).toMatchObject({ key: 'k3' })
  })

  test('[ACC1] each is connected with its own key, at its own address', async () => {
    const { service, connection, procedures } = open()
    await procedures['accounts.connect'](withKey)
    await procedures['accounts.connect']({ ...withKey, separate: true, key: 'k2' })
    await procedures['accounts.use']({ accountId: baseUrl })
    expect(service.connections.at(-1)).toMatchObject({ baseUrl, key: 'k1' })
    await procedures['accounts.use']({ accountId: `${baseUrl}#000000000001` })
    expect(service.connections.at(-1)).toMatchObject({ baseUrl, key: 'k2' })
    expect(connection.current()).toMatchObject({ serviceId: `${baseUrl}#000000000001`, baseUrl })
  })

  test('[ACC2] a name belongs to one account, however it is written, and the sandbox has its own', async () => {
    const { settings, procedures, reconnections } = open()
    await procedures['accounts.connect']({ ...withKey, name: 'North' })
    const refusal = { ok: false, error: { code: 'invalid_input', field: 'name' } }
    const other = { ...withKey, baseUrl: 'https://b.example' }
    expect(await procedures['accounts.connect']({ ...other, name: 'nORTH' })).toMatchObject(refusal)
    expect(await procedures['accounts.connect']({ ...other, name: 'Sandbox' })).toMatchObject(refusal)
    await procedures['accounts.connect']({ ...other, name: 'South' })
    const change = { accountId: 'https://b.example', consent: false, keepUntested: false, allowHttp: false }
    expect(await procedures['accounts.change']({ ...change, name: 'North' })).toMatchObject(refusal)
    expect(await procedures['accounts.change']({ ...change, name: 'south' })).toMatchObject({ ok: true })
    expect(settings.read().accounts.map(({ name }) => name)).toEqual(['North', 'south'])
    expect(reconnections()).toBe(2)
  })

  test('[ACC3] a key that is replaced is tested first, and reconnects only the active account', async () => {
    const { secrets, service, procedures, reconnections } = open()
    await procedures['accounts.connect'](withKey)
    await procedures['accounts.connect']({ ...withKey, baseUrl: 'https://b.example' })
    const change = { accountId: baseUrl, consent: true, keepUntested: false, allowHttp: false }
    service.respondToProbe('key_refused')
    expect(await procedures['accounts.change']({ ...change, key: 'wrong' })).toMatchObject({
      error: { cause: { code: 'probe_key_refused' }, field: 'key' },
    })
    expect(await secrets.read(baseUrl)).toMatchObject({ key: 'k1' })
    service.respondToProbe('fine')
    expect(await procedures['accounts.change']({ ...change, key: 'k9' })).toMatchObject({ ok: true })
    expect([await secrets.read(baseUrl), reconnections()]).toMatchObject([{ key: 'k9' }, 2])
    await procedures['accounts.use']({ accountId: baseUrl })
    await procedures['accounts.change']({ ...change, key: 'k10' })
    expect([service.connections.at(-1)?.key, reconnections()]).toEqual(['k10', 4])
  })

  test.each([
    ['key_refused', 'usage_key_refused'],
    ['not_entitled', 'usage_key_not_entitled'],
    ['no_workspace', 'usage_key_no_workspace'],
  ] as const)('[ACC4] a key for usage that is found %s is not kept', async (verdict, code) => {
    const { usageSecrets, settings, service, procedures } = open()
    service.respondToUsageProbe(verdict)
    expect(await procedures['accounts.connect']({ ...withKey, usageKey: 'u1' })).toMatchObject({
      error: { cause: { code }, field: 'usageKey' },
    })
    expect([await usageSecrets.read(baseUrl), settings.read().accounts]).toEqual([null, []])
  })

  test.each(['fine', 'no_answer', 'unclear'] as const)(
    '[ACC4] a key for usage is kept apart from the other, also where its test says %s',
    async (verdict) => {
      const { secrets, usageSecrets, service, procedures, view } = open()
      service.respondToUsageProbe(verdict)
      await procedures['accounts.connect']({ ...withKey, usageKey: 'a-key-for-usage-u1' })
      expect(await usageSecrets.read(baseUrl)).toMatchObject({ key: 'a-key-for-usage-u1' })
      expect(await secrets.read(baseUrl)).toMatchObject({ key: 'k1' })
      expect((await view(baseUrl))?.usageKey).toEqual({ source: 'file', ending: 'e-u1' })
    },
  )

  test('[ACC31] connecting that is canceled during its test keeps no key and makes nothing active', async () => {
    const { procedures, service, secrets, usageSecrets, settings, forgottenUsage, reconnections } = open()
    const test = Promise.withResolvers<'fine'>()
    service.respondToProbe(test.promise)
    const connecting = procedures['accounts.connect']({ ...withKey, usageKey: 'u1' })
    expect(procedures['accounts.cancel']({})).toEqual({ ok: true, value: null })
    test.resolve('fine')
    expect(await connecting).toMatchObject({ ok: false, error: { code: 'not_possible_now' } })
    expect([await secrets.read(baseUrl), await usageSecrets.read(baseUrl)]).toEqual([null, null])
    expect([settings.read().accounts, forgottenUsage, reconnections()]).toEqual([[], [], 0])
    expect(await procedures['accounts.connect'](withKey)).toMatchObject({ ok: true })
  })

  test('[USE41] what was read with a key for usage is deleted once that is written, forgotten or removed', async () => {
    const { procedures, service, forgottenUsage } = open()
    await procedures['accounts.connect']({ ...withKey, usageKey: 'u1' })
    const change = { accountId: baseUrl, consent: true, allowHttp: false, keepUntested: false }
    await procedures['accounts.change']({ ...change, usageKey: 'u2' })
    await procedures['accounts.change']({ ...change, name: 'Another name' })
    await procedures['accounts.change']({ ...change, key: 'k2' })
    await procedures['accounts.forgetKey']({ accountId: baseUrl, purpose: 'generating' })
    service.respondToUsageProbe('key_refused')
    await procedures['accounts.change']({ ...change, usageKey: 'u3' })
    expect(forgottenUsage).toEqual([
      [baseUrl, 'u1'],
      [baseUrl, 'u2'],
    ])
    await procedures['accounts.forgetKey']({ accountId: baseUrl, purpose: 'usage' })
    await procedures['accounts.remove']({ accountId: baseUrl })
    expect(forgottenUsage.slice(2)).toEqual([
      [baseUrl, undefined],
      [baseUrl, undefined],
    ])
  })

  test('[ACC5] a forgotten key is gone, and the connection that had it is opened without', async () => {
    const { usageSecrets, connection, procedures } = open()
    await procedures['accounts.connect']({ ...withKey, usageKey: 'u1' })
    await procedures['accounts.forgetKey']({ accountId: baseUrl, purpose: 'usage' })
    expect([await usageSecrets.read(baseUrl), connection.current()?.key]).toEqual([null, 'k1'])
    await procedures['accounts.forgetKey']({ accountId: baseUrl, purpose: 'generating' })
    expect(connection.current()?.key).toBeNull()
  })

  test('[ACC5] a removed account leaves no key, and the sandbox is connected in its place', async () => {
    const { settings, secrets, usageSecrets, connection, procedures } = open()
    await procedures['accounts.connect']({ ...withKey, usageKey: 'u1' })
    await procedures['accounts.connect']({ ...withKey, baseUrl: 'https://b.example' })
    await procedures['accounts.remove']({ accountId: baseUrl })
    expect([await secrets.read(baseUrl), await usageSecrets.read(baseUrl)]).toEqual([null, null])
    expect(connection.current()?.serviceId).toBe('https://b.example')
    await procedures['accounts.remove']({ accountId: 'https://b.example' })
    expect([settings.read().accounts, settings.read().activeAccount]).toEqual([[], null])
    expect(connection.current()?.kind).toBe('sandbox')
  })

  test('[ACC470] a removed account’s name is kept until the account is there again, of the last 50', async () => {
    const { settings, procedures } = open()
    await procedures['accounts.connect']({ ...withKey, name: 'Studio South' })
    await procedures['accounts.remove']({ accountId: baseUrl })
    expect(settings.read().removedAccounts).toEqual([{ id: baseUrl, name: 'Studio South' }])
    await procedures['accounts.connect']({ ...withKey, name: 'Studio North' })
    expect(settings.read().removedAccounts).toEqual([])

    const many = Array.from({ length: 60 }, (_, index) => ({
      id: `${baseUrl}/${index}`,
      name: `${index}`,
      baseUrl,
    }))
    const kept = many.reduce<RemovedAccount[]>(withRemoved, [])
    expect([kept.length, kept[0]?.name, kept.at(-1)?.name]).toEqual([50, '59', '10'])
  })

  test('[ACC5] where a key can’t be forgotten the account stays', async () => {
    const { settings, secrets, procedures } = open()
    await procedures['accounts.connect'](withKey)
    secrets.forget = async () => fail({ code: 'storage_failed', message: 'Full.' })
    expect(await procedures['accounts.remove']({ accountId: baseUrl })).toMatchObject({
      error: { code: 'storage_failed' },
    })
    expect(settings.read().accounts).toHaveLength(1)
  })

  test.each(['https://unknown.example', '__proto__', 'constructor'])(
    '[ACC6] an account that isn’t listed can be neither used, changed nor removed: %s',
    async (accountId) => {
      const { procedures, reconnections } = open({ chosen: withAccount(baseUrl) })
      const refusal = { ok: false, error: { cause: { code: 'account_unknown' } } }
      const change = { accountId, consent: false, keepUntested: false, allowHttp: false }
      expect(await procedures['accounts.use']({ accountId })).toMatchObject(refusal)
      expect(await procedures['accounts.change'](change)).toMatchObject(refusal)
      expect(await procedures['accounts.remove']({ accountId })).toMatchObject(refusal)
      expect(reconnections()).toBe(0)
    },
  )

  test('[ACC7] the account of the start gives way to the one that the person chooses', async () => {
    const start = { id: 'https://start.example', name: 'start.example', baseUrl: 'https://start.example' }
    const { connection, procedures, reconnect, view } = open({
      chosen: withAccount(baseUrl),
      accountOverride: start,
    })
    await reconnect()
    expect(connection.current()?.serviceId).toBe(start.id)
    expect(await view(start.id)).toMatchObject({ isActive: true, isListed: false })
    await procedures['accounts.use']({ accountId: baseUrl })
    expect(connection.current()?.serviceId).toBe(baseUrl)
    expect(await view(start.id)).toBeNull()
  })

  test('[ACC8] there are at most as many as the settings hold', async () => {
    const accounts = Array.from({ length: maxAccounts }, (_, index) => ({
      id: `https://${index}.example`,
      name: `${index}`,
      baseUrl: `https://${index}.example`,
    }))
    const { settings, procedures } = open({ chosen: { accounts } })
    expect(await procedures['accounts.connect'](withKey)).toMatchObject({
      error: { cause: { code: 'accounts_too_many' } },
    })
    expect(settings.read().accounts).toHaveLength(maxAccounts)
    await procedures['accounts.connect']({ ...withKey, baseUrl: 'https://3.example' })
    expect(settings.read().activeAccount).toBe('https://3.example')
  })
})
