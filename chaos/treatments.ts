import type { Socket } from 'node:net'
import type { SubmissionState } from '../shared/bridge/views.ts'
import type { PaidRequest, Treatment } from './paid-service.ts'

/** A treatment with the true statements about a run that had it. */
export interface JudgedTreatment extends Treatment {
  readonly leadsTo: readonly SubmissionState[]
  /** Whether the response proves that nothing was charged and the run may be sent again. */
  readonly isDefinite?: true
  readonly isFault: boolean
}

const unknown = ['unknown'] as const
const rejected = ['rejected'] as const

/** All faults, each with the only true states after it. */
export const faults: readonly JudgedTreatment[] = [
  broken('reset at the head', 'name', (socket) => socket.resetAndDestroy()),
  broken('closed at the head', 'name', (socket) => socket.destroy()),
  broken('reset after the body', 'whole', (socket) => socket.resetAndDestroy()),
  broken('closed after the body', 'whole', (socket) => socket.end()),
  broken('held, then closed', 'whole', (socket) => later(socket, 300, () => socket.end())),
  broken('held, then reset', 'whole', (socket) => later(socket, 700, () => socket.resetAndDestroy())),
  ...[
    'HTTP/1.',
    'HTTP/1.1 200 OK\r\nContent-Le',
    'HTTP/1.1 200 OK\r\n\r',
    'no HTTP at all\r\n\r\n',
    '\r\n\r\n',
  ].map((text, index) => broken(`a cut head (${index + 1})`, 'whole', (socket) => socket.end(text))),
  job('the job’s record cut at its length', unknown, ({ socket }, record) =>
    socket.end(wire('200 OK', record.slice(0, -9), { 'Content-Length': record.length })),
  ),
  job('the job’s record cut in its chunks', unknown, ({ socket }, record) =>
    socket.end(
      wire('200 OK', `${record.length.toString(16)}\r\n${record}\r\n`, { 'Transfer-Encoding': 'chunked' }),
    ),
  ),
  job('the job’s record cut where only the end says its length', unknown, ({ socket }, record) =>
    socket.end(wire('200 OK', record.slice(0, -9), { Connection: 'close' })),
  ),
  job('the job’s record reset amid', unknown, ({ socket }, record) =>
    socket.write(wire('200 OK', record.slice(0, 20), { 'Content-Length': record.length }), () =>
      socket.resetAndDestroy(),
    ),
  ),
  job('a whole response, then a reset', ['accepted', 'unknown'], (request, record) =>
    request.socket.write(wire('200 OK', record), () => request.socket.resetAndDestroy()),
  ),
  ...['301 Moved', '302 Found', '303 See Other', '307 Temporary', '308 Permanent'].map((status) =>
    redirect(status),
  ),
  response('200 OK', '', unknown),
  response('200 OK', 'fine, thank you', unknown),
  response('200 OK', '{"status":"backlogged"}', unknown),
  response('200 OK', '{"job_id":"7","status":"backlogged","created_at":"2026-11-20T12:00:00Z"}', unknown),
  response('200 OK', `{"pad":"${'x'.repeat(5 * 1024 * 1024)}"}`, unknown),
  response('204 No Content', '', unknown),
  response('304 Not Modified', '', unknown),
  response('400 Bad Request', '{"error":"prompt: too dull"}', rejected),
  response('400 Bad Request', '<h1>Bad request</h1>', unknown),
  response('401 Unauthorized', '{"error":"no such key"}', rejected),
  response('403 Forbidden', '{"error":"not yours"}', rejected),
  response('404 Not Found', '{"error":"no such model"}', rejected),
  response('404 Not Found', '<h1>Not found</h1>', unknown),
  response('408 Request Timeout', '{"error":"too slow"}', unknown),
  response('409 Conflict', '{"error":"again?"}', unknown),
  response('422 Unprocessable', '{"error":"prompt: too odd"}', rejected),
  response('451 Unavailable', '{"error":"not here"}', rejected),
  response('500 Internal Server Error', '{"error":"oh"}', unknown),
  response('502 Bad Gateway', '<h1>Bad gateway</h1>', unknown),
  response('503 Service Unavailable', '{"error":"later"}', unknown, { 'Retry-After': '1' }),
  response('504 Gateway Timeout', '', unknown),
  { ...response('402 Payment Required', '{"message":"The balance is empty."}', []), isDefinite: true },
  {
    ...response('429 Too Many Requests', '{"error":"slowly"}', [], { 'Retry-After': '0' }),
    isDefinite: true,
  },
  {
    ...response('429 Too Many Requests', '{"error":"slowly"}', [], { 'Retry-After': '1' }),
    isDefinite: true,
  },
]

/** For a body so large that it does not arrive in one piece. */
export const faultsAmid: readonly JudgedTreatment[] = [
  broken('reset amid the body', 'name', (socket) => socket.resetAndDestroy()),
  broken('closed amid the body', 'name', (socket) => socket.destroy()),
  broken('half closed amid the body', 'name', (socket) => socket.end()),
  broken('a response amid the body, then a reset', 'name', (socket) =>
    socket.write(wire('500 Oh', ''), () => socket.resetAndDestroy()),
  ),
]

const sunset =
  '{"error":"model_sunset","reason":"retired","message":"It was switched off.","sunset_date":"2026-11-01"}'

/** The end of a model: a 410 means that whatever comes with it (JOB50). */
export const ends: readonly JudgedTreatment[] = [
  response('410 Gone', sunset, rejected),
  response('410 Gone', '<h1>Gone</h1>', rejected),
  response('410 Gone', '{}', rejected),
  response('410 Gone', '', rejected),
  job('410 Gone, its body cut', rejected, ({ socket }) =>
    socket.end(wire('410 Gone', sunset.slice(0, 20), { 'Content-Length': sunset.length })),
  ),
]

/** Every way in which a job can be taken. */
export const acceptances: readonly JudgedTreatment[] = [
  accepted('taken', (socket, record) => socket.end(wire('200 OK', record))),
  accepted('taken with a 201', (socket, record) => socket.end(wire('201 Created', record))),
  accepted('taken, the length said by the end alone', (socket, record) =>
    socket.end(wire('200 OK', record, { Connection: 'close' })),
  ),
  accepted('taken after a 100 and a 103', (socket, record) =>
    socket.end(`HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n${wire('200 OK', record)}`),
  ),
  accepted('taken bit by bit', (socket, record) => drip(socket, wire('200 OK', record))),
  accepted('taken late', (socket, record) => later(socket, 400, () => socket.end(wire('200 OK', record)))),
]

/** Holds the connection and sends nothing. */
export const hang = broken('held for ever', 'whole', () => undefined)

function broken(name: string, at: Treatment['at'], cut: (socket: Socket) => unknown): JudgedTreatment {
  return { name, at, isFault: true, leadsTo: unknown, act: ({ socket }) => void cut(socket) }
}

function response(
  status: string,
  body: string,
  leadsTo: readonly SubmissionState[],
  headers: Readonly<Record<string, string>> = {},
): JudgedTreatment {
  const head = { 'Content-Length': Buffer.byteLength(body), ...headers }
  return {
    name: `${status}: ${body.slice(0, 30)}`,
    at: 'whole',
    isFault: true,
    leadsTo,
    act: ({ socket }) => void socket.end(wire(status, body, head)),
  }
}

/** Redirects to the same path, where a second request would be counted. */
function redirect(status: string): JudgedTreatment {
  return {
    name: status,
    at: 'whole',
    isFault: true,
    leadsTo: unknown,
    act: ({ socket, path }) => void socket.end(wire(status, '', { Location: path, 'Content-Length': 0 })),
  }
}

/** The service has made the job, whatever the client receives. */
function job(
  name: string,
  leadsTo: readonly SubmissionState[],
  notify: (request: PaidRequest, record: string) => unknown,
): JudgedTreatment {
  return {
    name,
    at: 'whole',
    isFault: true,
    leadsTo,
    act: (request) => void notify(request, request.makeJob().record),
  }
}

function accepted(name: string, notify: (socket: Socket, record: string) => unknown): JudgedTreatment {
  return {
    name,
    at: 'whole',
    isFault: false,
    leadsTo: ['accepted'],
    act(request) {
      const made = request.makeJob()
      request.noteResponded(made)
      notify(request.socket, made.record)
    },
  }
}

function wire(
  status: string,
  body: string,
  headers: Readonly<Record<string, string | number>> = { 'Content-Length': Buffer.byteLength(body) },
): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`
}

function later(socket: Socket, milliseconds: number, act: () => unknown): void {
  const timer = setTimeout(act, milliseconds)
  socket.on('close', () => clearTimeout(timer))
}

/** One piece after another: two timers of one socket may fire in the wrong order on a busy machine. */
function drip(socket: Socket, text: string): void {
  const [piece, rest] = [text.slice(0, 40), text.slice(40)]
  if (rest === '') socket.end(piece)
  else socket.write(piece, () => later(socket, 10, () => drip(socket, rest)))
}
