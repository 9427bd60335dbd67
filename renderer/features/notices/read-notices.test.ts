import { describe, expect, it } from 'vitest'
import type { QueueHold, StudioStatus } from '../../../shared/bridge/views.ts'
import { microUsd } from '../../../shared/pricing/money.ts'
import { studioStatus } from '../../testing/fixtures.ts'
import { patienceMs, readNotices } from './read-notices.ts'
import { readTried } from './use-tried-balance.ts'

function held(reason: QueueHold['reason'], until: string | null = null) {
  return studioStatus({ hold: { reason, message: '', until } })
}

const now = Date.parse('2026-11-20T10:00:00Z')

describe('the notices', () => {
  it('are silent while all is well', () => {
    expect(readNotices({ status: studioStatus(), connected: true, failure: null, now })).toEqual([])
  })

  it('report first that the studio is gone, then why the queue is held', () => {
    const notices = readNotices({
      status: held('insufficient_balance'),
      connected: false,
      failure: null,
      now,
    })
    expect(notices.map((notice) => notice.kind)).toEqual(['disconnected', 'insufficientBalance'])
  })

  it('distinguish a page without a session from a studio that is gone', () => {
    const failure = { code: 'no_session', message: '401' } as const
    expect(readNotices({ status: null, connected: false, failure, now })).toMatchObject([
      { kind: 'noSession' },
    ])
  })

  it('say which results wait for disk space, beside what the queue waits for', () => {
    const waitingForSpace = { files: 3, missingBytes: 180_600_000 }
    const status = { ...held('paused'), waitingForSpace }
    expect(readNotices({ status, connected: true, failure: null, now })).toMatchObject([
      { kind: 'paused', waiting: null },
      { kind: 'waitingForSpace', tone: 'danger', action: 'space', waiting: waitingForSpace },
    ])
  })

  it('let only the person lift the hold of an empty balance', () => {
    expect(
      readNotices({ status: held('insufficient_balance'), connected: true, failure: null, now }),
    ).toMatchObject([{ action: 'resume', tone: 'danger' }])
  })

  it.each([
    ['sandbox', 'sandboxFailed'],
    ['service', 'serviceFailed'],
  ] as const)('say why nothing is connected, and offer a retry: %s', (kind, notice) => {
    const { service } = studioStatus()
    const lost = { ...service, kind, baseUrl: '', keySource: 'none', failure: 'No port.' } as const
    const read = (at: StudioStatus['service']) =>
      readNotices({ status: studioStatus({ service: at }), connected: true, failure: null, now })
    expect(read(lost)).toMatchObject([{ kind: notice, action: 'reopen', reason: 'No port.' }])
    expect(read({ ...lost, failure: null })).toEqual([])
  })

  it('report no missing key before the service is known', () => {
    const { service } = studioStatus()
    const read = (baseUrl: string) => {
      const status = studioStatus({ service: { ...service, baseUrl, keyEnding: null, keySource: 'none' } })
      return readNotices({ status, connected: true, failure: null, now }).map(({ kind }) => kind)
    }
    expect([read(''), read('https://service.example')]).toEqual([[], ['noKey']])
  })

  it('[NOTE75] say nothing of a service that is unavailable while nothing waits for it', () => {
    const until = '2026-11-20T10:00:00Z'
    const read = (reason: QueueHold['reason'], runs: number) => {
      const waiting = { runs, microUsd: microUsd(0), unlistedRuns: 0 }
      const status = studioStatus({ hold: { reason, until, waiting } })
      return readNotices({ status, connected: true, failure: null, now }).map(({ kind }) => kind)
    }
    expect(read('service_unavailable', 0)).toEqual([])
    expect(read('service_unavailable', 1)).toEqual(['unavailable'])
    expect(read('rate_limited', 0)).toEqual(['rateLimited'])
    expect(read('unauthorized', 0)).toEqual(['unauthorized'])
  })

  it('say until when a limit applies', () => {
    const until = '2026-11-20T10:00:00Z'
    expect(
      readNotices({ status: held('rate_limited', until), connected: true, failure: null, now }),
    ).toMatchObject([{ kind: 'rateLimited', until }])
  })

  it.each([
    ['webhooksMissing', { state: 'listening', missedAt: '2026-11-20T10:00:00Z' }],
    ['portInUse', { state: 'port_in_use', address: null }],
    ['portRefused', { state: 'port_refused', address: null }],
  ] as const)('report that results don’t arrive as chosen, until they do: %s', (kind, change) => {
    const { receiver } = studioStatus()
    const audio = { ...receiver, state: 'listening', address: 'https://a.example/hooks/' } as const
    const read = (at: typeof receiver) =>
      readNotices({ status: studioStatus({ receiver: at }), connected: true, failure: null, now })
    expect(read({ ...audio, ...change })).toMatchObject([{ kind, tone: 'warn', action: 'results' }])
    expect(read(audio)).toEqual([])
  })

  it('report it after the cause of a held queue', () => {
    const { receiver } = studioStatus()
    const status = {
      ...held('insufficient_balance'),
      receiver: { ...receiver, state: 'port_in_use' } as const,
    }
    const kinds = readNotices({ status, connected: true, failure: null, now }).map(({ kind }) => kind)
    expect(kinds).toEqual(['insufficientBalance', 'portInUse'])
  })

  it('[CONN4] lead to Settings where the address is refused, and retry otherwise', () => {
    const { service } = studioStatus()
    const failed = { ...service, kind: 'service', baseUrl: '', failure: 'It is not encrypted.' } as const
    const read = (refusesAddress: boolean) =>
      readNotices({
        status: studioStatus({ service: { ...failed, refusesAddress } }),
        connected: true,
        failure: null,
        now,
      })
    expect([read(true), read(false)]).toMatchObject([
      [{ kind: 'addressRefused', action: 'settings', reason: failed.failure }],
      [{ kind: 'serviceFailed', action: 'reopen' }],
    ])
  })

  it('ask once for a missing key, whether or not the queue is held', () => {
    const base = studioStatus()
    const service = { ...base.service, keySource: 'none' as const, keyEnding: null }
    expect(readNotices({ status: { ...base, service }, connected: true, failure: null, now })).toHaveLength(1)
    expect(
      readNotices({ status: { ...held('no_key'), service }, connected: true, failure: null, now }),
    ).toHaveLength(1)
  })

  const { service } = studioStatus()
  const since = new Date(now - patienceMs).toISOString()
  const away = { ...service, health: { state: 'unreachable', lastSeenAt: null, since } } as const
  const kindsOf = (status: StudioStatus, at = now) =>
    readNotices({ status, connected: true, failure: null, now: at }).map(({ kind, action }) => [kind, action])

  it('[CONN18] say once that the service is out of reach, after some seconds and while runs are under way', () => {
    const status = studioStatus({ service: away, jobsRunning: 1 })
    expect(kindsOf(status)).toEqual([['outOfReach', 'poll']])
    expect(kindsOf(studioStatus({ service: away, jobsWaiting: 1 }))).toHaveLength(1)
    expect(kindsOf(status, now - 1)).toEqual([])
    expect(kindsOf(studioStatus({ service: away }))).toEqual([])
    expect(kindsOf(studioStatus({ jobsRunning: 1 }))).toEqual([])
    expect(kindsOf({ ...held('unreachable'), service: away, jobsRunning: 1 })).toEqual([
      ['unreachable', 'poll'],
    ])
    expect(kindsOf({ ...held('paused'), service: away, jobsRunning: 1 })).toEqual([
      ['paused', 'resume'],
      ['outOfReach', 'poll'],
    ])
  })
})

it('[CMD46] what a tried balance showed is said once, and nothing where another reason holds the queue', () => {
  const empty: QueueHold = { reason: 'insufficient_balance', until: null }
  const trying: QueueHold = { ...empty, isTrying: true }
  expect(readTried(trying, { hold: empty })).toBe('empty')
  expect(readTried(trying, { hold: null })).toBe('accepted')
  for (const [before, now] of [
    [trying, trying],
    [trying, { reason: 'paused', until: null }],
    [empty, null],
    [null, empty],
    [empty, trying],
  ] as const)
    expect(readTried(before, { hold: now })).toBeNull()
})

it('[CMD50] nothing is said of a balance where the run that tried it ended without a word of it', () => {
  const trying: QueueHold = { reason: 'insufficient_balance', until: null, isTrying: true }
  expect(readTried(trying, { hold: null, isBalanceUntested: true })).toBeNull()
})

it('[CAT123] what a service changed is a notice until it was seen, less urgent than all others', () => {
  const changed = (models: number, ofMoney: number) => {
    const { service } = studioStatus()
    return { ...held('paused'), service: { ...service, changed: { models, ofMoney } } }
  }
  const tones = (models: number, ofMoney: number) =>
    readNotices({ status: changed(models, ofMoney), connected: true, failure: null, now: 0 }).map(
      ({ kind, tone }) => [kind, tone],
    )
  expect(tones(0, 0)).toEqual([['paused', 'warn']])
  expect(tones(2, 0)).toEqual([
    ['paused', 'warn'],
    ['changed', 'calm'],
  ])
  expect(tones(2, 1).at(-1)).toEqual(['changed', 'warn'])
})
