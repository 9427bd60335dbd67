import { expect, it } from 'vitest'
import { sampleJob } from '../../testing/sample-submission.ts'
import type { ReadJobOutcome } from './ports.ts'
import { createServiceGate } from './service-gate.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const job: ReadJobOutcome = { type: 'job', job: sampleJob() }
const unreachable: ReadJobOutcome = { type: 'unreachable', cause: 'No network.' }

function refused(status: number, retryAfterMs: number | null = null): ReadJobOutcome {
  return { type: 'refused', status, message: 'No.', retryAfterMs }
}

/** A gate that has lost the service, so that the first try is due a second later. */
function openLost() {
  const gate = createServiceGate()
  for (let miss = 0; miss < 3; miss += 1) gate.note(unreachable, now)
  return gate
}

it('[JOB21] stays open while the service responds about jobs', () => {
  const gate = createServiceGate()
  for (const word of [
    job,
    refused(404),
    refused(410),
    { type: 'unreadable', cause: '', isJson: true } as const,
  ])
    for (let time = 0; time < 5; time += 1) expect(gate.note(word, now)).toBe(false)
  expect([gate.opensAt(), gate.isLost(), gate.takeLifted(now)]).toEqual([0, false, false])
})

it.each([
  ['a 429 that says for how long', refused(429, 40_000), 40_000],
  ['a 503 that says for how long', refused(503, 5_000), 5_000],
  ['a 429 that asks for no time', refused(429, 0), 1_000],
  ['a 429 that names no time', refused(429), 2_000],
])('[JOB21] %s closes it for that time, and reports once that it is over', (_, outcome, forMs) => {
  const gate = createServiceGate()
  expect(gate.note(outcome, now)).toBe(false)
  expect([gate.opensAt(), gate.isLost()]).toEqual([now + forMs, false])
  expect(gate.takeLifted(now + forMs - 1)).toBe(false)
  expect(gate.takeLifted(now + forMs)).toBe(true)
  expect([gate.takeLifted(now + forMs), gate.opensAt()]).toEqual([false, 0])
})

it('[JOB21] of two requested pauses the later end counts', () => {
  const gate = createServiceGate()
  gate.note(refused(429, 40_000), now)
  gate.note(refused(429, 5_000), now + 1)
  expect(gate.opensAt()).toBe(now + 40_000)
})

it('[JOB21] without a time each 429 in a row doubles the pause, up to a minute, until another response', () => {
  const gate = createServiceGate()
  const pauses: number[] = []
  let time = now
  for (let again = 0; again < 7; again += 1) {
    gate.note(refused(429), time)
    pauses.push(gate.opensAt() - time)
    time = gate.opensAt()
  }
  expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
  gate.note(job, time)
  gate.note(refused(429), time)
  expect(gate.opensAt()).toBe(time + 2_000)
})

it.each([
  ['no answer', unreachable],
  ['a gateway’s page', { type: 'unreadable', cause: '' } as const],
  ['a 503 that names no time', refused(503)],
  ['a 500', refused(500, 5_000)],
])('[JOB23] %s three times in a row means a lost service, which is tried after growing pauses', (_, miss) => {
  const gate = createServiceGate()
  gate.note(miss, now)
  gate.note(miss, now)
  expect([gate.isLost(), gate.opensAt()]).toEqual([false, 0])
  let time = now
  const pauses: number[] = []
  for (let again = 0; again < 7; again += 1) {
    expect(gate.note(miss, time)).toBe(false)
    expect(gate.isLost()).toBe(true)
    pauses.push(gate.opensAt() - time)
    time = gate.opensAt()
  }
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
})

it('[JOB23] two failures with a response in between don’t count', () => {
  const gate = createServiceGate()
  for (const outcome of [unreachable, unreachable, job, unreachable, unreachable]) gate.note(outcome, now)
  expect(gate.isLost()).toBe(false)
})

it('[JOB23] a request under way when the service was lost lengthens no pause', () => {
  const gate = openLost()
  for (let reading = 0; reading < 5; reading += 1) gate.note(unreachable, now + 999)
  expect(gate.opensAt()).toBe(now + 1_000)
  gate.note(unreachable, now + 1_000)
  expect(gate.opensAt()).toBe(now + 3_000)
})

it.each([job, refused(404), refused(429, 1_000)])(
  '[JOB23] any response of a lost service brings it back, once',
  (word) => {
    const gate = openLost()
    expect([gate.note(word, now + 1), gate.isLost(), gate.note(word, now + 2)]).toEqual([true, false, false])
  },
)

it('[JOB22] retrying at once ends a loss but not a pause that the service requested', () => {
  const lost = openLost()
  lost.retry()
  expect([lost.isLost(), lost.opensAt()]).toEqual([false, 0])
  for (let miss = 0; miss < 2; miss += 1) lost.note(unreachable, now)
  expect(lost.isLost()).toBe(false)
  const requested = createServiceGate()
  requested.note(refused(429, 500_000), now)
  for (let miss = 0; miss < 3; miss += 1) requested.note(unreachable, now)
  expect(requested.opensAt()).toBe(now + 500_000)
  requested.retry()
  expect(requested.opensAt()).toBe(now + 500_000)
})

it.each([
  ['a job', job, 'fine'],
  ['an unknown job', refused(404), 'fine'],
  ['an unreadable response', { type: 'unreadable', cause: '', isJson: true } as const, 'fine'],
  ['a 429', refused(429), 'waiting'],
  ['a 503 that says for how long', refused(503, 5_000), 'waiting'],
])('[CONN14] after %s its state is known, and when the service was last heard', (_, outcome, state) => {
  const gate = createServiceGate()
  expect(gate.health()).toEqual({ state: 'fine', seenAt: null, since: null })
  gate.note(outcome, now)
  expect(gate.health()).toEqual({ state, seenAt: now, since: now })
})

it.each([
  ['no response', unreachable, 'unreachable'],
  ['a gateway’s page', { type: 'unreadable', cause: '' } as const, 'unreachable'],
  ['a 500', refused(500), 'unreachable'],
  ['a 401', refused(401), 'refused'],
  ['a 403', refused(403), 'refused'],
])(
  '[CONN14] after %s the service was last heard before, until another one is connected',
  (_, miss, state) => {
    const gate = createServiceGate()
    gate.note(miss, now)
    expect(gate.health()).toEqual({ state, seenAt: null, since: now })
    gate.note(job, now + 1)
    gate.note(miss, now + 2)
    gate.note(miss, now + 3)
    expect(gate.health()).toEqual({ state, seenAt: now + 1, since: now + 2 })
    gate.forget()
    expect(gate.health()).toEqual({ state: 'fine', seenAt: null, since: null })
  },
)

it('[JOB23] an accepted request brings a lost service back, but takes no pause from one that requested it', () => {
  const lost = openLost()
  expect([lost.noteAccepted(now + 1), lost.isLost(), lost.noteAccepted(now + 2)]).toEqual([
    true,
    false,
    false,
  ])
  expect(lost.health()).toEqual({ state: 'fine', seenAt: now + 2, since: now + 1 })
  const waiting = createServiceGate()
  waiting.note(refused(429, 5_000), now)
  expect([waiting.noteAccepted(now + 1), waiting.opensAt()]).toEqual([false, now + 5_000])
  expect(waiting.health()).toEqual({ state: 'waiting', seenAt: now + 1, since: now })
})

it('[JOB23] an accepted run ends an outage that a single reading had shown, and what was missed before counts no more', () => {
  const gate = createServiceGate()
  expect(gate.noteAccepted(now)).toBe(false)
  gate.note(unreachable, now)
  expect([gate.health().state, gate.isLost()]).toEqual(['unreachable', false])
  expect(gate.noteAccepted(now)).toBe(true)
  gate.note(unreachable, now)
  gate.note(unreachable, now)
  expect(gate.isLost()).toBe(false)
})
