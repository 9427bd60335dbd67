import { expect, test } from 'vitest'
import { trySecrets } from '../../testing/secrets-suite.ts'
import type { Secrets } from './ports.ts'
import { withSessionKeys } from './session-secrets.ts'

const account = 'https://service.example'

function createStored() {
  const keys = new Map<string, string>()
  const stored: Secrets = {
    fromEnvironment: null,
    async read(accountId) {
      const key = keys.get(accountId)
      return key === undefined ? null : { key, source: 'file' }
    },
    async write(accountId, key) {
      keys.set(accountId, key)
      return { ok: true, value: 'file' }
    },
    async forget(accountId) {
      keys.delete(accountId)
      return { ok: true, value: null }
    },
  }
  return { keys, secrets: withSessionKeys(stored) }
}

trySecrets('keys of a session over a store', 'file', () => createStored().secrets)

test('[SEC7] a key for this session is used before a stored one, which stays, and is written nowhere', async () => {
  const { keys, secrets } = createStored()
  await secrets.write(account, 'stored', true)
  expect(await secrets.write(account, 'of the session', 'session')).toEqual({ ok: true, value: 'session' })
  expect(await secrets.read(account)).toEqual({ key: 'of the session', source: 'session' })
  expect([...keys.values()]).toEqual(['stored'])
  expect(await withSessionKeys(createStored().secrets).read(account)).toBeNull()
})

test('[SEC7] a key that is stored after it replaces it, and both are forgotten together', async () => {
  const { keys, secrets } = createStored()
  await secrets.write(account, 'of the session', 'session')
  await secrets.write(account, 'stored', true)
  expect(await secrets.read(account)).toEqual({ key: 'stored', source: 'file' })
  await secrets.write(account, 'again', 'session')
  await secrets.forget(account)
  expect([await secrets.read(account), keys.size]).toEqual([null, 0])
})
