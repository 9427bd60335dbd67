import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { InputFile } from '../../../shared/bridge/media-routes.ts'
import type { BodyForm } from '../../../shared/form/body-form.ts'
import { inputReference } from '../../../shared/form/input-reference.ts'
import { anyCharacter } from '../../../shared/testing/any-character.ts'
import { measureForm } from './form-body.ts'
import { layOutForm } from './lay-out-form.ts'

const measures = { width: null, height: null, durationSeconds: null }

function keep(contents: readonly Uint8Array[], name = 'a.png') {
  const kept = new Map(contents.map((bytes) => [createHash('sha256').update(bytes).digest('hex'), bytes]))
  return {
    references: contents.map((bytes) => inputReference(createHash('sha256').update(bytes).digest('hex'))),
    find(sha256: string): InputFile | null {
      const bytes = kept.get(sha256)
      return bytes
        ? { sha256, kind: 'image', mediaType: 'image/png', bytes: bytes.length, name, ...measures }
        : null
    },
    open(sha256: string) {
      const bytes = kept.get(sha256)
      return bytes ? inPieces(bytes) : null
    },
    forget: () => kept.clear(),
  }
}

async function* inPieces(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7)
}

async function encode(form: BodyForm, values: Readonly<Record<string, unknown>>, files = keep([])) {
  const made = await measureForm(layOutForm(form, values, files.find), files)
  if (!made) throw new Error('A file is gone.')
  const { body, sha256 } = made
  const chunks: Uint8Array[] = []
  for await (const chunk of body.open()) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([body.bytes, sha256])
  return { ...body, sha256, text: bytes.toString('latin1'), buffer: bytes }
}

const multipart: BodyForm = { type: 'multipart/form-data', layout: 'multipart', parts: {} }
const urlencoded: BodyForm = { type: 'application/x-www-form-urlencoded', layout: 'urlencoded', parts: {} }

test('[CAT340] whatever names, texts and files a form has, another reader finds exactly those', async () => {
  const text = fc.string({ unit: anyCharacter, maxLength: 30 }).map((value) => value.toWellFormed())
  // What that reader does with line breaks in names, and with empty names, is its own.
  const name = fc
    .string({ unit: anyCharacter, minLength: 1, maxLength: 12 })
    .map((one) => one.toWellFormed())
    .filter((one) => !/[\r\n%"\ufeff]/.test(one))
  const value = fc.oneof(text, fc.integer(), fc.boolean())
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(name, fc.oneof(value, fc.array(value, { maxLength: 3 })), { maxKeys: 5 }),
      fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { maxLength: 3 }),
      async (values, contents) => {
        const files = keep(contents)
        const form = { ...multipart, parts: { 'the files': { isFile: true as const } } }
        const { contentType, buffer } = await encode(
          form,
          { ...values, 'the files': files.references },
          files,
        )
        const headers = { 'content-type': contentType }
        const read = [...(await new Response(new Uint8Array(buffer), { headers }).formData())]
        const texts = Object.entries(values).flatMap(([key, one]) =>
          (Array.isArray(one) ? one : [one]).map((item) => [key, String(item)]),
        )
        expect(read.filter(([, one]) => typeof one === 'string')).toEqual(texts)
        const found = read.flatMap(([, one]) => (typeof one === 'string' ? [] : [one.arrayBuffer()]))
        expect((await Promise.all(found)).map((one) => Buffer.from(one).toString('hex'))).toEqual(
          contents.map((one) => Buffer.from(one).toString('hex')),
        )
      },
    ),
    { numRuns: 50 },
  )
})

test('[CAT340] a query carries the same, whatever is in it', async () => {
  const value = fc.oneof(
    fc.string({ unit: anyCharacter }).map((one) => one.toWellFormed()),
    fc.integer(),
  )
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string(), fc.oneof(value, fc.array(value))), async (values) => {
      const { text } = await encode(urlencoded, values)
      const expected = Object.entries(values).flatMap(([key, one]) =>
        (Array.isArray(one) ? one : [one]).map((item) => [key, String(item)]),
      )
      expect([...new URLSearchParams(text)]).toEqual(expected)
    }),
    { numRuns: 50 },
  )
})

test('[CAT340] a part is written as its encoding says', async () => {
  const parts = {
    tags: { explode: false },
    sizes: { style: 'pipeDelimited' },
    camera: { style: 'deepObject', explode: true },
    note: { contentType: 'text/markdown' },
    data: { contentType: 'application/octet-stream', isFile: true as const },
    inline: { base64: 'base64' as const, isFile: true as const },
  }
  const files = keep([Buffer.from('\xfb\xff\xfe', 'latin1')], 'a"b\r\n.png')
  const [file] = files.references
  const values = {
    tags: ['a', 'b'],
    sizes: [1, 2],
    camera: { pan: 1 },
    note: '# a',
    data: file,
    inline: file,
    none: null,
  }
  const { text } = await encode({ ...multipart, parts }, values, files)
  expect(text.split(/\r\n(?=--atelier)/).map((part) => part.split('\r\n').slice(1))).toEqual([
    ['Content-Disposition: form-data; name="tags"', '', 'a,b'],
    ['Content-Disposition: form-data; name="sizes"', '', '1|2'],
    ['Content-Disposition: form-data; name="camera[pan]"', '', '1'],
    ['Content-Disposition: form-data; name="note"', 'Content-Type: text/markdown', '', '# a'],
    [
      'Content-Disposition: form-data; name="data"; filename="a%22b%0D%0A.png"',
      'Content-Type: application/octet-stream',
      '',
      '\xfb\xff\xfe',
    ],
    [
      'Content-Disposition: form-data; name="inline"',
      'Content-Type: image/png',
      'Content-Transfer-Encoding: base64',
      '',
      '+//+',
    ],
    [''],
  ])
  const query = await encode({ ...urlencoded, parts }, { tags: ['a', 'b'], inline: file }, files)
  expect(query.text).toBe('tags=a%2Cb&inline=%2B%2F%2F%2B')
})

test.each([
  [undefined, 'application/zip'],
  ['application/x-look', 'application/x-look'],
  ['text/plain', 'text/plain'],
  ['application/x-look, application/zip', 'application/zip'],
  ['application/*', 'application/zip'],
  ['application/octet-stream', 'application/octet-stream'],
])(
  '[INP344] where a part’s type is %s, a file that is no medium is sent as %s',
  async (contentType, type) => {
    const files = keep([Buffer.from('PK')], 'a.zip')
    const other = { ...files, find: (sha256: string) => otherOf(files.find(sha256)) }
    const part = { isFile: true as const, ...(contentType && { contentType }) }
    const { text } = await encode(
      { ...multipart, parts: { look: part } },
      { look: files.references[0] },
      other,
    )
    expect(text).toContain(`name="look"; filename="a.zip"\r\nContent-Type: ${type}\r\n\r\nPK\r\n--`)
  },
)

function otherOf(file: InputFile | null): InputFile | null {
  return file && { ...file, kind: 'other', mediaType: 'application/zip' }
}

test('[INP340] the same values are the same bytes, other ones are not, and a file that is gone makes none', async () => {
  const files = keep([Buffer.from('sea')])
  const form = { ...multipart, parts: { image: { isFile: true as const } } }
  const values = { prompt: 'a', image: files.references[0] }
  const first = await encode(form, values, files)
  expect((await encode(form, values, files)).sha256).toBe(first.sha256)
  expect((await encode(form, { ...values, prompt: 'b' }, files)).sha256).not.toBe(first.sha256)
  files.forget()
  const gone = { find: keep([Buffer.from('sea')]).find, open: files.open }
  expect(await measureForm(layOutForm(form, values, gone.find), gone)).toBeNull()
})
