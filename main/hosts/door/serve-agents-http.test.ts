import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createBridgeClient } from '../../../shared/bridge/client.ts'
import { accountAt } from '../../engine/service/start-account.ts'
import { callsOf } from '../../testing/open-agent.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { openTestService, type TestService } from '../../testing/test-studio.ts'
// The first call would load it within the time of a test.
import '../../studio-calls.ts'
import { openStudio } from '../open-studio.ts'
import type { AgentsAddress } from './serve-agents-http.ts'

// A whole studio, and clients that reach it over HTTP.
vi.setConfig({ testTimeout: 60_000 })

let service: TestService

beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())

async function open(dataFolder = join(temporaryFolder(), 'data')) {
  const opened = await openStudio({
    host: 'browser',
    dataFolder,
    chooseAccount: (settings) => accountAt(settings, service.url),
    allowsHttp: false,
    environment: { ...process.env, ATELIER_API_KEY: service.key },
    log: { warn: () => undefined },
  })
  let closed: Promise<void> | null = null
  function close(): Promise<void> {
    closed ??= opened.close()
    return closed
  }
  onTestFinished(close)
  await opened.studio.connected
  const client = createBridgeClient(opened.studio.procedures)
  const file = join(dataFolder, 'agents-http.json')
  return {
    ...client,
    close,
    dataFolder,
    file,
    turn: (isHttpOn: boolean) => client.want('settings.change', { agents: { isHttpOn } }),
    async address() {
      await vi.waitUntil(() => existsSync(file), 10_000)
      return JSON.parse(readFileSync(file, 'utf8')) as AgentsAddress
    },
  }
}

const accept = 'application/json, text/event-stream'
const listing = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })

async function post({ url, token }: AgentsAddress, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    body: listing,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept, ...headers },
  })
  await response.text()
  return response
}

test('[AGENT30] the official client runs a model over HTTP while the setting is on, and not otherwise', async () => {
  const studio = await open()
  expect(existsSync(studio.file)).toBe(false)
  await studio.turn(true)
  const address = await studio.address()
  const client = new Client({ name: 'http-agent', version: '1.0.0' })
  const requestInit = { headers: { authorization: `Bearer ${address.token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(address.url), { requestInit }))
  onTestFinished(() => client.close())
  const { call } = callsOf(client)
  const values = { prompt: 'a boat', resolution: '512p', duration: 6 }
  const { quote_id } = await call('estimate', { model_id: 'v2', values })
  await call('generate', { quote_id, key: 'key-of-a-boat' })
  const waited = await call('wait', { key: 'key-of-a-boat', seconds: 45 })
  expect(waited).toMatchObject({ is_done: true, runs: [{ status: 'completed' }] })
  await studio.turn(false)
  await vi.waitUntil(
    () =>
      post(address).then(
        () => false,
        () => true,
      ),
    10_000,
  )
})

test('[AGENT90] huge and hostile arguments are refused in a sentence over HTTP too', async () => {
  const studio = await open()
  await studio.turn(true)
  const address = await studio.address()
  const client = new Client({ name: 'http-agent', version: '1.0.0' })
  const requestInit = { headers: { authorization: `Bearer ${address.token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(address.url), { requestInit }))
  onTestFinished(() => client.close())
  const { raw, call } = callsOf(client)
  const ask = (values: unknown) =>
    raw('estimate', { model_id: 'v2', values }).then(JSON.stringify, (error: Error) => error.message)
  let deep: unknown = 'x'
  for (let level = 0; level < 3_000; level += 1) deep = { a: deep }
  expect(await ask({ prompt: 'a'.repeat(20 * 1024 * 1024) })).toMatch(/larger than 4 MiB/)
  expect(await ask(deep)).toMatch(/nested too deeply/)
  expect(await ask(Array(200_000).fill(0))).toMatch(/more than 10,000 members/)
  expect(await ask({ prompt: 'a boat', constructor: 'x' })).toMatch(/constructor/)
  expect(await call('estimate', { model_id: 'v2', values: { prompt: 'a boat' } })).toHaveProperty('quote_id')
}, 60_000)

test('[AGENT31] the token is in a file of this user alone, the same over restarts, and in no page', async () => {
  const studio = await open()
  await studio.turn(true)
  const before = await studio.address()
  expect(statSync(studio.file).mode & 0o777).toBe(0o600)
  const seen = [await studio.want('settings.read', {}), await studio.want('studio.status', {})]
  expect(JSON.stringify(seen)).not.toContain(before.token)
  await studio.close()
  const again = await open(studio.dataFolder)
  await vi.waitUntil(
    () =>
      post(before).then(
        () => true,
        () => false,
      ),
    10_000,
  )
  expect(await again.address()).toEqual(before)
})

test.each(['2025-11-25', '2026-07-28'])(
  '[AGENT67] a client of %s names its runs over HTTP',
  async (version) => {
    const studio = await open()
    await studio.turn(true)
    const address = await studio.address()
    const mode = version === '2025-11-25' ? 'legacy' : 'auto'
    const client = new Client({ name: 'агент 7', version: '1.0.0' }, { versionNegotiation: { mode } })
    const requestInit = { headers: { authorization: `Bearer ${address.token}` } }
    await client.connect(new StreamableHTTPClientTransport(new URL(address.url), { requestInit }))
    onTestFinished(() => client.close())
    expect(client.getNegotiatedProtocolVersion()).toBe(version)
    const { call } = callsOf(client)
    const values = { prompt: 'a boat', resolution: '512p', duration: 6 }
    const { quote_id } = await call('estimate', { model_id: 'v2', values })
    expect(await call('generate', { quote_id, key: 'key-of-a-boat' })).toMatchObject({
      runs: [{ agent: 'агент 7' }],
    })
  },
)

test('[AGENT80] what keeps agents from HTTP is in the status: a port that another program has, or no way to start', async () => {
  const studio = await open()
  await studio.turn(true)
  const first = await studio.address()
  const trouble = async () => (await studio.want('studio.status', {})).agentsHttp
  expect(await trouble()).toBeUndefined()
  await studio.close()
  const other = createServer()
  const { hostname, port } = new URL(first.url)
  await new Promise<void>((resolve) => other.listen(Number(port), hostname, () => resolve()))
  onTestFinished(() => new Promise((resolve) => other.close(() => resolve())))
  const again = await open(studio.dataFolder)
  await expect.poll(async () => (await again.want('studio.status', {})).agentsHttp).toBe('moved')
  expect(await again.address()).not.toMatchObject({ token: first.token })
  await again.turn(false)
  await expect.poll(async () => (await again.want('studio.status', {})).agentsHttp).toBeUndefined()
  rmSync(again.file)
  mkdirSync(join(again.file, 'in-its-place'), { recursive: true })
  await again.turn(true)
  await expect.poll(async () => (await again.want('studio.status', {})).agentsHttp).toBe('failed')
})

test('[AGENT67] a session that nobody gave is a client without a name', async () => {
  const studio = await open()
  await studio.turn(true)
  const address = await studio.address()
  for (const session of ['x', '.', '__proto__', `a.${'e'.repeat(5_000)}`])
    expect((await post(address, { 'mcp-session-id': session })).status).toBe(200)
})

test('[AGENT68] another token replaces the old one, at the same address, also after a restart', async () => {
  const studio = await open()
  await studio.turn(true)
  const before = await studio.address()
  await studio.want('settings.change', { agents: { httpTokens: 1 } })
  await vi.waitUntil(
    () =>
      post(before).then(
        ({ status }) => status === 401,
        () => false,
      ),
    10_000,
  )
  // It listens with the new token before the file has it.
  await vi.waitUntil(async () => (await studio.address()).token !== before.token, 10_000)
  const after = await studio.address()
  expect(after).toMatchObject({ url: before.url, token: expect.not.stringContaining(before.token) })
  expect((await post(after)).status).toBe(200)
  await studio.close()
  await open(studio.dataFolder)
  await vi.waitUntil(
    () =>
      post(after).then(
        () => true,
        () => false,
      ),
    10_000,
  )
  expect([(await post(after)).status, (await post(before)).status]).toEqual([200, 401])
})

test('[AGENT32] only the exact Host passes, without Origin or with its own, from no other site, with the token', async () => {
  const studio = await open()
  await studio.turn(true)
  const address = await studio.address()
  const { origin, port } = new URL(address.url)
  await vi.waitUntil(
    () =>
      post(address).then(
        () => true,
        () => false,
      ),
    10_000,
  )
  const good = [await post(address), await post(address, { origin })]
  for (const one of good) expect(one.status).toBe(200)
  const refused = [
    await post(address, { origin: 'https://elsewhere.example' }),
    await post(address, { origin: 'null' }),
    await post(address, { origin: `http://localhost:${port}` }),
    await post(address, { 'sec-fetch-site': 'cross-site' }),
    await post({ ...address, url: address.url.replace('127.0.0.1', 'localhost') }),
    await post({ ...address, token: 'x'.repeat(43) }),
    await fetch(address.url, { method: 'OPTIONS', headers: { origin: 'https://elsewhere.example' } }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 401, 403])
  for (const one of [...good, ...refused])
    expect([...one.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
})
