import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDescribedService } from './testing/described-service.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'
import { openTestStudio, type TestStudio } from './testing/test-studio.ts'

// A whole studio with a whole service. Each step awaits an event: the limit ends a hang.
vi.setConfig({ testTimeout: 120_000 })

const neverStarted = { url: 'http://127.0.0.1:9', key: 'none' }

function describing(name: string) {
  const schema = { type: 'object', properties: { prompt: { type: 'string' } } }
  const requestBody = { content: { 'application/json': { schema } } }
  return { openapi: '3.1.0', paths: { [`/generate/image/forge/${name}`]: { post: { requestBody } } } }
}

/** A page of documents, which is no service. */
async function openDocs(document: object) {
  const keys: (string | undefined)[] = []
  const server = createServer((request, response) => {
    keys.push(request.headers.authorization)
    const isThere = request.url === '/spec.yaml'
    // JSON is YAML as well.
    response.writeHead(isThere ? 200 : 404).end(isThere ? `# A description\n${JSON.stringify(document)}` : '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return { url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`, keys }
}

async function modelsOf(studio: TestStudio): Promise<string[]> {
  const listed = await studio.call('catalog.list', {})
  return listed.ok ? listed.value.map(({ id }) => id).filter((id) => id.startsWith('forge')) : []
}

test('[CAT342] a description is read at a URL of its own, without the key, also after a restart', async () => {
  const service = await openDescribedService(null)
  onTestFinished(service.close)
  const docs = await openDocs(describing('far'))
  const folder = join(temporaryFolder(), 'data')
  const studio = await openTestStudio({ folder, service: neverStarted })
  const connected = await studio.call('accounts.connect', { baseUrl: service.url, key: 'k', consent: true })
  expect(connected).toMatchObject({ ok: true })
  expect(await modelsOf(studio)).toEqual([])
  const wrong = { type: 'url', url: `${docs.url}/nothing.json` } as const
  expect(await studio.call('accounts.describe', { source: wrong })).toMatchObject({
    ok: true,
    value: { service: { descriptionFault: 'absent' } },
  })
  const secret = { type: 'url', url: docs.url.replace('//', '//me:hunter2@') } as const
  expect(await studio.call('accounts.describe', { source: secret })).toMatchObject({
    ok: false,
    error: { code: 'invalid_input' },
  })
  const source = { type: 'url', url: `${docs.url}/spec.yaml` } as const
  expect(await studio.call('accounts.describe', { source })).toMatchObject({
    ok: true,
    value: { service: { described: true, descriptionFault: null } },
  })
  expect(await modelsOf(studio)).toEqual(['forge-far'])
  await studio.close()
  const later = await openTestStudio({ folder, service: neverStarted })
  expect(await modelsOf(later)).toEqual(['forge-far'])
  expect(await later.call('accounts.describe', { source: { type: 'service' } })).toMatchObject({
    ok: true,
    value: { service: { descriptionFault: 'absent' } },
  })
  expect(new Set(docs.keys)).toEqual(new Set([undefined]))
  await later.close()
})

test('[CAT342] a description from a file is used and kept, and a bad one costs only itself', async () => {
  const service = await openDescribedService(null)
  onTestFinished(service.close)
  const folder = join(temporaryFolder(), 'data')
  const studio = await openTestStudio({ folder, service: neverStarted })
  const load = (text: string) => studio.call('accounts.describe', { source: { type: 'text', text } })
  expect(await load('{}')).toMatchObject({ ok: false, error: { code: 'invalid_input' } })
  await studio.call('accounts.connect', { baseUrl: service.url, key: 'k', consent: true })
  const faultOf = async (text: string) => {
    const result = await load(text)
    return result.ok ? result.value.service.descriptionFault : result.error
  }
  expect(await faultOf(JSON.stringify(describing('near')))).toBeNull()
  expect(await modelsOf(studio)).toEqual(['forge-near'])
  expect(await faultOf('{"swagger":"2.0","paths":{}}')).toBe('swagger_2')
  expect(await faultOf('<!doctype html><html></html>')).toBe('html')
  expect(await faultOf(JSON.stringify(describing('near')).slice(0, 60))).toBe('half')
  expect(await faultOf(`{"openapi":"3.1.0","paths":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`)).toBe(
    'too_deep',
  )
  expect(await modelsOf(studio)).toEqual(['forge-near'])
  await studio.close()
  const later = await openTestStudio({ folder, service: neverStarted })
  expect(await modelsOf(later)).toEqual(['forge-near'])
  // The service's own comes first.
  service.describe(describing('own'))
  await later.call('accounts.use', { accountId: service.url })
  expect(await modelsOf(later)).toEqual(['forge-own'])
  await later.close()
})
