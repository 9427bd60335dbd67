import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { DeprecationSign } from '../engine/catalog/ports.ts'
import { openMigratedDatabase } from '../testing/migrated-library.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createSqliteDeprecationStore } from './sqlite-deprecation-store.ts'

const sign: DeprecationSign = {
  serviceId: 'https://service.example',
  path: '/generate/image/acme/i3',
  modelId: 'i3',
  state: 'deprecated',
  sunsetDate: '2027-01-31T15:00:00.000Z',
  message: null,
  replacement: null,
  link: 'https://docs.example/i3',
  receivedAt: 1_795_000_000_000,
}

async function open() {
  const database = await openMigratedDatabase(join(temporaryFolder(), 'library.sqlite'))
  onTestFinished(() => database.close())
  return { database, store: createSqliteDeprecationStore(database) }
}

test('[CAT12] one sign per endpoint, the last one, each with its service', async () => {
  const { store } = await open()
  store.keep(sign)
  store.keep({ ...sign, state: 'sunset', message: 'Gone.', sunsetDate: null })
  store.keep({ ...sign, serviceId: 'sandbox' })
  expect(store.signs(sign.serviceId)).toEqual([
    { ...sign, state: 'sunset', message: 'Gone.', sunsetDate: null },
  ])
  store.forget(sign.serviceId, sign.path)
  expect([store.signs(sign.serviceId), store.signs('sandbox').length]).toEqual([[], 1])
})

test('[CAT12] an invalid row costs only itself, and an impossible date only the date', async () => {
  const { database, store } = await open()
  store.keep(sign)
  store.keep({ ...sign, path: '/generate/image/acme/i5' })
  store.keep({ ...sign, path: '/generate/image/acme/i7' })
  database.prepare("UPDATE deprecation_signs SET state = 'perhaps' WHERE path LIKE '%i5'").run()
  database.prepare("UPDATE deprecation_signs SET sunset_date = '2026-99-99' WHERE path LIKE '%i7'").run()
  expect(store.signs(sign.serviceId).map(({ path, sunsetDate }) => [path.at(-1), sunsetDate])).toEqual([
    ['3', sign.sunsetDate],
    ['7', null],
  ])
})
