import assert from 'node:assert/strict'
import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { jobSchema } from '../../shared/api/job.ts'
import { webhookPayloadSchema } from '../../shared/api/webhook.ts'
import { expectJson } from './expectations.ts'
import { inSection, NotApplicable, type Rule } from './rule.ts'
import type { ServiceUnderTest } from './service-under-test.ts'

async function readKeys(service: ServiceUnderTest) {
  const { keys } = (await expectJson(await service.get('/.well-known/jwks.json', null))) as {
    keys: JsonWebKey[]
  }
  return keys
}

export const eventRules: readonly Rule[] = inSection('Events', [
  [
    'verification keys are published: P-256, public halves only',
    async (service) => {
      const keys = await readKeys(service)
      assert.ok(keys.length > 0)
      for (const key of keys) {
        assert.equal(key.kty, 'EC')
        assert.equal(key.crv, 'P-256')
        assert.equal(key.d, undefined)
      }
    },
  ],
  [
    'a job with X-Webhook-URL brings one POST at its end, with the payload, signed with a published key',
    async (service) => {
      const { delivery, job } = await receive(service)
      const payload = webhookPayloadSchema.parse(JSON.parse(delivery.body))
      assert.equal(payload.job_id, job.job_id)
      assert.equal(payload.status, job.status)
      assert.deepEqual(payload.result?.urls, job.result?.urls)
      const keys = await readKeys(service)
      assert.ok(
        keys.some((key) => isSignedBy(key, delivery)),
        'no published key verifies the signature',
      )
    },
  ],
])

interface Delivery {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Listens on this machine; a service elsewhere can't reach it. */
async function receive(service: ServiceUnderTest) {
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(new URL(service.url).hostname)) {
    throw new NotApplicable('the service runs on another machine and can’t reach a receiver here')
  }
  const received = Promise.withResolvers<Delivery>()
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    response.writeHead(204).end()
    received.resolve({ headers: request.headers, body })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const { port } = server.address() as { port: number }
    const headers = { 'X-Webhook-URL': `http://127.0.0.1:${port}/hook` }
    const path = service.pathOf({ kind: 'image', id: 'i3' })
    const { job_id } = jobSchema.parse(
      await expectJson(await service.post(path, { prompt: 'a bell' }, headers)),
    )
    const job = await service.waitFor(job_id)
    return { delivery: await received.promise, job }
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

function isSignedBy(key: JsonWebKey, { headers, body }: Delivery): boolean {
  const header = (name: string) => String(headers[`x-service-webhook-${name}`])
  const digest = createHash('sha256').update(body).digest('hex')
  const message = Buffer.from(`${header('request-id')}\n${header('timestamp')}\n${digest}`)
  const publicKey = { key: createPublicKey({ key, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const
  return verify('sha256', message, publicKey, Buffer.from(header('signature'), 'base64url'))
}
