import { ReasonError } from '../engine/reason-error.ts'

/** A body; throws once it is longer than `limit` bytes. */
export async function readLimitedBytes(body: AsyncIterable<Uint8Array>, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > limit) throw new ReasonError({ code: 'answer_too_large' })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The same as text. */
export async function readLimited(body: AsyncIterable<Uint8Array>, limit: number): Promise<string> {
  return (await readLimitedBytes(body, limit)).toString('utf8')
}
