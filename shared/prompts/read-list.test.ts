import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonSchema } from '../catalog/json-schema.ts'
import { readList } from './read-list.ts'

const schema: JsonSchema = {
  type: 'object',
  properties: {
    prompt: { type: 'string' },
    seed: { type: 'integer' },
    duration: { type: 'number' },
    resolution: { enum: ['720p', '1080p'] },
    audio: { type: 'boolean' },
  },
}

function valuesOf(text: string) {
  return readList(text, schema).rows.map(({ values }) => values)
}

test('a text of many lines is a prompt per line; commas are part of it and empty lines are skipped', () => {
  const list = readList('a cat, oil painting\r\n\r\n  a dog; charcoal  \n', schema)
  expect(list).toEqual({
    format: 'lines',
    rows: [
      { line: 1, values: { prompt: 'a cat, oil painting' } },
      { line: 3, values: { prompt: 'a dog; charcoal' } },
    ],
    problems: [],
  })
})

test.each([',', ';', '\t'])(
  'a table whose first line names fields is read with “%s” between its cells',
  (mark) => {
    const text = [
      ['prompt', 'seed', 'resolution', 'audio'],
      ['"a ""big"" sea,\nat night"', '7', '720p', 'true'],
      ['a lake', '', '', ''],
    ]
      .map((cells) => cells.join(mark))
      .join('\n')
    const list = readList(text, schema)
    expect(list.format).toBe('csv')
    expect(list.rows).toEqual([
      { line: 2, values: { prompt: 'a "big" sea,\nat night', seed: 7, resolution: '720p', audio: true } },
      { line: 4, values: { prompt: 'a lake' } },
    ])
  },
)

test('a first line that does not name a prompt among fields makes it a list of prompts', () => {
  expect(readList('prompts, in capitals\nnext', schema).format).toBe('lines')
})

test('a column that the model lacks makes no prompts of the rows', () => {
  const { format, rows } = readList('prompt,guidance\na lake,7\na fox,', schema)
  expect([format, rows]).toEqual([
    'csv',
    [
      { line: 2, values: { prompt: 'a lake', guidance: 7 } },
      { line: 3, values: { prompt: 'a fox' } },
    ],
  ])
  for (const name of ['aspect-ratio', 'negative prompt', 'größe'])
    expect(readList(`prompt,${name}\na lake,7`, schema)).toMatchObject({ format: 'csv', rows: [{ line: 2 }] })
  expect(readList('prompt,seed,\na lake,7,\n', schema)).toMatchObject({
    format: 'csv',
    rows: [{ line: 2, values: { prompt: 'a lake', seed: 7 } }],
    problems: [],
  })
  expect(readList('prompt', schema).format).toBe('csv')
  expect(readList('harbour,night', schema).format).toBe('lines')
})

test('an invalid row of the table is reported with its line, and the others are read', () => {
  const list = readList('prompt,seed\na,1,2\nb,2\n"c,3', schema)
  expect(list.rows).toEqual([{ line: 3, values: { prompt: 'b', seed: 2 } }])
  expect(list.problems).toEqual([
    { line: 2, code: 'too_many_cells' },
    { line: 4, code: 'open_quote' },
  ])
})

test('a cell that doesn’t match its field stays as it is, for the form to check', () => {
  expect(valuesOf('prompt,seed\na,many')).toEqual([{ prompt: 'a', seed: 'many' }])
  expect(valuesOf('prompt,seed\n12,12')).toEqual([{ prompt: '12', seed: 12 }])
})

test('JSON Lines are objects by field or prompts', () => {
  const list = readList('{"prompt":"a","seed":1}\n"b"\n\n{"prompt":\n[1]\n7', schema)
  expect(list).toEqual({
    format: 'json-lines',
    rows: [
      { line: 1, values: { prompt: 'a', seed: 1 } },
      { line: 2, values: { prompt: 'b' } },
    ],
    problems: [
      { line: 4, code: 'not_json' },
      { line: 5, code: 'not_a_row' },
      { line: 6, code: 'not_a_row' },
    ],
  })
})

test('a prompt that begins with a wildcard or a quote is no JSON', () => {
  expect(readList('{red|green} boat\n"quoted" words', schema).format).toBe('lines')
})

test('whatever is pasted, every row has a line of the text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('prompt', 'seed', ',', '"', '\n', '\r', ';', '{', '}', '1') }),
      (text) => {
        const { rows, problems } = readList(text, schema)
        const last = text.split(/\r\n|\r|\n/).length
        for (const { line } of [...rows, ...problems]) expect(line >= 1 && line <= last).toBe(true)
      },
    ),
  )
})

test('any cells written as CSV are read back', () => {
  const cell = fc
    .string({ unit: fc.constantFrom('a', ',', '"', '\n', 'é', ' ', '|') })
    .map((text) => `x${text}`)
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 5 }), (prompts) => {
      const text = ['prompt,seed', ...prompts.map((one) => `"${one.replaceAll('"', '""')}",1`)].join('\n')
      expect(valuesOf(text)).toEqual(prompts.map((prompt) => ({ prompt, seed: 1 })))
    }),
  )
})
