import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { plainPng } from './sample-media.ts'
import { sampleJob } from './sample-submission.ts'

const text = { type: 'string' }

/** Five models that no listing has, with the schemas that descriptions of this kind hold. */
export const strangeDescription = {
  openapi: '3.1.0',
  info: { title: 'A service of its own', version: 'v1' },
  paths: {
    '/generate/image/acme/canvas-2': post({
      summary: 'Canvas 2',
      description: 'Canvas 2.\n\nPaints on large canvases.\n\n| size | price |\n|---|---|\n| small | 0.02 |',
      parameters: [
        { $ref: '#/components/parameters/Retention' },
        { name: 'X-Webhook-URL', in: 'header', schema: text },
        { name: 'Authorization', in: 'header', schema: text },
      ],
      schema: {
        allOf: [
          { $ref: '#/components/schemas/Base' },
          {
            properties: {
              size: {
                oneOf: [
                  { title: 'Preset', type: 'string', enum: ['small', 'large'] },
                  {
                    title: 'Exact',
                    type: 'object',
                    properties: {
                      width: { type: 'integer', minimum: 256, maximum: 4096, multipleOf: 8 },
                      height: { type: 'integer', minimum: 256, maximum: 4096, multipleOf: 8 },
                    },
                    required: ['width', 'height'],
                    additionalProperties: false,
                  },
                ],
              },
              quality: { type: 'string', enum: ['draft', 'fine'], default: 'draft' },
              palette: { type: 'array', items: { type: 'string', pattern: '^#[0-9a-f]{6}$' }, maxItems: 4 },
              mask_image: { type: ['string', 'null'], format: 'uri' },
              styleImages: { ...text, deprecated: true },
            },
            dependentRequired: { mask_image: ['prompt'] },
          },
        ],
        unevaluatedProperties: false,
      },
      'x-acme-pricing': {
        type: 'fixed',
        currency: 'USD',
        unit: 'request',
        price_points: [
          { amount: 0.02, dimensions: { quality: 'draft' } },
          { amount: 0.08, dimensions: { quality: 'fine' } },
        ],
      },
      'x-acme-deprecated-field-aliases': [
        { from: 'styleImages', to: 'palette', sunset_date: '2027-01-01', reason: 'Renamed.' },
      ],
    }),
    '/generate/video/acme/dolly': post({
      summary: 'Dolly',
      schema: {
        type: 'object',
        required: ['mode', 'prompt'],
        properties: {
          prompt: text,
          mode: { const: 'cinema' },
          camera: {
            type: 'object',
            description: 'How the camera moves.',
            properties: {
              move: { type: 'string', enum: ['pan', 'tilt', 'zoom', 'roll', 'truck', 'pedestal'] },
              speed: { type: 'number', exclusiveMinimum: 0, maximum: 2, default: 1 },
              path: {
                type: 'array',
                items: {
                  type: 'array',
                  prefixItems: [
                    { type: 'number', title: 'X' },
                    { type: 'number', title: 'Y' },
                  ],
                  items: false,
                  minItems: 2,
                },
                maxItems: 8,
              },
            },
            required: ['move'],
            additionalProperties: false,
          },
          keyframes: {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                at_seconds: { type: 'number', minimum: 0, maximum: 10 },
                image_url: { ...text, format: 'uri' },
              },
              required: ['at_seconds', 'image_url'],
            },
            maxItems: 3,
          },
          duration: { type: 'integer', enum: [5, 10] },
        },
        additionalProperties: false,
      },
      'x-pricing': {
        type: 'fixed',
        currency: 'USD',
        unit: 'second',
        price_points: [{ amount: 0.1, dimensions: {} }],
      },
    }),
    '/generate/audio/acme/chorus': post({
      summary: 'Chorus',
      schema: {
        type: 'object',
        properties: {
          lyrics: { type: 'string', maxLength: 3000 },
          language: {
            type: 'string',
            enum: [
              'English',
              'Deutsch',
              'Français',
              'Italiano',
              'Español',
              'Português',
              '日本語',
              '한국어',
              'Polski',
            ],
            default: 'English',
          },
          mood: { anyOf: [text, { enum: ['bright', 'dark', 'calm'] }] },
          weights: { type: 'object', additionalProperties: { type: 'number', minimum: 0, maximum: 1 } },
          start_date: { type: 'string', format: 'date' },
          length_ms: { type: 'integer', minimum: 3000, maximum: 600_000 },
        },
        if: { properties: { mood: { const: 'dark' } }, required: ['mood'] },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
        then: { required: ['lyrics'] },
        minProperties: 1,
      },
    }),
    '/generate/image/other/canvas-2': post({
      deprecated: true,
      schema: { $ref: '#/components/schemas/Tree' },
      'x-other-sunset': '2027-03-01',
    }),
    '/generate/image/acme/i3': post({
      summary: 'Not this name',
      schema: {
        type: 'object',
        properties: {
          prompt: { type: 'string', minLength: 1 },
          image_urls: { type: 'array', items: text, maxItems: 2 },
          steps: { type: 'integer', minimum: 1, maximum: 50 },
        },
        required: ['prompt'],
      },
      'x-pricing': {
        type: 'fixed',
        currency: 'USD',
        unit: 'request',
        price_points: [{ amount: 0.01, dimensions: {} }],
      },
    }),
    '/usage': { get: {} },
  },
  components: {
    parameters: {
      Retention: {
        name: 'X-Zero-Retention',
        in: 'header',
        description: 'Forgets the request when it has ended.',
        schema: { type: 'boolean' },
      },
    },
    schemas: {
      Base: {
        type: 'object',
        properties: {
          prompt: { $ref: '#/components/schemas/Prompt' },
          seed: { type: 'integer', minimum: 0 },
        },
        required: ['prompt'],
      },
      Prompt: { type: 'string', minLength: 1, maxLength: 500, description: 'What is to be seen.' },
      Tree: { type: 'object', properties: { prompt: text, child: { $ref: '#/components/schemas/Tree' } } },
    },
  },
}

function post({ schema, ...operation }: { readonly schema: object; readonly [keyword: string]: unknown }) {
  return { post: { ...operation, requestBody: { content: { 'application/json': { schema } } } } }
}

export interface DescribedPost {
  readonly path: string
  /** The bytes where it is no JSON. */
  readonly body: unknown
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** What another reader finds in a form that was sent: texts, and files with their name, type and SHA-256. */
export async function readForm({ body, headers }: DescribedPost) {
  const type = String(headers['content-type'])
  const form = await new Response(Buffer.from(body as Uint8Array), {
    headers: { 'content-type': type },
  }).formData()
  const entries = [...form].map(async ([name, value]) => {
    if (typeof value === 'string') return [name, value] as const
    const bytes = Buffer.from(await value.arrayBuffer())
    return [
      name,
      { name: value.name, type: value.type, sha256: createHash('sha256').update(bytes).digest('hex') },
    ] as const
  })
  return Promise.all(entries)
}

/** The response to a paid request, instead of a job. */
export interface PaidResponse {
  readonly status: number
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface DescribedService {
  readonly url: string
  /** The paid requests that arrived, in order. */
  readonly posts: DescribedPost[]
  /** What arrived at `POST /assets`, byte by byte as Latin-1. */
  readonly uploads: string[]
  /** The responses to the next paid requests, in order; when it is empty, each is accepted. */
  readonly responses: PaidResponse[]
  /** Headers of every accepted response from now on. */
  acceptWith(headers: Readonly<Record<string, string>>): void
  /** From now on it describes this; null: nothing. */
  describe(document: unknown): void
  /** From now on every job is under way, until the returned function is called. */
  holdJobs(): () => void
  /** From now on requests for the description wait, until the returned function is called. */
  holdDescription(): () => void
  close(): Promise<void>
}

/** A service on a port that describes models of its own; each run is done at once and brings an image. */
export async function openDescribedService(
  document: unknown = strangeDescription,
): Promise<DescribedService> {
  const posts: DescribedPost[] = []
  const uploads: string[] = []
  const responses: PaidResponse[] = []
  let accepted: Readonly<Record<string, string>> = {}
  let described = document
  let held = Promise.resolve()
  let areJobsHeld = false
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    const json = (status: number, value: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    }
    if (request.method === 'POST' && path.endsWith('/assets')) {
      uploads.push(Buffer.concat(await request.toArray()).toString('latin1'))
      json(200, { id: String(uploads.length), image_url: `${url}/uploaded/${uploads.length}` })
    } else if (request.method === 'POST') {
      const bytes = Buffer.concat(await request.toArray())
      const isJson = request.headers['content-type'] === 'application/json'
      const body: unknown = isJson ? JSON.parse(bytes.toString()) : bytes
      posts.push({ path, body, headers: request.headers })
      const {
        status,
        body: answer,
        headers,
      } = responses.shift() ?? {
        status: 200,
        body: JSON.stringify(sampleJob()),
        headers: { 'content-type': 'application/json', ...accepted },
      }
      response.writeHead(status, headers).end(answer)
    } else if (path === '/openapi.json') {
      await held
      if (described === null) json(404, { error: 'There is none.' })
      else json(200, described)
    } else if (path === '/result') {
      response.writeHead(200, { 'content-type': 'image/png' }).end(plainPng())
    } else {
      // By the request's own origin: a run's results may come from its own service's origin only.
      const result = { urls: [`http://${request.headers.host}/result`] }
      const end = { status: 'completed', completed_at: '2026-11-20T12:00:09Z', result }
      json(200, sampleJob({ job_id: path.split('/').at(-1) ?? '', ...(areJobsHeld ? {} : end) }))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return {
    url,
    posts,
    uploads,
    responses,
    acceptWith(headers) {
      accepted = headers
    },
    describe(next) {
      described = next
    },
    holdJobs() {
      areJobsHeld = true
      return () => {
        areJobsHeld = false
      }
    },
    holdDescription() {
      const hold = Promise.withResolvers<void>()
      held = hold.promise
      return hold.resolve
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
