import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type FaultProxy, startFaultProxy } from './testing/fault-proxy.ts'
import { runSuite, type SandboxProcess, startSandbox } from './testing/sandbox-process.ts'
import { argumentsFor, runHere, tryRules } from './testing/try-rules.ts'

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

test('without the control API the rules that need it are skipped with that reason', async () => {
  const outcomes = await tryRules(sandbox.url, sandbox, '--only', 'Billing')
  expect(outcomes.find(({ rule }) => rule.includes('402'))).toMatchObject({
    outcome: 'skipped',
    reason: 'needs --control',
  })
})

describe('a service without a description', () => {
  beforeEach(async () => {
    proxy = await startFaultProxy(sandbox.url, {
      response: (responded) =>
        responded.path === '/openapi.json' ? { ...responded, status: 404 } : responded,
    })
  })

  test('is not tested where its paths are not given', async () => {
    await expect(tryRules(proxy?.url ?? '', sandbox)).rejects.toThrow(/tell them by --paths FILE/)
  })

  test('is tested on the models whose paths are given', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'atelier-conformance-'))
    const file = join(folder, 'paths.json')
    writeFileSync(file, JSON.stringify({ i3: '/generate/image/sandbox/i3' }))
    const outcomes = await tryRules(proxy?.url ?? '', sandbox, '--paths', file, '--only', 'Model endpoints')
    rmSync(folder, { recursive: true })
    expect(new Set(outcomes.map(({ section }) => section))).toEqual(new Set(['Model endpoints: I3']))
    expect(outcomes.filter(({ outcome }) => outcome === 'failed')).toEqual([])
    expect(outcomes.filter(({ outcome }) => outcome === 'ok').length).toBeGreaterThan(15)
  })
})

test('a dry run names rules and price, and sends nothing that could be billed', async () => {
  proxy = await startFaultProxy(sandbox.url, {})
  const { code, stdout } = await runHere(...argumentsFor(proxy.url, sandbox), '--dry-run')
  expect(code).toBe(0)
  expect(stdout).toMatch(/\n\d+ rules; \d+ paid requests: at most \$\d+\.\d\d/)
  expect(proxy.count('POST')).toBe(0)
})

test('no more requests are billed than the plan says', async () => {
  proxy = await startFaultProxy(sandbox.url, {})
  const words = [...argumentsFor(proxy.url, sandbox), '--only', 'Model endpoints: I6', '--json']
  const { paidRequests } = z
    .looseObject({ plan: z.looseObject({ paidRequests: z.int() }) })
    .parse(JSON.parse((await runHere(...words, '--dry-run')).stdout)).plan
  let accepted = 0
  proxy.close()
  proxy = await startFaultProxy(sandbox.url, {
    response(responded) {
      if (responded.path.startsWith('/generate/') && responded.status === 200) accepted += 1
      return responded
    },
  })
  words[1] = proxy.url
  expect((await runHere(...words)).code).toBe(0)
  expect(accepted).toBe(paidRequests)
})

test.each([
  [['--key', 'k'], /^--url is missing/],
  [['--url', 'http://127.0.0.1:9'], /^--key is missing/],
  [['--url', 'nowhere', '--key', 'k'], /^--url must be an http or https URL/],
  [['--url', 'http://127.0.0.1:9', '--key', 'k'], /^Nothing responds at http:\/\/127\.0\.0\.1:9/],
  [['--url', 'http://127.0.0.1:9', '--key', 'k', '--wait', 'long'], /^--wait must be a whole number/],
  [['--url', 'http://127.0.0.1:9', '--key', 'k', '--paths', '/none.json'], /^--paths must name a JSON file/],
  [['--fast'], /--fast/],
])('%j is refused in one sentence', async (words, sentence) => {
  const { code, stdout, stderr } = await runHere(...words)
  expect(code).toBe(2)
  expect(stdout).toBe('')
  expect(stderr).toMatch(sentence)
  expect(stderr.trim().split('\n')).toHaveLength(1)
})

test('an unknown section is refused with the names of the existing ones', async () => {
  const { code, stderr } = await runHere(...argumentsFor(sandbox.url, sandbox), '--only', 'Weather')
  expect(code).toBe(2)
  expect(stderr).toContain('GET /usage')
})

// Starts a program, which takes long beside other work.
test('as a program, it prints its refusal and ends with the code', { timeout: 30_000 }, async () => {
  const refused = await runSuite('--key', 'k')
  expect(refused).toEqual(await runHere('--key', 'k'))
  expect(refused.code).toBe(2)
})
