import { describe, expect, test } from 'vitest'
import { modelDetailSchema, modelSummarySchema } from '../../../shared/bridge/views.ts'
import { models } from '../../../shared/catalog/index.ts'
import { retiredModels } from '../../../shared/catalog/retired.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createFakeDescriptionStore } from '../../testing/fake-description-store.ts'
import { createCatalogue } from './catalogue.ts'
import { readDescription } from './description.ts'

const service = 'https://service.example'
const endpoint = {
  kind: 'video',
  vendor: 'acme',
  model: 'v4',
  path: '/generate/video/acme/v4',
  isDeprecated: false,
  operation: {},
  document: {},
}
const noon = Date.parse('2026-11-20T12:00:00Z')

function open(modelPaths: Record<string, string> = {}, now = noon) {
  const store = createFakeDescriptionStore()
  return createCatalogue({ clock: createFakeClock(now), modelPaths: () => modelPaths, store })
}

test('lists every model once, those that are gone as well, and each can be found by its id in either case', () => {
  const catalogue = open()
  const listed = catalogue.list()
  expect(listed).toHaveLength(models.length + retiredModels.length)
  for (const summary of listed) {
    modelSummarySchema.parse(summary)
    const detail = catalogue.find(summary.id.toUpperCase())
    expect(modelDetailSchema.parse(detail)).toMatchObject(summary)
  }
  expect(catalogue.find('x9')).toBeNull()
})

test('the models that are gone say so, with their date and what to take instead', () => {
  expect(open().find('seedream-3')?.deprecation).toMatchObject({
    state: 'sunset',
    sunsetDate: '2026-05-13',
    replacement: { modelId: null },
  })
})

test('the price from which a model starts is its lowest', () => {
  expect(open().find('v4')?.priceFrom).toEqual({ unit: 'second', microUsd: 80_000 })
  expect(open().find('i3')?.priceFrom).toBeNull()
})

describe('where a model is', () => {
  test('[CAT18] is no place of another kind, whatever the settings say', () => {
    const catalogue = open({ v4: '/generate/image/mine/best', v5: '/generate/video/mine/../best' })
    expect([catalogue.find('v4')?.path, catalogue.find('v5')?.path]).toEqual([null, null])
    catalogue.describe([{ ...endpoint, kind: 'image', path: '/generate/image/mine/best' }, endpoint], service)
    expect(catalogue.find('v4')?.path).toBe(endpoint.path)
  })

  test('is not known without a description or a setting', () => {
    expect(open().find('v4')?.path).toBeNull()
  })

  test('is what the description says of the model of this kind and id', () => {
    const catalogue = open()
    catalogue.describe([{ ...endpoint, kind: 'image' }, endpoint], service)
    expect([catalogue.find('v4')?.path, catalogue.find('v7')?.path]).toEqual([endpoint.path, null])
    catalogue.describe([], service)
    expect(catalogue.find('v4')?.path).toBeNull()
  })

  test('is what was kept of the description where the service can’t be asked, and is another’s of another', () => {
    const [clock, store] = [createFakeClock(), createFakeDescriptionStore()]
    const document = { openapi: '3.1.0', paths: { [endpoint.path]: { post: { summary: 'V4' } } } }
    createCatalogue({ clock, modelPaths: () => ({}), store }).describe(readDescription(document), service)
    const catalogue = createCatalogue({ clock, modelPaths: () => ({}), store })
    catalogue.describe(null, service)
    expect(catalogue.find('v4')?.path).toBe(endpoint.path)
    catalogue.describe(null, 'another')
    expect(catalogue.find('v4')?.path).toBeNull()
  })

  test('is first of all what the person said', () => {
    const catalogue = open({ v4: '/generate/video/mine/best' })
    catalogue.describe([endpoint], service)
    expect(catalogue.find('v4')?.path).toBe('/generate/video/mine/best')
  })
})

test('[CAT16] what replaces seedream-3 is shown with its path', () => {
  expect(open().find('seedream-3')?.deprecation?.replacement).toEqual({
    label: 'a newer image model of the same vendor',
    modelId: null,
    path: 'image/{vendor}/{model}',
  })
})
