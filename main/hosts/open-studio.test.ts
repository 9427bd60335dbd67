import { existsSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createBridgeClient } from '../../shared/bridge/client.ts'
import { accountAt } from '../engine/service/start-account.ts'
import { type DataFolder, takeDataFolder } from '../infra/data-folder.ts'
import '../studio-calls.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { writeDoorAddress } from './door/door-file.ts'
import { type OpenStudioOptions, openStudio } from './open-studio.ts'

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

function open(dataFolder: string, service: string, options: Partial<OpenStudioOptions>) {
  return openStudio({
    host: 'browser',
    dataFolder,
    chooseAccount: (settings) => accountAt(settings, service),
    allowsHttp: false,
    environment: { ATELIER_API_KEY: 'k' },
    log: { warn: () => undefined },
    ...options,
  })
}

test('[START302] a studio asks nothing of a service, and is open to no agent, before it may begin', async () => {
  const service = await openCounter()
  const dataFolder = join(temporaryFolder(), 'data')
  const { promise, resolve: begin } = Promise.withResolvers<void>()
  const { studio, close } = await open(dataFolder, service.url, { beginsAfter: promise })
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
  const { studio, close } = await open(dataFolder, service.url, { beginsAfter: new Promise(() => undefined) })
  await close()
  expect(await studio.connected).toMatchObject({ ok: false, error: { code: 'not_possible_now' } })
  expect(service.requests()).toBe(0)
  const folder = await takeDataFolder(dataFolder)
  folder.release()
})

/** Who has the folder, and what it does when it is asked for it. */
async function ownFolder(onAsk: (response: ServerResponse, folder: DataFolder) => void) {
  const dataFolder = join(temporaryFolder(), 'data')
  const folder = await takeDataFolder(dataFolder)
  let asked = 0
  const server = createServer((_, response) => {
    asked += 1
    onAsk(response, folder)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  await writeDoorAddress(dataFolder, { port, token: 'a-token-of-twenty-letters' })
  return { dataFolder, asked: () => asked }
}

test('[AGENT340] an owner that can’t respond yet is asked again', async () => {
  const service = await openCounter()
  const { dataFolder, asked } = await ownFolder((response, folder) => {
    if (asked() === 2) folder.release()
    response.writeHead(503).end()
  })
  const { close } = await open(dataFolder, service.url, { asksAgents: true })
  expect(asked()).toBe(2)
  await close()
})

test('[AGENT340] a studio that keeps its folder is asked once, one that is silent for a while', async () => {
  const service = await openCounter()
  const inUse = { cause: { trouble: { code: 'folder_in_use' } } }
  const keeper = await ownFolder((response) => response.end(JSON.stringify({ yields: false })))
  const silent = await ownFolder((response) => response.writeHead(503).end())
  const refused = await Promise.allSettled([
    open(keeper.dataFolder, service.url, { asksAgents: true }),
    open(silent.dataFolder, service.url, { asksAgents: true }),
  ])
  expect(refused).toMatchObject([{ reason: inUse }, { reason: inUse }])
  expect([keeper.asked(), silent.asked()]).toEqual([1, 30])
})
