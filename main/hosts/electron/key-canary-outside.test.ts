import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createBridgeClient } from '../../../shared/bridge/client.ts'
import { archiveRoute, diagnosticsRoute } from '../../../shared/bridge/media-routes.ts'
import { exportChoicesSchema } from '../../../shared/library/export-choices.ts'
import { procedureSamples } from '../../../shared/testing/bridge-samples.ts'
import { canaryKeys, findCanary } from '../../testing/key-canary.ts'
import { runInProcess } from '../../testing/run-in-process.ts'
import { plainPng } from '../../testing/sample-media.ts'
import { sampleJob } from '../../testing/sample-submission.ts'
import { openSpyHttpServer } from '../../testing/spy-http-server.ts'
import { endDesktop, startDesktop } from '../../testing/start-desktop.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { pageOrigin } from './page-scheme.ts'

vi.setConfig({ testTimeout: 120_000 })
afterEach(() => vi.restoreAllMocks())

const [key] = canaryKeys
const jobId = '0199a4d2-7b1c-7c3e-8f00-112233445566'
const runs = ['0199a4d2-7b1c-7c3e-8f00-112233445571', '0199a4d2-7b1c-7c3e-8f00-112233445572'] as const

/** A service that repeats the key wherever it can: in headers, jobs, errors and beside results. */
async function openRepeatingService() {
  const service = await openSpyHttpServer((request, response) => void reply(request, response))
  onTestFinished(() => service.close())

  async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url = '' } = request
    let body = ''
    for await (const chunk of request) body += chunk
    const said = `Bearer ${key}`
    response.setHeader('X-Request-Id', said)
    response.setHeader('ETag', `"${key}"`)
    const json = (status: number, value: object) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))
    if (url.startsWith('/files/')) {
      response.writeHead(200, { 'Content-Type': 'image/png' }).end(plainPng())
      return
    }
    if (url.endsWith('/openapi.json')) return void json(200, description(said))
    const isKnown = request.headers.authorization === `Bearer ${key}`
    if (!isKnown) return void json(401, { error: said })
    if (method === 'POST' && body.includes('refused')) return void json(400, { error: said, message: said })
    const job = sampleJob({
      job_id: jobId,
      ...(method === 'GET' && {
        status: 'completed' as const,
        progress: 1,
        completed_at: '2026-11-20T12:01:00Z',
        result: { urls: [`${service.url}/files/boat.png`] } as never,
      }),
    })
    if (url.startsWith('/generate/') || url === `/jobs/${jobId}`)
      return void json(200, { ...job, note: said })
    json(404, { error: said, message: said })
  }
  return service
}

function description(said: string): object {
  const post = { summary: said, description: said, operationId: said }
  return {
    openapi: '3.1.0',
    info: { title: said, version: '1' },
    paths: { '/generate/image/sandbox/i3': { post } },
  }
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
}

test('[SEC382] a key that the service repeats is in no export, archive, recipe, answer to agents, refusal, notification or output', async () => {
  const left: string[] = []
  const note = (what: string, value: unknown) => void left.push(`${what}: ${inspect(value, { depth: 20 })}`)
  for (const level of ['error', 'warn', 'log', 'info', 'debug'] as const)
    vi.spyOn(console, level).mockImplementation((...words: unknown[]) => note('console', words))
  const service = await openRepeatingService()
  const data = temporaryFolder()
  const { bridge, electron } = await startDesktop({ switches: { data } })
  bridge.subscribe((event) => note('event', event))
  const studio = createBridgeClient(bridge.call)
  expect(await bridge.call('accounts.connect', { baseUrl: service.url, key })).toMatchObject({ ok: true })

  for (const [index, submissionId] of runs.entries()) {
    const values = { prompt: index === 0 ? 'a boat' : 'refused' }
    const one = { submissionIds: [submissionId], modelId: 'i3', values }
    await studio.want('jobs.confirm', { ...one, estimate: { kind: 'unlisted' } })
  }
  const done = async () => {
    const { submissions } = await studio.want('jobs.list', { limit: 10 })
    return submissions.map(({ state, files }) => [state, ...files.map((file) => file.state)].join(' ')).sort()
  }
  await expect.poll(done, { timeout: 60_000 }).toEqual(['accepted saved', 'rejected'])
  const { submissions } = await studio.want('jobs.list', { limit: 10 })
  note('jobs', submissions)
  const fileIds = submissions.flatMap(({ files }) => files.map(({ fileId }) => fileId))

  // What is exported, packed or proofed.
  const folder = join(temporaryFolder(), 'exports')
  await mkdir(folder)
  const choices = exportChoicesSchema.parse({ folder })
  const which = { fileIds }
  const { exportId } = await studio.want('export.start', { which, choices })
  const exported = async () => (await studio.want('export.current', {}))?.state
  await expect.poll(exported, { timeout: 30_000 }).toBe('done')
  note('export', [exportId, await studio.want('export.current', {})])
  expect(filesIn(folder).length).toBeGreaterThan(0)
  const proof = procedureSamples['proof.pack'].input
  const tickets = [
    await studio.want('library.pack', { fileIds }),
    await studio.want('export.pack', { which, choices }),
    await studio.want('proof.pack', { ...proof, which }),
  ]
  const serve = electron.routes.get('atelier')
  for (const { ticket } of tickets) {
    const archive = await serve?.(new Request(`${pageOrigin}${archiveRoute(ticket ?? '')}`))
    expect(archive?.status).toBe(200)
    left.push(Buffer.from((await archive?.arrayBuffer()) ?? new ArrayBuffer()).toString('latin1'))
  }
  const diagnostics = await serve?.(new Request(`${pageOrigin}${diagnosticsRoute}`))
  expect(diagnostics?.status).toBe(200)
  note('diagnostics', [[...(diagnostics?.headers ?? [])], await diagnostics?.text()])
  note('captions', await studio.want('export.captions', { which, from: 0 }))
  note('recipes', await bridge.call('recipes.export', procedureSamples['recipes.export'].input))

  // What is refused, with the key where it doesn't belong.
  for (const procedure of ['accounts.connect', 'accounts.test', 'accounts.change', 'settings.change', key])
    for (const input of [
      key,
      { key: [key] },
      { baseUrl: key, key },
      { [key]: key },
      { baseUrl: 'http://[', key },
    ])
      note(procedure === key ? 'nonsense' : procedure, await bridge.call(procedure, input))

  // What other programs ask for, and get.
  const given = [`atelier://job/${jobId}`, `atelier://job/${key}`, `atelier://${key}`]
  electron.app.emit('second-instance', {}, [], '/', { given })
  note('links', await bridge.call('desktop.takeOpened', {}))
  await bridge.call('settings.change', { agents: { isHttpOn: true } })
  const address = join(data, 'agents-http.json')
  await vi.waitUntil(() => existsSync(address), 10_000)
  const { url, token } = JSON.parse(readFileSync(address, 'utf8')) as { url: string; token: string }
  const callAgent = async (method: string, params: object) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const text = await response.text()
    left.push(`agent ${text}`)
    return text
  }
  const tools = [...(await callAgent('tools/list', {})).matchAll(/"name":"([a-z_]+)"/g)].map(
    ([, name]) => name,
  )
  expect(tools).toContain('get_job')
  for (const name of tools.filter((one) => one !== 'wait'))
    for (const args of [
      {},
      { job_id: jobId, submission_id: runs[1], query: 'boat', model_id: 'i3', values: { prompt: 'x' } },
    ])
      await callAgent('tools/call', { name, arguments: args })

  note('outside', [electron.shown, electron.notifications, electron.menus, electron.trays])
  expect(electron.notifications.length).toBeGreaterThan(0)
  await endDesktop(electron)

  // The command line, on the same library.
  const at = ['--data', data]
  const to = [...at, '--service', service.url]
  for (const words of [
    ['jobs', ...at, '--json'],
    ['library', ...at, '--json'],
    ['spend', ...at, '--json'],
    ['accounts', ...at],
    ['models', ...to],
    ['usage', ...to],
    ['generate', 'i3', '--set', 'prompt=refused', ...to],
    ['generate', 'none', '--set', 'prompt=x', ...to],
    ['export', '--search', 'boat', '--out', join(folder, 'again'), ...at],
    ['nonsense'],
  ]) {
    const { out, err } = await runInProcess(words, { key })
    expect([words[0], (out + err).length > 0]).toEqual([words[0], true])
    left.push(`cli ${words[0]} ${out} ${err}`)
  }

  for (const text of left) expect(findCanary(text) && text.slice(0, 2000)).toBeUndefined()
  for (const path of [...filesIn(folder), ...filesIn(data)])
    expect([path, findCanary(readFileSync(path, 'latin1'))]).toEqual([path, undefined])
})
