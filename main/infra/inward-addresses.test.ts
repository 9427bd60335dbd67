import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { isIPv4 } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AccountReach } from '../engine/service/accounts.ts'
import { ownReach } from '../testing/test-accounts.ts'
import { type DataFolder, takeDataFolder } from './data-folder.ts'
import { createHttpFileFetcher } from './http-file-fetcher.ts'
import { classOfAddresses, findAddressClass, isInward } from './inward-addresses.ts'

let root: string
let folder: DataFolder
let server: Server
let port: number
let connections: number
let redirectTo: string

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'atelier-inward-'))
  folder = await takeDataFolder(root)
  connections = 0
  server = createServer((_request, response) => response.writeHead(302, { location: redirectTo }).end())
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const address = server.address()
  port = typeof address === 'object' && address ? address.port : 0
})

afterEach(async () => {
  await new Promise((closed) => server.close(closed))
  folder.release()
  rmSync(root, { recursive: true })
})

const onTheInternet: AccountReach = { origin: 'https://service.example', addressClass: 'public', key: 'k' }

function fetchFrom(url: string, reach = onTheInternet, refused: readonly string[] = []) {
  const fetcher = createHttpFileFetcher({ freeSpace: { bytes: async () => null }, folder })
  const signal = AbortSignal.timeout(5_000)
  return fetcher.fetch({
    fileId: crypto.randomUUID(),
    url,
    reach,
    refused,
    expectedBytes: null,
    signal,
    onProgress: () => undefined,
  })
}

/** This machine in every notation that a URL takes for an address, and by the names that mean it. */
function notationsOfLoopback(): string[] {
  const [a, b, c, d] = [127, 0, 0, 1]
  const number = ((a * 256 + b) * 256 + c) * 256 + d
  const parts = [a, b, c, d]
  const bases = [
    (n: number) => String(n),
    (n: number) => `0${n.toString(8)}`,
    (n: number) => `0x${n.toString(16)}`,
  ]
  const mixed = bases.flatMap((first) =>
    bases.map((rest) => [first(a), ...parts.slice(1).map(rest)].join('.')),
  )
  const short = bases.flatMap((base) => [
    base(number),
    `${base(a)}.${base(1)}`,
    `${base(a)}.${base(0)}.${base(1)}`,
  ])
  const others = [
    '127.1.2.3',
    '127.255.255.254',
    '0.0.0.0',
    '0',
    '[::1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
  ]
  const mapped = [
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[2002:7f00:1::]',
    'localhost',
    'LOCALHOST',
  ]
  return [...new Set([...mixed, ...short, ...others, ...mapped])]
}

const inwardHosts = [
  ...Array.from({ length: 16 }, (_, index) => `10.${index * 16}.1.1`),
  ...Array.from({ length: 16 }, (_, index) => `172.${16 + index}.0.1`),
  ...Array.from({ length: 16 }, (_, index) => `192.168.${index * 16}.1`),
  ...Array.from({ length: 16 }, (_, index) => `169.254.${index * 16}.254`),
  ...Array.from({ length: 16 }, (_, index) => `100.${64 + index * 4}.0.1`),
  ...Array.from({ length: 16 }, (_, index) => `${224 + index}.0.0.1`),
  ...Array.from({ length: 16 }, (_, index) => `[::ffff:10.${index}.0.1]`),
  ...Array.from({ length: 16 }, (_, index) => `[fc${index.toString(16)}0::1]`),
  ...Array.from({ length: 16 }, (_, index) => `[fe8${index.toString(16)}::1]`),
  ...Array.from({ length: 16 }, (_, index) => `[ff0${index.toString(16)}::1]`),
  ...[
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '255.255.255.255',
    '169.254.169.254',
    '[2001:db8::1]',
    '[100::1]',
    '[2001::1]',
    '[3fff::1]',
    '192.0.0.8',
    '192.88.99.1',
  ],
]

describe('[LIB10] a result is never fetched from this machine or its network', () => {
  test('in any notation: over 200 addresses, not one connection', async () => {
    const targets = [...notationsOfLoopback(), ...inwardHosts]
    expect(targets.length).toBeGreaterThanOrEqual(200)
    for (const host of targets) {
      const outcome = await fetchFrom(`http://${host}:${port}/result.png`)
      expect([host, outcome]).toEqual([host, expect.objectContaining({ type: 'failed', isFinal: true })])
    }
    expect([connections, readdirSync(folder.resolve('incoming'))]).toEqual([0, []])
  })

  test('and an address that was refused before is not even looked up', async () => {
    const url = `http://127.0.0.1:${port}/`
    const outcome = await fetchFrom(`${url}#again`, ownReach(url), [url])
    expect(outcome).toMatchObject({ type: 'failed', isFinal: true, refusedUrl: url })
    expect(connections).toBe(0)
  })
})

describe('[LIB27] the exact origin of the run’s own service is the one exception', () => {
  const refusal = { type: 'failed', isFinal: true }

  test('a service on this machine has its own port there and no other', async () => {
    const elsewhere = `http://127.0.0.1:${port}/`
    const own = ownReach('http://127.0.0.1:9')
    expect(await fetchFrom(elsewhere, own)).toMatchObject({ ...refusal, refusedUrl: elsewhere })
    expect(await fetchFrom(`http://localhost:${port}/`, ownReach(elsewhere))).toMatchObject(refusal)
    expect(await fetchFrom(elsewhere, { ...ownReach(elsewhere), origin: null })).toMatchObject(refusal)
    expect(connections).toBe(0)
  })

  test.each([
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.1/',
    'http://127.0.0.1:9/',
    'http://localhost:9/',
    'http://[::1]/',
  ])('and each redirect is checked anew: %s', async (location) => {
    redirectTo = location
    const outcome = await fetchFrom(`http://127.0.0.1:${port}/`, ownReach(`http://127.0.0.1:${port}`))
    expect(outcome).toMatchObject({ ...refusal, refusedUrl: location })
    expect(connections).toBe(1)
  })

  test.each([
    ['public', 0],
    ['private', 0],
    ['loopback', 1],
  ] as const)(
    'a name that was %s and leads to this machine now: %i connections',
    async (addressClass, most) => {
      redirectTo = 'http://10.0.0.1/'
      const url = `http://localhost:${port}/`
      const outcome = await fetchFrom(url, { ...ownReach(url), addressClass })
      expect(outcome).toMatchObject(refusal)
      expect(connections).toBe(most)
    },
  )

  test('where its host can’t be resolved nothing is requested, and it is tried later', async () => {
    const url = `http://localhost:${port}/`
    const outcome = await fetchFrom(url, { ...ownReach(url), addressClass: null })
    expect(outcome).toMatchObject({ type: 'failed', isFinal: false, refusedUrl: null })
    expect(connections).toBe(0)
  })
})

test('[LIB27] the class of a host depends on all of its addresses', async () => {
  expect(classOfAddresses(['93.184.216.34', '2606:4700::1111'])).toBe('public')
  expect(classOfAddresses(['192.168.1.5', '2606:4700::1111'])).toBe('private')
  expect(classOfAddresses(['127.0.0.1', '::1'])).toBe('loopback')
  expect(classOfAddresses(['127.0.0.1', '10.0.0.1'])).toBe('private')
  const classOf = (url: string) => findAddressClass(new URL(url))
  expect(await Promise.all(['http://[::1]:9', 'http://10.0.0.1', 'http://localhost'].map(classOf))).toEqual([
    'loopback',
    'private',
    'loopback',
  ])
})

test('an IPv4 address mapped into IPv6 is treated as the IPv4 address', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      if (isIPv4(address)) expect(isInward(`::ffff:${address}`)).toBe(isInward(address))
    }),
  )
})

test('public addresses are not inward', () => {
  for (const address of [
    '1.1.1.1',
    '8.8.8.8',
    '172.32.0.1',
    '192.167.1.1',
    '100.128.0.1',
    '2606:4700::1111',
    '2a00:1450:4001::1',
  ]) {
    expect([address, isInward(address)]).toEqual([address, false])
  }
})
