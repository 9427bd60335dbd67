import type { Answered, Passing, Spoil } from './spoiling-proxy.ts'

type Members = Record<string, unknown>

interface WrongService {
  readonly what: string
  readonly spoil: Spoil
  /** The section that is tried, by a part of its title. */
  readonly section: string
  /** Whether it takes the control API to see it. */
  readonly control?: boolean
  /** Rules that must be found broken. */
  readonly broken: readonly RegExp[]
}

/** Changes JSON answers of some paths and statuses. */
function saying(path: RegExp, change: (body: Members) => Members, status = 200): Spoil {
  return {
    answer: (answered) =>
      path.test(answered.path) && answered.status === status ? withBody(answered, change) : answered,
  }
}

/** Changes the JSON of generation requests. */
function hearing(change: (body: Members) => Members): Spoil {
  return {
    request: (passing) =>
      passing.method === 'POST' && passing.path.startsWith('/generate/')
        ? withBody(passing, change)
        : passing,
  }
}

function withBody<Kind extends Passing | Answered>(passing: Kind, change: (body: Members) => Members): Kind {
  try {
    return { ...passing, body: JSON.stringify(change(JSON.parse(passing.body) as Members)) }
  } catch {
    return passing
  }
}

function without(...names: readonly string[]) {
  return (body: Members): Members =>
    Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))
}

function withoutHeader(name: string): Spoil {
  function drop<Kind extends Passing>(passing: Kind): Kind {
    passing.headers.delete(name)
    return passing
  }
  return { request: drop, answer: drop }
}

const generation = /^\/generate\//
const job = /^\/jobs\//
const usage = /^\/usage/
const moment = '2026-01-01T00:00:00Z'

/** Services that break one rule each, and where the suite must say so. Those that leave films to render come last. */
export const wrongServices: readonly WrongService[] = [
  {
    what: 'answers with jobs that have completed at once',
    spoil: saying(generation, (body) => ({ ...body, status: 'completed', completed_at: moment })),
    section: 'States',
    broken: [/pending state/],
  },
  {
    what: 'shows a completion time while a job is pending',
    spoil: saying(generation, (body) => ({ ...body, completed_at: moment })),
    section: 'Job record',
    broken: [/completed_at is null/],
  },
  {
    what: 'writes times without a zone',
    spoil: saying(/^\/(generate|jobs)\//, (body) => ({ ...body, created_at: '2026-01-01 00:00:00' })),
    section: 'Job record',
    broken: [/created_at is a UTC/],
  },
  {
    what: 'makes up a status',
    spoil: saying(job, (body) => (body.status === 'completed' ? body : { ...body, status: 'cooking' })),
    section: 'States',
    broken: [/nine listed/],
  },
  {
    what: 'never sends a webhook',
    spoil: withoutHeader('x-webhook-url'),
    section: 'Webhook payload',
    broken: [/job_id is the UUID/],
  },
  {
    what: 'says error with another value after a sunset',
    spoil: saying(generation, (body) => ({ ...body, error: 'gone' }), 410),
    section: 'Errors',
    broken: [/past its sunset date/],
  },
  {
    what: 'tells refusals in another member',
    spoil: saying(generation, ({ error }) => ({ detail: error }), 400),
    section: 'Errors',
    broken: [/carries \{error\}/],
  },
  {
    what: 'reports usage oldest first',
    spoil: saying(usage, (body) => ({ ...body, jobs: (body.jobs as unknown[]).toReversed() })),
    section: 'GET /usage',
    broken: [/newest first/],
  },
  {
    what: 'adds a total to the report',
    spoil: saying(usage, (body) => ({ ...body, total: 3 })),
    section: 'GET /usage',
    broken: [/six members/],
  },
  {
    what: 'shares styles without naming the workspace',
    spoil: saying(/^\/styles\//, without('workspace')),
    section: 'POST /styles',
    broken: [/names it and the workspace/],
  },
  {
    what: 'says 402 without a message',
    spoil: saying(generation, without('message'), 402),
    section: 'Billing',
    control: true,
    broken: [/402 and \{message\}/],
  },
  {
    what: 'publishes no keys',
    spoil: saying(/jwks/, () => ({ keys: [] })),
    section: 'Events',
    broken: [/keys for ES256/, /signed by a published key/],
  },
  {
    what: 'lets everybody in',
    spoil: {
      answer: (answered) => (answered.status === 401 ? { ...answered, status: 200, body: '{}' } : answered),
    },
    section: 'Authentication',
    broken: [/without a key is refused/, /unknown key is refused/],
  },
  {
    what: 'refuses URLs that are not longer than the bound',
    spoil: hearing((body) =>
      String(body.image_url).length === 1024 ? { ...body, image_url: `${body.image_url}a` } : body,
    ),
    section: 'Media inputs',
    broken: [/1024 characters/],
  },
  {
    what: 'leaves the Link header out',
    spoil: withoutHeader('link'),
    section: 'Versioning',
    broken: [/V2, which is deprecated/],
  },
  {
    what: 'describes itself in another version',
    spoil: saying(/openapi/, (body) => ({ ...body, openapi: '3.0.3' })),
    section: 'Versioning',
    broken: [/OpenAPI 3\.1\.0/],
  },
  {
    what: 'takes every old name for the new one',
    spoil: hearing(({ aspectRatio, ...body }) =>
      aspectRatio ? { ...body, aspect_ratio: aspectRatio } : body,
    ),
    section: 'Model endpoints: V9',
    control: true,
    broken: [/aspectRatio is refused after 2026-06-19/],
  },
  {
    what: 'takes no old name before its end either',
    spoil: hearing(({ startImage, ...body }) => (startImage ? { ...body, no_such_field: 1 } : body)),
    section: 'Model endpoints: V9',
    control: true,
    broken: [/startImage is taken for start_image until/],
  },
  {
    what: 'ignores bounds by cutting values off',
    spoil: hearing((body) => ({
      ...body,
      ...(Number(body.duration) > 8 && { duration: 8 }),
      ...(body.prompt === '' && { prompt: 'x' }),
    })),
    section: 'Model endpoints: V8',
    broken: [/duration refuses 9/],
  },
  {
    what: 'knows one aspect ratio less',
    spoil: hearing((body) => (body.aspect_ratio === '21:9' ? { ...body, aspect_ratio: '22:9' } : body)),
    section: 'Model endpoints: I3',
    broken: [/aspect_ratio takes "21:9"/],
  },
]
