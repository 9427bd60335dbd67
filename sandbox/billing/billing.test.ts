import { afterEach, beforeEach, expect, test } from 'vitest'
import { microUsd, usd } from '../../shared/pricing/money.ts'
import { videoSeconds } from '../media/render-order.ts'
import { findModelById } from '../models/served-models.ts'
import { type OpenSandbox, openSandbox } from '../testing/open-sandbox.ts'
import { priceOfJob } from './price-of-job.ts'

let open: OpenSandbox

beforeEach(() => {
  open = openSandbox()
})

afterEach(() => open.close())

function price(id: string, request: Record<string, unknown>) {
  const model = findModelById(id)
  if (!model) throw new Error(`No model ${id}`)
  return priceOfJob(model, { prompt: 'x', ...request })
}

test.each([
  ['v1', { resolution: '1080p', duration: 5 }, 3.413],
  ['v1', { resolution: '480p', duration: 4, reference_videos: ['https://e.com/a.mp4'] }, 0.3236],
  ['v1', {}, 0.5392],
  ['v2', { resolution: '512p', duration: 7 }, 0.315],
  ['v4', { resolution: '480p', duration: 10 }, 0.8],
  ['v5', { resolution: '768p', duration: 10 }, 0.32],
  ['v2', { resolution: '512p', duration: 6.5 }, 0.315],
  ['v2', { resolution: '1080p', duration: 9.999 }, 0.9],
  ['v6', { resolution: '768p', duration: 6 }, 0.28],
  ['v6', { resolution: '768p', duration: 6.000001 }, 0.56],
  ['v6', { resolution: '768p', duration: 7 }, 0.56],
  ['v6', { resolution: '1080p', duration: 9 }, 0.49],
  ['v7', { resolution: '480p', duration: 1.234567 }, 0.061728],
  ['v7', { resolution: '480p' }, 0.2],
  ['v4', {}, 0.32],
  ['v6', {}, 0.28],
  ['v10', { generate_audio: true }, 0.7],
  ['v10', {}, 0.35],
  ['i2', { resolution: '2k' }, 0.075],
  ['i2', {}, 0.04],
  ['i3', {}, 0],
])('%s %o costs %d USD', (id, request, dollars) => {
  expect(price(id, request)).toBe(usd(dollars))
})

test.each([
  ['v1', 4],
  ['v2', 6],
  ['v3', 4],
  ['v4', 4],
  ['v5', 6],
  ['v7', 4],
  ['v8', 5],
  ['v9', 5],
  ['v10', 5],
])('%s makes a video of %d s where no length is requested', (modelId, seconds) => {
  expect(videoSeconds({ modelId, request: { prompt: 'x' } })).toBe(seconds)
})

test('a completed job takes its price from the balance, once', async () => {
  const { workspace, billing } = open.sandbox
  const before = billing.balance(workspace.id)
  await open.run('/generate/image/sandbox/i2', { prompt: 'menu', resolution: '2k' })
  expect(billing.balance(workspace.id)).toBe(before - 75_000)
})

test('an empty balance refuses new requests with 402 while running jobs finish', async () => {
  const { workspace, billing } = open.sandbox
  const body = { prompt: 'menu' }
  billing.setBalance(workspace.id, microUsd(1))
  const accepted = await open.post('/generate/image/sandbox/i2', body)
  billing.setBalance(workspace.id, microUsd(0))
  const { job_id } = (await accepted.json()) as { job_id: string }
  const refused = await open.post('/generate/image/sandbox/i2', body)
  expect(refused.status).toBe(402)
  expect(Object.keys((await refused.json()) as object)).toEqual(['message'])
  await expect
    .poll(async () => ((await (await open.get(`/jobs/${job_id}`)).json()) as { status: string }).status)
    .toBe('completed')
  expect(billing.balance(workspace.id)).toBe(-40_000)
})
