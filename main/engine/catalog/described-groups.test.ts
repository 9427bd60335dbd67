import { expect, test } from 'vitest'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createCatalogue } from './catalogue.ts'
import { readDescription } from './description.ts'

function groupsIn(operations: Readonly<Record<string, readonly unknown[]>>) {
  const paths = Object.fromEntries(
    Object.entries(operations).map(([path, tags]) => [path, { post: { tags } }]),
  )
  const catalogue = createCatalogue({ clock: createFakeClock(), modelPaths: () => ({}) })
  catalogue.describe(readDescription({ openapi: '3.1.0', paths }), 'service')
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
