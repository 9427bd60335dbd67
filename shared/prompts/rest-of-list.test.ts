import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonSchema } from '../catalog/json-schema.ts'
import { readList } from './read-list.ts'
import { restOfList } from './rest-of-list.ts'

const schema: JsonSchema = {
  type: 'object',
  properties: { prompt: { type: 'string' }, seed: { type: 'integer' } },
}

test.each([
  ['prompts', 'a cat\r\n\r\na dog\r\na fox', 1, 'a dog\r\na fox'],
  ['a table, with its first line', 'prompt,seed\na,1\n"b\nb",2\nc,3', 2, 'prompt,seed\n"b\nb",2\nc,3'],
  ['JSON Lines', '{"prompt":"a"}\n"b"\n{"prompt":"c"}', 1, '"b"\n{"prompt":"c"}'],
  ['nothing, after the last', 'a cat\na dog', 2, ''],
])('%s', (_, text, after, rest) => expect(restOfList(text, schema, after)).toBe(rest))

test('a prompt that could be read as the first line of a table stays a prompt', () => {
  const rest = restOfList('a cat\nprompt\na dog', schema, 1)
  expect(readList(rest, schema).rows.map(({ values }) => values)).toEqual([
    { prompt: 'prompt' },
    { prompt: 'a dog' },
  ])
})

test('JSON Lines don’t become prompts because an invalid line comes first', () => {
  const rest = restOfList('{"prompt":"a"}\nno JSON\n{"prompt":"b","seed":2}', schema, 1)
  expect(readList(rest, schema)).toEqual({
    format: 'json-lines',
    rows: [{ line: 1, values: { prompt: 'b', seed: 2 } }],
    problems: [{ line: 2, code: 'not_json' }],
  })
})

test.each([
  ['a byte order mark', '\uFEFF{"prompt":"b"}'],
  ['white space that JSON does not know', '\u00A0{"prompt":"b"}\u2003'],
])('JSON Lines: %s before an unreadable row stays before it', (_, unread) => {
  const rest = restOfList(`"a"\n${unread}\n{"prompt":"c"}`, schema, 1)
  const { rows, problems } = readList(rest, schema)
  expect([rows.map(({ values }) => values), problems.map(({ code }) => code)]).toEqual([
    [{ prompt: 'c' }],
    ['not_json'],
  ])
  expect(rest).toContain(unread)
})

test('wherever any list is cut, exactly the rows after the cut are left', () => {
  const piece = fc.constantFrom(
    'prompt',
    'seed',
    ',',
    '"',
    '\n',
    '\n',
    '\r\n',
    ';',
    '{"prompt":"a"}',
    '{',
    '1',
    ' x',
    '\uFEFF',
    '\uFEFF{"prompt":"a"}',
    '\n\u00A0{"prompt":"b","seed":1}',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), fc.nat(20), (pieces, pick) => {
      const text = pieces.join('')
      const { rows } = readList(text, schema)
      const cut = rows[pick % Math.max(1, rows.length)]
      if (!cut) return
      const left = rows.filter(({ line }) => line > cut.line).map(({ values }) => values)
      const rest = readList(restOfList(text, schema, cut.line), schema)
      expect(rest.rows.map(({ values }) => values)).toEqual(left)
    }),
    { numRuns: 3_000 },
  )
})
