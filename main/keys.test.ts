import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { takeDataFolder } from './infra/data-folder.ts'
import { systemClock } from './infra/system-clock.ts'
import { createUuid7Ids } from './infra/uuid7-ids.ts'
import { createStudio } from './studio.ts'
import './studio-calls.ts'
import { createFakeSecrets } from './testing/fake-secrets.ts'
import { createFakeSettings, withAccount } from './testing/fake-settings.ts'
import { openSpyHttpServer } from './testing/spy-http-server.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'
import { openTestStudio, type TestStudioOptions } from './testing/test-studio.ts'

// Each opens a studio and several services.
vi.setConfig({ testTimeout: 30_000 })

const key = 'sk-from-outside-1234'

/** It knows no job, and says so only to a key where it is guarded. */
async function openService({ isGuarded = true } = {}) {
  const server = await openSpyHttpServer(({ url = '', headers }, response) => {
    const isRefused = isGuarded && url.startsWith('/jobs/') && headers.authorization === undefined
    response.writeHead(isRefused ? 401 : 404).end('{"error":"None."}')
  })
  onTestFinished(() => server.close())
  return server
}

async function openOn(baseUrl: string | null, options: Partial<TestStudioOptions> = {}, settings = {}) {
  const folder = temporaryFolder()
  const service = baseUrl === null ? null : { baseUrl, ...settings }
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({ service }))
  const sandbox = await openService()
  const studio = await openTestStudio({
    folder,
    service: { url: sandbox.url, key: 'sandbox-key-12' },
    ...options,
  })
  onTestFinished(() => studio.close())
  const status = async () => {
    const reply = await studio.call('studio.status', {})
    if (!reply.ok) throw new Error(reply.error.message)
    return reply.value
  }
  return { ...studio, sandbox, status }
}

/** Treated as a URL of another machine, although it leads to this one. */
function inClear(url: string): string {
  return url.replace('127.0.0.1', '[::ffff:7f00:1]')
}

test('[CONN5] the environment’s key is sent to the address of the start, and to none that is typed later', async () => {
  const [first, second] = [await openService(), await openService({ isGuarded: false })]
  const studio = await openOn(first.url, { environmentKey: key })
  await studio.call('accounts.test', {})
  expect((await studio.status()).service).toMatchObject({ keySource: 'environment', keyEnding: '1234' })
  for (const baseUrl of [second.url, `${first.url}/v2`]) {
    await studio.call('accounts.connect', { baseUrl })
    await studio.call('accounts.test', {})
    expect((await studio.status()).service).toMatchObject({ baseUrl, keySource: 'none', keyEnding: null })
  }
  expect((await studio.status()).hold).toMatchObject({ reason: 'no_key' })
  expect(
    new Set(first.requests.map(({ path, authorization }) => `${path.split('/')[1]} ${authorization}`)),
  ).toEqual(new Set(['openapi.json null', `jobs Bearer ${key}`, 'jobs null', 'v2 null']))
  expect(second.requests.map(({ authorization }) => authorization)).not.toContain(`Bearer ${key}`)
  await studio.call('accounts.connect', { baseUrl: first.url })
  expect((await studio.status()).service.keySource).toBe('environment')
})

test('[CONN5] a start with the sandbox gives the environment’s key to nobody', async () => {
  const service = await openService()
  const studio = await openOn(null, { environmentKey: key })
  await studio.call('accounts.connect', { baseUrl: service.url })
  await studio.call('accounts.test', {})
  const all = [...service.requests, ...studio.sandbox.requests]
  expect(all.map(({ authorization }) => authorization)).not.toContain(`Bearer ${key}`)
  const listed = await studio.call('accounts.list', {})
  expect(listed).toMatchObject({ value: { environmentKey: { accountId: null } } })
})

test('[CONN6] a key that was stored for one address is not sent to the next, and is there again for its own', async () => {
  const [first, second] = [await openService(), await openService({ isGuarded: false })]
  const studio = await openOn(null)
  await studio.call('accounts.connect', { baseUrl: first.url, key, consent: true })
  await studio.call('accounts.connect', { baseUrl: second.url })
  await studio.call('accounts.test', {})
  expect(second.requests.map(({ authorization }) => authorization)).not.toContain(`Bearer ${key}`)
  await studio.call('accounts.connect', { baseUrl: first.url })
  expect((await studio.status()).service).toMatchObject({ keySource: 'file', keyEnding: '1234' })
})

test('[CONN4] settings with an http address start, say so, and continue once the person has allowed it', async () => {
  const server = await openService()
  const baseUrl = inClear(server.url)
  const studio = await openOn(baseUrl)
  expect((await studio.status()).service).toMatchObject({
    kind: 'service',
    baseUrl: '',
    chosenUrl: baseUrl,
    refusesAddress: true,
    failure: { code: 'address_not_encrypted', address: baseUrl },
  })
  expect(await studio.call('accounts.connect', { baseUrl, key, consent: true })).toMatchObject({
    error: { code: 'http_not_allowed' },
  })
  expect(server.requests).toEqual([])
  await studio.call('accounts.connect', { baseUrl, key, consent: true, allowHttp: true })
  expect((await studio.status()).service).toMatchObject({ baseUrl, failure: null, refusesAddress: false })
})

test('[CONN3] permission in the settings survives a restart, and permission for one start is its own option', async () => {
  const baseUrl = inClear((await openService()).url)
  const kept = await openOn(baseUrl, {}, { httpAllowedFor: baseUrl })
  expect((await kept.status()).service).toMatchObject({ baseUrl, failure: null })
  const once = await openOn(baseUrl, { httpAllowedFor: baseUrl })
  expect((await once.status()).service).toMatchObject({ baseUrl, failure: null })
})

test('[CONN11] a log line that would hold the key holds none', async () => {
  const folder = await takeDataFolder(temporaryFolder())
  const said: string[] = []
  const baseUrl = (await openService()).url
  let isBroken = false
  const studio = await createStudio({
    clock: systemClock,
    ids: createUuid7Ids(systemClock),
    random: { next: Math.random },
    host: 'cli',
    version: '0.0.0',
    folder,
    settings: createFakeSettings(withAccount(baseUrl)),
    secrets: {
      ...createFakeSecrets(),
      async read() {
        if (isBroken) throw new Error(`The keychain says ${key}`)
        return { key, source: 'keychain' }
      },
    },
    usageSecrets: createFakeSecrets(),
    accountOverride: null,
    httpAllowedFor: null,
    startSandbox: () => Promise.reject(new Error('It is not wanted.')),
    reveal: null,
    log: { warn: (sentence) => said.push(sentence) },
  })
  onTestFinished(async () => {
    await studio.close()
    folder.release()
  })
  await studio.connected
  isBroken = true
  await studio.procedures('accounts.list', {})
  expect(said.join('\n')).toContain('The keychain says [API-key]')
  expect(said.join('\n')).not.toContain(key)
})
