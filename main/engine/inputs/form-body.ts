import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import type { StreamedBody } from '../service/ports.ts'
import type { FileEncoding, FormLayout, Piece } from './lay-out-form.ts'
import type { InputStore } from './ports.ts'

/**
 * A laid-out form as a body that is read from disk each time it is sent, with its SHA-256, for which it is read once; null
 * where a file is gone or has another length than it had.
 */
export async function measureForm(
  { contentType, pieces }: FormLayout,
  inputs: Pick<InputStore, 'open'>,
): Promise<{ readonly body: StreamedBody; readonly sha256: string } | null> {
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for await (const chunk of readPieces(pieces, inputs)) {
      hash.update(chunk)
      bytes += chunk.length
    }
  } catch {
    return null
  }
  const body = { contentType, bytes, open: () => readPieces(pieces, inputs) }
  return { body, sha256: hash.digest('hex') }
}

class FileGone extends Error {}

async function* readPieces(
  pieces: readonly Piece[],
  inputs: Pick<InputStore, 'open'>,
): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    if ('bytes' in piece) {
      yield piece.bytes
      continue
    }
    const content = inputs.open(piece.file.sha256)
    if (!content) throw new FileGone()
    yield* piece.as === 'bytes' ? content : encode(content, piece.as)
  }
}

/** Base64 of three bytes is whole by itself: what is left over goes before the next ones. */
async function* encode(
  content: AsyncIterable<Uint8Array>,
  as: Exclude<FileEncoding, 'bytes'>,
): AsyncGenerator<Uint8Array> {
  let rest = Buffer.alloc(0)
  for await (const chunk of content) {
    const bytes = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk])
    const whole = bytes.length - (bytes.length % 3)
    rest = bytes.subarray(whole)
    if (whole > 0) yield write(bytes.subarray(0, whole), as)
  }
  if (rest.length > 0) yield write(rest, as)
}

function write(bytes: Buffer, as: Exclude<FileEncoding, 'bytes'>): Uint8Array {
  const text = bytes.toString(as === 'base64url' ? as : 'base64')
  return Buffer.from(as === 'query' ? encodeURIComponent(text) : text)
}
