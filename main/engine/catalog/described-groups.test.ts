import { expect, test } from 'vitest'
import { fieldsFromSchema } from '../../../shared/form/fields-from-schema.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createCatalogue } from './catalogue.ts'
import { readDescription } from './description.ts'

function groupsIn(
  operations: Readonly<Record<string, readonly unknown[]>>,
  parts: Readonly<Record<string, unknown>> = {},
) {
  const paths = Object.fromEntries(
    Object.entries(operations).map(([path, tags]) => [path, { post: { tags } }]),
  )
  const catalogue = createCatalogue({ clock: createFakeClock(), modelPaths: () => ({}) })
  catalogue.describe(readDescription({ openapi: '3.1.0', paths, ...parts }), 'service')
  const own = catalogue.list().filter(({ path }) => path !== null)
  return Object.fromEntries(own.map(({ id, group }) => [id, group]))
}

test('[CAT39] an editing category is a group, and so is a tag that tells models of a kind apart', () => {
  expect(
    groupsIn({
      '/generate/enhance/acme/sharpen': ['Images'],
      '/generate/smart_edit/acme/erase': [],
      '/generate/image/acme/one': ['Image generation', 'Photoreal'],
      '/generate/image/acme/two': ['Photoreal'],
      '/generate/image/acme/three': ['Sketch'],
      '/generate/image/acme/four': [5, null],
      '/generate/video/acme/five': ['Cinema'],
      '/generate/video/acme/six': ['Cinema'],
    }),
  ).toEqual({
    'acme-sharpen': 'Enhance',
    'acme-erase': 'Smart edit',
    'acme-one': 'Photoreal',
    'acme-two': 'Photoreal',
    'acme-three': undefined,
    'acme-four': undefined,
    'acme-five': undefined,
    'acme-six': undefined,
  })
})

test('[CAT150] a tag is called by the title that the description gives it, else by its words', () => {
  const names = ['named', 'summed-up', 'told_in_brief', 'Told at Length', 'long-story', '__proto__', 'plain']
  const paths = names.flatMap((name, at) =>
    [1, 2].map((n) => [`/generate/image/a${at}/m${n}`, [name]] as const),
  )
  const tags = [
    null,
    5,
    { name: 'named', 'x-displayName': 'Portraits', summary: 'Not this' },
    { name: ' summed-up ', summary: ' Product shots. ' },
    { name: 'told_in_brief', description: 'Logos and type' },
    { name: 'Told at Length', description: 'Short, but its name is a title' },
    { name: 'long-story', description: 'Everything about it. '.repeat(9), summary: 'Two\nlines' },
    { name: '__proto__', summary: 7 },
  ]
  const groups = groupsIn(Object.fromEntries(paths), { tags })
  expect([...new Set(Object.values(groups))]).toEqual([
    'Portraits',
    'Product shots',
    'Logos and type',
    'Told at Length',
    'Long story',
    '__proto__',
    'Plain',
  ])
})

test('[CAT35] what nothing tells is asked, and is what the person says it is', () => {
  const kinds: Record<string, 'video'> = {}
  const catalogue = createCatalogue({
    clock: createFakeClock(),
    modelPaths: () => ({}),
    modelKinds: () => kinds,
  })
  const paths = { '/generate/tools/acme/x': { post: {} }, '/generate/music/acme/y': { post: {} } }
  catalogue.describe(readDescription({ openapi: '3.1.0', paths }), 'service')
  expect(catalogue.find('acme-x')).toMatchObject({ kind: 'image', isKindGuessed: true })
  expect(catalogue.find('acme-y')).not.toHaveProperty('isKindGuessed')
  kinds['/generate/music/acme/y'] = 'video'
  kinds['/generate/tools/acme/x'] = 'video'
  expect(catalogue.find('acme-x')).toMatchObject({ kind: 'video', group: 'Tools' })
  expect(catalogue.find('acme-x')).not.toHaveProperty('isKindGuessed')
  expect(catalogue.find('acme-y')).toMatchObject({ kind: 'audio' })
})

test('[FORM81] an endpoint that makes images or edits says what it works on, one that makes videos doesn’t', () => {
  const kinds: Record<string, 'video'> = {}
  const catalogue = createCatalogue({
    clock: createFakeClock(),
    modelPaths: () => ({}),
    modelKinds: () => kinds,
  })
  const schema = {
    properties: { url: { type: 'string', format: 'uri' } },
    required: ['url'],
  }
  const post = { requestBody: { content: { 'application/json': { schema } } } }
  const paths = {
    '/generate/image/acme/one': { post },
    '/generate/enhance/acme/two': { post: { ...post, tags: ['Video'] } },
    '/generate/video/acme/three': { post },
    '/generate/tools/acme/four': { post },
  }
  catalogue.describe(readDescription({ openapi: '3.1.0', paths }), 'service')
  const mediumOf = (id: string) => {
    const [field] = fieldsFromSchema(catalogue.find(id)?.schema ?? {})
    return field?.kind === 'media' ? field.media : field?.kind
  }
  expect(['acme-one', 'acme-two', 'acme-three', 'acme-four'].map(mediumOf)).toEqual([
    'image',
    'video',
    'any',
    'any',
  ])
  kinds['/generate/tools/acme/four'] = 'video'
  expect(mediumOf('acme-four')).toBe('video')
})
