import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { procedures } from '../../../shared/bridge/procedures.ts'
import { procedureSamples } from '../../../shared/testing/bridge-samples.ts'
import { canaryForms, canaryKeys, findCanary } from '../../testing/key-canary.ts'
import { openSpyHttpServer } from '../../testing/spy-http-server.ts'
import { startDesktop } from '../../testing/start-desktop.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'

vi.setConfig({ testTimeout: 60_000 })
afterEach(() => vi.restoreAllMocks())

/** What would take the account away, end the test, or write outside its folder. */
const leftOut = /^accounts\.(remove|forgetKey|use|connect|change)$|^(agents\.wait|jobs\.confirm)/

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
}

test.each(['for this session only', 'through the keychain'])(
  '[SEC8] a key that is kept %s is nowhere but in the Authorization header to its service',
  async (how) => {
    const said: string[] = []
    for (const level of ['error', 'warn', 'log', 'info', 'debug'] as const)
      vi.spyOn(console, level).mockImplementation((...words: unknown[]) => void said.push(inspect(words)))
    const service = await openSpyHttpServer(({ url = '', headers }, response) => {
      const isKnown = canaryKeys.some((key) => headers.authorization === `Bearer ${key}`)
      if (url.startsWith('/usage')) return response.writeHead(400).end('{"error":"x"}')
      return response.writeHead(isKnown ? 404 : 401).end('{"error":"None."}')
    })
    onTestFinished(() => service.close())
    const data = temporaryFolder()
    const { bridge, electron } = await startDesktop({ switches: { data } })
    const left: string[] = []
    bridge.subscribe((event) => left.push(inspect(event, { depth: 20 })))
    const [key, usageKey] = canaryKeys
    const connected = await bridge.call('accounts.connect', {
      baseUrl: service.url,
      key,
      usageKey,
      ...(how === 'for this session only' && { onlySession: true }),
    })
    expect(connected).toMatchObject({ ok: true })
    await bridge.call('settings.change', { agents: { isHttpOn: true } })
    for (const [name, { input }] of Object.entries(procedureSamples))
      if (!leftOut.test(name)) left.push(`${name} ${inspect(await bridge.call(name, input), { depth: 20 })}`)
    expect(left.length).toBeGreaterThan(Object.keys(procedures).length / 2)

    const address = join(data, 'agents-http.json')
    await vi.waitUntil(() => existsSync(address), 10_000)
    const { url, token } = JSON.parse(readFileSync(address, 'utf8')) as { url: string; token: string }
    for (const params of [
      { name: 'list_models', arguments: {} },
      { name: 'nothing', arguments: { key: 1 } },
    ]) {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      })
      left.push(`mcp ${response.status} ${await response.text()}`)
    }
    const page = electron.routes.get('atelier')
    const served = await page?.(
      new Request('atelier://studio/media/files/0199a4d2-7b1c-7c3e-8f00-112233445566'),
    )
    left.push(`${inspect([...(served?.headers ?? [])])} ${await served?.text()}`)
    left.push(inspect([electron.shown, electron.notifications, electron.menus], { depth: 20 }))

    for (const text of [...left, ...said]) expect(findCanary(text)).toBeUndefined()
    const outside = service.requests.map(({ authorization, ...rest }) => inspect(rest, { depth: 20 }))
    for (const text of outside) expect(findCanary(text)).toBeUndefined()
    expect(service.requests.map(({ authorization }) => authorization)).toContain(`Bearer ${key}`)
    for (const path of filesIn(data))
      expect([path, findCanary(readFileSync(path, 'latin1'))]).toEqual([path, undefined])
    expect(existsSync(join(data, 'keys.desktop.json'))).toBe(how === 'through the keychain')
  },
)

test('[SEC383] an error that nothing caught is said without the key, at the terminal and once in a dialog', async () => {
  const said: string[] = []
  vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => void said.push(inspect(words)))
  const service = await openSpyHttpServer((_request, response) => response.writeHead(404).end('{}'))
  onTestFinished(() => service.close())
  const { bridge, electron, crash } = await startDesktop()
  const [key] = canaryKeys
  await bridge.call('accounts.connect', { baseUrl: service.url, key })
  const error = () => new Error(`Bearer ${key} was odd`, { cause: new Error(key) })
  const ended = once(electron.app, 'ended')
  crash(error())
  crash(error())
  await ended
  expect(electron.shown.boxes.map(({ detail }) => detail)).toEqual([
    expect.stringMatching(/^Nothing is sent any more.*\[API-key\] was odd/s),
  ])
  expect(said.filter((line) => line.includes('[API-key] was odd'))).toHaveLength(2)
  for (const text of [...said, ...electron.shown.boxes.map((box) => inspect(box))])
    expect(findCanary(text)).toBeUndefined()
})

test('[SEC490] what the updater says of a feed goes to the log without the key', async () => {
  const said: string[] = []
  vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => void said.push(inspect(words)))
  const service = await openSpyHttpServer((_request, response) => response.writeHead(404).end('{}'))
  onTestFinished(() => service.close())
  const [key] = canaryKeys
  const { promise, resolve } = Promise.withResolvers<Parameters<Offer>[0]>()
  type Offer = NonNullable<Parameters<typeof startDesktop>[0]>['offerUpdate'] & {}
  const { bridge } = await startDesktop({ offerUpdate: async (log) => resolve(log) })
  await bridge.call('accounts.connect', { baseUrl: service.url, key })
  const log = await promise
  log.warn(`Looking for a newer version failed: ${key} was refused.`)
  expect(said.join()).toContain('Looking for a newer version failed: [API-key] was refused.')
  expect(findCanary(said.join())).toBeUndefined()
})

test('[SEC8] a request of the page that fails is said in the log without the key', async () => {
  const said: string[] = []
  vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => void said.push(inspect(words)))
  const service = await openSpyHttpServer((_request, response) => response.writeHead(404).end('{}'))
  onTestFinished(() => service.close())
  const { bridge, electron } = await startDesktop()
  const [key] = canaryKeys
  await bridge.call('accounts.connect', { baseUrl: service.url, key })
  const request = new Request('atelier://studio/')
  Object.defineProperty(request, 'url', {
    get() {
      throw new Error(`Bearer ${key} was odd`)
    },
  })
  const response = await electron.routes.get('atelier')?.(request)
  expect(response?.status).toBe(500)
  expect(said.join()).toContain('The page’s request could not be served: Error: Bearer [API-key] was odd')
  expect(findCanary(`${said.join()}${await response?.text()}`)).toBeUndefined()
})

// The search above has to find what is there.
test('[SEC8] the search finds a key that is written in the clear, in each of its forms', () => {
  for (const form of canaryForms) expect(findCanary(`a ${form} b`)).toBe(form)
})
