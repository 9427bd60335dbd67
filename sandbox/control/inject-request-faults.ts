import { setTimeout as wait } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { createMiddleware } from 'hono/factory'
import type { SandboxContext, SandboxEnvironment } from '../http/environment.ts'
import type { FaultBox, RequestFault } from './faults.ts'

/** Applies the configured faults to requests. */
export function createRequestFaults(faults: Pick<FaultBox, 'latency' | 'takeRequest'>) {
  return createMiddleware<SandboxEnvironment>(async (context, next) => {
    if (faults.latency() > 0) await wait(faults.latency())
    const fault = faults.takeRequest(context.req.path)
    if (!fault) return next()
    if (fault.kind === 'status') return refuse(fault)
    if (fault.kind === 'close') return drop(context)
    await next()
    const response = await endings[fault.kind](context)
    // Cleared first: hono would carry over the old response's headers.
    context.res = undefined
    context.res = response
  })
}

/** How a request that was accepted ends. */
const endings = {
  'accept-and-close': drop,
  'answer-half': respondHalf,
  hang,
} as const

function refuse({ status, retryAfter }: RequestFault): Response {
  const headers = retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }
  return Response.json({ error: `The sandbox returns ${status} as instructed.` }, { status, headers })
}

/** The connection, where there is one: a request in this process has none. */
function connectionOf(context: SandboxContext): HttpBindings | null {
  const bindings = context.env as Partial<HttpBindings> | undefined
  return bindings?.outgoing && bindings.incoming ? (bindings as HttpBindings) : null
}

function drop(context: SandboxContext): Response {
  const connection = connectionOf(context)
  if (!connection) throw new TypeError('The connection was closed as instructed.')
  connection.outgoing.socket?.destroy()
  return RESPONSE_ALREADY_SENT
}

async function hang(context: SandboxContext): Promise<Response> {
  const { signal } = context.req.raw
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  return drop(context)
}

async function respondHalf(context: SandboxContext): Promise<Response> {
  const connection = connectionOf(context)
  if (!connection) return drop(context)
  const body = Buffer.from(await context.res.arrayBuffer())
  const { outgoing } = connection
  outgoing.writeHead(context.res.status, {
    'Content-Type': context.res.headers.get('content-type') ?? 'application/json',
    'Content-Length': body.length,
  })
  await new Promise<void>((sent) =>
    outgoing.write(body.subarray(0, Math.ceil(body.length / 2)), () => sent()),
  )
  return drop(context)
}
