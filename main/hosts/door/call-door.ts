import { request } from 'node:http'
import { parseBoundedJson } from '../../../shared/json/read-bounded-json.ts'
import type { DoorAddress } from './door-file.ts'

const bounds = { depth: 100, bytes: 32 * 1024 * 1024, members: 2_000_000 }

/** Resolves with the studio's answer; rejects where it is not there, or went away. */
export function callDoor(
  { port, token }: DoorAddress,
  path: string,
  input: unknown = {},
  signal?: AbortSignal,
): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const sent = request(
    {
      host: '127.0.0.1',
      port,
      path,
      method: 'POST',
      agent: false,
      ...(signal && { signal }),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    },
    (response) => {
      const chunks: Buffer[] = []
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > bounds.bytes) response.destroy(new Error('The answer is too large.'))
        else chunks.push(chunk)
      })
      response.once('error', reject)
      response.once('end', () => {
        const value = parseBoundedJson(Buffer.concat(chunks).toString('utf8'), bounds)
        if (response.statusCode === 200 && value !== undefined) resolve(value)
        else reject(new Error(`The studio’s door returned ${response.statusCode}.`))
      })
    },
  )
  sent.once('error', reject)
  sent.end(JSON.stringify(input))
  return promise
}

/** A program that is stopped accepts a connection, and never answers. */
const yieldPatienceMs = 5_000

/** Whether the studio that has the data folder gives it to the one that asks; null where nobody answers. */
export async function askToYield(address: DoorAddress): Promise<boolean | null> {
  const answer = await callDoor(address, '/yield', {}, AbortSignal.timeout(yieldPatienceMs)).catch(() => null)
  return answer === null ? null : (answer as { yields?: unknown }).yields === true
}
