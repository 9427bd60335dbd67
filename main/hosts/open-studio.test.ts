import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createBridgeClient } from '../../shared/bridge/client.ts'
import { accountAt } from '../engine/service/start-account.ts'
import { takeDataFolder } from '../infra/data-folder.ts'
import '../studio-calls.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { openStudio } from './open-studio.ts'

/** A service that only counts what is asked of it. */
async function openCounter() {
  let requests = 0
  const server = createServer((_, response) => {
    requests += 1
    response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests: () => requests }
}

function open(dataFolder: string, service: string, beginsAfter: Promise<void>) {
  return openStudio({
    host: 'browser',
    dataFolder,
    chooseAccount: (settings) => accountAt(settings, service),
    allowsHttp: false,
    environment: { ATELIER_API_KEY: 'k' },
    log: { warn: () => undefined },
    beginsAfter,
  })
}

test('[START302] a studio asks nothing of a service, and is open to no agent, before it may begin', async () => {
  const service = await openCounter()
  const dataFolder = join(temporaryFolder(), 'data')
  const { promise, resolve: begin } = Promise.withResolvers<void>()
  const { studio, close } = await open(dataFolder, service.url, promise)
  const status = await createBridgeClient(studio.procedures).want('studio.status', {})
  expect(status.service).toMatchObject({ chosenUrl: service.url, failure: null })
  expect([service.requests(), existsSync(join(dataFolder, 'agents-door.json'))]).toEqual([0, false])
  begin()
  expect(await studio.connected).toMatchObject({ ok: true })
  expect(service.requests()).toBeGreaterThan(0)
  await close()
})

test('[START302] closed before it has begun, it connects nothing and gives the folder back', async () => {
  const service = await openCounter()
  const dataFolder = join(temporaryFolder(), 'data')
  const { studio, close } = await open(dataFolder, service.url, new Promise(() => undefined))
  await close()
  expect(await studio.connected).toMatchObject({ ok: false, error: { code: 'not_possible_now' } })
  expect(service.requests()).toBe(0)
  const folder = await takeDataFolder(dataFolder)
  folder.release()
})
