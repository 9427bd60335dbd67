import { createHash } from 'node:crypto'

export interface MessageParts {
  readonly requestId: string
  /** Unix seconds, as the header spells them. */
  readonly timestamp: string
  readonly body: Uint8Array
}

const placeholder = /\{(id|timestamp|body|sha256)\}/

/** The exact bytes that are signed: the template with its placeholders filled in once, from left to right. */
export function composeMessage(template: string, { requestId, timestamp, body }: MessageParts): Buffer {
  const fill: Readonly<Record<string, () => Uint8Array>> = {
    id: () => Buffer.from(requestId),
    timestamp: () => Buffer.from(timestamp),
    body: () => body,
    sha256: () => Buffer.from(createHash('sha256').update(body).digest('hex')),
  }
  // A split by one group alternates between text and the names of placeholders.
  const pieces = template.split(placeholder)
  return Buffer.concat(
    pieces.map((piece, index) => (index % 2 ? fill[piece]?.() : null) ?? Buffer.from(piece)),
  )
}
