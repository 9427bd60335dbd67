import { setTimeout as wait } from 'node:timers/promises'

export interface ServiceAddress {
  /** Without a trailing slash. */
  readonly url: string
  readonly key: string
}

export interface ServiceResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body as JSON; undefined where it is none. */
  readonly body: unknown
}

export interface Sending {
  readonly method?: 'GET' | 'POST'
  /** Sent as JSON; a string is sent as it is. */
  readonly body?: unknown
  /** Sent as a form instead. */
  readonly form?: FormData
  readonly headers?: Readonly<Record<string, string>>
  /** Instead of the address's own key; null for none. */
  readonly key?: string | null
}

/** A service that is only accessed over HTTP. */
export interface ServiceUnderTest {
  readonly url: string
  send(path: string, sending?: Sending): Promise<ServiceResponse>
}

const responseTimeoutMs = 60_000
const patienceWith429 = { times: 5, longestMs: 60_000 }

/** Sends requests; a 429 is waited out a few times, and nothing else is ever sent again. */
export function connectService({ url, key }: ServiceAddress): ServiceUnderTest {
  async function sendOnce(path: string, { method = 'GET', body, form, headers, key: chosen }: Sending) {
    const token = chosen === undefined ? key : chosen
    const response = await fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(responseTimeoutMs),
      headers: {
        ...(token !== null && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(form && { body: form }),
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: readJson(text) }
  }

  return {
    url,
    async send(path, sending = {}) {
      for (let attempt = 1; ; attempt++) {
        const reply = await sendOnce(path, sending)
        if (reply.status !== 429 || attempt > patienceWith429.times) return reply
        const requested = Number(reply.headers.get('retry-after') ?? 1) * 1000
        await wait(Math.min(patienceWith429.longestMs, requested || 1000))
      }
    },
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
