import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bridgeFailureSchema } from '../../../shared/bridge/error-codes.ts'
import { sayReason } from '../../../shared/words/en/reasons.ts'
import type { PostOutcome } from '../service/ports.ts'
import { readShareResponse } from './share-response.ts'

const now = Date.parse('2026-11-20T12:00:00Z')

function responded(status: number, body: unknown, headers: Record<string, string> = {}): PostOutcome {
  return {
    type: 'responded',
    status,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    header: (name) => headers[name] ?? null,
  }
}

const result = { success: true, style_id: 'ink', workspace: { id: 'w1', name: 'Studio' } }
const read = (outcome: PostOutcome) => readShareResponse(outcome, 'ink', now)

test('[STYLE13] a response that says so for this style is a share, with its workspace', () => {
  expect(read(responded(200, { ...result, more: 1 }))).toEqual({
    type: 'shared',
    workspace: { id: 'w1', name: 'Studio' },
  })
  const long = { ...result, workspace: { id: 'w'.repeat(900), name: 'n'.repeat(900) } }
  const shared = read(responded(201, long))
  expect(shared.type === 'shared' && [shared.workspace.id.length, shared.workspace.name.length]).toEqual([
    200, 200,
  ])
})

test.each([
  [401, 'key', 'Enter another one in Settings'],
  [403, 'not_allowed', 'Only a style’s owner can'],
  [404, 'not_found', 'Check the id'],
  [400, 'other', 'refused to share the style (400)'],
  [402, 'other', '(402)'],
  [410, 'other', '(410)'],
  [422, 'other', '(422)'],
] as const)('[STYLE14] %i is a refusal with the service’s words and what to do', (status, kind, says) => {
  const reading = read(responded(status, { error: 'Not yours.' }))
  expect(reading).toMatchObject({ type: 'refused', cause: { kind, status, words: 'Not yours.' } })
  if (reading.type !== 'refused') return
  const sentence = sayReason(reading.cause)
  expect(sentence).toContain(says)
  expect(sentence).toContain('Nothing was shared.')
  expect(sentence).toMatch(/The service’s words: Not yours\.$/)
  expect(sayReason({ ...reading.cause, words: '' } as never)).not.toContain('words')
})

test('[STYLE14] a 429 says when, where the service does', () => {
  const told = read(responded(429, { error: 'Slow down' }, { 'retry-after': '7' }))
  expect(told).toMatchObject({
    type: 'refused',
    cause: { kind: 'too_many', seconds: 7 },
    retryAfterMs: 7_000,
  })
  expect(told.type === 'refused' && sayReason(told.cause)).toContain('in 7 s')
  const untold = read(responded(429, ''))
  expect(untold.type === 'refused' && sayReason(untold.cause)).toContain('Share it later')
})

test.each([{ success: false }, { ...result, success: false }, { success: false, error: 'Not now' }])(
  '[STYLE14] %j is a refusal, whatever else is in it',
  (body) => {
    const words = 'error' in body ? 'Not now' : ''
    expect(read(responded(200, body))).toMatchObject({
      type: 'refused',
      cause: { kind: 'declined', words },
    })
  },
)

test.each<[string, PostOutcome, string]>([
  ['a lost response', { type: 'lost', cause: { code: 'answer_missing' } }, 'without a response'],
  [
    'one that is too large',
    { type: 'unreadable', status: 200, cause: { code: 'answer_too_large' } },
    'too large',
  ],
  ['500', responded(500, { error: 'Oh' }), 'returned 500'],
  ['503', responded(503, ''), 'returned 503'],
  ['a redirect', responded(302, ''), 'returned 302'],
  ['408', responded(408, { error: 'Late' }), 'returned 408'],
  ['409', responded(409, { error: 'Busy' }), 'returned 409'],
  ['200 without JSON', responded(200, '<html>'), 'can’t be read'],
  ['200 without a workspace', responded(200, { success: true, style_id: 'ink' }), 'can’t be read'],
  ['another style', responded(200, { ...result, style_id: 'neon' }), 'another style, “neon”'],
])('[STYLE15] after %s the outcome is unknown, and that is all that is said', (_, outcome, says) => {
  const reading = read(outcome)
  expect(reading.type).toBe('unknown')
  if (reading.type !== 'unknown') return
  const sentence = sayReason(reading.cause)
  expect(sentence).toMatch(/^It is not known whether the style is shared\./)
  expect(sentence).toContain(says)
  expect(sentence).not.toMatch(/Nothing was/)
})

test('what proves that nothing was sent is said as such', () => {
  const reading = read({ type: 'not_sent', cause: { code: 'connection_refused' } })
  expect(reading.type === 'not_sent' && sayReason(reading.cause)).toBe(
    'Nothing was sent, and nothing was shared. The service refuses connections.',
  )
})

test('[STYLE13] no other response counts as a share, and every end crosses the bridge', () => {
  const body = fc.oneof(
    fc.json(),
    fc.string(),
    fc
      .record({
        success: fc.oneof(fc.boolean(), fc.anything({ maxDepth: 1 })),
        style_id: fc.oneof(fc.constantFrom('ink', 'INK', 'ink '), fc.string()),
        workspace: fc.oneof(fc.record({ id: fc.string(), name: fc.string() }), fc.anything({ maxDepth: 1 })),
      })
      .map((value) => JSON.stringify(value) ?? ''),
  )
  fc.assert(
    fc.property(fc.oneof(fc.constant(200), fc.integer({ min: 200, max: 599 })), body, (status, text) => {
      const reading = read(responded(status, text))
      if (reading.type === 'shared') {
        const { success, style_id } = JSON.parse(text)
        expect([success, style_id, status < 300]).toEqual([true, 'ink', true])
        return
      }
      const failure = { code: 'share_refused', cause: reading.cause }
      expect(bridgeFailureSchema.parse(JSON.parse(JSON.stringify(failure)))).toEqual(failure)
    }),
    { numRuns: 200 },
  )
})
