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

test('lists every model once, retired ones included, and finds each by its id in either case', () => {
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

test('[SHEET30] every model has a name in words, retired ones too', () => {
  for (const { id, label } of open().list()) expect(label).toMatch(new RegExp(`^(?!${id}$)[A-Z].* `))
})

test('retired models say so, with their date and their replacement', () => {
  expect(open().find('seedream-3')?.deprecation).toMatchObject({
    state: 'sunset',
    sunsetDate: '2026-05-13',
    replacement: { modelId: null },
  })
})

test('the “from” price of a model is its lowest', () => {
  expect(open().find('v4')?.priceFrom).toEqual({
    unit: 'second',
    microUsd: 80_000,
    example: { microUsd: 400_000, seconds: 5 },
    lowered: null,
  })
  expect(open().find('i3')?.priceFrom).toBeNull()
})

describe('the path of a model', () => {
  test('[CAT18] is never of another kind, whatever the settings say', () => {
    const catalogue = open({ v4: '/generate/image/mine/best', v5: '/generate/video/mine/../best' })
    expect([catalogue.find('v4')?.path, catalogue.find('v5')?.path]).toEqual([null, null])
    catalogue.describe([{ ...endpoint, kind: 'image', path: '/generate/image/mine/best' }, endpoint], service)
    expect(catalogue.find('v4')?.path).toBe(endpoint.path)
  })

  test('is unknown without a description or a setting', () => {
    expect(open().find('v4')?.path).toBeNull()
  })

  test('is the one that the description gives for its kind and id', () => {
    const catalogue = open()
    catalogue.describe([{ ...endpoint, kind: 'image' }, endpoint], service)
    expect([catalogue.find('v4')?.path, catalogue.find('v7')]).toEqual([endpoint.path, null])
    catalogue.describe([], service)
    expect(catalogue.find('v4')?.path).toBeNull()
  })

  test('comes from the kept description where the service can’t be reached, and never from another service’s', () => {
    const [clock, store] = [createFakeClock(), createFakeDescriptionStore()]
    const document = { openapi: '3.1.0', paths: { [endpoint.path]: { post: { summary: 'V4' } } } }
    createCatalogue({ clock, modelPaths: () => ({}), store }).describe(readDescription(document), service)
    const catalogue = createCatalogue({ clock, modelPaths: () => ({}), store })
    catalogue.describe(null, service)
    expect(catalogue.find('v4')?.path).toBe(endpoint.path)
    catalogue.describe(null, 'another')
    expect(catalogue.find('v4')?.path).toBeNull()
  })

  test('is the one that the person set, if any', () => {
    const catalogue = open({ v4: '/generate/video/mine/best' })
    catalogue.describe([endpoint], service)
    expect(catalogue.find('v4')?.path).toBe('/generate/video/mine/best')
  })
})

describe('[CAT76] a model that the description lacks', () => {
  const idsOf = (catalogue: ReturnType<typeof open>) => catalogue.list().map(({ id }) => id)
  const old = { ...endpoint, model: 'Lite-Video', path: '/generate/video/acme/Lite-Video' }

  test('is neither listed nor found, whether built in or retired; it is still known', () => {
    const catalogue = open()
    catalogue.describe([endpoint], service)
    expect(idsOf(catalogue)).toEqual(['v4'])
    expect([catalogue.find('v1'), catalogue.find('seedream-3')]).toEqual([null, null])
    expect(catalogue.findAt(service, 'v1')).toMatchObject({ label: 'V1 Flagship', path: null })
    expect(catalogue.findAt(service, 'seedream-3')?.deprecation?.state).toBe('sunset')
  })

  test('is listed where the person gave its path, or the description still names it', () => {
    const catalogue = open({ v1: '/generate/video/mine/v1' })
    catalogue.describe([endpoint, old], service)
    expect(idsOf(catalogue)).toEqual(['v1', 'v4', 'lite-video'])
  })

  test('is back where no description is known', () => {
    const catalogue = open()
    catalogue.describe([endpoint], service)
    catalogue.describe(null, 'another')
    expect(idsOf(catalogue)).toHaveLength(models.length + retiredModels.length)
  })
})

test('[SPEND5] a model of a service that is not connected is as its kept description has it', () => {
  const [clock, store] = [createFakeClock(), createFakeDescriptionStore()]
  const catalogue = createCatalogue({ clock, modelPaths: () => ({}), store })
  const describeAt = (path: string, serviceId: string) => {
    const document = { openapi: '3.1.0', paths: { [path]: { post: { summary: 'V4' } } } }
    catalogue.describe(readDescription(document), serviceId)
  }
  describeAt('/generate/video/theirs/v4', 'https://theirs.example')
  describeAt(endpoint.path, service)
  const pathAt = (serviceId: string) => catalogue.findAt(serviceId, 'v4')?.path
  expect([pathAt('https://theirs.example'), pathAt(service), catalogue.find('v4')?.path]).toEqual([
    '/generate/video/theirs/v4',
    endpoint.path,
    endpoint.path,
  ])
  expect(pathAt('https://unknown.example')).toBeNull()
  describeAt('/generate/video/theirs-anew/v4', 'https://theirs.example')
  describeAt(endpoint.path, service)
  expect(pathAt('https://theirs.example')).toBe('/generate/video/theirs-anew/v4')
})

test('[CAT16] the replacement of seedream-3 is shown with its path', () => {
  expect(open().find('seedream-3')?.deprecation?.replacement).toEqual({
    label: 'a newer image model of the same vendor',
    modelId: null,
    path: 'image/{vendor}/{model}',
  })
})
