import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { requestSchema } from '../../shared/catalog/json-schema.ts'
import { retiredModels } from '../../shared/catalog/retired.ts'
import { firstDeprecations } from '../models/deprecation.ts'
import { generationPath, servedModels } from '../models/served-models.ts'
import { createDescription } from './openapi.ts'

interface Operation {
  readonly deprecated?: boolean
  readonly description?: string
  readonly operationId: string
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly schema: Record<string, unknown> } }
  }
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
  readonly responses: Record<string, unknown>
  readonly [extension: `x-${string}`]: unknown
}

const description = describeAt('2026-11-01T00:00:00Z')

interface Description {
  readonly openapi: string
  readonly info: { readonly version: string }
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: {
    readonly schemas: Record<string, unknown>
    readonly securitySchemes: Record<string, unknown>
  }
}

function describeAt(moment: string): Description {
  const clock = { now: () => Date.parse(moment) }
  return JSON.parse(JSON.stringify(createDescription(firstDeprecations, clock))) as Description
}

test('is OpenAPI 3.1.0 of API version v1 with a bearer key', () => {
  expect(description.openapi).toBe('3.1.0')
  expect(description.info.version).toBe('v1')
  expect(description.components.securitySchemes).toEqual({
    bearer: expect.objectContaining({ type: 'http', scheme: 'bearer' }),
  })
})

test('is valid against the official schema of OpenAPI 3.1', async () => {
  const validator = new Validator()
  expect(await validator.validate({ ...structuredClone(description) })).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
  const { info, ...nameless } = structuredClone(description)
  expect(await validator.validate(nameless)).toMatchObject({ valid: false })
})

test.each(servedModels)('$id: request, price and old names as the catalogue has them', (model) => {
  const operation = description.paths[generationPath(model)]?.post as Operation
  const { $schema, ...schema } = requestSchema(model)
  expect(operation.requestBody?.content['application/json'].schema).toEqual(
    JSON.parse(JSON.stringify(schema)),
  )
  expect(operation.parameters).toContainEqual(
    expect.objectContaining({ name: 'X-Webhook-URL', in: 'header' }),
  )
  expect(operation['x-pricing'] ?? null).toEqual(
    model.pricing && {
      type: 'fixed',
      currency: 'USD',
      unit: model.pricing.unit,
      price_points: model.pricing.points.map((point) => ({
        amount: point.microUsd / 1_000_000,
        dimensions: point.dimensions,
      })),
    },
  )
  const aliases = (operation['x-deprecated-field-aliases'] ?? []) as {
    from: string
    to: string
    sunset_date: string
  }[]
  expect(aliases.map(({ from, to, sunset_date }) => ({ from, to, until: sunset_date }))).toEqual(
    model.aliases,
  )
  for (const { from } of aliases) expect(Object.keys(schema.properties ?? {})).not.toContain(from)
})

test.each(retiredModels)('$id is marked deprecated and its text starts with the warning', (model) => {
  const operation = description.paths[generationPath(model)]?.post as Operation
  expect(operation.deprecated).toBe(true)
  expect(operation.description).toMatch(/^> \*\*Warning/)
  expect(operation.description).toContain(model.sunsetDate)
})

test('each old name has its true reason', () => {
  const rows = Object.values(description.paths).flatMap(
    ({ post }) =>
      (post?.['x-deprecated-field-aliases'] ?? []) as { from: string; to: string; reason: string }[],
  )
  const reasonOf = (from: string, to: string) =>
    rows.find((row) => row.from === from && row.to === to)?.reason
  expect(reasonOf('aspectRatio', 'aspect_ratio')).toBe('Request fields are written in snake_case.')
  for (const [from, to] of [
    ['style_images', 'image_urls'],
    ['image_url', 'start_image'],
    ['guidance_scale_flux', 'guidance_scale'],
    ['presetStyles', 'styles'],
  ] as const)
    expect(reasonOf(from, to)).toBe(`The field is called ${to} now.`)
})

test('every reference is resolved and every operation has its own name', () => {
  const references = [...JSON.stringify(description).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)]
  expect(references.length).toBeGreaterThan(50)
  for (const [, name] of references) expect(Object.keys(description.components.schemas)).toContain(name)
  const names = Object.values(description.paths).flatMap((item) =>
    Object.values(item).map((one) => one.operationId),
  )
  expect(new Set(names).size).toBe(names.length)
})

test('a model with a future end is marked deprecated, with its date and its replacement', () => {
  const operation = description.paths['/generate/video/sandbox/v2']?.post as Operation
  expect(operation.deprecated).toBe(true)
  expect(operation.description).toMatch(/^> \*\*Warning.*2027-06-30.*V6 \(video\/sandbox\/v6\)/)
  expect(description.paths['/generate/video/sandbox/v6']?.post?.deprecated).toBeUndefined()
})

test('a rule without a name in the listing has a name that is marked as the sandbox’s', () => {
  const schema =
    description.paths['/generate/image/sandbox/i4']?.post?.requestBody?.content['application/json'].schema
  expect(schema?.properties).toMatchObject({ steps: { minimum: 1, maximum: 100, 'x-sandbox': true } })
})

test('no operation says that a field which it describes has no name', () => {
  const operations = Object.values(description.paths).flatMap((path) => Object.values(path))
  expect(operations.filter((operation) => /name is not listed/.test(operation.description ?? ''))).toEqual([])
})

test('V1’s ignored field is described as deprecated until the moment from which it is refused', () => {
  const ignored = (moment: string) => {
    const operation = describeAt(moment).paths['/generate/video/sandbox/v1']?.post
    const { properties } = operation?.requestBody?.content['application/json'].schema ?? {}
    return (properties as Record<string, object>).camera_fixed
  }
  expect(ignored('2026-10-29T23:59:59.999Z')).toMatchObject({ deprecated: true, 'x-sandbox': true })
  expect(ignored('2026-10-30T00:00:00Z')).toBeUndefined()
})
