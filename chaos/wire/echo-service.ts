import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { samplePng } from '../../main/testing/sample-media.ts'
import { modelPath } from './job-service.ts'
import type { KeyRing } from './key-ring.ts'

/** The encodings in which a service may repeat a key. */
export function echoesOf(key: string): string[] {
  const bytes = Buffer.from(key)
  return [
    key,
    key.toUpperCase(),
    `Bearer ${key}`,
    encodeURIComponent(key),
    encodeURIComponent(`Bearer ${key}`),
    bytes.toString('hex'),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    ...['u:', 'Bearer ', 'me:'].map((before) => Buffer.from(`${before}${key}:`).toString('base64')),
    JSON.stringify({ authorization: `Bearer ${key}` }),
    `Invalid key “${key}” (${key}).`,
  ]
}

/** The response to a paid request; the prompt begins with the name. */
type ServiceResponse = (said: string, jobId: string) => { readonly status: number; readonly body: unknown }

const job = (jobId: string, more: object) => ({
  job_id: jobId,
  status: 'queued',
  created_at: '2026-11-20T11:59:00Z',
  completed_at: null,
  result: null,
  ...more,
})

export const echoResponses: Readonly<Record<string, ServiceResponse>> = {
  refused: (said) => ({ status: 400, body: { error: said, details: { said } } }),
  forbidden: (said) => ({ status: 403, body: { error: said } }),
  emptied: (said) => ({ status: 402, body: { message: said } }),
  odd: (said) => ({ status: 418, body: { error: said, message: said } }),
  broken: (said) => ({ status: 500, body: `<html>${said}` }),
  unread: (said) => ({ status: 200, body: { job_id: said } }),
  away: () => ({ status: 302, body: '' }),
  failed: (said, jobId) => ({
    status: 200,
    body: job(jobId, { error: { code: said, message: said }, [said]: { said } }),
  }),
  completed: (said, jobId) => ({ status: 200, body: job(jobId, { lane: said }) }),
}

export interface EchoService {
  readonly url: string
  readonly key: string
  readonly keys: KeyRing
  /** The delivery address for a job's end, by the job's id. */
  readonly hooks: ReadonlyMap<string, string>
  /** How often the key was repeated. */
  said(): number
  /** Whether the key itself reached the other origin that everything redirects to. */
  wasBetrayed(): boolean
  close(): Promise<void>
}

/** A service that repeats the key in every response, and redirects file requests to another origin. */
export async function openEchoService(key: string, keys: KeyRing): Promise<EchoService> {
  const echoes = echoesOf(key)
  const hooks = new Map<string, string>()
  const made = new Map<string, { readonly kind: string; readonly said: string }>()
  let said = 0
  let isBetrayed = false
  const next = () => echoes[said++ % echoes.length] ?? key

  function sendImage(response: ServerResponse) {
    response.writeHead(200, { ETag: `"${encodeURIComponent(next())}"` }).end(samplePng({ fill: said % 255 }))
  }

  const elsewhere = await listen((request, response) => {
    if (JSON.stringify(request.headers).includes(key)) isBetrayed = true
    sendImage(response)
  })

  async function respondToPost(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { prompt } = JSON.parse(Buffer.concat(chunks).toString()) as { prompt: string }
    const [kind = ''] = prompt.split(' ')
    const jobId = crypto.randomUUID()
    const words = next()
    const { status, body } = echoResponses[kind]?.(words, jobId) ?? { status: 500, body: '' }
    made.set(jobId, { kind, said: words })
    const hook = request.headers['x-webhook-url']
    if (typeof hook === 'string') hooks.set(jobId, hook)
    send(response, status, body)
  }

  function send(response: ServerResponse, status: number, body: unknown) {
    const inHeader = encodeURIComponent(next())
    response.writeHead(status, {
      Location: `${elsewhere.url}/away?key=${inHeader}`,
      Deprecation: 'true',
      Sunset: 'Fri, 01 Jan 2027 00:00:00 GMT',
      Link: `<https://docs.example/?key=${inHeader}>; rel="deprecation"; type="text/html"`,
      'X-Key': inHeader,
    })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

  function readJob(jobId: string, response: ServerResponse) {
    const found = made.get(jobId)
    if (!found) return send(response, 404, { error: next() })
    const completed_at = '2026-11-20T12:00:00Z'
    if (found.kind === 'failed') {
      const error = { code: next(), message: next() }
      return send(response, 200, job(jobId, { status: 'failed', completed_at, error, [next()]: next() }))
    }
    const urls = [
      `${own.url}/files/${jobId}?key=${encodeURIComponent(key)}`,
      `${own.url}/files/none/${jobId}`,
      `${own.url}/files/here/${jobId}?key=${encodeURIComponent(key)}`,
    ]
    send(response, 200, job(jobId, { status: 'completed', completed_at, result: { urls, said: next() } }))
  }

  const own = await listen((request, response) => {
    const path = request.url ?? ''
    if (request.method === 'POST' && path === modelPath) return respondToPost(request, response)
    if (path === '/openapi.json') return send(response, 200, describeModel(next))
    if (path === '/.well-known/jwks.json') return send(response, 200, keys.published)
    if (path.startsWith('/jobs/') && request.headers.authorization === undefined)
      return send(response, 401, { error: next() })
    if (path.startsWith('/jobs/')) return readJob(path.slice('/jobs/'.length), response)
    if (path.startsWith('/files/none')) return send(response, 404, { error: next() })
    if (path.startsWith('/files/here')) return sendImage(response)
    if (path.startsWith('/files/')) return send(response, 302, '')
    return send(response, 404, { error: next() })
  })
  return {
    url: own.url,
    key,
    keys,
    hooks,
    said: () => said,
    wasBetrayed: () => isBetrayed,
    async close() {
      await own.close()
      await elsewhere.close()
    },
  }
}

/** One model, all of whose texts hold the key. */
function describeModel(next: () => string) {
  const field = () => ({ type: 'string', title: next(), description: next(), default: next() })
  const schema = {
    type: 'object',
    properties: { prompt: { type: 'string' }, tone: field(), [next()]: field() },
  }
  return {
    openapi: '3.1.0',
    info: { title: next(), version: 'v1', description: next() },
    paths: {
      [modelPath]: {
        post: {
          summary: next(),
          description: `${next()}\n\n| size | price |\n|---|---|\n| ${next()} | 0.02 |`,
          requestBody: { content: { 'application/json': { schema } } },
          'x-note': next(),
        },
      },
    },
  }
}

type Handle = (request: IncomingMessage, response: ServerResponse) => unknown

async function listen(handle: Handle): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server: Server = createServer((request, response) => {
    response.on('error', () => undefined)
    Promise.resolve(handle(request, response)).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
