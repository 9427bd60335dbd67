import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { microUsd } from '../shared/pricing/money.ts'
import { type DescribedService, openDescribedService } from './testing/described-service.ts'
import { runInProcess } from './testing/run-in-process.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'
import { openTestStudio } from './testing/test-studio.ts'

// A whole studio, the command line and two services.
vi.setConfig({ testTimeout: 120_000 })

const fields = { prompt: { type: 'string' }, mood: { type: 'string' } }
const changedFields = { prompt: { type: 'string' }, palette: { type: 'string', default: 'warm' } }

/** One model at a price in dollars. */
function describing(amount: number, properties: object = fields): object {
  const schema = { type: 'object', properties, required: ['prompt'], additionalProperties: false }
  return {
    openapi: '3.1.0',
    info: { title: 'A service that changes', version: 'v1' },
    paths: {
      '/generate/image/acme/canvas': {
        post: {
          summary: 'Canvas',
          requestBody: { content: { 'application/json': { schema } } },
          'x-acme-pricing': {
            type: 'fixed',
            currency: 'USD',
            unit: 'request',
            price_points: [{ amount, dimensions: {} }],
          },
        },
      },
    },
  }
}

const modelId = 'acme-canvas'
const values = { prompt: 'a quiet sea' }
const at = (microUsdEach: number) => ({ kind: 'exact' as const, microUsd: microUsd(microUsdEach) })
const submissionIds = (count: number) => Array.from({ length: count }, () => crypto.randomUUID())
const bodies = ({ posts }: DescribedService) => posts.map(({ body }) => body)

async function openService(document: object): Promise<DescribedService> {
  const service = await openDescribedService(document)
  onTestFinished(() => service.close())
  return service
}

test('[CAT64] [CAT65] [CAT67] [CAT126] while a description changes, nothing is sent at another price before a person was asked, by whichever way it came', async () => {
  const changing = await openService(describing(0.1))
  const steady = await openService(describing(0.3))
  const studio = await openTestStudio({
    folder: join(temporaryFolder(), 'data'),
    service: { url: steady.url, key: 'k' },
  })
  onTestFinished(() => studio.close())
  await studio.want('accounts.connect', { baseUrl: changing.url, key: 'k', consent: true })
  const first = changing.url
  const confirm = (price: number, more: object = {}) =>
    studio.call('jobs.confirm', {
      submissionIds: submissionIds(1),
      modelId,
      values,
      estimate: at(price),
      ...more,
    })
  /** The command line with a folder of its own that has seen the description as it was. */
  const data = join(temporaryFolder(), 'data')
  const atelier = (...words: string[]) =>
    runInProcess([...words, '--service', changing.url, '--data', data], { key: 'k' })
  const generate = ['generate', modelId, '--set', 'prompt=a quiet sea']

  expect(await atelier(...generate)).toMatchObject({ code: 0 })
  expect((await atelier('estimate', modelId, '--set', 'prompt=x')).out).toContain('0.10')

  await studio.want('jobs.pause', {})
  const list = submissionIds(3)
  await studio.want('jobs.confirmBatch', {
    batchId: crypto.randomUUID(),
    runs: list.map((submissionId) => ({ submissionId, modelId, values, estimate: at(100_000) })),
    sheet: null,
  })
  const quote = await studio.want('agents.estimate', { modelId, values, count: 2 })
  expect(quote.estimate).toEqual(at(100_000))
  changing.posts.length = 0

  changing.describe(describing(0.14, changedFields))
  await studio.want('accounts.test', {})
  const [listed] = await studio.want('catalog.list', {})
  expect(listed).toMatchObject({ id: modelId })
  const detail = await studio.want('catalog.model', { modelId })
  expect(Object.keys(detail.schema.properties ?? {})).toEqual(['prompt', 'palette'])

  // The agent's quote from before.
  const old = await studio.call('agents.generate', {
    agent: 'agent',
    quoteId: quote.quoteId,
    key: 'key-of-a-sea',
  })
  expect(old).toMatchObject({ ok: false, error: { code: 'price_changed' } })
  const renewed = await studio.want('agents.estimate', { modelId, values, count: 2 })
  expect(renewed.estimate).toEqual(at(140_000))
  const fresh = await studio.call('agents.generate', {
    agent: 'agent',
    quoteId: renewed.quoteId,
    key: 'key-of-a-sea',
  })
  expect(fresh).toMatchObject({ ok: false, error: { cause: { code: 'models_changed' } } })

  // The form, as it was and as it is.
  expect(await confirm(100_000)).toMatchObject({ ok: false, error: { code: 'price_changed' } })
  const asked = await confirm(140_000)
  expect(asked).toMatchObject({
    ok: false,
    error: { code: 'asks_first', objection: { question: 'changed' } },
  })

  // The list that waits.
  await studio.want('jobs.resume', {})
  for (const id of list)
    expect(await studio.until(id, ({ problem }) => problem !== null)).toMatchObject({
      state: 'confirmed',
      problem: { code: 'price_changed' },
    })
  expect(changing.posts).toEqual([])

  // The command line: today's price, and a question in words.
  expect((await atelier('models')).out).toContain('0.14')
  expect((await atelier('estimate', modelId, '--set', 'prompt=x')).out).toContain('0.14')
  const refused = await atelier(...generate)
  expect(refused.code).not.toBe(0)
  expect(refused.err).toMatch(/--yes/)
  expect(refused.err).toMatch(/\$0\.10.*\$0\.14/)
  expect(changing.posts).toEqual([])
  expect(await atelier(...generate, '--yes')).toMatchObject({ code: 0 })

  // The other account knows nothing of it.
  await studio.want('accounts.connect', { baseUrl: steady.url, key: 'k', consent: true })
  expect(await confirm(300_000, { account: first })).toMatchObject({ ok: false })
  const elsewhere = await studio.call('agents.generate', {
    agent: 'agent',
    quoteId: renewed.quoteId,
    key: 'key-of-a-hill',
  })
  expect(elsewhere).toMatchObject({ ok: false })
  const other = await confirm(300_000)
  expect(other).toMatchObject({ ok: true })
  if (other.ok) await studio.until(other.value[0]?.submissionId ?? '', ({ state }) => state === 'accepted')
  expect(bodies(steady)).toEqual([values])

  // A yes is one to what was shown; then it goes.
  await studio.want('accounts.use', { accountId: first })
  const again = await confirm(140_000)
  const digest = again.ok ? undefined : again.error.objection?.changed?.digest
  expect(digest).toEqual(expect.any(String))
  expect(await confirm(140_000, { agreed: ['changed'], seenChanges: 'of something else' })).toMatchObject({
    ok: false,
    error: { code: 'asks_first' },
  })
  const yes = await confirm(140_000, { agreed: ['changed'], seenChanges: digest })
  expect(yes).toMatchObject({ ok: true })
  if (yes.ok) await studio.until(yes.value[0]?.submissionId ?? '', ({ state }) => state === 'accepted')
  const allowed = await studio.want('agents.estimate', { modelId, values, count: 1 })
  expect(
    await studio.call('agents.generate', { agent: 'agent', quoteId: allowed.quoteId, key: 'key-of-a-hill' }),
  ).toMatchObject({ ok: true })
  for (const id of list)
    expect(await studio.want('jobs.get', { submissionId: id })).toMatchObject({ state: 'confirmed' })
})
