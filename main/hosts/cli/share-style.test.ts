import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { runInProcess as atelier } from '../../testing/run-in-process.ts'
import { openSpyHttpServer } from '../../testing/spy-http-server.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { openTestService, type TestService } from '../../testing/test-studio.ts'

// Opens a studio of its own, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

let service: TestService

beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())

function share(styleId: string, { url = service.url, key = service.key, json = true } = {}) {
  const data = join(temporaryFolder(), 'data')
  const words = ['share', styleId, '--service', url, '--data', data, ...(json ? ['--json'] : [])]
  return atelier(words, { key })
}

/** A service that responds to a share so; else there is none. */
async function openService(respond: (response: ServerResponse) => void) {
  const server = await openSpyHttpServer((request, response) => {
    if (request.method === 'POST') request.resume().on('end', () => respond(response))
    else response.writeHead(404).end('{"error":"Nothing."}')
  })
  onTestFinished(() => server.close())
  return server.url
}

test('a share prints the service’s result as one JSON value, and a sentence for a person', async () => {
  const { code, out, err } = await share('ink-and-paper')
  expect([code, err]).toEqual([0, ''])
  const result = JSON.parse(out)
  expect(result).toEqual({
    success: true,
    style_id: 'ink-and-paper',
    workspace: { id: expect.any(String), name: expect.any(String) },
  })
  const said = await share('ink-and-paper', { json: false })
  expect([said.code, said.out]).toEqual([
    0,
    `The style ink-and-paper is shared with the workspace ${result.workspace.name} (${result.workspace.id}): all of its members can use it.\n`,
  ])
})

test('a refused share ends with 1, with the reason on standard error', async () => {
  const { code, out, err } = await share('app-only')
  expect(code).toBe(1)
  expect(JSON.parse(out)).toMatchObject({
    success: false,
    style_id: 'app-only',
    workspace: null,
    error: { code: 'share_refused', message: expect.stringContaining('Nothing was shared.') },
  })
  expect(err).toMatch(/^Atelier: .*The service’s words: Only the owner of a style can share it/)
})

test('a share whose end is unknown ends with 3, and is sent once', async () => {
  let posts = 0
  const url = await openService((response) => {
    posts += 1
    response.destroy()
  })
  const { code, out } = await share('ink-and-paper', { url })
  expect([code, posts]).toEqual([3, 1])
  expect(JSON.parse(out)).toMatchObject({ success: null, error: { code: 'share_unknown' } })
})

test('an id that can’t be sent, a service that isn’t there and a missing id end with 2, and nothing on standard output', async () => {
  const server = await openSpyHttpServer((_, response) => response.end())
  await server.close()
  const [unusable, nowhere] = [await share('..'), await share('ink-and-paper', { url: server.url })]
  expect([unusable.code, unusable.out, nowhere.code, nowhere.out]).toEqual([2, '', 2, ''])
  expect(unusable.err).toContain('can’t be part of an address')
  expect(nowhere.err).toContain('Nothing was sent, and nothing was shared.')
  expect((await atelier(['share'], {})).code).toBe(2)
})
