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
  return Buffer.concat(template.split(placeholder).map((piece) => fill(piece, parts)))
}

function fill(piece: string, { requestId, timestamp, body }: MessageParts): Uint8Array {
  switch (piece) {
    case '{id}':
      return Buffer.from(requestId)
    case '{timestamp}':
      return Buffer.from(timestamp)
    case '{body}':
      return body
    case '{sha256}':
      return Buffer.from(hash('sha256', body, 'hex'))
    default:
      return Buffer.from(piece)
  }
}
