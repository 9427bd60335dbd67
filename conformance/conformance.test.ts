import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { readOptions } from './options.ts'
import { type FaultProxy, startFaultProxy } from './testing/fault-proxy.ts'
import { runSuite, type SandboxProcess, startSandbox } from './testing/sandbox-process.ts'
import { wrongServices } from './testing/wrong-services.ts'
import { prepareTrial } from './try-service.ts'

// Starts separate processes, which are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

let sandbox: SandboxProcess
let proxy: FaultProxy | undefined

beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox?.close())
afterEach(() => {
  proxy?.close()
  proxy = undefined
})

function target(url: string, { key, usageKey } = sandbox): string[] {
  const keys = ['--key', key, '--usage-key', usageKey]
  return ['--url', url, ...keys, '--style', 'ink-and-paper', '--wait', '60']
}

/** Tries the rules in this process. */
async function tryRules(url: string, ...words: readonly string[]) {
  const trial = await prepareTrial(readOptions([...target(url), ...words]))
  const outcomes = await trial.run({ onSection() {}, onRule() {} }).finally(trial.close)
  return outcomes.flatMap(({ section, rules }) => rules.map((one) => ({ section, ...one })))
}

// First, while nothing else is left to render.
describe('deliveries', () => {
  async function command(path: string, body: object): Promise<void> {
    const sent = { method: 'POST', body: JSON.stringify(body) }
    expect((await fetch(`${sandbox.url}/__sandbox${path}`, sent)).status).toBe(200)
  }
  afterEach(async () => {
    await command('/faults', {})
    await command('/webhooks', { signed: true })
  })

  test('that were changed in transit are detected', async () => {
    await command('/faults', { webhook: { kind: 'forged', times: 0 } })
    const outcomes = await tryRules(sandbox.url, '--only', 'Events')
    expect(outcomes.find(({ rule }) => rule.includes('signed by a published key'))).toMatchObject({
      outcome: 'failed',
      came: 'a signature that no published key verifies',
    })
  }, 60_000)

  test('that arrive twice are detected', async () => {
    await command('/faults', { webhook: { kind: 'duplicate', times: 0 } })
    const outcomes = await tryRules(sandbox.url, '--only', 'Events')
    expect(outcomes.find(({ rule }) => rule.includes('exactly one POST'))).toMatchObject({
      outcome: 'failed',
      expected: 'one delivery a job',
    })
  }, 60_000)

  test('without a signature are accepted only where the service is declared to send such', async () => {
    await command('/webhooks', { signed: false })
    const undeclared = await tryRules(sandbox.url, '--only', 'Events')
    expect(undeclared.filter(({ outcome }) => outcome === 'failed').map(({ rule }) => rule)).toEqual([
      'a delivery carries signature headers with the listed prefix',
      'a delivery is signed by a published key (default profile)',
    ])
    const declared = await tryRules(sandbox.url, '--only', 'Events', '--unsigned')
    expect(declared.filter(({ outcome }) => outcome === 'failed')).toEqual([])
  }, 60_000)
})

test.each(wrongServices)(
  'a service that $what is detected',
  async (wrong) => {
    const { injectFault, section, control = false, wait = 5, broken } = wrong
    proxy = await startFaultProxy(sandbox.url, injectFault)
    const words = ['--wait', String(wait), '--only', section, ...(control ? ['--control'] : [])]
    const outcomes = await tryRules(proxy.url, ...words)
    const failed = outcomes.filter(({ outcome }) => outcome === 'failed').map(({ rule }) => rule)
    for (const rule of broken) expect(failed).toContainEqual(expect.stringMatching(rule))
    for (const one of outcomes) expect(one.section).toContain(section)
  },
  120_000,
)

test('without the control API the rules that need it are skipped with that reason', async () => {
  const outcomes = await tryRules(sandbox.url, '--only', 'Billing')
  expect(outcomes.find(({ rule }) => rule.includes('402'))).toMatchObject({
    outcome: 'skipped',
    reason: 'needs --control',
  })
})

describe('a service without a description', () => {
  beforeEach(async () => {
    proxy = await startFaultProxy(sandbox.url, {
      answer: (answered) => (answered.path === '/openapi.json' ? { ...answered, status: 404 } : answered),
    })
  })

  test('is not tested where its paths are not given', async () => {
    await expect(tryRules(proxy?.url ?? '')).rejects.toThrow(/tell them by --paths FILE/)
  })

  test('is tested on the models whose paths are given', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'atelier-conformance-'))
    const file = join(folder, 'paths.json')
    writeFileSync(file, JSON.stringify({ i3: '/generate/image/sandbox/i3' }))
    const outcomes = await tryRules(proxy?.url ?? '', '--paths', file, '--only', 'Model endpoints')
    rmSync(folder, { recursive: true })
    expect(new Set(outcomes.map(({ section }) => section))).toEqual(new Set(['Model endpoints: I3']))
    expect(outcomes.filter(({ outcome }) => outcome === 'failed')).toEqual([])
    expect(outcomes.filter(({ outcome }) => outcome === 'ok').length).toBeGreaterThan(15)
  })
})

test('a dry run names rules and price, and sends nothing that could be billed', async () => {
  proxy = await startFaultProxy(sandbox.url, {})
  const { code, stdout } = await runSuite(...target(proxy.url), '--dry-run')
  expect(code).toBe(0)
  expect(stdout).toMatch(/\n\d+ rules; \d+ paid requests: at most \$\d+\.\d\d/)
  expect(proxy.count('POST')).toBe(0)
})

test('no more requests are billed than the plan says', async () => {
  proxy = await startFaultProxy(sandbox.url, {})
  const words = [...target(proxy.url), '--only', 'Model endpoints: I6', '--json']
  const { paidRequests } = z
    .looseObject({ plan: z.looseObject({ paidRequests: z.int() }) })
    .parse(JSON.parse((await runSuite(...words, '--dry-run')).stdout)).plan
  let accepted = 0
  proxy.close()
  proxy = await startFaultProxy(sandbox.url, {
    answer(answered) {
      if (answered.path.startsWith('/generate/') && answered.status === 200) accepted += 1
      return answered
    },
  })
  words[1] = proxy.url
  expect((await runSuite(...words)).code).toBe(0)
  expect(accepted).toBe(paidRequests)
})

test.each([
  [['--key', 'k'], /^--url is missing/],
  [['--url', 'http://127.0.0.1:9'], /^--key is missing/],
  [['--url', 'nowhere', '--key', 'k'], /^--url must be an http or https URL/],
  [['--url', 'http://127.0.0.1:9', '--key', 'k'], /^Nothing answers at http:\/\/127\.0\.0\.1:9/],
  [['--url', 'http://127.0.0.1:9', '--key', 'k', '--wait', 'long'], /^--wait must be a whole number/],
  [['--url', 'http://127.0.0.1:9', '--key', 'k', '--paths', '/none.json'], /^--paths must name a JSON file/],
  [['--fast'], /--fast/],
])('%j is refused in one sentence', async (words, sentence) => {
  const { code, stdout, stderr } = await runSuite(...words)
  expect(code).toBe(2)
  expect(stdout).toBe('')
  expect(stderr).toMatch(sentence)
  expect(stderr.trim().split('\n')).toHaveLength(1)
})

test('an unknown section is refused with the names of the existing ones', async () => {
  const { code, stderr } = await runSuite(...target(sandbox.url), '--only', 'Weather')
  expect(code).toBe(2)
  expect(stderr).toContain('GET /usage')
})

/** Rules that no service can show over HTTP, or that the interface leaves unnamed. */
const neverTried = [
  /not listed/,
  /the interface shows no/,
  /no operation shows/,
  /media are not looked into/,
] as const

/** On 2 shared cores: everything is tested, and a hundred results are made and decoded. */
const wholeRunMs = 600_000

const reportSchema = z.object({
  passed: z.int(),
  failed: z.int(),
  sections: z.array(
    z.object({ rules: z.array(z.looseObject({ outcome: z.string(), reason: z.string().optional() })) }),
  ),
})

test(
  'the sandbox keeps every rule, and none is skipped that could be tested',
  async () => {
    // A sandbox of its own: balances are compared, and a hundred videos are left to render.
    const fresh = await startSandbox()
    const run = runSuite(...target(fresh.url, fresh), '--control', '--json')
    const { code, stdout } = await run.finally(fresh.close)
    const { passed, sections } = reportSchema.parse(JSON.parse(stdout))
    const rules = sections.flatMap((section) => section.rules)
    expect(rules.filter(({ outcome }) => outcome === 'failed')).toEqual([])
    const skipped = rules.filter(({ outcome }) => outcome === 'skipped')
    expect(skipped.filter(({ reason = '' }) => !neverTried.some((known) => known.test(reason)))).toEqual([])
    expect(passed).toBeGreaterThan(850)
    expect(code).toBe(0)
  },
  wholeRunMs,
)
