import { expect, onTestFinished, test } from 'vitest'
import type { UsagePull } from '../../../shared/bridge/usage-views.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createSpyLog } from '../../testing/spy-log.ts'
import { createFakeUsageService } from '../../testing/usage-jobs.ts'
import type { UsageReply, UsageService } from './ports.ts'
import { createUsagePulls } from './usage-pulls.ts'
import { hourMs } from './windows.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const asked = { start: now - hourMs, end: now }
const other = { start: now - 3 * hourMs, end: now }
const stored = { type: 'stored', effective: asked, jobs: 1, unreadableRows: 0 } as const

function open(service: UsageService) {
  const clock = createFakeClock(now)
  const changes: UsagePull[] = []
  const forgotten: string[] = []
  const pulls = createUsagePulls({
    clock,
    log: createSpyLog(),
    service,
    store: {
      store: async () => stored,
      windows: async () => [],
      forget: async (id) => void forgotten.push(id),
    },
    workspaces: {
      list: async () => [],
      access: async (accountId) =>
        accountId === 'keyless' ? null : { baseUrl: `https://${accountId}.example`, key: `sk-${accountId}` },
    },
    storageFailureOf: () => null,
    onChanged: (pull) => void changes.push(pull),
  })
  onTestFinished(() => pulls.close())
  const last = (accountId: string) => changes.findLast((one) => one.accountId === accountId)
  return { clock, pulls, changes, last, forgotten }
}

/** Replies when the test says so. */
function createHeldService() {
  const requests: { readonly key: string; reply(reply: UsageReply): void; readonly signal: AbortSignal }[] =
    []
  const service: UsageService = {
    request: ({ key }, _, signal) =>
      new Promise((resolve) => {
        requests.push({ key, signal, reply: resolve })
        signal.addEventListener('abort', () =>
          resolve({ type: 'unreachable', cause: { code: 'connection_ended' }, words: null }),
        )
      }),
  }
  return { service, requests }
}

const refused = { type: 'refused', words: 'No.', retryAfterMs: 30_000, serviceTime: null } as const
const report = { type: 'report', body: new Uint8Array(), serviceTime: null } as const

test('[USE6] each workspace is pulled with its own key; a refused or missing one changes nothing for the others', async () => {
  const { service, requests } = createHeldService()
  const { clock, pulls, last } = open(service)
  for (const accountId of ['one', 'two', 'keyless']) pulls.start(accountId, asked, false)
  await clock.advance(0)
  expect(requests.map(({ key }) => key)).toEqual(['sk-one', 'sk-two'])
  requests[0]?.reply({ ...refused, status: 401 })
  requests[1]?.reply(report)
  await clock.advance(0)
  expect(last('one')).toMatchObject({ phase: 'failed', failure: { kind: 'key_refused', words: 'No.' } })
  expect(last('two')).toMatchObject({ phase: 'idle', failure: null, jobs: 1, responses: 1 })
  expect(last('keyless')).toMatchObject({ phase: 'failed', failure: { kind: 'no_key' } })
})

test('[USE7] the same request is sent after the pause, or at once when the person says so', async () => {
  const { service, requests } = createHeldService()
  const { clock, pulls, last } = open(service)
  pulls.start('one', asked, false)
  await clock.advance(0)
  requests[0]?.reply({ ...refused, status: 503 })
  await clock.advance(0)
  expect(last('one')).toMatchObject({ phase: 'waiting', retryAt: new Date(now + 30_000).toISOString() })
  await clock.advance(29_999)
  expect(requests).toHaveLength(1)
  await clock.advance(1)
  expect(requests).toHaveLength(2)
  requests[1]?.reply({ ...refused, status: 503 })
  await clock.advance(0)
  pulls.start('one', asked, false)
  await clock.advance(0)
  expect(requests).toHaveLength(3)
  expect(clock.waiting()).toBe(0)
})

test('[USE9] a second pull of the same window is the same; one of another window replaces it', async () => {
  const { service, requests } = createHeldService()
  const { clock, pulls, last } = open(service)
  pulls.start('one', asked, false)
  pulls.start('one', asked, false)
  await clock.advance(0)
  expect(requests).toHaveLength(1)
  pulls.start('one', other, false)
  await clock.advance(0)
  expect(requests[0]?.signal.aborted).toBe(true)
  expect(requests).toHaveLength(2)
  requests[1]?.reply(report)
  await clock.advance(0)
  expect(last('one')).toMatchObject({ phase: 'idle', responses: 1 })
})

test('[USE8] a canceled pull ends at once, also while it waits', async () => {
  const { service, requests } = createHeldService()
  const { clock, pulls } = open(service)
  pulls.start('one', asked, false)
  await clock.advance(0)
  requests[0]?.reply({ ...refused, status: 503 })
  await clock.advance(0)
  expect(pulls.cancel('one')).toMatchObject({ phase: 'idle', failure: null })
  await clock.advance(60_000)
  expect(requests).toHaveLength(1)
  expect(clock.waiting()).toBe(0)
})

test('[USE8] a failure of our own ends the pull as one that can be retried', async () => {
  const service = createFakeUsageService({ now })
  const { clock, pulls, last } = open({ request: () => Promise.reject(new Error('Broken.')) })
  pulls.start('one', asked, false)
  await clock.advance(0)
  expect(last('one')).toMatchObject({ phase: 'failed', failure: { kind: 'unreadable' } })
  expect(service.asked).toEqual([])
})

test('[USE42] a pull with a key that is forgotten ends before what was read is deleted', async () => {
  const { service, requests } = createHeldService()
  const { clock, pulls, last, forgotten } = open(service)
  for (const accountId of ['one', 'two']) pulls.start(accountId, asked, false)
  await clock.advance(0)
  const gone = pulls.forget('one')
  expect(forgotten).toEqual([])
  await gone
  expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, false])
  expect([forgotten, last('one')]).toMatchObject([['one'], { phase: 'idle', window: null, jobs: 0 }])
  await pulls.forget('three')
  expect(forgotten).toEqual(['one', 'three'])
})
