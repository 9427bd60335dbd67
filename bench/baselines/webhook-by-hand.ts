import { createHash, type KeyObject, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'

interface Waiting {
  readonly values: readonly (string | number)[]
  readonly response: ServerResponse
}

/**
 * The minimum that verifies a delivery, writes it and then responds: node:http, one commit per turn of the
 * event loop.
 */
export async function openByHand(file: string, key: KeyObject) {
  const database = new DatabaseSync(file)
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 10000;
    CREATE TABLE webhook_requests (
      service_id TEXT NOT NULL, request_id TEXT NOT NULL, submission_id TEXT NOT NULL, job_id TEXT NOT NULL,
      received_at INTEGER NOT NULL, settled_at INTEGER, PRIMARY KEY (service_id, request_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX webhook_requests_open ON webhook_requests (received_at) WHERE settled_at IS NULL;`)
  const insert = database.prepare(
    'INSERT INTO webhook_requests VALUES (?, ?, ?, ?, ?, NULL) ON CONFLICT (service_id, request_id) DO NOTHING',
  )
  let waiting: Waiting[] = []

  function commit(): void {
    const batch = waiting
    waiting = []
    database.exec('BEGIN IMMEDIATE')
    for (const { values } of batch) insert.run(...values)
    database.exec('COMMIT')
    for (const { response } of batch) response.writeHead(204).end()
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const id = headerOf(request.headers, 'request-id')
      const digest = createHash('sha256').update(body).digest('hex')
      const message = Buffer.from(`${id}\n${headerOf(request.headers, 'timestamp')}\n${digest}`)
      const signature = Buffer.from(headerOf(request.headers, 'signature'), 'base64url')
      verify('sha256', message, { key, dsaEncoding: 'ieee-p1363' }, signature, (_, isSound) => {
        if (!isSound) return response.writeHead(401).end()
        const { job_id: jobId } = JSON.parse(body.toString()) as { job_id: string }
        if (waiting.push({ values: ['service', id, request.url ?? '', jobId, Date.now()], response }) === 1)
          setImmediate(commit)
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.closeAllConnections()
      return new Promise<void>((resolve) =>
        server.close(() => {
          database.close()
          resolve()
        }),
      )
    },
  }
}

function headerOf(headers: IncomingHttpHeaders, name: string): string {
  return String(headers[`x-service-webhook-${name}`])
}
