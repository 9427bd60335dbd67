import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { isIPv4 } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type DataFolder, takeDataFolder } from './data-folder.ts'
import { createHttpFileFetcher } from './http-file-fetcher.ts'
import { isInward, isOnLoopback } from './inward-addresses.ts'

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

function fetchFrom(url: string, service: string | null) {
  const fetcher = createHttpFileFetcher({
    freeSpace: { bytes: async () => null },
    folder,
    keyFor: () => null,
    service: () => (service === null ? null : new URL(service)),
  })
  const signal = AbortSignal.timeout(5_000)
  return fetcher.fetch({
    fileId: crypto.randomUUID(),
    url,
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
  test('whatever notation names it: over 200 addresses, not one connection', async () => {
    const targets = [...notationsOfLoopback(), ...inwardHosts]
    expect(targets.length).toBeGreaterThanOrEqual(200)
    for (const host of targets) {
      const outcome = await fetchFrom(`http://${host}:${port}/result.png`, 'https://service.example')
      expect([host, outcome]).toEqual([host, expect.objectContaining({ type: 'failed', isFinal: true })])
    }
    expect([connections, readdirSync(folder.resolve('incoming'))]).toEqual([0, []])
  })

  test('nor while no service is connected', async () => {
    expect(await fetchFrom(`http://127.0.0.1:${port}/`, null)).toMatchObject({
      type: 'failed',
      isFinal: true,
    })
    expect(connections).toBe(0)
  })

  test('a service on loopback has loopback, and each redirect is looked at again', async () => {
    redirectTo = 'http://169.254.169.254/latest/meta-data'
    const outcome = await fetchFrom(`http://127.0.0.1:${port}/`, 'http://localhost:9')
    expect([outcome, connections]).toEqual([expect.objectContaining({ type: 'failed', isFinal: true }), 1])
  })

  test('a service’s own host is trusted, wherever it is', async () => {
    redirectTo = 'http://10.0.0.1/'
    await fetchFrom(`http://127.0.0.1:${port}/`, 'http://127.0.0.1:9')
    expect(connections).toBe(1)
  })
})

test('an IPv4 address mapped into IPv6 is what the IPv4 address is', () => {
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

test('a URL is on loopback by address or by name', () => {
  const on = ['http://127.0.0.1:1', 'http://[::1]', 'http://localhost', 'http://studio.localhost.']
  const off = ['http://localhost.example', 'http://10.0.0.1', 'https://service.example']
  expect(on.map((url) => isOnLoopback(new URL(url)))).toEqual(on.map(() => true))
  expect(off.map((url) => isOnLoopback(new URL(url)))).toEqual(off.map(() => false))
})
