import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PlainAnswer, parsePlainAnswer } from './plain-answer.ts'

const text = '{"a":"ü"}'
const length = Buffer.byteLength(text)

function raw(head: string, body = ''): Buffer {
  return Buffer.from(`${head}\r\n\r\n${body}`)
}

function chunked(sizes: readonly number[]): string {
  const bytes = Buffer.from(text)
  let at = 0
  const parts = [...sizes, bytes.length].map((size) => {
    const part = bytes.subarray(at, at + size)
    at += part.length
    return part.length === 0 ? '' : `${part.length.toString(16)}\r\n${part.toString('latin1')}\r\n`
  })
  return `${parts.join('')}0\r\n\r\n`
}

const byLength = raw(`HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\nRetry-After: 7`, text)

test('reads an answer by its length, with its headers', () => {
  const answer = parsePlainAnswer(byLength) as PlainAnswer
  expect(answer).toMatchObject({ status: 200, body: text, isKept: true })
  expect([answer.header('retry-after'), answer.header('x-none')]).toEqual(['7', null])
})

test('reads an answer in chunks, however they are cut', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 12 }), (sizes) => {
      const head = Buffer.from('HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n')
      const answer = parsePlainAnswer(Buffer.concat([head, Buffer.from(chunked(sizes), 'latin1')]))
      expect(answer).toMatchObject({ status: 404, body: text })
    }),
  )
})

test.each([
  ['by its length', byLength],
  ['in chunks', raw('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked', '3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n')],
])('a part of an answer %s is a part, and asks for no more than there is to come', (_, whole) => {
  for (let size = 0; size < whole.length; size += 1) {
    const parsed = parsePlainAnswer(whole.subarray(0, size))
    expect(typeof parsed).toBe('number')
    expect(parsed).toBeGreaterThan(size)
    expect(parsed).toBeLessThanOrEqual(whole.length)
  }
})

test('a connection that the service closes after its answer is not kept', () => {
  expect(parsePlainAnswer(raw('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0'))).toMatchObject({
    isKept: false,
  })
})

test.each([
  ['another version', raw('HTTP/1.0 200 OK\r\nContent-Length: 0')],
  ['no HTTP', raw('220 mail.example ESMTP')],
  ['an interim answer', raw('HTTP/1.1 100 Continue')],
  ['no body by its status', raw('HTTP/1.1 304 Not Modified\r\nContent-Length: 5')],
  ['no length', raw('HTTP/1.1 200 OK', text)],
  ['two lengths', raw('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3', '{}')],
  ['a length that is none', raw('HTTP/1.1 200 OK\r\nContent-Length: +2', '{}')],
  ['a length and chunks', raw('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked', '{}')],
  ['another framing', raw('HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked', '0\r\n\r\n')],
  ['a packed body', raw('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2', '{}')],
  ['more than its length', raw('HTTP/1.1 200 OK\r\nContent-Length: 2', '{}HTTP/1.1 200 OK\r\n')],
  ['more after its chunks', raw('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked', '0\r\n\r\nx')],
  ['a trailer', raw('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked', '0\r\nA: b\r\n\r\n')],
  ['a chunk that runs over', raw('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked', '2\r\nabcd\r\n0\r\n\r\n')],
  [
    'a chunk with an extension',
    raw('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked', '2;a=b\r\n{}\r\n0\r\n\r\n'),
  ],
  ['a head without end', Buffer.from(`HTTP/1.1 200 OK\r\n${'A: b\r\n'.repeat(4_000)}`)],
])('%s is left to the full client', (_, bytes) => {
  expect(parsePlainAnswer(bytes)).toBe('unusual')
})

test('whatever bytes come, they are a part, whole or unusual', () => {
  const anyLine = fc.oneof(
    fc.constantFrom('Content-Length: 3', 'Transfer-Encoding: chunked', 'HTTP/1.1 200 OK', '', '3', 'abc'),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 12 }), (lines) => {
      const bytes = Buffer.from(lines.join('\r\n'))
      const parsed = parsePlainAnswer(bytes)
      if (typeof parsed === 'number') expect(parsed).toBeGreaterThan(bytes.length)
    }),
  )
})
