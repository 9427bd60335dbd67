import { describe, expect, test } from 'vitest'
import { fail, succeed } from '../../../shared/result.ts'
import { unlistedAccount } from '../../../shared/settings/account.ts'
import type { Settings } from '../../../shared/settings/settings.ts'
import { createFakeSecrets } from '../../testing/fake-secrets.ts'
import { createFakeSettings, withAccount, withoutAccounts } from '../../testing/fake-settings.ts'
import { createSpyService } from '../../testing/spy-connect-service.ts'
import { fakeAddressClasses } from '../../testing/test-accounts.ts'
import type { AddressClass } from './accounts.ts'
import { type ConnectionDeps, createConnectionManager } from './connection.ts'
import type { DescribedEndpoint } from './ports.ts'
import { accountAt, startAccount } from './start-account.ts'

const sandboxAt = { url: 'http://127.0.0.1:4000', key: 'sandbox-key' }
const baseUrl = 'https://service.example/v1'
const endpoint: DescribedEndpoint = {
  kind: 'image',
  vendor: 'a',
  model: 'i3',
  path: '/generate/image/a/i3',
  isDeprecated: false,
  operation: {},
  document: {},
}

function open(changes: Partial<ConnectionDeps> = {}, chosen: Partial<Settings> = {}) {
  const service = createSpyService()
  const settings = createFakeSettings(chosen)
  const described: (readonly [readonly DescribedEndpoint[] | null, string])[] = []
  let changesReported = 0
  const manager = createConnectionManager({
    ...fakeAddressClasses(),
    settings,
    secrets: createFakeSecrets({ [baseUrl]: 'k1' }),
    connect: service.connect,
    accountOverride: null,
    httpAllowedFor: null,
    startSandbox: async () => succeed({ ...sandboxAt, ended: new Promise(() => undefined) }),
    onDescribed(endpoints, serviceId) {
      described.push([endpoints, serviceId])
      return null
    },
    onChanged() {
      changesReported += 1
    },
    onReopened: () => undefined,
    ...changes,
  })
  return { service, settings, described, manager, changesReported: () => changesReported }
}

test('by default it is the sandbox, under an id that outlives its port', async () => {
  const { service, manager, changesReported } = open()
  expect([manager.current(), manager.refusesAddress(), manager.chosen()?.baseUrl ?? null]).toEqual([
    null,
    false,
    null,
  ])
  await manager.open()
  expect(manager.current()).toMatchObject({
    kind: 'sandbox',
    serviceId: 'sandbox',
    baseUrl: 'http://127.0.0.1:4000',
    key: 'sandbox-key',
    keySource: 'sandbox',
  })
  expect([service.connections.length, changesReported()]).toEqual([1, 1])
})

test('a service is connected with its own key', async () => {
  const { manager, described, service } = open({}, withAccount(baseUrl))
  service.respondToDescribe([endpoint])
  await manager.open()
  expect(service.connections).toEqual([expect.objectContaining({ baseUrl, key: 'k1' })])
  expect(manager.current()).toMatchObject({
    kind: 'service',
    serviceId: baseUrl,
    keySource: 'file',
    isDescribed: true,
  })
  expect(described).toEqual([[[endpoint], baseUrl]])
})

test('a service without a key is connected without one', async () => {
  const { manager, service } = open({}, withAccount('https://another.example'))
  service.respondToDescribe(null)
  await manager.open()
  expect(manager.current()).toMatchObject({ key: null, keySource: 'none', isDescribed: false })
})

test('a service for this start overrides the chosen one', async () => {
  const { manager } = open(
    { accountOverride: unlistedAccount(baseUrl) },
    withAccount('https://another.example'),
  )
  await manager.open()
  expect(manager.current()?.baseUrl).toBe(baseUrl)
})

describe('a sandbox that ends on its own', () => {
  function openEnding() {
    const endings: ((livedMs: number) => void)[] = []
    const reopened = Promise.withResolvers<void>()
    const { manager, changesReported } = open({
      async startSandbox() {
        const url = `http://127.0.0.1:400${endings.length}`
        return succeed({ url, key: 'k', ended: new Promise((resolve) => endings.push(resolve)) })
      },
      onReopened: reopened.resolve,
    })
    return { manager, changesReported, endings, reopened: reopened.promise }
  }

  test('is replaced by another, and listeners are notified', async () => {
    const { manager, endings, reopened } = openEnding()
    await manager.open()
    endings[0]?.(10_000)
    await reopened
    expect([manager.current()?.baseUrl, manager.failure()]).toEqual(['http://127.0.0.1:4001', null])
  })

  test('is a failure with a sentence if it ran only briefly', async () => {
    const { manager, endings, changesReported } = openEnding()
    await manager.open()
    const before = changesReported()
    endings[0]?.(9_999)
    await expect.poll(manager.failure).toEqual({ code: 'sandbox_ended' })
    expect([await manager.settled(), changesReported() - before, endings.length]).toEqual([null, 1, 1])
  })

  test('is ignored once another has replaced it', async () => {
    const { manager, endings } = openEnding()
    await manager.open()
    await manager.open()
    endings[0]?.(60_000)
    await Promise.resolve()
    expect([manager.current()?.baseUrl, endings.length]).toEqual(['http://127.0.0.1:4001', 2])
    expect(await manager.accounts.of('sandbox')).toMatchObject({ origin: 'http://127.0.0.1:4001' })
  })
})

describe('a failed opening is a failure with a sentence, and does not affect the next attempt', () => {
  test('a sandbox that does not start', async () => {
    let starts = 0
    const { manager, settings, changesReported } = open({
      async startSandbox() {
        starts += 1
        return fail({ code: 'not_possible_now', message: 'No port.' })
      },
    })
    expect(await manager.open()).toMatchObject({
      ok: false,
      error: { cause: { code: 'opening_failed', service: 'sandbox', why: 'No port.' } },
    })
    expect([await manager.settled(), changesReported(), starts]).toEqual([null, 1, 1])
    expect(manager.failure()).toBe('No port.')
    settings.write({ ...settings.read(), ...withAccount(baseUrl) })
    const another = manager.open()
    await Promise.resolve()
    expect([manager.failure(), changesReported()]).toEqual([null, 2])
    expect(await another).toMatchObject({ ok: true })
    expect(manager.failure()).toBeNull()
  })

  test('one without a reason refers to the log, and what was connected before is so no more', async () => {
    const { manager, settings } = open(
      { startSandbox: async () => fail({ code: 'not_possible_now' }) },
      withAccount(baseUrl),
    )
    await manager.open()
    expect(manager.current()).not.toBeNull()
    settings.write({ ...settings.read(), ...withoutAccounts })
    await manager.open()
    expect([manager.current(), manager.failure()]).toEqual([null, { code: 'log_says_why' }])
  })

  test('keys that can’t be read', async () => {
    let isLocked = true
    const secrets = createFakeSecrets({ [baseUrl]: 'k1' })
    const { manager } = open(
      {
        secrets: {
          ...secrets,
          async read(serviceId) {
            if (isLocked) throw new Error('The keychain is locked')
            return secrets.read(serviceId)
          },
        },
      },
      withAccount(baseUrl),
    )
    expect(await manager.open()).toMatchObject({
      ok: false,
      error: { cause: { code: 'opening_failed', service: 'service', why: 'The keychain is locked' } },
    })
    expect(manager.failure()).toBe('The keychain is locked')
    isLocked = false
    expect(await manager.open()).toMatchObject({ ok: true, value: { key: 'k1' } })
  })
})

test('attempts run one after another: the last choice wins', async () => {
  const { manager, settings, service } = open()
  const slow = Promise.withResolvers<readonly DescribedEndpoint[]>()
  service.respondToDescribe(slow.promise)
  const first = manager.open()
  settings.write({ ...settings.read(), ...withAccount(baseUrl) })
  const second = manager.open()
  const settled = manager.settled()
  slow.resolve([])
  await Promise.all([first, second])
  expect([(await settled)?.serviceId, manager.current()?.serviceId]).toEqual([baseUrl, baseUrl])
})

test('a description that is read again is announced; an unreadable one changes nothing', async () => {
  const { manager, described, service, changesReported } = open()
  await manager.describe()
  expect([described, changesReported()]).toEqual([[], 0])
  service.respondToDescribe(null)
  await manager.open()
  await manager.describe()
  expect([described, manager.current()?.isDescribed]).toEqual([[[null, 'sandbox']], false])
  const before = changesReported()
  service.respondToDescribe([endpoint])
  await manager.describe()
  expect([described.at(-1), manager.current()?.isDescribed]).toEqual([[[endpoint], 'sandbox'], true])
  expect(changesReported() - before).toBe(1)
})

test('[CAT30] a description that breaks its readers costs only itself: the last one stays, and what follows works', async () => {
  const warnings: string[] = []
  const seen: unknown[] = []
  let isBroken = true
  const { manager, service } = open({
    log: { warn: (sentence) => void warnings.push(sentence) },
    keptDescription() {
      throw new Error('Damaged.')
    },
    onDescribed(endpoints) {
      if (isBroken && endpoints !== null) throw new RangeError('Maximum call stack size exceeded')
      seen.push(endpoints)
      return null
    },
  })
  service.respondToDescribe([endpoint])
  expect((await manager.open()).ok).toBe(true)
  expect(manager.current()).toMatchObject({ isDescribed: false, descriptionFault: 'unusable' })
  expect(seen).toEqual([null])
  expect(warnings).toEqual([expect.stringContaining('call stack')])
  isBroken = false
  await manager.describe()
  expect(manager.current()).toMatchObject({ isDescribed: true, descriptionFault: null })
  service.respondToDescribe(null)
  await manager.describe()
  expect(manager.current()).toMatchObject({ isDescribed: true, descriptionFault: 'absent' })
  expect((await manager.open()).ok).toBe(true)
})

test('[CAT30] an attempt that throws fails, and the next one connects', async () => {
  let breaks = true
  const { manager } = open({
    onChanged() {
      if (breaks) throw new Error('Broken.')
    },
  })
  expect((await manager.open()).ok).toBe(false)
  breaks = false
  expect((await manager.open()).ok).toBe(true)
})

test('[CAT37] without a description, the one that was kept serves uploads and listings', async () => {
  const recalled: unknown[] = []
  const { manager, service } = open({ keptDescription: (serviceId) => ({ of: serviceId }) })
  service.onRecall((document) => void recalled.push(document))
  await manager.open()
  service.respondToDescribe(null)
  await manager.open()
  expect(recalled).toEqual([{ of: 'sandbox' }])
})

test('a description that arrives after the service was changed is not taken for the new one’s', async () => {
  const { manager, described, settings, service } = open()
  await manager.open()
  const slow = Promise.withResolvers<readonly DescribedEndpoint[]>()
  service.respondToDescribe(slow.promise)
  const asking = manager.describe()
  service.respondToDescribe(null)
  settings.write({ ...settings.read(), ...withAccount(baseUrl) })
  await manager.open()
  slow.resolve([endpoint])
  await asking
  expect([described.at(-1), manager.current()?.isDescribed]).toEqual([[null, baseUrl], false])
})

test('[CONN5] the address of a start is the command line’s, else the settings’, else none', () => {
  const { settings } = open()
  expect(startAccount(settings, null)).toBeNull()
  settings.write({ ...settings.read(), ...withAccount(baseUrl) })
  expect(startAccount(settings, null)).toMatchObject({ id: baseUrl, baseUrl })
  expect(startAccount(settings, 'sandbox')).toBeNull()
  const other = accountAt(settings, 'https://other.example')
  expect(startAccount(settings, other)).toMatchObject({ baseUrl: 'https://other.example' })
  expect(accountAt(settings, `${baseUrl}/`)).toEqual(startAccount(settings, null))
})

describe('[LIB27] the account of a run', () => {
  const another = 'http://10.1.2.3:9000/v1'

  test('[LIB6] has its exact origin, and its key only while it is connected', async () => {
    const { manager } = open({}, withAccount(baseUrl))
    const reach = { origin: 'https://service.example', addressClass: null, key: null }
    expect(await manager.accounts.of(baseUrl)).toMatchObject({ ...reach, isConnected: false })
    await manager.open()
    expect(await manager.accounts.of(baseUrl)).toEqual({
      name: 'service.example',
      isConnected: true,
      changesOrigin: false,
      origin: 'https://service.example',
      addressClass: 'public',
      key: 'k1',
    })
    expect(await manager.accounts.of(another)).toMatchObject({
      origin: 'http://10.1.2.3:9000',
      isConnected: false,
      key: null,
    })
  })

  test('of the sandbox has its origin as long as it runs, whatever is connected', async () => {
    const end = Promise.withResolvers<number>()
    const { manager, settings } = open({
      startSandbox: async () => succeed({ ...sandboxAt, ended: end.promise }),
    })
    const sandbox = () => manager.accounts.of('sandbox')
    expect(await sandbox()).toMatchObject({ origin: null, isConnected: false, changesOrigin: true })
    await manager.open()
    expect(await sandbox()).toMatchObject({
      name: 'sandbox',
      origin: 'http://127.0.0.1:4000',
      addressClass: 'loopback',
      isConnected: true,
    })
    settings.write({ ...settings.read(), ...withAccount(baseUrl) })
    await manager.open()
    const stillThere = { origin: 'http://127.0.0.1:4000', isConnected: true, key: 'sandbox-key' }
    expect(await sandbox()).toMatchObject(stillThere)
    end.resolve(60_000)
    await end.promise
    expect(await sandbox()).toMatchObject({ origin: null, isConnected: false, key: null })
  })

  test('is where its host was when it was first connected, until the person chooses it again', async () => {
    let leadsTo: AddressClass | null = 'public'
    const classes = fakeAddressClasses(() => leadsTo)
    const first = open(classes, withAccount(baseUrl))
    await first.manager.open()
    leadsTo = 'private'
    const second = open(classes, withAccount(baseUrl))
    await second.manager.open()
    const classOf = async () => (await second.manager.accounts.of(baseUrl)).addressClass
    expect(await classOf()).toBe('public')
    await second.manager.accounts.choose(baseUrl)
    expect(await classOf()).toBe('private')
    leadsTo = null
    await second.manager.accounts.choose(baseUrl)
    expect(await classOf()).toBe('private')
  })

  test('of the sandbox is on this machine, without a look at what is written down', async () => {
    const looks: string[] = []
    const classes = {
      read(serviceId: string) {
        looks.push(serviceId)
        return null
      },
      write() {},
    }
    const { manager } = open({ classes })
    await manager.open()
    expect([(await manager.accounts.of('sandbox')).addressClass, looks]).toEqual(['loopback', []])
  })

  test('is written down where its host has moved, and not with every choice', async () => {
    const { classes, ...rest } = fakeAddressClasses()
    const written: AddressClass[] = []
    const counted: typeof classes = {
      ...classes,
      write(serviceId, addressClass) {
        written.push(addressClass)
        classes.write(serviceId, addressClass)
      },
    }
    const { manager } = open({ ...rest, classes: counted }, withAccount(baseUrl))
    for (let times = 0; times < 3; times += 1) await manager.accounts.choose(baseUrl)
    expect(written).toEqual(['public'])
  })

  test('whose id is no address has that as its name', async () => {
    expect(await open().manager.accounts.of('left over')).toMatchObject({ name: 'left over', origin: null })
  })

  test('whose host was not found on connecting is looked up when it is needed', async () => {
    let leadsTo: AddressClass | null = null
    const { manager } = open(
      fakeAddressClasses(() => leadsTo),
      withAccount(baseUrl),
    )
    await manager.open()
    expect((await manager.accounts.of(baseUrl)).addressClass).toBeNull()
    leadsTo = 'private'
    expect((await manager.accounts.of(baseUrl)).addressClass).toBe('private')
  })

  test('that can’t be read is looked up again, and nothing fails', async () => {
    const warnings: string[] = []
    const classes = { read: () => raise('The library is damaged'), write() {} }
    const { manager } = open(
      { classes, log: { warn: (sentence) => void warnings.push(sentence) } },
      withAccount(baseUrl),
    )
    expect((await manager.open()).ok).toBe(true)
    expect((await manager.accounts.of(baseUrl)).addressClass).toBe('public')
    expect(warnings[0]).toBe('Where service.example was could not be read: The library is damaged.')
  })

  test('that can’t be written is still known, and the failure is logged', async () => {
    const warnings: string[] = []
    const classes = { read: () => null, write: () => raise('The disk is full') }
    const { manager } = open(
      { classes, log: { warn: (sentence) => void warnings.push(sentence) } },
      withAccount(baseUrl),
    )
    await manager.open()
    expect((await manager.accounts.of(baseUrl)).addressClass).toBe('public')
    expect(warnings).toEqual(['Where service.example is could not be written down: The disk is full.'])
  })
})

describe('a refused address', () => {
  const http = 'http://service.example/v1'

  async function openAt(
    account: { readonly baseUrl: string; readonly httpAllowedFor?: string } | null,
    changes: Partial<ConnectionDeps> = {},
  ) {
    const chosen = account ? withAccount(account.baseUrl, account) : {}
    const opened = open({ secrets: createFakeSecrets({ [http]: 'k1' }), ...changes }, chosen)
    const result = await opened.manager.open()
    return { ...opened, result, cause: result.ok ? null : result.error.cause }
  }

  test('[CONN2] stored plain http is refused with its address, and nothing is sent there', async () => {
    const { manager, service, cause } = await openAt({ baseUrl: http })
    expect(cause).toEqual({
      code: 'opening_failed',
      service: 'service',
      why: { code: 'address_not_encrypted', address: http },
    })
    expect([
      manager.current(),
      manager.refusesAddress(),
      manager.chosen()?.baseUrl ?? null,
      service.connections,
    ]).toEqual([null, true, http, []])
    expect((await manager.accounts.of(http)).key).toBeNull()
  })

  test.each([
    ['the one that was insisted on', { baseUrl: http, httpAllowedFor: http }, {}, true],
    ['another one', { baseUrl: http, httpAllowedFor: 'http://service.example' }, {}, false],
    ['the one of this run', { baseUrl: http }, { httpAllowedFor: `${http}/` }, true],
    ['another than this run’s', { baseUrl: http }, { httpAllowedFor: 'http://other.example' }, false],
    ['this run’s own', null, { accountOverride: unlistedAccount(http), httpAllowedFor: http }, true],
    [
      'this run’s, where another is allowed',
      { baseUrl: 'http://a.example', httpAllowedFor: 'http://a.example' },
      { accountOverride: unlistedAccount(http) },
      false,
    ],
  ] as const)(
    '[CONN3] the person’s consent counts for its address: %s',
    async (_, account, changes, isTaken) => {
      expect((await openAt(account, changes)).result.ok).toBe(isTaken)
    },
  )

  test.each(['http://localhost:4000', 'http://127.0.0.1:4000', 'http://127.1.2.3', 'http://[::1]:4000'])(
    '[CONN2] an address on this machine is accepted: %s',
    async (baseUrl) => {
      expect((await openAt({ baseUrl })).result.ok).toBe(true)
    },
  )

  test('[CONN1] a password in it is not sent, and in no reason', async () => {
    const { manager, service, cause } = await openAt({ baseUrl: 'https://me:hunter2@service.example' })
    expect(cause).toMatchObject({
      why: { code: 'address_invalid', address: 'https://service.example', problem: 'credentials' },
    })
    expect([service.connections, manager.chosen()?.baseUrl ?? null, manager.refusesAddress()]).toEqual([
      [],
      'https://me:hunter2@service.example',
      true,
    ])
    expect(JSON.stringify(cause)).not.toContain('hunter2')
  })

  test('[CONN4] of an address of any length the reason shows the beginning', async () => {
    const { cause } = await openAt({ baseUrl: `https://service.example/?${'a'.repeat(5_000)}` })
    expect(cause).toMatchObject({
      why: { code: 'address_invalid', address: expect.stringMatching(/^.{2100}$/) },
    })
  })

  test('[CONN4] once another is chosen it is connected, and nothing is refused any more', async () => {
    const { manager, settings } = await openAt({ baseUrl: http })
    settings.write({ ...settings.read(), ...withAccount(baseUrl) })
    expect(await manager.open()).toMatchObject({ ok: true })
    expect([manager.refusesAddress(), manager.chosen()?.baseUrl ?? null]).toEqual([false, baseUrl])
  })
})

function raise(message: string): never {
  throw new Error(message)
}

describe('[ACC10] accounts beside the connected one', () => {
  const other = { id: 'https://b.example', name: 'B', baseUrl: 'https://b.example' }
  const chosen = {
    accounts: [...withAccount(baseUrl).accounts, other, { ...other, id: 'https://b.example#2', name: 'C' }],
    activeAccount: baseUrl,
  }

  test('are asked with their own key, once they are; one without a key is not', async () => {
    const secrets = createFakeSecrets({ [baseUrl]: 'k1', 'https://b.example': 'k2' })
    const { manager, service } = open({ secrets }, chosen)
    await manager.open()
    expect(service.connections).toMatchObject([{ baseUrl, key: 'k1' }])
    expect(manager.clientOf('https://b.example')).not.toBeNull()
    expect(manager.clientOf('https://b.example')).toBe(manager.clientOf('https://b.example'))
    expect(service.connections.slice(1)).toMatchObject([{ baseUrl: 'https://b.example', key: 'k2' }])
    for (const id of ['https://b.example#2', 'https://unknown.example', 'sandbox', '__proto__'])
      expect(manager.clientOf(id)).toBeNull()
    expect(await manager.accounts.of('https://b.example')).toMatchObject({ isConnected: true, key: 'k2' })
  })

  test('are not asked any more once their key is forgotten, and with the new one once it is replaced', async () => {
    const secrets = createFakeSecrets({ [baseUrl]: 'k1', 'https://b.example': 'k2' })
    const { manager, service } = open({ secrets }, chosen)
    await manager.open()
    await secrets.write('https://b.example', 'k3', true)
    await manager.refreshOthers()
    manager.clientOf('https://b.example')
    expect(service.connections.at(-1)).toMatchObject({ key: 'k3' })
    await secrets.forget('https://b.example')
    await manager.refreshOthers()
    expect(manager.clientOf('https://b.example')).toBeNull()
  })

  test('[ACC30] include the one that was left, where the switch fails', async () => {
    const secrets = createFakeSecrets({ [baseUrl]: 'k1', 'https://b.example': 'k2' })
    const seen: unknown[] = []
    const { manager, settings } = open(
      {
        secrets: {
          ...secrets,
          async read(id) {
            if (id === 'https://b.example') throw new Error('The keychain is locked')
            return secrets.read(id)
          },
        },
        onChanged: () => seen.push(manager.clientOf(baseUrl)),
      },
      chosen,
    )
    await manager.open()
    settings.write({ ...settings.read(), activeAccount: 'https://b.example' })
    expect(await manager.open()).toMatchObject({ ok: false })
    expect(manager.current()).toBeNull()
    expect(manager.clientOf(baseUrl)).not.toBeNull()
    expect(seen.at(-1)).toBe(manager.clientOf(baseUrl))
  })

  test('[ACC30] are followed from a start whose own address is refused', async () => {
    const refused = { id: 'http://b.example', name: 'B', baseUrl: 'http://b.example' }
    const { manager } = open(
      {},
      { ...chosen, accounts: [...chosen.accounts, refused], activeAccount: refused.id },
    )
    await manager.open()
    expect([manager.refusesAddress(), manager.current()]).toEqual([true, null])
    expect(manager.clientOf(baseUrl)).not.toBeNull()
    expect(manager.clientOf(refused.id)).toBeNull()
  })

  test('over plain http are asked only with the person’s permission', async () => {
    const http = { id: 'http://b.example', name: 'B', baseUrl: 'http://b.example' }
    const secrets = createFakeSecrets({ [http.id]: 'k2' })
    const { manager, settings } = open({ secrets }, { accounts: [http] })
    await manager.open()
    expect(manager.clientOf(http.id)).toBeNull()
    settings.write({ ...settings.read(), accounts: [{ ...http, httpAllowedFor: http.baseUrl }] })
    await manager.refreshOthers()
    expect(manager.clientOf(http.id)).not.toBeNull()
  })
})
