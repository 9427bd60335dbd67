import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bodyFormOf } from '../../../shared/form/body-form.ts'
import { fieldsFromSchema } from '../../../shared/form/fields-from-schema.ts'
import { findProblems } from '../../../shared/form/problems.ts'
import { readRequest } from './described-request.ts'

const text = { type: 'string' }
const binary = { type: 'string', format: 'binary' }

function request(content: object, more: { readonly kind?: string; readonly components?: object } = {}) {
  const { kind = 'image', components = {} } = more
  return readRequest({
    ...{ kind, vendor: 'a', model: 'b', path: `/generate/${kind}/a/b`, isDeprecated: false },
    operation: { requestBody: { content } },
    document: { openapi: '3.1.0', components },
  })
}

function form(properties: object, encoding: object = {}, kind = 'image') {
  return request({ 'multipart/form-data': { schema: { type: 'object', properties }, encoding } }, { kind })
}

function fieldsOf(schema: Parameters<typeof fieldsFromSchema>[0]) {
  return Object.fromEntries(
    fieldsFromSchema(schema).map((field) => [
      field.name,
      [field.kind, 'media' in field ? field.media : null, 'isFileOnly' in field && field.isFileOnly === true],
    ]),
  )
}

test('[CAT341] what a form takes as a file is a media field, in whichever way it is written', () => {
  const schema = form(
    {
      image: binary,
      mask: { ...text, contentMediaType: 'image/png', description: 'Where to paint.' },
      footage: { anyOf: [{ ...binary, title: 'Footage' }, { type: 'null' }], description: 'A video.' },
      references: { type: 'array', items: binary, minItems: 1, maxItems: 3 },
      either: { oneOf: [binary, { type: 'array', items: binary }] },
      anything: {},
      song: { ...text },
      frame: { ...text, contentEncoding: 'base64' },
      signature: { ...text, contentEncoding: 'base64' },
      photo: { anyOf: [binary, { ...text, format: 'uri' }] },
      prompt: text,
      options: { type: 'object', properties: { hd: { type: 'boolean' } } },
      mode: { ...binary, enum: ['a', 'b'] },
    },
    { song: { contentType: 'audio/mpeg, audio/wav' }, options: { contentType: 'application/json' } },
  )
  expect(fieldsOf(schema)).toEqual({
    image: ['media', 'image', true],
    mask: ['media', 'image', true],
    footage: ['media', 'video', true],
    references: ['media-list', 'file', true],
    either: ['media-list', 'file', true],
    anything: ['media', 'file', true],
    song: ['media', 'audio', true],
    frame: ['media', 'image', true],
    signature: ['text', null, false],
    photo: ['media', 'image', false],
    prompt: ['prompt', null, false],
    options: ['object', null, false],
    mode: ['enumeration', null, false],
  })
  expect(bodyFormOf(schema)).toMatchObject({
    type: 'multipart/form-data',
    layout: 'multipart',
    parts: {
      mask: { isFile: true, contentType: 'image/png' },
      song: { isFile: true, contentType: 'audio/mpeg, audio/wav' },
      frame: { isFile: true, base64: 'base64' },
      photo: { isFile: true },
    },
  })
  const file = `atelier-input:${'a'.repeat(64)}`
  const url = 'https://a.example/b.png'
  expect(findProblems(schema, { image: file, references: [file], photo: url, footage: file })).toEqual([])
  expect(findProblems(schema, { image: url, references: [url] }).map(({ reason }) => reason.code)).toEqual([
    'not_a_file',
    'not_a_file',
  ])
})

test('[CAT343] what a form takes as a file and no type of a medium tells is any file, whatever it is called', () => {
  const list = { type: 'array', items: binary }
  const schema = form(
    {
      weights: binary,
      training_images: binary,
      video_subtitles: { anyOf: [binary, { type: 'null' }] },
      song_pages: list,
      audio_notes: { ...text, contentMediaType: 'application/pdf' },
      mask_image: binary,
      clip: binary,
      either: { anyOf: [binary, { ...text, format: 'uri' }] },
    },
    {
      training_images: { contentType: 'application/zip' },
      video_subtitles: { contentType: 'text/vtt, application/x-subrip' },
      song_pages: { contentType: 'application/pdf' },
      mask_image: { contentType: 'application/octet-stream' },
      clip: { contentType: 'video/mp4, application/zip' },
    },
  )
  expect(fieldsOf(schema)).toEqual({
    weights: ['media', 'file', true],
    training_images: ['media', 'file', true],
    video_subtitles: ['media', 'file', true],
    song_pages: ['media-list', 'file', true],
    audio_notes: ['media', 'file', true],
    mask_image: ['media', 'image', true],
    clip: ['media', 'video', true],
    either: ['media', 'any', false],
  })
  const whole = (type: string) => fieldsOf(request({ [type]: {} }, { kind: 'image' }))
  expect(whole('application/zip')).toEqual({ file: ['media', 'file', true] })
  expect(whole('application/octet-stream')).toEqual({ file: ['media', 'image', true] })
})

test('[CAT343] only what is sent as its bytes may be any file, whatever a description claims', () => {
  const address = { ...text, format: 'uri', 'x-media': 'file' }
  const schema = { type: 'object', properties: { image_url: address } }
  expect(fieldsOf(request({ 'application/json': { schema } }))).toEqual({
    image_url: ['media', 'any', false],
  })
})

test('[CAT341] a file behind references is one as well, with the bounds of its list', () => {
  const components = {
    schemas: {
      Upload: {
        allOf: [
          { $ref: '#/components/schemas/Base' },
          { properties: { clips: { $ref: '#/components/schemas/Clips' } } },
        ],
      },
      Base: {
        type: 'object',
        required: ['file'],
        properties: { file: { $ref: '#/components/schemas/File' } },
      },
      Clips: { type: 'array', items: { $ref: '#/components/schemas/File' }, maxItems: 2 },
      File: { ...binary, maxLength: 20 },
    },
  }
  const content = { 'multipart/form-data': { schema: { $ref: '#/components/schemas/Upload' } } }
  const schema = request(content, { components })
  expect(fieldsOf(schema)).toEqual({ file: ['media', 'image', true], clips: ['media-list', 'video', true] })
  const file = `atelier-input:${'a'.repeat(64)}`
  expect(findProblems(schema, { file, clips: [file, file] })).toEqual([])
  expect(
    findProblems(schema, { clips: [file, file, file] })
      .map(({ reason }) => reason.code)
      .sort(),
  ).toEqual(['missing', 'too_many'])
  // A video may be made of anything.
  expect(fieldsOf(request(content, { components, kind: 'video' }))).toMatchObject({
    file: ['media', 'file', true],
  })
})

test('[CAT101] JSON comes first, then parts, then a query, then the one text or file', () => {
  const schema = { type: 'object', properties: { prompt: text } }
  const all = {
    'image/png': {},
    'application/x-www-form-urlencoded': { schema },
    'Multipart/Form-Data; charset=utf-8': { schema },
    'application/json': { schema },
  }
  const { 'application/json': _, ...forms } = all
  const { 'Multipart/Form-Data; charset=utf-8': __, ...queries } = forms
  expect(
    [all, forms, queries, { 'image/png': {} }, { 'text/*': {} }, {}].map((one) => bodyFormOf(request(one))),
  ).toMatchObject([
    null,
    { type: 'multipart/form-data', layout: 'multipart' },
    { type: 'application/x-www-form-urlencoded', layout: 'urlencoded' },
    { type: 'image/png', layout: 'whole', parts: { file: { isFile: true } } },
    { type: 'text/*', layout: 'whole', parts: {} },
    null,
  ])
  expect(fieldsOf(request({ 'image/png': {} }))).toEqual({ file: ['media', 'image', true] })
})

test('[CAT340] a body of JSON is sent as JSON, whatever its schema says of forms', () => {
  const claim = { type: 'multipart/form-data', layout: 'multipart', parts: {} }
  const schema = { type: 'object', properties: { prompt: text }, 'x-body-form': claim }
  expect(bodyFormOf(request({ 'application/json': { schema } }))).toBeNull()
})

test('[CAT341] whatever a form’s description holds, it is read, and what it says of its parts is kept', () => {
  const word = fc.constantFrom(
    'a',
    '__proto__',
    'constructor',
    'image',
    'type',
    'format',
    'binary',
    'string',
    'array',
  )
  const key = fc.oneof(
    word,
    fc.constantFrom(
      'properties',
      'items',
      'anyOf',
      'oneOf',
      'allOf',
      '$ref',
      'contentMediaType',
      'contentEncoding',
    ),
  )
  const { tree } = fc.letrec((tie) => ({
    leaf: fc.oneof(
      word,
      fc.constantFrom('#', '#/components/schemas/A', 'image/*, text/plain', null, 3, true),
    ),
    tree: fc.oneof(
      { maxDepth: 5 },
      tie('leaf'),
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.dictionary(key, tie('tree'), { maxKeys: 4 }),
    ),
  }))
  fc.assert(
    fc.property(tree, tree, tree, (properties, encoding, shared) => {
      const media = { schema: { type: 'object', properties }, encoding }
      const components = { schemas: { A: shared } }
      for (const type of ['multipart/form-data', 'application/x-www-form-urlencoded', 'audio/*']) {
        const schema = request({ [type]: media as object }, { components })
        expect(bodyFormOf(schema)?.type).toBe(type)
        for (const { name } of fieldsFromSchema(schema)) expect(name).toBeTypeOf('string')
      }
    }),
    { numRuns: 200 },
  )
})
