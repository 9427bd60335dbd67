import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { afterEach, expect, test } from 'vitest'
import { type OpenSandbox, openSandbox } from '../testing/open-sandbox.ts'
import { rules } from './rules.ts'
import { runRules } from './run-rules.ts'
import { connectService } from './service-under-test.ts'

let open: OpenSandbox | undefined
let server: Server | undefined

afterEach(async () => {
  server?.closeAllConnections()
  server?.close()
  await open?.close()
  server = undefined
  open = undefined
})

async function listen(answer: Parameters<typeof createServer>[1]): Promise<string> {
  server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`
}

/** Rendering ten films would say nothing more about the interface. */
const quickRules = rules.filter(
  ({ section, rule }) => !(/V\d+$/.test(section) && rule.startsWith('a prompt alone')),
)

test('the sandbox keeps every rule, and none is left untried', async () => {
  open = openSandbox()
  const { key, usageKey, fetch } = open.sandbox
  const url = await listen(getRequestListener((request) => fetch(request)))
  const service = connectService({ url, key, usageKey, vendor: 'sandbox' })
  const outcomes = await runRules(quickRules, service, () => {})
  expect(outcomes.filter(({ result }) => result !== 'kept')).toEqual([])
  expect(outcomes.length).toBeGreaterThan(200)
}, 60_000)

test('a service that answers 200 and nothing to everything keeps no rule', async () => {
  const url = await listen((_request, response) =>
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}'),
  )
  const service = connectService({ url, key: 'k', usageKey: 'u', vendor: 'sandbox' })
  const outcomes = await runRules(rules, service, () => {})
  expect(outcomes.filter(({ result }) => result === 'kept')).toEqual([])
})
