import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createBridgeClient } from '../../../shared/bridge/client.ts'
import { microUsd } from '../../../shared/pricing/money.ts'
import { accountAt } from '../../engine/service/start-account.ts'
import { openAgent, startAgent } from '../../testing/open-agent.ts'
import { runProgram } from '../../testing/run-program.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { openTestService, type TestService } from '../../testing/test-studio.ts'
import { readDoorAddress } from '../door/door-file.ts'
// The first call would load it within the time of a test.
import '../../studio-calls.ts'
import { openStudio } from '../open-studio.ts'
import { decodePng } from './png.ts'
import { tools } from './server.ts'

// Each test starts programs, slower on a busy machine.
vi.setConfig({ testTimeout: 90_000 })

let service: TestService
/** A server for the tests that buy nothing. */
let served: { readonly agent: Awaited<ReturnType<typeof startAgent>>; readonly folder: string }

beforeAll(async () => {
  service = await openTestService({ control: true })
  const folder = mkdtempSync(join(tmpdir(), 'atelier-test-'))
  served = { agent: await startAgent({ dataFolder: join(folder, 'data'), service }), folder }
})
afterAll(async () => {
  await served.agent.close()
  rmSync(served.folder, { recursive: true, force: true })
  await service.close()
})

const cheap = { prompt: 'a boat', resolution: '512p', duration: 6 }
const dear = { prompt: 'a ship', resolution: '1080p', duration: 10 }

const root = join(import.meta.dirname, '..', '..', '..')

interface Run {
  readonly submission_id: string
  readonly state: string
  readonly status: string
  readonly agent: string
  readonly files: readonly { readonly file_id: string; readonly path: string }[]
}

type Agent = Pick<Awaited<ReturnType<typeof openAgent>>, 'call'>

async function generate({ call }: Agent, key: string, values: object, model = 'v2') {
  const { quote_id } = await call('estimate', { model_id: model, values })
  return (await call('generate', { quote_id, key })).runs as readonly Run[]
}

async function finish({ call }: Agent, key: string) {
  for (;;) {
    const waited = await call('wait', { key, seconds: 45 })
    if (waited.is_done) return waited.runs as readonly Run[]
  }
}

/** A studio with a person at it, in this process. */
async function openWindow(dataFolder: string) {
  const opened = await openStudio({
    host: 'browser',
    dataFolder,
    chooseAccount: (settings) => accountAt(settings, service.url),
    allowsHttp: false,
    asksAgents: true,
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
  return { ...opened, close, ...createBridgeClient(opened.studio.procedures) }
}

function newFolder(): string {
  return join(temporaryFolder(), 'data')
}

test('[AGENT22] standard output holds the protocol alone, and nothing else loads its code', async () => {
  const words = ['mcp', '--data', newFolder(), '--service', service.url]
  const child = spawn(process.execPath, [join(root, 'main/hosts/cli/cli.mjs'), ...words], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, ATELIER_API_KEY: service.key },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const clientInfo = { name: 'by-hand', version: '1' }
  const initialize = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
  const calls = [
    { id: 1, method: 'initialize', params: initialize },
    { method: 'notifications/initialized' },
    {
      id: 2,
      method: 'tools/call',
      params: { name: 'estimate', arguments: { model_id: 'v2', values: cheap } },
    },
    { id: 3, method: 'tools/call', params: { name: 'get_model_schema', arguments: { model_id: 'none' } } },
  ]
  for (const one of calls)
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...one })}
`)
  const answers = new Map<number, unknown>()
  for await (const line of createInterface({ input: child.stdout })) {
    const message = JSON.parse(line) as { jsonrpc: string; id: number; result: unknown }
    expect(message.jsonrpc).toBe('2.0')
    answers.set(message.id, message.result)
    if (answers.size === 3) child.stdin.end()
  }
  expect(answers.get(2)).toMatchObject({ structuredContent: { verdict: 'free' } })
  expect(answers.get(3)).toMatchObject({ isError: true })

  const hook =
    'import{registerHooks as r}from"node:module";r({load(u,c,n){if(u.includes("modelcontextprotocol"))console.error("LOADED");return n(u,c)}})'
  const env = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(hook)}` }
  const other = await runProgram('main/hosts/cli/cli.mjs', ['accounts', '--data', newFolder()], { env }).ended
  expect(other).toMatchObject({ code: 0, err: expect.not.stringContaining('LOADED') })
  const start = runProgram('main/hosts/start.mjs', ['--browser', '--no-open', '--data', newFolder()], { env })
  await start.line(/127\.0\.0\.1/)
  start.process.kill('SIGTERM')
  expect((await start.ended).err).not.toContain('LOADED')
})

/** What the protocol, or the tool, says. */
async function refusalOf(answer: Promise<{ content: unknown }>): Promise<string> {
  return answer.then(
    ({ content }) => JSON.stringify(content),
    (error: Error) => error.message,
  )
}

test('[AGENT90] huge and hostile arguments are refused in a sentence, and the server goes on', async () => {
  const { agent } = served
  const ask = (values: unknown) => refusalOf(agent.raw('estimate', { model_id: 'v2', values }))
  let deep: unknown = 'x'
  for (let level = 0; level < 3_000; level += 1) deep = { a: deep }
  expect(await ask({ prompt: 'a'.repeat(20 * 1024 * 1024) })).toMatch(/larger than 4 MiB/)
  expect(await ask(deep)).toMatch(/nested too deeply/)
  expect(await ask(Array(200_000).fill(0))).toMatch(/more than 10,000 members/)
  expect(await ask({ prompt: 'a boat', constructor: 'x' })).toMatch(/constructor/)
  expect(await ask(JSON.parse('{"prompt":"a boat","__proto__":{"x":1}}'))).toMatch(
    /can’t be called __proto__/,
  )
  expect(await agent.call('estimate', { model_id: 'v2', values: { prompt: 'a boat' } })).toHaveProperty(
    'quote_id',
  )
}, 60_000)

test('[AGENT23] tools and fields are in snake case, annotated, and refuse unknown and oversized input', async () => {
  const { agent } = served
  const { tools: listed } = await agent.client.listTools()
  expect(listed.map(({ name }) => name)).toEqual([
    'list_models',
    'get_model_schema',
    'estimate',
    'generate',
    'wait',
    'cancel',
    'get_job',
    'list_jobs',
    'search_library',
    'contact_sheet',
    'rate',
    'spend',
  ])
  for (const { name, annotations, inputSchema, description } of listed) {
    expect(Object.keys(inputSchema.properties ?? {}).join(), name).toMatch(/^[a-z_,]*$/)
    expect(inputSchema.additionalProperties, name).toBe(false)
    expect(
      Object.values(annotations ?? {}).filter((hint) => typeof hint === 'boolean'),
      name,
    ).toHaveLength(4)
    expect(description, name).toBeTruthy()
  }
  const changing = listed.filter(({ annotations }) => !annotations?.readOnlyHint).map(({ name }) => name)
  expect(changing).toEqual(['generate', 'cancel', 'rate'])
  const refused = [
    await agent.raw('list_models', { surprise: true }),
    await agent.raw('wait', { key: 'key-of-a-boat', seconds: 46 }),
    await agent.raw('generate', { quote_id: 'x', key: 'short' }),
    await agent.raw('contact_sheet', { file_ids: Array.from({ length: 37 }, () => crypto.randomUUID()) }),
  ]
  for (const one of refused) expect(one.isError).toBe(true)
})

test('[AGENT60] waiting for, reading and canceling nothing, or two things at once, is refused', async () => {
  const { agent } = served
  const both = { key: 'key-of-a-boat', submission_id: crypto.randomUUID() }
  for (const [name, input] of [
    ['wait', {}],
    ['wait', { submission_ids: [] }],
    ['get_job', {}],
    ['get_job', both],
    ['cancel', {}],
    ['cancel', both],
  ] as const)
    expect(await agent.raw(name, input), name).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'run_unnamed' } },
    })
})

test('[AGENT66] models are listed page by page, with shortened descriptions', async () => {
  const { agent } = served
  const all = await agent.call('list_models')
  expect(all).toMatchObject({ next_cursor: null, total: (all.models as unknown[]).length })
  const listed: unknown[] = []
  for (let cursor: unknown = '0'; cursor !== null; ) {
    const page = await agent.call('list_models', { cursor, limit: 7 })
    expect((page.models as unknown[]).length).toBeLessThanOrEqual(7)
    listed.push(...(page.models as unknown[]))
    cursor = page.next_cursor
  }
  expect(listed).toEqual(all.models)
  expect((await agent.raw('list_models', { limit: 101 })).isError).toBe(true)
  expect((await agent.raw('list_models', { cursor: '__proto__' })).isError).toBe(true)
})

test('[AGENT24] deprecated models have a deprecation object, others none', async () => {
  const { agent } = served
  const { models } = (await agent.call('list_models')) as unknown as {
    models: { id: string; deprecation?: unknown }[]
  }
  expect(models.find(({ id }) => id === 'v2')?.deprecation).toMatchObject({ state: 'deprecated' })
  expect(models.find(({ id }) => id === 'i8')).not.toHaveProperty('deprecation')
  const schema = await agent.call('get_model_schema', { model_id: 'v2' })
  expect(schema).toMatchObject({
    deprecation: { state: 'deprecated', sunset_date: expect.stringMatching(/^2027/) },
    schema: { properties: { prompt: {} } },
  })
  expect(await agent.call('get_model_schema', { model_id: 'i8' })).not.toHaveProperty('deprecation')
})

test('[AGENT25] results are paths and links, and a contact sheet is one small image', async () => {
  const dataFolder = newFolder()
  const window = await openWindow(dataFolder)
  await window.want('settings.change', { agents: { askAbove: microUsd(5_000_000) } })
  const agent = await openAgent({ dataFolder, service })
  await generate(agent, 'key-of-a-boat', cheap)
  // A model without a listed price waits for the person.
  window.studio.pageOpened()
  expect(await generate(agent, 'key-of-a-fox', { prompt: 'a fox' }, 'i8')).toEqual([])
  const [request] = await window.want('agents.requests', {})
  await window.want('agents.answer', { requestId: request?.requestId ?? '', isAllowed: true })
  await finish(agent, 'key-of-a-boat')
  await finish(agent, 'key-of-a-fox')
  const found = await agent.raw('search_library', { limit: 10 })
  const { files } = found.structuredContent as { files: { file_id: string; path: string; kind: string }[] }
  expect(files.map(({ kind }) => kind).sort()).toEqual(['image', 'video'])
  for (const { path } of files) expect(existsSync(path)).toBe(true)
  expect(found.content.map(({ type }) => type)).toEqual(['text', 'resource_link', 'resource_link'])

  const sheet = await agent.raw('contact_sheet', { file_ids: files.map(({ file_id }) => file_id) })
  const image = sheet.content.find(({ type }) => type === 'image') as { data: string; mimeType: string }
  const png = Buffer.from(image.data, 'base64')
  expect(png.length).toBeLessThan(300_000)
  expect(decodePng(png)).toMatchObject({ width: 268, height: 136 })
  const cells = files.map(({ file_id, kind }, index) => {
    return { number: index + 1, file_id, is_shown: kind === 'image' }
  })
  expect(sheet.structuredContent).toEqual({ cells })

  const rated = await agent.call('rate', { file_ids: [files[0]?.file_id], rating: 4, flag: 'pick' })
  expect(rated).toMatchObject({ files: [{ rating: 4, flag: 'pick' }] })
  expect(await agent.call('search_library', { rating: 4 })).toMatchObject({ total: 1 })
  // A result is the input of the next run.
  const image_url = `atelier://file/${files.find(({ kind }) => kind === 'image')?.file_id}`
  expect(
    await agent.call('estimate', { model_id: 'i4', values: { prompt: 'a cat', image_url } }),
  ).toMatchObject({
    quote_id: expect.any(String),
  })
  const today = new Date().toISOString().slice(0, 10)
  expect(await agent.call('spend', { from: today, to: today })).toMatchObject({
    jobs: 2,
    settled_micro_usd: 100_000,
  })
})

test('[AGENT26] progress is sent where it is wanted, and waiting does without', async () => {
  const slow = await openTestService({ speed: 3 })
  onTestFinished(() => slow.close())
  const agent = await openAgent({ dataFolder: newFolder(), service: slow })
  await generate(agent, 'key-of-a-boat', cheap)
  const progress: number[] = []
  const waited = await agent.client.callTool(
    { name: 'wait', arguments: { key: 'key-of-a-boat', seconds: 5 } },
    { onprogress: (one) => progress.push(one.progress) },
  )
  expect(progress.length).toBeGreaterThan(0)
  expect(waited.structuredContent).toMatchObject({ is_done: false })
  const plain = await agent.call('wait', { key: 'key-of-a-boat', seconds: 0 })
  expect(plain).toMatchObject({ runs: [{ agent: 'test-agent' }] })
})

test('[AGENT27] a server that is killed amid a run finds it again by its key, with one paid request', async () => {
  const dataFolder = newFolder()
  const counted = await openTestService({ control: true, speed: 20 })
  onTestFinished(() => counted.close())
  const first = await openAgent({ dataFolder, service: counted })
  const { quote_id } = await first.call('estimate', { model_id: 'v2', values: cheap })
  const [run] = (await first.call('generate', { quote_id, key: 'key-of-a-boat' })).runs as readonly Run[]
  await vi.waitUntil(() => counted.posts.length > 0, 30_000)
  process.kill(first.pid ?? 0, 'SIGKILL')

  const second = await openAgent({ dataFolder, service: counted })
  // The old quote is forgotten with the server, and the run is not.
  const [again] = (await second.call('generate', { quote_id, key: 'key-of-a-boat' })).runs as readonly Run[]
  expect(again?.submission_id).toBe(run?.submission_id)
  expect((await generate(second, 'key-of-a-boat', cheap)).map(({ submission_id }) => submission_id)).toEqual([
    run?.submission_id,
  ])
  await finish(second, 'key-of-a-boat')
  expect(counted.posts.filter((path) => path.includes('/generate/'))).toHaveLength(1)
})

test('[AGENT28] two agents at once have one studio and one budget, and each its own runs', async () => {
  const dataFolder = newFolder()
  const [one, other] = await Promise.all([
    openAgent({ dataFolder, service, name: 'agent one' }),
    openAgent({ dataFolder, service, name: 'agent two' }),
  ])
  const before = service.posts.length
  await Promise.all([
    generate(one, 'key-of-agent-1', cheap),
    generate(other, 'key-of-agent-2', { ...cheap, prompt: 'a plane' }),
    generate(one, 'key-of-both', { ...cheap, prompt: 'a car' }),
    generate(other, 'key-of-both', { ...cheap, prompt: 'a car' }),
  ])
  await Promise.all(['key-of-agent-1', 'key-of-agent-2', 'key-of-both'].map((key) => finish(one, key)))
  const { runs } = (await other.call('list_jobs')) as unknown as { runs: readonly Run[] }
  expect(runs.map(({ agent }) => agent).filter((name) => name === 'agent two').length).toBeGreaterThan(0)
  expect(runs).toHaveLength(3)
  expect(service.posts.length - before).toBe(3)
  const quoted = await other.call('estimate', { model_id: 'v2', values: cheap })
  expect(quoted).toMatchObject({ budget: { committed_micro_usd: 300_000 } })
})

test('[AGENT20] a person who opens Atelier is given the folder, and the agent goes on through their studio', async () => {
  const dataFolder = newFolder()
  const agent = await openAgent({ dataFolder, service })
  await generate(agent, 'key-of-a-boat', cheap)
  const window = await openWindow(dataFolder)
  await finish(agent, 'key-of-a-boat')
  await window.want('settings.change', { agents: { askAbove: microUsd(500_000) } })
  expect(
    await agent.raw('generate', { ...(await quoteOf(agent, dear)), key: 'key-of-a-ship' }),
  ).toMatchObject({
    isError: true,
    structuredContent: { error: { code: 'agent_no_window' } },
  })
  await window.close()
  expect(await finish(agent, 'key-of-a-boat')).toMatchObject([{ status: 'completed' }])
})

async function quoteOf({ call }: Agent, values: object) {
  const { quote_id } = await call('estimate', { model_id: 'v2', values })
  return { quote_id }
}

test('[AGENT21] the door takes calls with its token, for its host, from no web page, of what is open to agents', async () => {
  const dataFolder = newFolder()
  await openWindow(dataFolder)
  const { port, token } = await vi.waitUntil(() => readDoorAddress(dataFolder), 10_000)
  const call = async (procedure: string, headers: Record<string, string>, input: object = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}/call/${procedure}`, {
      method: 'POST',
      body: JSON.stringify(input),
      headers,
    })
    return { status: response.status, body: response.status === 200 ? await response.json() : null }
  }
  const good = { authorization: `Bearer ${token}` }
  expect(await call('studio.status', good)).toMatchObject({ status: 200, body: { ok: true } })
  for (const bad of [{}, { authorization: 'Bearer x' }, { ...good, origin: 'http://127.0.0.1' }])
    expect((await call('studio.status', bad)).status).toBe(403)
  const elsewhere = await fetch(`http://localhost:${port}/call/studio.status`, {
    method: 'POST',
    headers: good,
  })
  expect(elsewhere.status).toBe(403)
  for (const procedure of [
    'settings.change',
    'settings.read',
    'agents.answer',
    'jobs.confirm',
    'jobs.sendAgain',
  ])
    expect(await call(procedure, good)).toMatchObject({
      body: { ok: false, error: { code: 'not_supported_here' } },
    })
})

test('[AGENT29] a server that names another account than the owner’s is refused', async () => {
  const dataFolder = newFolder()
  await openWindow(dataFolder)
  const agent = await openAgent({ dataFolder, service, words: ['--account', 'sandbox'] })
  const refused = await agent.raw('list_models')
  expect(refused.isError).toBe(true)
  expect(JSON.stringify(refused.content)).toContain('active')
})

test('[AGENT34] a server that names an account stays with it while the window switches', async () => {
  const dataFolder = newFolder()
  const { call } = await openWindow(dataFolder)
  const agent = await openAgent({ dataFolder, service })
  const { quote_id } = await agent.call('estimate', { model_id: 'v2', values: cheap })
  // What the command line names is an account of the settings once it is connected.
  const own = await call('accounts.connect', { baseUrl: service.url, key: service.key, consent: true })
  const accountId = (own.ok && own.value.service.accountId) || ''
  const other = await openTestService()
  onTestFinished(() => other.close())
  expect(
    await call('accounts.connect', { baseUrl: other.url, name: 'Other', key: other.key, consent: true }),
  ).toMatchObject({
    ok: true,
  })
  for (const [name, input] of [
    ['list_models', {}],
    ['generate', { quote_id, key: 'key-of-a-boat' }],
    ['estimate', { model_id: 'v2', values: cheap }],
  ] as const) {
    const refused = await agent.raw(name, input)
    expect([refused.isError, JSON.stringify(refused.content)]).toEqual([
      true,
      expect.stringContaining('active'),
    ])
  }
  expect(await call('accounts.use', { accountId })).toMatchObject({ ok: true })
  const runs = (await agent.call('generate', { quote_id, key: 'key-of-a-boat' })).runs
  expect(runs).toHaveLength(1)
})

test('every tool of the table has words of its own', () => {
  expect(new Set(tools.map(({ description }) => description)).size).toBe(tools.length)
})
