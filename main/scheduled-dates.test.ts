import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { migrateValues } from '../shared/catalog/migrate-values.ts'
import { estimate } from '../shared/pricing/estimate.ts'
import { createFakeClock, type FakeClock } from './testing/fake-clock.ts'
import { openTestService, openTestStudio, type TestService, type TestStudio } from './testing/test-studio.ts'

// A whole studio with a whole sandbox.
vi.setConfig({ testTimeout: 60_000 })

/** Requests as recipes of years ago hold them, by model. */
const old: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  v1: { prompt: 'sea', aspectRatio: '16:9', startImage: 'https://media.example/a.png' },
  i3: { prompt: 'sea', style_images: [{ url: 'https://media.example/a.png', strength: 1 }] },
  i6: { prompt: 'sea', thinking_mode: 'instant' },
}
const oldNames = /aspectRatio|startImage|style_images|instant/

let folder: string
let service: TestService
let studio: TestStudio
let clock: FakeClock

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-dates-'))
  service = await openTestService({ control: true })
})

afterEach(async () => {
  await studio.close()
  await service.close()
  rmSync(folder, { recursive: true })
})

/** Both clocks a minute before a date. */
async function startBefore(date: string): Promise<void> {
  const now = Date.parse(date) - 60_000
  await service.control('clock', { now: new Date(now).toISOString() })
  await service.control('models/i5/deprecate', { sunset: date, replacement: 'i3' })
  clock = createFakeClock(now)
  studio = await openTestStudio({ folder, service, clock })
}

async function send(modelId: string, values: Readonly<Record<string, unknown>>) {
  const model = await studio.call('catalog.model', { modelId })
  if (!model.ok) throw new Error(model.error.message)
  const present = migrateValues(model.value, values).values
  const confirmed = await studio.call('jobs.confirm', {
    submissionIds: [crypto.randomUUID()],
    modelId,
    values: present,
    estimate: estimate({ ...model.value, values: present }),
  })
  if (!confirmed.ok) return confirmed.error.code
  const id = confirmed.value[0]?.submissionId ?? ''
  return studio.until(id, ({ state }) => state !== 'confirmed' && state !== 'sending')
}

async function endOf(modelId: string) {
  const listed = await studio.call('catalog.list', {})
  return listed.ok ? listed.value.find(({ id }) => id === modelId)?.deprecation : undefined
}

describe.each(['2026-06-19', '2026-09-11', '2026-10-23', '2026-10-30'])('around %s', (date) => {
  it('[RECIPE9] old names are taken before and after it, and only present ones are sent', async () => {
    await startBefore(date)
    for (const step of ['before', 'after']) {
      for (const [modelId, values] of Object.entries(old))
        expect(await send(modelId, values), `${modelId} ${step}`).toMatchObject({ state: 'accepted' })
      for (const modelId of Object.keys(old)) expect(await endOf(modelId), modelId).toBeNull()
      await service.control('clock', { now: new Date(Date.parse(date) + 1_000).toISOString() })
      await clock.advance(61_000)
    }
    const bodies = service.received.filter(({ method }) => method === 'POST').map(({ body }) => body)
    expect(bodies.length).toBe(6)
    expect(bodies.filter((body) => oldNames.test(body))).toEqual([])
  })

  it('[CAT19] a model that the sandbox ends then is announced before, and has ended with its replacement after', async () => {
    await startBefore(date)
    expect(await send('i5', { prompt: 'sea' })).toMatchObject({ state: 'accepted' })
    expect(await endOf('i5')).toMatchObject({ state: 'deprecated', sunsetDate: date })
    await service.control('clock', { now: new Date(Date.parse(date) + 1_000).toISOString() })
    await clock.advance(60_000)
    expect(await endOf('i5')).toMatchObject({ state: 'sunset', replacement: { modelId: 'i3' } })
    expect(await send('i5', { prompt: 'sea' })).toBe('model_sunset')
  })

  it('[CAT13] where the service’s clock is ahead, its 410 ends the model', async () => {
    await startBefore(date)
    await endOf('i5')
    await service.control('clock', { now: new Date(Date.parse(date) + 1_000).toISOString() })
    expect(await send('i5', { prompt: 'sea' })).toMatchObject({ problem: { code: 'model_sunset' } })
    expect(await endOf('i5')).toMatchObject({ state: 'sunset', replacement: { modelId: 'i3' } })
  })
})
