import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { diagnosticsRoute } from '../shared/bridge/media-routes.ts'
import { settingsSchema } from '../shared/settings/settings.ts'
import { eventSamples } from '../shared/testing/bridge-samples.ts'
import { createDiagnostics, type DiagnosticsDeps } from './engine/diagnostics.ts'
import { openSpyHttpServer } from './testing/spy-http-server.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'
import { isHome, openTestService, openTestStudio } from './testing/test-studio.ts'

// Opens a studio and makes a run in the sandbox.
vi.setConfig({ testTimeout: 60_000 })

/** What is written somewhere before the diagnostics are saved, each with its place. */
const written = {
  prompt: 'secret-prompt-of-a-boat',
  note: 'secret-note-on-a-file',
  tag: 'secret-tag',
  accountName: 'secret-account',
  accountPath: 'secret-path',
  publicUrl: 'secret-tunnel',
  modelPath: 'secret-model-path',
  key: 'sk-secret-key-0123456789',
  usageKey: 'sk-secret-usage-9876543210',
} as const

async function openWithSecrets() {
  const service = await openTestService()
  onTestFinished(() => service.close())
  const folder = join(temporaryFolder(), 'secret-folder')
  const opened = await openTestStudio({ folder, service })
  onTestFinished(() => opened.close())
  const { want, studio } = opened
  const values = { prompt: written.prompt }
  const submissionId = randomUUID()
  await want('jobs.confirm', {
    submissionIds: [submissionId],
    modelId: 'i3',
    values,
    estimate: { kind: 'unlisted' },
  })
  const { files } = await opened.until(submissionId, isHome)
  const fileId = files[0]?.fileId ?? ''
  await want('notes.set', { fileId, note: written.note })
  const tagged = { fileIds: [fileId], name: written.tag, isOn: true }
  await want('tags.change', { changes: [tagged] })
  const { webhooks } = settingsSchema.parse({})
  const publicUrl = `https://${written.publicUrl}.example/${written.publicUrl}`
  await want('settings.change', {
    webhooks: { ...webhooks, enabled: true, port: 0, publicUrl },
    modelPaths: { i3: `/generate/image/${written.modelPath}/i3` },
  })
  await expect.poll(async () => (await want('studio.status', {})).receiver.state).toBe('listening')
  const other = await openSpyHttpServer(({ url = '', headers }, response) => {
    if (url.includes('/usage')) return response.writeHead(400).end('{"error":"x"}')
    const isKnown = headers.authorization === `Bearer ${written.key}`
    return response.writeHead(isKnown ? 404 : 401).end('{"error":"None."}')
  })
  onTestFinished(() => other.close())
  await want('accounts.connect', {
    baseUrl: `${other.url}/${written.accountPath}`,
    name: written.accountName,
    key: written.key,
    usageKey: written.usageKey,
    onlySession: true,
  })
  const read = () => studio.mediaRoutes(new Request(`http://127.0.0.1${diagnosticsRoute}`))
  return { service, other, folder, fileId, submissionId, read, studio }
}

test('[HOST383] diagnostics have versions, counts, sizes and states', async () => {
  const { read, other } = await openWithSecrets()
  const response = await read()
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="atelier-diagnostics-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.json"$/,
  )
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await response.json()).toMatchObject({
    diagnostics: 1,
    atelier: { version: '0.0.0', host: 'cli' },
    machine: { platform: process.platform, node: process.versions.node, sqlite: process.versions.sqlite },
    disk: { 'library.sqlite': expect.any(Number), free: expect.any(Number) },
    library: { runs: { accepted: 1 }, files: { saved: { count: 1, bytes: expect.any(Number) } } },
    work: { jobsRunning: 0, jobsWaiting: 0 },
    service: { kind: 'service', address: other.url, health: { state: expect.any(String) } },
    delivery: { state: 'listening' },
    settings: { theme: 'dark', accounts: 1, modelPaths: 1, webhooks: { enabled: true, hasPublicUrl: true } },
  })
})

test('[HOST384] diagnostics hold no key, token, prompt, note, name, path or id of what is in the library', async () => {
  const { read, service, folder, fileId, submissionId, studio } = await openWithSecrets()
  const text = await (await read()).text()
  for (const secret of [...Object.values(written), 'secret', service.key, service.usageKey])
    expect(text).not.toContain(secret)
  for (const known of [folder, fileId, submissionId, written.key.slice(-4)]) expect(text).not.toContain(known)
  for (const name of ['', 'other.json', 'atelier.json.txt'])
    expect((await studio.mediaRoutes(new Request(`http://127.0.0.1/media/diagnostics/${name}`))).status).toBe(
      404,
    )
})

test('[HOST384] words of others, and the path and password of an address, are left out; a library that can’t be read is named', async () => {
  const sample = eventSamples['studio.changed']
  const status = {
    ...sample,
    hold: { reason: 'unauthorized' as const, message: 'secret words', until: null },
    service: {
      ...sample.service,
      failure: 'secret words',
      chosenUrl: 'https://me:secret@service.example:444/secret?secret=1',
    },
  }
  const diagnostics = createDiagnostics({
    clock: { now: () => 0 },
    status: () => status,
    settings: () => settingsSchema.parse({}),
    machine: () => ({}),
    disk: async () => ({}),
    figures() {
      throw new Error('secret words of the disk')
    },
    storageFailureOf: () => 'damaged',
    mask: (value: unknown) => value,
  } as unknown as DiagnosticsDeps)
  const text = await (await diagnostics()).text()
  expect(text).not.toContain('secret')
  expect(JSON.parse(text)).toMatchObject({
    library: { unreadable: 'damaged' },
    work: { hold: { reason: 'unauthorized' } },
    service: { address: 'https://service.example:444', failure: 'in words' },
  })
})
