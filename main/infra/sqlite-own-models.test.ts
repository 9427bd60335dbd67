import { describe, expect, test } from 'vitest'
import type { OwnModel } from '../../shared/bridge/own-model-procedures.ts'
import type { OwnModelStore } from '../engine/catalog/ports.ts'
import { createFakeOwnModels } from '../testing/fake-own-models.ts'
import { openLibrary } from '../testing/open-library.ts'
import { createSqliteOwnModels } from './sqlite-own-models.ts'

const one: OwnModel = { name: 'One', kind: 'image', path: '/generate/image/acme/one', fields: '{"a":1}' }
const two: OwnModel = { ...one, name: 'Two', path: '/generate/image/acme/two' }

const stores: Readonly<Record<string, () => Promise<OwnModelStore>>> = {
  fake: async () => createFakeOwnModels(),
  SQLite: async () => createSqliteOwnModels((await openLibrary()).database),
}

describe.each(Object.entries(stores))('[CAT155] models entered by hand, kept by %s', (_, open) => {
  test('are one account’s, in their order, and changed in their place', async () => {
    const store = await open()
    store.save('a', one, null)
    store.save('a', two, null)
    store.save('b', one, null)
    const moved = { ...one, name: 'Moved', path: '/generate/image/acme/moved' }
    store.save('a', moved, one.path)
    expect(store.list('a')).toEqual([moved, two])
    expect(store.list('b')).toEqual([one])
    store.save('a', { ...two, name: 'Two again' }, null)
    expect(store.list('a')).toEqual([moved, { ...two, name: 'Two again' }])
    store.remove('a', moved.path)
    store.remove('a', 'unknown')
    expect(store.list('a').map(({ name }) => name)).toEqual(['Two again'])
  })
})

test('[CAT155] a row that can’t be read costs only itself', async () => {
  const { database } = await openLibrary()
  const store = createSqliteOwnModels(database)
  store.save('a', one, null)
  store.save('a', two, null)
  database.prepare("UPDATE own_models SET kind = 'smell' WHERE name = 'One'").run()
  expect(store.list('a')).toEqual([two])
})
