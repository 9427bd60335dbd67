import { createHash, createPrivateKey, type JsonWebKey, randomUUID, sign } from 'node:crypto'
import { connect } from 'node:net'

/** The sender's input: as many signed deliveries as there are jobs, each to its path. */
export interface Sending {
  readonly port: number
  readonly connections: number
  readonly privateJwk: JsonWebKey
  readonly keyId: string
  readonly deliveries: readonly { readonly path: string; readonly jobId: string }[]
}

// A separate process, so that signing and sending cost the receiver nothing. It signs everything first, prints
// `signed`, waits for `go`, and returns the milliseconds until the last response.
process.on('message', (message: Sending | 'go') => {
  if (message !== 'go') {
    prepare(message)
    process.send?.('signed')
  } else void sendAll().then((milliseconds) => process.send?.({ milliseconds }))
})

let prepared: { port: number; lines: Buffer[][] } = { port: 0, lines: [] }

function prepare({ port, connections, privateJwk, keyId, deliveries }: Sending): void {
  const key = createPrivateKey({ key: privateJwk, format: 'jwk' })
  const requests = deliveries.map(({ path, jobId }) => {
    const now = new Date().toISOString()
    const body = JSON.stringify({
      job_id: jobId,
      status: 'completed',
      created_at: now,
      completed_at: now,
      result: { urls: [`https://service.example/results/${jobId}`] },
    })
    const id = randomUUID()
    const at = Math.floor(Date.now() / 1000)
    const digest = createHash('sha256').update(body).digest('hex')
    const signature = sign('sha256', Buffer.from(`${id}\n${at}\n${digest}`), {
      key,
      dsaEncoding: 'ieee-p1363',
    })
    return Buffer.from(
      [
        `POST ${path} HTTP/1.1`,
        'Host: 127.0.0.1',
        'Content-Type: application/json',
        `X-Service-Webhook-Request-Id: ${id}`,
        `X-Service-Webhook-Timestamp: ${at}`,
        `X-Service-Webhook-Signature: ${signature.toString('base64url')}`,
        `X-Service-Webhook-Key-Id: ${keyId}`,
        `Content-Length: ${Buffer.byteLength(body)}`,
        '',
        body,
      ].join('\r\n'),
    )
  })
  prepared = {
    port,
    lines: Array.from({ length: connections }, (_, line) =>
      requests.filter((_, index) => index % connections === line),
    ),
  }
}

async function sendAll(): Promise<number> {
  const startedAt = performance.now()
  await Promise.all(prepared.lines.map((requests) => sendInTurn(prepared.port, requests)))
  return performance.now() - startedAt
}

/** One kept connection: the next delivery is sent when the last got 204. */
function sendInTurn(port: number, requests: readonly Buffer[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let next = 0
    let response = ''
    const send = () => {
      const request = requests[next]
      next += 1
      if (request) socket.write(request)
      else {
        socket.destroy()
        resolve()
      }
    }
    socket.once('connect', send)
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('The receiver hung up.')))
    socket.on('data', (chunk) => {
      response += chunk.toString('latin1')
      if (!response.endsWith('\r\n\r\n')) return
      if (!response.startsWith('HTTP/1.1 204 '))
        return reject(new Error(`An audio file delivery was refused: ${response}`))
      response = ''
      send()
    })
  })
}
