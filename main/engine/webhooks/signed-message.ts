import { Buffer } from 'node:buffer'
import { hash } from 'node:crypto'

export interface MessageParts {
  readonly requestId: string
  /** Unix seconds, as written in the header. */
  readonly timestamp: string
  readonly body: Uint8Array
}

const placeholder = /(\{(?:id|timestamp|body|sha256)\})/

/** The exact signed bytes: the template with its placeholders filled in once, from left to right. */
export function composeMessage(template: string, parts: MessageParts): Buffer {
  const pieces = template.split(placeholder).map((piece) => fill(piece, parts))
  const texts = pieces.filter((piece) => typeof piece === 'string')
  // Text-only parts are joined as text: most templates sign the body's digest.
  if (texts.length === pieces.length) return Buffer.from(texts.join(''))
  return Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)))
}

function fill(piece: string, { requestId, timestamp, body }: MessageParts): string | Uint8Array {
  switch (piece) {
    case '{id}':
      return requestId
    case '{timestamp}':
      return timestamp
    case '{body}':
      return body
    case '{sha256}':
      return hash('sha256', body, 'hex')
    default:
      return piece
  }
}
