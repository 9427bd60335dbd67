import { createHash } from 'node:crypto'
import { request } from 'node:http'
import type { StudioProcess } from '../studio-process.ts'

/** The SHA-256 of a file in hex, as downloaded by a person: undisplayable files included. */
export function digestOf({ origin, cookie }: StudioProcess, fileId: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const hash = createHash('sha256')
    const requested = request(
      `${origin}/media/files/${fileId}?download=1`,
      { headers: { Cookie: cookie } },
      (response) => {
        response.on('data', (chunk: Buffer) => hash.update(chunk))
        response.on('error', reject)
        response.on('end', () => resolve(hash.digest('hex')))
      },
    )
    requested.on('error', reject)
    requested.end()
  })
}
