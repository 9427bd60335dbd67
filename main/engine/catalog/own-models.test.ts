import { describe, expect, test } from 'vitest'
import type { OwnModel } from '../../../shared/bridge/own-model-procedures.ts'
import { mostOwnModels, ownModelSchema } from '../../../shared/bridge/own-model-procedures.ts'
import { fieldsFromSchema } from '../../../shared/form/fields-from-schema.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createFakeDescriptionStore } from '../../testing/fake-description-store.ts'
import { createFakeOwnModels } from '../../testing/fake-own-models.ts'
import { createCatalogue } from './catalogue.ts'
import { readDescription } from './description.ts'
import { createOwnModels } from './own-models.ts'

const fields = JSON.stringify({
  type: 'object',
  required: ['prompt'],
  properties: { prompt: { type: 'string' }, steps: { $ref: '#/$defs/Steps' } },
  $defs: { Steps: { type: 'integer', maximum: 50 } },
})
const dolly: OwnModel = { name: 'Dolly', kind: 'video', path: '/generate/video/acme/dolly', fields }
const account = 'https://service.example'

function open() {
  const store = createFakeOwnModels()
  const descriptions = createFakeDescriptionStore()
  const changes: string[] = []
  const active = { account }
  const own = createOwnModels({
    store,
    account: () => active.account,
    onChanged: () => changes.push('changed'),
  })
  const catalogue = createCatalogue({
    clock: createFakeClock(),
    modelPaths: () => ({}),
    ownEndpoints: own.endpointsOf,
    store: descriptions,
  })
  catalogue.describe(null, account)
  const save = (model: OwnModel, replaces: string | null = null, of = account) =>
    own.procedures['ownModels.save']({ account: of, ...model, replaces })
  return { own, catalogue, descriptions, store, changes, active, save }
}

describe('[CAT155] a model that the person enters by hand', () => {
  test('has its form, no price, and is one like any other at its account alone', () => {
    const { catalogue, changes, own, save } = open()
    expect(save(dolly)).toEqual({ ok: true, value: dolly })
    expect(changes).toEqual(['changed'])
    const found = catalogue.find('acme-dolly')
    expect(found).toMatchObject({
      label: 'Dolly',
      kind: 'video',
      path: dolly.path,
      pricing: null,
      priceFrom: null,
    })
    expect(fieldsFromSchema(found?.schema ?? {})).toMatchObject([
      { name: 'prompt', kind: 'prompt', required: true },
      { name: 'steps', kind: 'integer', maximum: 50 },
    ])
    expect(catalogue.list().filter(({ path }) => path !== null)).toMatchObject([{ id: 'acme-dolly' }])
    catalogue.describe(null, 'https://other.example')
    expect(catalogue.find('acme-dolly')).toBeNull()
    expect(catalogue.findAt(account, 'acme-dolly')).toMatchObject({ label: 'Dolly' })
    expect(own.procedures['ownModels.list']()).toMatchObject({ value: { account, models: [dolly] } })
  })

  test('has the kind that the person gives it, below any prefix and in any category', () => {
    const { catalogue, save } = open()
    save({ ...dolly, name: 'Sharpen', kind: 'image', path: '/v1/generate/enhance/acme/sharpen' })
    save({ ...dolly, name: 'Odd', kind: 'audio', path: '/generate/video/acme/odd' })
    expect(catalogue.find('acme-sharpen')).toMatchObject({ kind: 'image', group: 'Enhance' })
    expect(catalogue.find('acme-odd')).toMatchObject({ kind: 'audio' })
    expect(catalogue.find('acme-sharpen')).not.toHaveProperty('isKindGuessed')
  })

  test('is its own model and has no built-in price, also where its path ends as a listed one’s', () => {
    const { catalogue, save } = open()
    save({ ...dolly, name: 'Fourth', path: '/generate/video/acme/v4' })
    expect(catalogue.find('acme-v4')).toMatchObject({ label: 'Fourth', pricing: null })
    expect(catalogue.find('v4')).toMatchObject({ path: null })
  })

  test('stays beside a description, and gives way to it where that has its path', () => {
    const { catalogue, save } = open()
    save(dolly)
    const described = (path: string) =>
      readDescription({ openapi: '3.1.0', paths: { [path]: { post: { summary: 'Theirs' } } } })
    catalogue.describe(described('/generate/image/acme/one'), account)
    expect(catalogue.list().map(({ label }) => label)).toEqual(['Theirs', 'Dolly'])
    catalogue.describe(described(dolly.path), account)
    expect(catalogue.list().map(({ label }) => label)).toEqual(['Theirs'])
  })

  test('is changed in its place, and removed with a way back; its name stays known', () => {
    const { catalogue, own, descriptions, save } = open()
    save(dolly)
    save({ ...dolly, name: 'Second', path: '/generate/video/acme/second' })
    expect(catalogue.find('acme-dolly')).not.toBeNull()
    save({ ...dolly, name: 'Dolly 2', path: '/generate/video/acme/dolly-2' }, dolly.path)
    expect(own.procedures['ownModels.list']()).toMatchObject({
      value: { models: [{ name: 'Dolly 2' }, { name: 'Second' }] },
    })
    expect(catalogue.find('acme-dolly')).toBeNull()
    expect(catalogue.find('acme-dolly-2')).not.toBeNull()
    expect(
      own.procedures['ownModels.remove']({ account, path: '/generate/video/acme/second' }),
    ).toMatchObject({
      ok: true,
      value: { name: 'Second' },
    })
    expect(catalogue.find('acme-second')).toBeNull()
    expect(descriptions.labels().get('acme-second')).toBe('Second')
    expect(
      own.procedures['ownModels.remove']({ account, path: '/generate/video/acme/second' }),
    ).toMatchObject({
      ok: false,
      error: { code: 'not_found' },
    })
  })

  test('is refused with the reason where it can’t be one', () => {
    const { store, changes, save } = open()
    save(dolly)
    expect(save({ ...dolly, fields: '{}', path: '/generate/video/acme/x' })).toMatchObject({
      error: { field: 'fields', cause: { code: 'own_model_fields_unreadable' } },
    })
    expect(save(dolly)).toMatchObject({ error: { field: 'path', cause: { code: 'own_model_path_taken' } } })
    expect(save(dolly, dolly.path)).toMatchObject({ ok: true })
    for (let at = store.list(account).length; at < mostOwnModels; at += 1)
      store.save(account, { ...dolly, path: `/generate/video/acme/n${at}` }, null)
    expect(save({ ...dolly, path: '/generate/video/acme/more' })).toMatchObject({
      error: { cause: { code: 'own_models_too_many' } },
    })
    expect(save({ ...dolly, path: '/generate/video/acme/more' }, null, 'another')).toMatchObject({ ok: true })
    expect(changes).toHaveLength(3)
  })

  test('costs only itself where its fields can’t be read any more', () => {
    const { catalogue, store } = open()
    store.save(account, { ...dolly, fields: '{"half' }, null)
    store.save(account, { ...dolly, path: '/generate/video/acme/whole' }, null)
    expect(catalogue.list().flatMap(({ path }) => path ?? [])).toEqual(['/generate/video/acme/whole'])
  })

  test.each([
    '/generate/video/../dolly',
    '/generate/video/acme/do lly',
    '/generate/video/acme/dolly?x=1',
    'https://evil.example/generate/video/acme/dolly',
    '/generate/video',
    '/generate/video/{model}',
  ])('has no path that leads elsewhere: %s', (path) => {
    expect(ownModelSchema.safeParse({ ...dolly, path }).success).toBe(false)
  })
})
