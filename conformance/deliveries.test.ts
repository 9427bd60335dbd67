import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type SandboxProcess, startSandbox } from './testing/sandbox-process.ts'
import { tryRules } from './testing/try-rules.ts'

// Tests run sections of rules in real time: deliveries that must not arrive are waited for.
vi.setConfig({ testTimeout: 30_000 })

let sandbox: SandboxProcess

beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox?.close())
afterEach(async () => {
  await command('/faults', {})
  await command('/webhooks', { signed: true })
})

async function command(path: string, body: object): Promise<void> {
  const sent = { method: 'POST', body: JSON.stringify(body) }
  expect((await fetch(`${sandbox.url}/__sandbox${path}`, sent)).status).toBe(200)
}

function tryEvents(...words: readonly string[]) {
  return tryRules(sandbox.url, sandbox, '--only', 'Events', ...words)
}

test('deliveries that were changed in transit are detected', async () => {
  await command('/faults', { webhook: { kind: 'forged', times: 0 } })
  const outcomes = await tryEvents()
  expect(outcomes.find(({ rule }) => rule.includes('signed by a published key'))).toMatchObject({
    outcome: 'failed',
    came: 'a signature that no published key verifies',
  })
})

test('deliveries that arrive twice are detected', async () => {
  await command('/faults', { webhook: { kind: 'duplicate', times: 0 } })
  const outcomes = await tryEvents()
  expect(outcomes.find(({ rule }) => rule.includes('exactly one POST'))).toMatchObject({
    outcome: 'failed',
    expected: 'one delivery a job',
  })
})

test('deliveries without a signature are accepted only where the service is declared to send such', async () => {
  await command('/webhooks', { signed: false })
  const undeclared = await tryEvents()
  expect(undeclared.filter(({ outcome }) => outcome === 'failed').map(({ rule }) => rule)).toEqual([
    'a delivery carries signature headers with the listed prefix',
    'a delivery is signed by a published key (default profile)',
  ])
  const declared = await tryEvents('--unsigned')
  expect(declared.filter(({ outcome }) => outcome === 'failed')).toEqual([])
})
