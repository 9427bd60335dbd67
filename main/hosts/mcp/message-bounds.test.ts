import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundMessages, messageBounds, refusalOf } from './message-bounds.ts'

/** What passes of these chunks, and what is responded to the rest. */
async function through(chunks: readonly Buffer[]) {
  const refused: unknown[] = []
  const messages = boundMessages((response) => refused.push(response))
  for (const chunk of chunks) messages.write(chunk)
  messages.end()
  return { passed: Buffer.concat(await messages.toArray()).toString(), refused }
}

function inPieces(text: string, size: number): Buffer[] {
  const bytes = Buffer.from(text)
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  )
}

test('[AGENT90] messages within the bounds pass as they are, in whatever pieces they come', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.jsonValue({ maxDepth: 4 })),
      fc.integer({ min: 1, max: 50 }),
      async (values, size) => {
        const text = values.map((value) => `${JSON.stringify(value)}\n`).join('')
        expect(await through(inPieces(text, size))).toEqual({ passed: text, refused: [] })
      },
    ),
  )
})

const large = 'a'.repeat(messageBounds.bytes)

test.each([
  ['first', `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"x":"${large}"}}`, 7],
  ['last', `{"method":"tools/call","params":{"x":"${large}"},"jsonrpc":"2.0","id":"a-1"}`, 'a-1'],
  ['nowhere', `{"method":"tools/call","params":{"x":"${large}","id":9}}`, null],
  ['only within', `{"params":{"id":9,"x":"${large}"}}`, null],
])(
  '[AGENT90] one that is too large is refused by its id, where that stands %s, and the next passes',
  async (_, text, id) => {
    const { passed, refused } = await through(inPieces(`{"a":1}\n${text}\n{"b":2}\n`, 60_000))
    expect(passed).toBe('{"a":1}\n{"b":2}\n')
    expect(refused).toMatchObject([
      { jsonrpc: '2.0', id, error: { message: expect.stringMatching(/4 MiB/) } },
    ])
  },
)

test('[AGENT90] depth and members are bounded too', () => {
  const deep = `{"id":1,"params":${'['.repeat(3_000)}${']'.repeat(3_000)}}`
  const many = `{"id":2,"params":[${'0,'.repeat(20_000)}0]}`
  expect([
    refusalOf(deep),
    refusalOf(many),
    refusalOf('{"id":3,"__proto__":{"constructor":1}}'),
  ]).toMatchObject([
    { id: 1, error: { message: 'The message is nested too deeply.' } },
    { id: 2, error: { message: 'The message has more than 10,000 members.' } },
    null,
  ])
})
