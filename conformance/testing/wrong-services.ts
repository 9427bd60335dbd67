import type { InjectFault, Passing, Responded } from './fault-proxy.ts'

type Members = Record<string, unknown>

interface WrongService {
  readonly what: string
  readonly injectFault: InjectFault
  /** The tested section, by a part of its title. */
  readonly section: string
  /** Whether detecting it needs the control API. */
  readonly control?: boolean
  /** Seconds to wait for something that never arrives; 5 by default. */
  readonly wait?: number
  /** Rules that must be reported broken. */
  readonly broken: readonly RegExp[]
}

/** Changes JSON responses of some paths and statuses. */
function saying(path: RegExp, change: (body: Members) => Members, status = 200): InjectFault {
  return {
    response: (responded) =>
      path.test(responded.path) && responded.status === status ? withBody(responded, change) : responded,
  }
}

/** Changes the JSON of generation requests. */
function hearing(change: (body: Members) => Members): InjectFault {
  return {
    request: (passing) =>
      passing.method === 'POST' && passing.path.startsWith('/generate/')
        ? withBody(passing, change)
        : passing,
  }
}

function withBody<Kind extends Passing | Responded>(passing: Kind, change: (body: Members) => Members): Kind {
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

function withoutHeader(name: string): InjectFault {
  function drop<Kind extends Passing>(passing: Kind): Kind {
    passing.headers.delete(name)
    return passing
  }
  return { request: drop, response: drop }
}

const generation = /^\/generate\//
const job = /^\/jobs\//
const usage = /^\/usage/
const moment = '2026-01-01T00:00:00Z'

/** Changes requests to the control API. */
function commanding(path: string, change: (body: Members) => Members): InjectFault {
  return {
    request: (passing) => (passing.path === `/__sandbox${path}` ? withBody(passing, change) : passing),
  }
}

/** Treats an invalid medium as a valid one. */
function mendMedia({ image_url: url, image_urls: urls, ...body }: Members): Members {
  const mend = (value: unknown) =>
    /^(https?:\/\/|data:)$/.test(String(value)) ? 'https://example.com/a.png' : value
  return {
    ...body,
    ...(url !== undefined && { image_url: mend(url) }),
    ...(Array.isArray(urls) && { image_urls: urls.map(mend) }),
  }
}

function mendList({ image_urls: urls, ...body }: Members): Members {
  return { ...body, ...(Array.isArray(urls) && { image_urls: urls.map(() => 'https://example.com/a.png') }) }
}

/** Adds a reason to each description that is not true of all. */
function blameSpelling(body: Members): Members {
  return JSON.parse(
    JSON.stringify(body).replaceAll(/"reason":"[^"]*"/g, '"reason":"Fields are written in snake_case."'),
  )
}

/** Services that break one rule each, and where the suite must report it. */
export const wrongServices: readonly WrongService[] = [
  {
    what: 'reads jobs, lists and uploads on while API access is off',
    injectFault: {
      response: (responded) =>
        /^\/(jobs|assets)/.test(responded.path) && responded.status === 403
          ? { ...responded, status: 200, body: '{}' }
          : responded,
    },
    section: 'Authentication',
    control: true,
    broken: [
      /^reading a job is refused while/,
      /^listing jobs is refused while/,
      /^uploading is refused while/,
    ],
  },
  {
    what: 'shows a removed workspace’s jobs and shares its styles',
    injectFault: {
      response: (responded) =>
        /^\/(jobs|styles)\//.test(responded.path) && responded.status === 404
          ? { ...responded, status: 200, body: '{}' }
          : responded,
    },
    section: 'Authentication',
    control: true,
    broken: [
      /^reading a job is refused when its workspace/,
      /^sharing a style is refused when its workspace/,
    ],
  },
  {
    what: 'takes media values that are none',
    injectFault: hearing(mendMedia),
    section: 'Media inputs',
    broken: [
      /^image_url refuses "https:\/\/"/,
      /^image_url refuses "data:"/,
      /^an element of a list refuses "https:\/\/"/,
    ],
  },
  {
    what: 'refuses media without naming the field',
    injectFault: saying(generation, () => ({ error: 'This is invalid.' }), 400),
    section: 'Media inputs',
    broken: [/^an element of a list refuses .* and the field is named/],
  },
  {
    what: 'knows no scheme in capitals',
    injectFault: hearing((body) => ({
      ...body,
      ...(/^(DATA|HTTP):/.test(String(body.image_url)) && { image_url: 'no medium' }),
    })),
    section: 'Media inputs',
    broken: [/^image_url takes DATA:/, /^image_url takes HTTP:/],
  },
  {
    what: 'looks no style up',
    injectFault: hearing(without('styles')),
    section: 'POST /styles',
    control: true,
    broken: [/names a style which does not exist/, /is not visible to the API before/],
  },
  {
    what: 'lets anybody share a style',
    injectFault: {
      response: (responded) =>
        responded.path.startsWith('/styles/') && responded.status === 403
          ? { ...responded, status: 200 }
          : responded,
    },
    section: 'POST /styles',
    control: true,
    broken: [/a style of another owner is refused/],
  },
  {
    what: 'reads 30 February as a day of March',
    injectFault: {
      request: (passing) => ({ ...passing, path: passing.path.replace('2026-02-30', '2026-03-02') }),
    },
    section: 'GET /usage',
    broken: [/start_date "2026-02-30T00:00:00Z" is refused/, /end_date "2026-02-30" is refused/],
  },
  {
    what: 'blames the end for a start in the future',
    injectFault: {
      response: (responded) =>
        responded.path.startsWith('/usage?start_date=') && responded.status === 400
          ? { ...responded, status: 422, body: '{"error":"start_date: lies after end_date."}' }
          : responded,
    },
    section: 'GET /usage',
    broken: [/a start in the future/],
  },
  {
    what: 'reports whatever ran',
    injectFault: commanding('/usage-jobs', ({ jobs }) => ({
      jobs: (jobs as Members[]).map(({ job_id, completed_at }) => ({ job_id, completed_at })),
    })),
    section: 'GET /usage',
    control: true,
    broken: [
      /^a queued job/,
      /^a running job/,
      /^a failed job/,
      /^a direct-API job/,
      /^an unmetered job/,
      /without a billing record/,
    ],
  },
  {
    what: 'says 410 without the model, the date or the replacement',
    injectFault: saying(generation, (body) => ({ ...body, message: 'This model is gone.' }), 410),
    section: 'Errors',
    broken: [/past its sunset date/],
  },
  {
    what: 'ends its retired models a day before their date',
    injectFault: commanding('/clock', (body) => ({
      ...body,
      ...(body.stopped === true && {
        now: new Date(Date.parse(String(body.now)) - 86_400_000).toISOString(),
      }),
    })),
    section: 'Errors',
    control: true,
    broken: [/^Seedream 3 was served until/],
  },
  {
    what: 'gives one reason for all old names',
    injectFault: saying(/openapi/, blameSpelling),
    section: 'Versioning',
    broken: [/a reason for each old name/],
  },
  {
    what: 'stops taking old names a millisecond early',
    injectFault: commanding('/clock', (body) => ({
      ...body,
      ...(String(body.now).endsWith('23:59:59.999Z') && {
        now: new Date(Date.parse(String(body.now)) + 1).toISOString(),
      }),
    })),
    section: 'Model endpoints: V9',
    control: true,
    broken: [/^startImage is taken for start_image until 2026-06-19/],
  },
  {
    what: 'lets two old names of one field pass',
    injectFault: hearing(({ image_url: url, ...body }) =>
      url === undefined ? body : { ...body, start_image: url, startImage: undefined },
    ),
    section: 'Model endpoints: V8',
    control: true,
    broken: [/^startImage and image_url, both old names of start_image/],
  },
  {
    what: 'names the end of the model where a value ends earlier',
    injectFault: {
      response(responded) {
        if (responded.headers.has('sunset')) responded.headers.set('sunset', 'Thu, 31 Dec 2099 00:00:00 GMT')
        return responded
      },
    },
    section: 'Model endpoints: I6',
    control: true,
    broken: [/brings that date also where the model itself ends later/],
  },
  {
    what: 'counts bytes for characters',
    injectFault: hearing((body) => ({
      ...body,
      ...(Buffer.byteLength(String(body.prompt)) > 4100 && { prompt: 'm'.repeat(4101) }),
    })),
    section: 'Model endpoints: A1',
    broken: [/^prompt takes 4100 characters like ж/, /^prompt takes 4100 characters like 漢/],
  },
  {
    what: 'looks into no list',
    injectFault: hearing(mendList),
    section: 'Model endpoints: I3',
    broken: [/^image_urls refuses an element with a URL of 1025/],
  },
  {
    what: 'returns jobs that have completed at once',
    wait: 2,
    injectFault: saying(generation, (body) => ({ ...body, status: 'completed', completed_at: moment })),
    section: 'States',
    broken: [/pending state/],
  },
  {
    what: 'shows a completion time while a job is pending',
    wait: 2,
    injectFault: saying(generation, (body) => ({ ...body, completed_at: moment })),
    section: 'Job record',
    broken: [/completed_at is null/],
  },
  {
    what: 'writes times without a zone',
    injectFault: saying(/^\/(generate|jobs)\//, (body) => ({ ...body, created_at: '2026-01-01 00:00:00' })),
    section: 'Job record',
    broken: [/created_at is a UTC/],
  },
  {
    what: 'makes up a status',
    wait: 2,
    injectFault: saying(job, (body) => (body.status === 'completed' ? body : { ...body, status: 'cooking' })),
    section: 'States',
    broken: [/nine listed/],
  },
  {
    what: 'never sends a webhook',
    wait: 2,
    injectFault: withoutHeader('x-webhook-url'),
    section: 'Webhook payload',
    broken: [/job_id is the UUID/],
  },
  {
    what: 'says error with another value after a sunset',
    injectFault: saying(generation, (body) => ({ ...body, error: 'gone' }), 410),
    section: 'Errors',
    broken: [/past its sunset date/],
  },
  {
    what: 'returns refusals in another member',
    injectFault: saying(generation, ({ error }) => ({ detail: error }), 400),
    section: 'Errors',
    broken: [/carries \{error\}/],
  },
  {
    what: 'reports usage oldest first',
    injectFault: saying(usage, (body) => ({ ...body, jobs: (body.jobs as unknown[]).toReversed() })),
    section: 'GET /usage',
    broken: [/newest first/],
  },
  {
    what: 'adds a total to the report',
    injectFault: saying(usage, (body) => ({ ...body, total: 3 })),
    section: 'GET /usage',
    broken: [/six members/],
  },
  {
    what: 'shares styles without naming the workspace',
    injectFault: saying(/^\/styles\//, without('workspace')),
    section: 'POST /styles',
    broken: [/names it and the workspace/],
  },
  {
    what: 'says 402 without a message',
    wait: 2,
    injectFault: saying(generation, without('message'), 402),
    section: 'Billing',
    control: true,
    broken: [/402 and \{message\}/],
  },
  {
    what: 'publishes no keys',
    wait: 2,
    injectFault: saying(/jwks/, () => ({ keys: [] })),
    section: 'Events',
    broken: [/keys for ES256/, /signed by a published key/],
  },
  {
    what: 'lets everybody in',
    injectFault: {
      response: (responded) =>
        responded.status === 401 ? { ...responded, status: 200, body: '{}' } : responded,
    },
    section: 'Authentication',
    broken: [/without a key is refused/, /unknown key is refused/],
  },
  {
    what: 'refuses URLs that are not longer than the bound',
    injectFault: hearing((body) =>
      String(body.image_url).length === 1024 ? { ...body, image_url: `${body.image_url}a` } : body,
    ),
    section: 'Media inputs',
    broken: [/1024 characters/],
  },
  {
    what: 'leaves the Link header out',
    injectFault: withoutHeader('link'),
    section: 'Versioning',
    broken: [/V2, which is deprecated/],
  },
  {
    what: 'describes itself in another version',
    injectFault: saying(/openapi/, (body) => ({ ...body, openapi: '3.0.3' })),
    section: 'Versioning',
    broken: [/OpenAPI 3\.1\.0/],
  },
  {
    what: 'takes every old name for the new one',
    injectFault: hearing(({ aspectRatio, ...body }) =>
      aspectRatio ? { ...body, aspect_ratio: aspectRatio } : body,
    ),
    section: 'Model endpoints: V9',
    control: true,
    broken: [/aspectRatio is refused from 2026-06-19 on/],
  },
  {
    what: 'takes no old name before its end either',
    injectFault: hearing(({ startImage, ...body }) => (startImage ? { ...body, no_such_field: 1 } : body)),
    section: 'Model endpoints: V9',
    control: true,
    broken: [/startImage is taken for start_image until/],
  },
  {
    what: 'ignores bounds by cutting values off',
    injectFault: hearing((body) => ({
      ...body,
      ...(Number(body.duration) > 8 && { duration: 8 }),
      ...(body.prompt === '' && { prompt: 'x' }),
    })),
    section: 'Model endpoints: V8',
    broken: [/duration refuses 9/],
  },
  {
    what: 'makes every video a second longer, and turns audio on and off',
    injectFault: hearing((body) => ({
      ...body,
      ...(typeof body.duration === 'number' && { duration: body.duration + 1 }),
      ...(typeof body.generate_audio === 'boolean' && { generate_audio: !body.generate_audio }),
      ...(body.strength === 0 && { strength: 1 }),
    })),
    section: 'Results',
    control: true,
    broken: [
      /^a video of V7 lasts/,
      /^a video of V10 has audio/,
      /^a video of V10 without generate_audio has none/,
      /^a strength of 0 keeps/,
    ],
  },
  {
    what: 'bills in whole cents',
    injectFault: saying(/balance/, ({ usd }) => ({ usd: Math.round(Number(usd) * 100) / 100 })),
    section: 'Prices: I2',
    control: true,
    broken: [/^I2 costs \$0\.075/],
  },
  {
    what: 'knows one aspect ratio less',
    injectFault: hearing((body) => (body.aspect_ratio === '21:9' ? { ...body, aspect_ratio: '22:9' } : body)),
    section: 'Model endpoints: I3',
    broken: [/aspect_ratio takes "21:9"/],
  },
]
