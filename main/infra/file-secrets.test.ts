import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { trySecrets, trySecretsWithConsent } from '../testing/secrets-suite.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createFileSecrets } from './file-secrets.ts'

const service = 'https://service.example'

test('without consent nothing is written, and the reason says what to do', async () => {
  const folder = temporaryFolder()
  const secrets = createFileSecrets({ path: join(folder, 'keys.json'), environmentKey: null })
  const kept = await secrets.write(service, 'k1', false)
  expect(kept).toMatchObject({ ok: false, error: { cause: { code: 'key_needs_consent' } } })
  expect(readdirSync(folder)).toEqual([])
  expect(await secrets.read(service)).toBeNull()
})

test('with consent a key is kept in a file that only its owner can read, and stays there', async () => {
  const folder = temporaryFolder()
  const kept = await createFileSecrets({ path: join(folder, 'keys.json'), environmentKey: null }).write(
    service,
    'k1',
    true,
  )
  expect(kept).toEqual({ ok: true, value: 'file' })
  expect(readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o600])
  const later = createFileSecrets({ path: join(folder, 'keys.json'), environmentKey: null })
  expect(await later.read(service)).toEqual({ key: 'k1', source: 'file' })
  expect(await later.read('https://another.example')).toBeNull()
})

test('[CONN5] the environment comes first, for the account of this start only', async () => {
  const folder = temporaryFolder()
  const file = createFileSecrets({ path: join(folder, 'keys.json'), environmentKey: null })
  await file.write(service, 'k1', true)
  await file.write('https://another.example', 'k2', true)
  const environmentKey = { key: 'from-outside', accountId: service }
  const secrets = createFileSecrets({ path: join(folder, 'keys.json'), environmentKey })
  expect(await secrets.read(service)).toEqual({ key: 'from-outside', source: 'environment' })
  expect(await secrets.read('https://another.example')).toEqual({ key: 'k2', source: 'file' })
  const others = [
    `${service}#2`,
    'http://service.example',
    `${service}:8443`,
    `${service}/v1`,
    'https://a.service.example',
  ]
  for (const other of [...others, 'sandbox', '']) expect(await secrets.read(other)).toBeNull()
})

test('[ACC351] a key that is entered for the account of the environment’s comes first until the next start, or until it is forgotten', async () => {
  const path = join(temporaryFolder(), 'keys.json')
  const environmentKey = { key: 'from-outside', accountId: service }
  const secrets = createFileSecrets({ path, environmentKey })
  await secrets.write('https://another.example', 'k2', true)
  await secrets.write(service, 'k1', false)
  expect(await secrets.read(service)).toEqual({ key: 'from-outside', source: 'environment' })
  await secrets.write(service, 'k1', true)
  expect(await secrets.read(service)).toEqual({ key: 'k1', source: 'file' })
  expect(await createFileSecrets({ path, environmentKey }).read(service)).toMatchObject({
    source: 'environment',
  })
  await secrets.forget(service)
  expect(await secrets.read(service)).toEqual({ key: 'from-outside', source: 'environment' })
})

test('[CONN5] a key from the environment of a start without a service applies to none', async () => {
  const environmentKey = { key: 'from-outside', accountId: null }
  const secrets = createFileSecrets({ path: join(temporaryFolder(), 'keys.json'), environmentKey })
  for (const id of [service, 'sandbox', '', 'null']) expect(await secrets.read(id)).toBeNull()
})

test('keys that are stored at the same time are all kept', async () => {
  const secrets = createFileSecrets({ path: join(temporaryFolder(), 'keys.json'), environmentKey: null })
  const ids = Array.from({ length: 20 }, (_, index) => `https://${index}.example`)
  await Promise.all(ids.map((id) => secrets.write(id, `key of ${id}`, true)))
  const read = await Promise.all(ids.map((id) => secrets.read(id)))
  expect(read.map((stored) => stored?.key)).toEqual(ids.map((id) => `key of ${id}`))
})

test('an unreadable file is not overwritten', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'keys.json'), '{"https://service.example": ')
  const secrets = createFileSecrets({ path: join(folder, 'keys.json'), environmentKey: null })
  expect(await secrets.write(service, 'k1', true)).toMatchObject({
    ok: false,
    error: { code: 'storage_failed' },
  })
  expect(readFileSync(join(folder, 'keys.json'), 'utf8')).toBe('{"https://service.example": ')
  expect(await secrets.read(service)).toBeNull()
})

const empty = () => createFileSecrets({ path: join(temporaryFolder(), 'keys.json'), environmentKey: null })

trySecrets('FileSecrets', 'file', empty)
trySecretsWithConsent('FileSecrets', empty)
