import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { settingsSchema } from '../shared/settings/settings.ts'
import { type WebhookProfile, webhookProfileSchema } from '../shared/settings/webhook-profile.ts'
import { createSigningService, payloadOf, signHeadersAs } from './testing/signed-delivery.ts'
import { openSpyHttpServer, type SpyHttpServer } from './testing/spy-http-server.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'
import { openTestService, openTestStudio, type TestService, type TestStudio } from './testing/test-studio.ts'

// A whole studio with a whole service, which makes the media in separate processes.
vi.setConfig({ testTimeout: 60_000 })

let sandbox: TestService
let front: SpyHttpServer
/** The delivery address last given to the service. */
let reported = ''
const signer = await createSigningService('key-1')

// The sandbox behind a front that publishes a key of the test's and keeps the given delivery address to itself.
beforeAll(async () => {
  sandbox = await openTestService()
  front = await openSpyHttpServer(async (request, response) => {
    if (request.url?.endsWith('/.well-known/jwks.json'))
      return response.end(JSON.stringify({ keys: [signer.publicJwk] }))
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const url = request.headers['x-webhook-url']
    if (typeof url === 'string') reported = url
    const reply = await fetch(`${sandbox.url}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { authorization: `Bearer ${sandbox.key}`, 'content-type': 'application/json' },
      ...(request.method === 'POST' ? { body: Buffer.concat(chunks) } : {}),
    })
    response.writeHead(reply.status).end(Buffer.from(await reply.arrayBuffer()))
  })
})
afterAll(async () => {
  await front.close()
  await sandbox.close()
})

/** A studio that receives by this profile, and a run of its that the service has accepted. */
async function openWithRun(profile: WebhookProfile) {
  const studio = await openTestStudio({
    folder: temporaryFolder(),
    service: sandbox,
    serviceOverride: front.url,
    environmentKey: sandbox.key,
  })
  onTestFinished(() => studio.close())
  const { webhooks } = settingsSchema.parse({})
  await studio.call('settings.change', { webhooks: { ...webhooks, enabled: true, port: 0, profile } })
  const submissionId = crypto.randomUUID()
  await listening(studio)
  await studio.call('jobs.confirm', {
    submissionIds: [submissionId],
    modelId: 'i3',
    values: { prompt: 'a kite over the sea' },
    estimate: { kind: 'unlisted' },
  })
  const { job } = await studio.until(submissionId, ({ state }) => state === 'accepted')
  return { studio, url: reported, jobId: job?.jobId ?? '' }
}

function listening(studio: TestStudio): Promise<void> {
  return new Promise((resolve) => {
    const take = (state: string) => {
      if (state !== 'listening') return
      undo()
      resolve()
    }
    const undo = studio.studio.events.subscribe((event) => {
      if (event.name === 'studio.changed') take(event.payload.receiver.state)
    })
    void studio.call('studio.status', {}).then((status) => status.ok && take(status.value.receiver.state))
  })
}

async function outcomesOf(studio: TestStudio): Promise<string[]> {
  const log = await studio.call('webhooks.log', {})
  return log.ok ? log.value.map(({ outcome }) => outcome).toReversed() : []
}

async function post(url: string, headers: Record<string, string>, body: string): Promise<number> {
  return (await fetch(url, { method: 'POST', headers, body })).status
}

const messages = [
  '{id}\n{timestamp}\n{sha256}',
  '{timestamp}.{id}.{body}',
  'v1:{sha256}:{body}:{id}:{timestamp}',
]
const spellings = (['hex', 'base64', 'base64url'] as const).flatMap((encoding) =>
  (['raw', 'der'] as const).map((form) => ({ encoding, form })),
)
const otherNames = {
  requestId: 'webhook-id',
  timestamp: 'Webhook-Timestamp',
  signature: 'authorization',
  keyId: 'X-Key',
}

interface Choice {
  readonly name: string
  readonly choice: Readonly<Record<string, unknown>>
  readonly jwsHeader?: Readonly<Record<string, unknown>>
}

const choices: Choice[] = [
  ...spellings.map((choice) => ({ name: `${choice.form} in ${choice.encoding}`, choice })),
  ...messages.map((message) => ({ name: `over ${JSON.stringify(message)}`, choice: { message } })),
  { name: 'in headers of other names', choice: { headers: otherNames } },
  { name: 'as a detached JWS', choice: { scheme: 'jws' } },
  {
    name: 'as a detached JWS over the payload as it is',
    choice: { scheme: 'jws' },
    jwsHeader: { b64: false, crit: ['b64'] },
  },
  {
    name: 'as a detached JWS that names its key',
    choice: { scheme: 'jws', message: messages[1] },
    jwsHeader: { kid: 'key-1' },
  },
]

it.each(choices)(
  '[HOOK24] signed $name, a delivery is accepted at the port, and after a change it is not',
  async (one) => {
    const profile = webhookProfileSchema.parse(one.choice)
    const { studio, url, jobId } = await openWithRun(profile)
    const body = payloadOf(jobId)
    const timestamp = Math.floor(Date.now() / 1000)
    const jws = one.jwsHeader ? { jwsHeader: one.jwsHeader } : {}
    const headers = signHeadersAs({ profile, service: signer, body, timestamp, ...jws })
    const withoutKey = Object.fromEntries(
      Object.entries(headers).filter(([name]) => name !== profile.headers.keyId),
    )
    expect(await post(url, headers, `${body} `)).toBe(401)
    expect(await post(url, headers, body)).toBe(204)
    expect(await post(url, withoutKey, body)).toBe(204)
    expect(await outcomesOf(studio)).toEqual(['bad_signature', 'taken', 'repeated'])
  },
)

it('[HOOK24] a delivery signed by one profile is not accepted by another', async () => {
  const profile = webhookProfileSchema.parse({ encoding: 'hex', form: 'der' })
  const { studio, url, jobId } = await openWithRun(profile)
  const body = payloadOf(jobId)
  const timestamp = Math.floor(Date.now() / 1000)
  const others = [...choices.map(({ choice }) => choice), {}].map((choice) =>
    webhookProfileSchema.parse(choice),
  )
  for (const other of others.filter(({ encoding, form }) => encoding !== 'hex' || form !== 'der'))
    expect(await post(url, signHeadersAs({ profile: other, service: signer, body, timestamp }), body)).toBe(
      401,
    )
  expect(new Set(await outcomesOf(studio))).toEqual(new Set(['signature_malformed', 'header_missing']))
})

it('[HOOK24] unsigned, a delivery is refused at the port until the person allows it', async () => {
  const refusing = await openWithRun(webhookProfileSchema.parse({}))
  expect(await post(refusing.url, {}, payloadOf(refusing.jobId))).toBe(401)
  expect(await outcomesOf(refusing.studio)).toEqual(['header_missing'])
  const allowing = await openWithRun(webhookProfileSchema.parse({ allowsUnsigned: true }))
  expect(await post(allowing.url, {}, payloadOf(allowing.jobId))).toBe(204)
  expect(await outcomesOf(allowing.studio)).toEqual(['taken'])
})
