import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { strictHeaders } from '../engine/strict-headers.ts'
import { exchange } from '../testing/raw-exchange.ts'
import { createStrictServer, type StrictServerOptions } from './strict-http-server.ts'
import { createWebhookServer } from './webhook-server.ts'

const quick = { headersTimeout: 40, requestTimeout: 50, connectionsCheckingInterval: 10 }

async function listen(options: StrictServerOptions): Promise<number> {
  const server: Server = createStrictServer(options)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  return (server.address() as AddressInfo).port
}

const servers: readonly [string, (timeouts: Partial<typeof quick>) => Promise<number>][] = [
  ['an app', (serverOptions) => listen({ fetch: () => new Response(null, { status: 404 }), serverOptions })],
  [
    'the webhook receiver',
    async (timeouts) => {
      const respond = async () => ({ status: 404, headers: {} })
      const receiver = await createWebhookServer(timeouts).open(0, respond)
      if (!receiver.ok) throw new Error(receiver.error.message)
      onTestFinished(() => receiver.value.close())
      return receiver.value.port
    },
  ],
]

const requests: readonly [number, string][] = [
  [404, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'],
  [400, 'GET / HTTP/1.1\r\n\r\n'],
  [400, 'nonsense\r\n\r\n'],
  [400, 'CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n'],
  [408, 'GET / HTTP/1.1\r\nHost: '],
  [431, `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`],
]

for (const [name, open] of servers) {
  test.each(requests)(
    `[HOST8] ${name} refuses with %i under the strict headers, app or no app`,
    async (status, request) => {
      const response = await exchange(await open(status === 408 ? quick : {}), request)
      expect(response.status).toBe(status)
      for (const [header, value] of Object.entries(strictHeaders))
        expect(response.headers.get(header)).toBe(value)
    },
  )
}

test('an error in the app is 500 under the same headers', async () => {
  const port = await listen({ fetch: () => Promise.reject(new Error('broken')) })
  const { status, headers } = await exchange(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  expect([status, headers.get('x-frame-options')]).toEqual([500, 'DENY'])
})

test('an app’s own header replaces the strict one', async () => {
  const own = { 'Content-Security-Policy': "default-src 'self'" }
  const port = await listen({ fetch: () => new Response('page', { headers: own }) })
  const { headers } = await exchange(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  expect([headers.get('content-security-policy'), headers.get('x-frame-options')]).toEqual([
    "default-src 'self'",
    'DENY',
  ])
})

test('a response under way is not interrupted by a refusal: the connection ends', async () => {
  const port = await listen({
    fetch: () => new Response(new ReadableStream({ start: (stream) => stream.enqueue(Buffer.from('part')) })),
  })
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString()
    if (text.endsWith('part\r\n')) socket.write('nonsense\r\n\r\n')
  })
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n')
  await new Promise((resolve) => socket.once('close', resolve))
  expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1)
})
