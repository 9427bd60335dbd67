import { z } from 'zod'
import { uuidSchema } from '../shared/api/job.ts'
import { requestSchema } from '../shared/catalog/json-schema.ts'
import { type Description, findServedModels, type ServedModel } from './description.ts'

/** A request as a service received it. */
export interface ReceivedRequest {
  readonly method: string
  /** The path with its query. */
  readonly target: string
  readonly headers: Headers
  readonly body: string
}

/** What a request breaks of the interface, one sentence each; empty where nothing. */
export type FindBreaches = (request: ReceivedRequest) => string[]

interface Operation {
  readonly path: RegExp
  /** Whether the key is sent; `may`: to the service's own origin it may be. */
  readonly key: 'must' | 'may' | 'never'
  /** The names that its query may have. */
  readonly query: readonly string[]
  readonly headers: readonly string[]
  readonly judge?: (request: ReceivedRequest, path: string) => readonly string[]
}

const nilJob = /^\/jobs\/00000000-0000-0000-0000-000000000000$/

/** What HTTP itself adds to a request, and what lets a response be checked against the one before. */
const ofHttp: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'connection',
  'content-length',
  'host',
  'if-none-match',
  'if-range',
  'range',
  'sec-fetch-mode',
  'transfer-encoding',
  'user-agent',
])

/** The operations of the interface and of the service's own description, as a client may use them. */
export function createOwnRequestRules(description: Description | null): FindBreaches {
  const served = findServedModels(description, {})
  const plain = { key: 'must', query: [], headers: [] } as const
  const operations: Readonly<Record<string, readonly Operation[]>> = {
    GET: [
      // A test of a connection: whether an address is this service shows in how it refuses a request without a key.
      { ...plain, path: nilJob, key: 'may', judge: bodiless },
      { ...plain, path: /^\/jobs\/[^/]+$/, judge: (request, path) => [...bodiless(request), ...ofJob(path)] },
      { ...plain, path: /^\/usage$/, query: ['start_date', 'end_date'], judge: judgeUsage },
      { ...plain, path: /^\/\.well-known\/jwks\.json$/, key: 'never', judge: bodiless },
      { ...plain, path: /^\/openapi\.json$/, key: 'may', judge: bodiless },
      ...describedReads(description),
      // Addresses of results are the service's own to choose, and whether they take a key isn't listed.
      { ...plain, path: /^\/results\/[^/]+$/, key: 'may', judge: bodiless },
    ],
    POST: [
      {
        ...plain,
        path: /^\/generate\/(image|video|audio)\/[^/]+\/[^/]+$/,
        headers: ['content-type', 'x-webhook-url', ...describedHeaders(description)],
        judge: (request, path) => judgeGeneration(request, served, path),
      },
      { ...plain, path: /^\/styles\/[^/]+\/share\/workspace$/, judge: bodiless },
      ...(Object.hasOwn(description?.paths ?? {}, '/assets')
        ? [{ ...plain, path: /^\/assets$/, headers: ['content-type'], judge: judgeUpload }]
        : []),
    ],
  }
  return (request) => {
    const { pathname, searchParams } = new URL(request.target, 'http://service.example')
    const known = Object.hasOwn(operations, request.method) ? operations[request.method] : undefined
    const operation = known?.find(({ path }) => path.test(pathname))
    if (!operation) return ['neither the interface nor the description has this operation']
    const queries = [...searchParams.keys()]
    return [
      ...queries.filter((name) => !operation.query.includes(name)).map((name) => `${name} is no parameter`),
      ...queries
        .filter((name, at) => queries.indexOf(name) !== at)
        .map((name) => `${name} is there more than once`),
      ...judgeHeaders(request.headers, operation),
      ...(operation.judge?.(request, pathname) ?? []),
    ]
  }
}

function judgeHeaders(headers: Headers, { key, headers: allowed }: Operation): string[] {
  const sent = headers.get('authorization')
  const isBearer = sent !== null && /^Bearer [^\s]+$/.test(sent)
  const strange = [...headers.keys()].filter(
    (name) => name !== 'authorization' && !ofHttp.has(name) && !allowed.includes(name),
  )
  return [
    ...strange.map((name) => `${name} is no header of this operation`),
    ...(key === 'must' && sent === null ? ['the key is not sent'] : []),
    ...(sent !== null && !isBearer ? ['the key is not sent as a bearer token'] : []),
    ...(key === 'never' && sent !== null ? ['the key is sent where none is asked for'] : []),
  ]
}

function bodiless({ headers, body }: ReceivedRequest): string[] {
  const hasType = headers.has('content-type')
  return [...(body === '' ? [] : ['it has a body']), ...(hasType ? ['it has a type but no body'] : [])]
}

function ofJob(path: string): string[] {
  return uuidSchema.safeParse(path.slice('/jobs/'.length)).success ? [] : ['the job’s id is no UUID']
}

/** GET operations of the description that the interface only mentions, with the parameters described there. */
function describedReads(description: Description | null): Operation[] {
  const parameters = z.object({ parameters: z.array(z.looseObject({ name: z.string() })).default([]) })
  return ['/jobs', '/styles'].flatMap((path) => {
    const get = Object.hasOwn(description?.paths ?? {}, path) ? description?.paths[path]?.get : undefined
    if (get === undefined) return []
    const query = parameters.safeParse(get).data?.parameters.map(({ name }) => name) ?? []
    return [{ path: new RegExp(`^${path}$`), key: 'must' as const, query, headers: [], judge: bodiless }]
  })
}

function describedHeaders(description: Description | null): string[] {
  return Object.values(description?.paths ?? {}).flatMap(({ post }) =>
    (post?.parameters ?? []).flatMap(({ name, in: place }) =>
      place === 'header' && name !== undefined ? [name.toLowerCase()] : [],
    ),
  )
}

const moment = z.union([z.iso.date(), z.iso.datetime({ offset: true })])

/** Two dates or date-times of UTC (interface: GET /usage). */
function judgeUsage(request: ReceivedRequest): string[] {
  const { searchParams } = new URL(request.target, 'http://service.example')
  const wrong = [...searchParams].filter(([, value]) => !moment.safeParse(value).success)
  return [...bodiless(request), ...wrong.map(([name]) => `${name} is no date and no date-time`)]
}

function judgeUpload({ headers, body }: ReceivedRequest): string[] {
  const isForm = headers.get('content-type')?.startsWith('multipart/form-data; boundary=')
  const names = [...body.matchAll(/Content-Disposition: form-data; name="([^"]*)"/gi)].map(([, name]) => name)
  return [
    ...(isForm ? [] : ['it is no form']),
    ...(names.join() === 'file' ? [] : [`its fields are “${names.join()}” instead of “file”`]),
  ]
}

const objectSchema = z.record(z.string(), z.unknown())
const snakeCase = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/

/** The body of a generation request: listed or described names of today, with listed values. */
function judgeGeneration({ headers, body }: ReceivedRequest, served: readonly ServedModel[], path: string) {
  const parsed = objectSchema.safeParse(readJson(body))
  const type = headers.get('content-type')
  const told = type === 'application/json' ? [] : [`the content type is ${type}`]
  if (!parsed.success) return [...told, 'the body is no JSON object']
  const one = served.find((model) => model.path === path)
  if (!one) return [...told, 'no model has this path']
  return [...told, ...judgeWebhook(headers), ...judgeFields(parsed.data, one)]
}

function judgeFields(body: Readonly<Record<string, unknown>>, { model, schema }: ServedModel): string[] {
  const listed = requestSchema(model)
  const fields = listed.properties ?? {}
  const described = schema?.properties ?? {}
  const names = Object.keys(body)
  const isField = (name: string) => Object.hasOwn(fields, name) || Object.hasOwn(described, name)
  const ended = model.renamedValues.filter(({ field, from }) => body[field] === from)
  const own = Object.fromEntries(Object.entries(body).filter(([name]) => Object.hasOwn(fields, name)))
  const read = model.request.safeParse(own)
  return [
    ...names.filter((name) => !snakeCase.test(name)).map((name) => `${name} is not in snake case`),
    ...names.filter((name) => !isField(name)).map((name) => `${name} is no field of ${model.id}`),
    ...names
      .filter((name) => Object.hasOwn(described, name) && described[name]?.deprecated === true)
      .map((name) => `${name} is deprecated`),
    ...model.aliases
      .filter(({ from }) => Object.hasOwn(body, from) && !Object.hasOwn(fields, from))
      .map(({ from, to }) => `${from} is an old name of ${to}`),
    ...ended.map(({ field, from }) => `${from} is an old value of ${field}`),
    ...(read.success ? [] : read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)),
  ]
}

function judgeWebhook(headers: Headers): string[] {
  const url = headers.get('x-webhook-url')
  if (url === null) return []
  return /^https?:$/.test(URL.parse(url)?.protocol ?? '') ? [] : ['X-Webhook-URL is no address']
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
