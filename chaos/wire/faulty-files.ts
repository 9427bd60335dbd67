import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { rawResponse } from '../../main/testing/raw-server.ts'
import { pick } from '../random.ts'
import { type Fault, faults, genuineResponse, type Reply, type Requested } from './faults.ts'
import { changed, type ServedFile } from './served-file.ts'

export interface FaultyFiles {
  /** How often each fault was served, by name. */
  readonly served: ReadonlyMap<string, number>
  /**
   * Responds on the request's own connection, bypassing the server's parser, which would fix broken responses.
   */
  respond(request: IncomingMessage): void
}

export interface FaultyFilesDeps {
  /** The file at a path, without its query. */
  find(path: string): ServedFile | undefined
  readonly random: () => number
  /**
   * Called with each request: work to do in the middle of its response, which then never ends; null for
   * nothing.
   */
  amid(): (() => void) | null
}

/**
 * Results, each of which breaks as often as its file says, in a different way each time, and is then served
 * whole.
 */
export function createFaultyFiles({ find, random, amid }: FaultyFilesDeps): FaultyFiles {
  const served = new Map<string, number>()

  function response(requested: Requested, file: ServedFile): Reply {
    if (requested.token !== file.token)
      return { status: '403 Forbidden', headers: {}, body: Buffer.from('expired') }
    const interrupt = amid()
    if (interrupt) {
      const reply = genuineResponse(requested, file)
      return { ...reply, sent: Math.floor(random() * reply.body.length), after: 'stay', amid: interrupt }
    }
    if (file.faultsLeft <= 0) return genuineResponse(requested, file)
    if (file.carelessly !== null && requested.from !== null) return genuineResponse(requested, file)
    const [name, fault] = pick(random, candidates(requested, file))
    file.faultsLeft -= 1
    file.befell.push(name)
    served.set(name, (served.get(name) ?? 0) + 1)
    return fault.response(requested, file, random)
  }

  /** Rare faults come first, then each once before any repeats. */
  function candidates(requested: Requested, file: ServedFile): [string, Fault][] {
    const fitting = Object.entries(faults).filter(([, { fits }]) => fits?.(requested, file) ?? true)
    const fresh = fitting.filter(([name]) => !served.has(name))
    const rare = fresh.filter(([, { fits }]) => fits !== undefined)
    return [rare, fresh].find((some) => some.length > 0) ?? fitting
  }

  return {
    served,
    respond(request) {
      const { socket } = request
      const requested = readRequested(request)
      const file = find(requested.path)
      if (!file) return void socket.end(rawResponse('404 Not Found', ''))
      const reply = response(requested, file)
      if (reply.changes) changed(file)
      void send(socket, reply)
    },
  }
}

function readRequested({ url: target = '/', headers }: IncomingMessage): Requested {
  const url = new URL(target, 'http://127.0.0.1')
  const range = /^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1]
  const ifRange = headers['if-range']
  return {
    path: url.pathname,
    token: Number(url.searchParams.get('token') ?? 0),
    from: range === undefined ? null : Number(range),
    ifRange: typeof ifRange === 'string' ? ifRange : null,
  }
}

/** Writes the head and the requested part of the body, in as many pieces as given. */
async function send(
  socket: Socket,
  { status, headers, body, sent, after, pieces = 1, amid }: Reply,
): Promise<void> {
  if (status !== null) socket.write(rawResponse(status, '', { Connection: 'close', ...headers }))
  const bytes = body.subarray(0, sent ?? body.length)
  const size = Math.max(1, Math.ceil(bytes.length / pieces))
  for (let start = 0; start < bytes.length && !socket.destroyed; start += size) {
    await new Promise<void>((resolve) => {
      socket.once('close', resolve)
      socket.write(bytes.subarray(start, start + size), () =>
        pieces > 1 ? setTimeout(resolve, 30) : resolve(),
      )
    })
  }
  amid?.()
  if (after === 'reset') socket.resetAndDestroy()
  else if (after !== 'stay') socket.end()
}
