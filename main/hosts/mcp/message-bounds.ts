import { Buffer } from 'node:buffer'
import { Transform } from 'node:stream'
import { excessOf, type JsonBounds, type JsonRefusal } from '../../../shared/json/read-bounded-json.ts'
import { agentTools as words } from './tool-words.ts'

/** Of one message of an agent, over either carrier: what no call needs is refused before anything is made of it. */
export const messageBounds: JsonBounds = { depth: 100, bytes: 4 * 1024 * 1024, members: 10_000 }

const newline = 0x0a
/** How much of a message that is too large is kept, at each end, to find its id. */
const keptBytes = 400
const invalidRequest = -32_600

/** The response of the protocol to a message beyond the bounds; null for one within them. */
export function refusalOf(text: string): object | null {
  const excess = excessOf(text, messageBounds)
  return excess === null ? null : refusal(excess, text, text)
}

/** The same by the beginning and the end of the message. */
function refusal(excess: JsonRefusal, head: string, tail: string): object {
  const message = words.refused[excess]
  return { jsonrpc: '2.0', id: idIn(head, tail), error: { code: invalidRequest, message } }
}

/** To a body that was not read. */
export const tooLarge = refusal('too_large', '', '')

/** The message's own id stands first or last; null where neither is plain, as an id within it may be another's. */
function idIn(head: string, tail: string): string | number | null {
  const id = '("[\\w.:-]{1,100}"|\\d{1,15})'
  const first = new RegExp(`^\\s*\\{\\s*("jsonrpc"\\s*:\\s*"2\\.0"\\s*,\\s*)?"id"\\s*:\\s*${id}\\s*,`).exec(
    head,
  )
  const last = new RegExp(`"id"\\s*:\\s*${id}\\s*\\}\\s*$`).exec(tail.slice(-keptBytes))
  const found = first?.[2] ?? last?.[1]
  return found === undefined ? null : (JSON.parse(found) as string | number)
}

/**
 * Lines of an agent's input, one message each. One beyond the bounds is left out, and `refuse` gets the response to it; no
 * more than its allowed bytes are ever held.
 */
export function boundMessages(refuse: (response: object) => void): Transform {
  let parts: Buffer[] = []
  let bytes = 0
  let tail = Buffer.alloc(0)
  const isTooLarge = () => bytes > messageBounds.bytes

  function take(piece: Buffer): void {
    bytes += piece.length
    if (!isTooLarge()) parts.push(piece)
    else {
      // Copied, so that the chunks that they are of can go.
      if (tail.length === 0) parts = [Buffer.from(Buffer.concat(parts).subarray(0, keptBytes))]
      tail = Buffer.from(Buffer.concat([tail, piece]).subarray(-keptBytes))
    }
  }

  /** The whole line, to be passed on; null where it is refused. */
  function finish(): Buffer | null {
    const line = Buffer.concat(parts)
    const response = isTooLarge()
      ? refusal('too_large', line.toString('latin1'), tail.toString('latin1'))
      : refusalOf(line.toString('utf8'))
    parts = []
    bytes = 0
    tail = Buffer.alloc(0)
    if (response) refuse(response)
    return response ? null : line
  }

  return new Transform({
    transform(chunk: Buffer, _, done) {
      let from = 0
      for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
        take(chunk.subarray(from, at + 1))
        from = at + 1
        const line = finish()
        if (line) this.push(line)
      }
      if (from < chunk.length) take(chunk.subarray(from))
      done()
    },
  })
}
