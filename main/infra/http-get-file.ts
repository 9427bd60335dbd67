import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { type BodyIntake, createBodyIntake } from './body-intake.ts'
import { type HttpAnswer, toAnswer } from './http-get.ts'
import { openWire } from './http-wire.ts'

/** The head of an answer, and what comes of its body; the intake is to be closed. */
export interface FileHead extends Omit<HttpAnswer, 'body'> {
  readonly intake: BodyIntake
}

interface Asking {
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  readonly lookup: LookupFunction | undefined
  /** Told whenever bytes of the body come. */
  onBytes(): void
}

/** One GET of something large on a connection of its own, followed nowhere; rejects with what Node says of the network. */
export function getFile(url: URL, { headers, signal, lookup, onBytes }: Asking): Promise<FileHead> {
  const { promise, resolve, reject } = Promise.withResolvers<FileHead>()
  const wire = openWire(url, lookup)
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    createConnection: () => wire.stream,
    headers: { ...headers, 'Accept-Encoding': 'identity' },
    signal,
  })
  request.on('error', reject)
  request.on('close', () => reject(new Error('The connection ended without an answer.')))
  request.on('response', (response) => {
    const { body, ...head } = toAnswer(response)
    const isFramedByLength = head.bytes !== null && head.header('transfer-encoding') === null
    const hasBody = head.status === 200 || head.status === 206
    if (isFramedByLength && hasBody)
      return resolve({ ...head, intake: wire.divert(head.bytes ?? 0, onBytes) })
    const intake = createBodyIntake(body, onBytes)
    wire.passOn()
    resolve({ ...head, intake })
  })
  request.end()
  return promise
}
