import { createHash } from 'node:crypto'
import type { RequestBody } from './ports.ts'

/** A body as it is sent: JSON in UTF-8. The only place that serialises and hashes one. */
export function encodeBody(body: unknown): RequestBody {
  const bytes = new TextEncoder().encode(JSON.stringify(body))
  return { body: bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
}
