import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mostListBytes, readListFile } from './read-list-file.ts'

function read(content: string | Uint8Array<ArrayBuffer>) {
  return readListFile(new Blob([content]) as File)
}

it('reads text as it was written, whatever it holds, without its byte order mark', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1 }), async (line) => {
      const text = `prompt\n${line}`
      fc.pre(!text.includes('\0'))
      expect(await read(`\uFEFF${text}`)).toEqual({ ok: true, text })
    }),
  )
})

it.each([
  ['utf-16le', [0xff, 0xfe, 0x61, 0, 0x3d, 0xd8, 0x8a, 0xdd]],
  ['utf-16be', [0xfe, 0xff, 0, 0x61, 0xd8, 0x3d, 0xdd, 0x8a]],
])('reads %s where the file has its mark, as spreadsheets write it', async (_, bytes) => {
  expect(await read(new Uint8Array(bytes))).toEqual({ ok: true, text: 'a\u{1F58A}' })
})

it.each([
  ['an image', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xd, 0xa]), 'not_text'],
  ['zero bytes among letters', 'a\0b', 'not_text'],
  ['nothing but spaces', ' \n\n', 'empty'],
  ['an array', '[{"prompt":"a"}]', 'not_lines'],
  ['an object over several lines', '{\n  "prompt": "a"\n}\n', 'not_lines'],
  ['more than is read', 'a'.repeat(mostListBytes + 1), 'too_large'],
])('refuses %s', async (_, content, code) => {
  expect(await read(content)).toEqual({ ok: false, code })
})

it.each(['{"prompt":"a"}', '{"prompt":"a"}\n{"prompt":"b"}\n', '{red|blue} fox\n[a] wolf'])(
  'accepts lines that begin as JSON does: %j',
  async (text) => expect(await read(text)).toEqual({ ok: true, text }),
)

it('reports that a missing file can’t be read', async () => {
  const gone = { size: 3, arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotFoundError')) }
  expect(await readListFile(gone)).toEqual({ ok: false, code: 'unreadable' })
})
