import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { webhookPayloadSchema } from '../../shared/api/webhook.ts'
import { openDatabase } from '../store/database.ts'
import { createSigningKeyStore, keyOverlapMs } from '../store/signing-key-store.ts'
import { createFolder, type OpenSandbox, openSandbox } from '../testing/open-sandbox.ts'

interface PublishedKey extends JsonWebKey {
  readonly kid: string
}

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const path = '/generate/image/sandbox/i3'
const small = { prompt: 'kite', width: 32, height: 32 }
let open: OpenSandbox
let received: Received[]
/** The receiver's responses, in order; 204 when there are no more. */
let responses: number[]
let url: string
const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  received.push({ headers: request.headers, body })
  response.writeHead(responses.shift() ?? 204).end()
})

beforeEach(async () => {
  received = []
  responses = []
  open = openSandbox()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as { port: number }).port}/hook/token`
})

afterEach(async () => {
  await open.close()
  server.closeAllConnections()
  server.close()
})

async function send(): Promise<string> {
  const response = await open.post(path, small, { 'x-webhook-url': url })
  return ((await response.json()) as { job_id: string }).job_id
}

async function readKeys() {
  const { keys } = (await (await open.get('/.well-known/jwks.json')).json()) as {
    keys: PublishedKey[]
  }
  return keys
}

test('one signed POST reports the end, with the payload of the interface', async () => {
  const jobId = await send()
  await expect.poll(() => received.length).toBe(1)
  const { headers, body } = received[0] as Received
  const payload = webhookPayloadSchema.parse(JSON.parse(body))
  expect(Object.keys(payload)).toEqual(['job_id', 'status', 'created_at', 'completed_at', 'result'])
  const job = (await (await open.get(`/jobs/${jobId}`)).json()) as object
  expect(job).toMatchObject(payload)
  expect(await isSigned(headers, body)).toBe(true)
  expect(await isSigned(headers, `${body} `)).toBe(false)
})

async function isSigned(headers: IncomingHttpHeaders, body: string): Promise<boolean> {
  const header = (name: string) => String(headers[`x-service-webhook-${name}`])
  const [key] = (await readKeys()).filter((one) => one.kid === header('key-id'))
  if (!key) return false
  const digest = createHash('sha256').update(body).digest('hex')
  const message = Buffer.from(`${header('request-id')}\n${header('timestamp')}\n${digest}`)
  const publicKey = createPublicKey({ key, format: 'jwk' })
  const signature = Buffer.from(header('signature'), 'base64url')
  expect(signature).toHaveLength(64)
  return verify('sha256', message, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature)
}

test('a delivery without a 2xx response is repeated under the same request id, until it has one', async () => {
  responses = [500, 302]
  await send()
  await expect.poll(() => received.length).toBe(3)
  expect(new Set(received.map(({ headers }) => headers['x-service-webhook-request-id'])).size).toBe(1)
  await send()
  await expect.poll(() => received.length).toBe(4)
})

test('a delivery that was due when the sandbox ended is sent after it is reopened', async () => {
  const folder = createFolder()
  await open.close()
  open = openSandbox({ dataFolder: folder.path, speed: 0.1 })
  server.close()
  server.closeAllConnections()
  const jobId = await send()
  open.sandbox.clock.set(Date.now() + 3_600_000 * 24)
  await expect
    .poll(async () => ((await (await open.get(`/jobs/${jobId}`)).json()) as { status: string }).status)
    .toBe('completed')
  await open.sandbox.close()
  const port = Number(new URL(url).port)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  open = openSandbox({ dataFolder: folder.path, now: new Date(Date.now() + 3_600_000 * 48) })
  await expect.poll(() => received.length).toBe(1)
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ job_id: jobId, status: 'completed' })
})

test.each(['not a url', 'http://example.com/hook', 'ftp://127.0.0.1/'])(
  'X-Webhook-URL %s gets 400',
  async (bad) => {
    const response = await open.post(path, small, { 'x-webhook-url': bad })
    expect(response.status).toBe(400)
    expect(((await response.json()) as { error: string }).error).toMatch(/^X-Webhook-URL: /)
  },
)

test('a rotated key is published until the overlap has passed, and keys are P-256 without their secret', () => {
  const folder = createFolder()
  const database = openDatabase(folder.path)
  const keys = createSigningKeyStore(database)
  const first = keys.current().id
  const second = keys.rotate(1000)
  expect(keys.current().id).toBe(second)
  expect(keys.published(1000 + keyOverlapMs - 1).map((key) => key.kid)).toEqual([second, first])
  expect(keys.published(1000 + keyOverlapMs).map((key) => key.kid)).toEqual([second])
  const [published] = keys.published(1000)
  expect(Object.keys(published ?? {}).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
  expect(published).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' })
  database.close()
  folder.remove()
})
