import { describe, expect, test } from 'vitest'
import { accountSchema } from '../settings/account.ts'
import { settingsSchema } from '../settings/settings.ts'
import { eventSamples, procedureSamples } from '../testing/bridge-samples.ts'
import { bridgeErrorCodes, bridgeFailureSchema } from './error-codes.ts'
import { events, isEventName } from './events.ts'
import { inputFileSchema } from './input-schemas.ts'
import { downloadRoute, fileRoute, inputRoute, mediaRoutePrefix, posterRoute } from './media-routes.ts'
import { isProcedureName, procedures } from './procedures.ts'

function travel(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

describe.each(Object.entries(procedureSamples))('%s', (name, { input, output }) => {
  if (!isProcedureName(name)) throw new Error(`No procedure ${name}`)
  const procedure = procedures[name]

  test('passes its input and output through JSON unchanged', () => {
    expect(procedure.input.parse(travel(input))).toMatchObject(input)
    expect(procedure.output.parse(travel(output))).toEqual(output)
  })

  test('refuses an input with a member it does not know', () => {
    expect(procedure.input.safeParse({ ...input, stranger: 1 }).success).toBe(false)
  })

  test.each([null, undefined, 'text', 7, []])('refuses %j as input', (value) => {
    expect(procedure.input.safeParse(value).success).toBe(false)
  })
})

const longestId = `https://service.example/${'a'.repeat(2_076)}`
const namesAccount = Object.entries(procedureSamples).flatMap(([name, { input }]) =>
  Object.keys(input)
    .filter((member) => member === 'accountId' || member === 'accountIds' || member === 'account')
    .map((member) => [name, member, input] as const),
)

test.each(namesAccount)(
  '[ACC32] %s takes as %s the longest id that an account can have',
  (name, member, input) => {
    if (!isProcedureName(name)) throw new Error(`No procedure ${name}`)
    const given = (id: string) => ({ ...input, [member]: member === 'accountIds' ? [id] : id })
    expect(accountSchema.shape.id.safeParse(longestId).success).toBe(true)
    expect(procedures[name].input.safeParse(given(longestId)).success).toBe(true)
    expect(procedures[name].input.safeParse(given(`${longestId}a`)).success).toBe(false)
  },
)

test.each(Object.entries(eventSamples))('the event %s travels over JSON unchanged', (name, payload) => {
  if (!isEventName(name)) throw new Error(`No event ${name}`)
  expect(events[name].parse(travel(payload))).toEqual(payload)
  expect(events[name].safeParse({}).success).toBe(
    [
      'settings.changed',
      'catalog.changed',
      'recipes.changed',
      'styles.changed',
      'tags.changed',
      'smartCollections.changed',
      'desktop.opened',
    ].includes(name),
  )
})

test.each(['constructor', 'toString', '__proto__', 'jobs', ''])(
  '%j names neither a procedure nor an event',
  (name) => {
    expect(isProcedureName(name)).toBe(false)
    expect(isEventName(name)).toBe(false)
  },
)

describe('limits of the contract', () => {
  const confirm = procedureSamples['jobs.confirm'].input
  const takes = (change: object) =>
    procedures['jobs.confirm'].input.safeParse({ ...confirm, ...change }).success

  test('one to a hundred runs are confirmed at once, each by an id of its own form', () => {
    const [id = ''] = confirm.submissionIds
    expect(takes({ submissionIds: Array(100).fill(id) })).toBe(true)
    expect(takes({ submissionIds: Array(101).fill(id) })).toBe(false)
    expect(takes({ submissionIds: [] })).toBe(false)
    expect(takes({ submissionIds: ['one'] })).toBe(false)
  })

  test('a price that is no whole number of micro-dollars is refused', () => {
    expect(takes({ estimate: { kind: 'exact', microUsd: 0.5 } })).toBe(false)
    expect(takes({ estimate: { kind: 'free' } })).toBe(false)
  })

  test.each([
    ['https://service.example', true],
    ['http://127.0.0.1:4000', true],
    ['file:///etc/passwd', false],
    ['javascript:alert(1)', false],
    ['service.example', false],
  ])('a service at %s is taken: %s', (baseUrl, taken) => {
    expect(procedures['accounts.connect'].input.safeParse({ baseUrl }).success).toBe(taken)
  })

  test('a page is 100 long by default, and never longer than 500', () => {
    expect(procedures['jobs.list'].input.parse({})).toEqual({ limit: 100 })
    expect(procedures['jobs.list'].input.safeParse({ limit: 501 }).success).toBe(false)
  })
})

describe('settings', () => {
  test('an empty object is a complete set of settings', () => {
    expect(settingsSchema.parse({})).toEqual({
      exports: {
        folder: '',
        metadata: 'embed',
        provenance: 'keep',
        template: '{date}-{model}-{prompt}-{seed}',
        writer: '',
      },
      theme: 'dark',
      language: 'en',
      accounts: [],
      removedAccounts: [],
      activeAccount: null,
      modelPaths: {},
      modelKinds: {},
      favoriteModels: [],
      deferredEnds: [],
      jobsInFlight: 8,
      isQueuePaused: false,
      clearedRuns: { through: null, at: null, kept: [], batches: {} },
      budget: { perDay: null, perMonth: null, perSession: null, askAbove: null },
      budgets: {},
      agents: { perDay: 10_000_000, askAbove: 1_000_000, isHttpOn: false, httpTokens: 0 },
      desktop: {
        runsWithoutWindow: false,
        opensAtLogin: false,
        hasTray: false,
        notifies: true,
        promptsInNotifications: false,
        showsProgress: true,
      },
      webhooks: {
        enabled: false,
        port: 8787,
        publicUrl: '',
        profile: {
          headers: {
            requestId: 'X-Service-Webhook-Request-Id',
            timestamp: 'X-Service-Webhook-Timestamp',
            signature: 'X-Service-Webhook-Signature',
            keyId: 'X-Service-Webhook-Key-Id',
          },
          scheme: 'signature',
          message: '{id}\n{timestamp}\n{sha256}',
          encoding: 'base64url',
          form: 'raw',
          allowsUnsigned: false,
        },
      },
    })
  })

  test('a change holds only what changes: an absent member is not set to its default', () => {
    expect(procedures['settings.change'].input.parse({ theme: 'light' })).toEqual({ theme: 'light' })
  })

  test.each([
    { theme: 'sepia' },
    { jobsInFlight: 0 },
    { jobsInFlight: 101 },
    { modelPaths: { v4: '/generate/video/v4' } },
    { modelPaths: { v4: '/generate/enhance/a/b' } },
    { modelPaths: { v4: '/generate/video/../b' } },
    { modelPaths: { v4: 'https://evil.example/generate/video/a/b' } },
    { accounts: [] },
    { activeAccount: 'https://service.example' },
  ])('%j is refused as a change', (change) => {
    expect(procedures['settings.change'].input.safeParse(change).success).toBe(false)
  })
})

test('a failure keeps its code, field and problems in transit', () => {
  const failure = {
    code: 'invalid_values',
    message: 'One field is wrong.',
    field: 'prompt',
    retryAt: '2026-11-02T09:30:00.000Z',
    problems: [{ path: ['prompt'], reason: { code: 'too_long', maximum: 4096, actual: 4107 } }],
  }
  expect(bridgeFailureSchema.parse(travel(failure))).toEqual(failure)
  expect(bridgeFailureSchema.safeParse({ ...failure, code: 'whatever' }).success).toBe(false)
  expect(new Set(bridgeErrorCodes).size).toBe(bridgeErrorCodes.length)
})

test('every media route begins with the prefix that hosts serve', () => {
  const routes = [fileRoute('a'), downloadRoute('a'), posterRoute('a'), inputRoute('a')]
  for (const route of routes) expect(route.startsWith(mediaRoutePrefix)).toBe(true)
  expect(new Set(routes).size).toBe(routes.length)
  expect(new URL(downloadRoute('a'), 'http://a').searchParams.get('download')).toBe('1')
})

test('an input file is identified by its SHA-256 in lower-case hex', () => {
  const measures = { width: 2, height: 1, durationSeconds: null }
  const said = { kind: 'image', mediaType: 'image/png', bytes: 3, name: 'a.png' }
  const file = { sha256: 'a'.repeat(64), ...said, ...measures }
  expect(inputFileSchema.parse(travel(file))).toEqual(file)
  expect(inputFileSchema.safeParse({ ...file, sha256: 'A'.repeat(64) }).success).toBe(false)
})
