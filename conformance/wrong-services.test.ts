import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startFaultProxy } from './testing/fault-proxy.ts'
import { type SandboxProcess, startSandbox } from './testing/sandbox-process.ts'
import { tryRules } from './testing/try-rules.ts'
import { wrongServices } from './testing/wrong-services.ts'

// Tests run sections of rules in real time: some wait for deliveries that never arrive.
vi.setConfig({ testTimeout: 60_000 })

let sandbox: SandboxProcess

beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox?.close())

// Without the control API they don’t affect each other, and mostly wait.
test.concurrent.each(wrongServices.filter(({ control = false }) => !control))(
  'a service that $what is detected',
  async ({ injectFault, section, wait = 5, broken }) => {
    const proxy = await startFaultProxy(sandbox.url, injectFault)
    const words = ['--wait', String(wait), '--only', section]
    const outcomes = await tryRules(proxy.url, sandbox, ...words).finally(proxy.close)
    const failed = outcomes.filter(({ outcome }) => outcome === 'failed').map(({ rule }) => rule)
    for (const rule of broken) expect(failed).toContainEqual(expect.stringMatching(rule))
    for (const one of outcomes) expect(one.section).toContain(section)
  },
)
