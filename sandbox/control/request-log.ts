import { createMiddleware } from 'hono/factory'
import { type Clock, toIso } from '../clock.ts'
import type { SandboxEnvironment } from '../http/environment.ts'

/** A request as it was received, without the key. */
export interface LoggedRequest {
  readonly number: number
  readonly at: string
  readonly method: string
  readonly path: string
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The log keeps this many requests, and this many characters of each body. */
const keptRequests = 20_000
const keptCharacters = 100_000

const secretHeaders: ReadonlySet<string> = new Set(['authorization', 'cookie'])

/** Keeps every request in the order of arrival. */
export function createRequestLog(clock: Clock) {
  const requests: LoggedRequest[] = []
  let number = 0
  const record = createMiddleware<SandboxEnvironment>(async (context, next) => {
    const { pathname, search } = new URL(context.req.url)
    const entry = {
      number: ++number,
      at: toIso(clock.now()),
      method: context.req.method,
      path: pathname,
      query: search,
    }
    const headers = Object.fromEntries(
      [...context.req.raw.headers].filter(([name]) => !secretHeaders.has(name)),
    )
    const body = context.req.raw.body ? (await context.req.raw.clone().text()).slice(0, keptCharacters) : ''
    requests.push({ ...entry, headers, body })
    if (requests.length > keptRequests) requests.shift()
    return next()
  })
  return { record, list: (): readonly LoggedRequest[] => requests }
}
