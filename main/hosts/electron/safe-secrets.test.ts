import { readFileSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createFakeElectron } from '../../testing/fake-electron.ts'
import { trySecrets } from '../../testing/secrets-suite.ts'
import { createSafeSecrets } from './safe-secrets.ts'

const service = 'https://service.example'
const key = 'sk-canary-0123456789'

async function startSecrets(platform: NodeJS.Platform = 'linux') {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-secrets-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const electron = createFakeElectron()
  const warnings: string[] = []
  const log = { warn: (sentence: string) => void warnings.push(sentence) }
  const { safeStorage } = electron.module
  const path = join(folder, 'keys.desktop.json')
  const secrets = createSafeSecrets({ safeStorage, path, platform, log })
  return { secrets, keychain: electron.keychain, warnings, path }
}

test('a key is stored through the keychain: it is read back, and its file does not hold it in clear', async () => {
  const { secrets, path } = await startSecrets()
  expect(await secrets.write(service, key, false)).toEqual({ ok: true, value: 'keychain' })
  expect(await secrets.read(service)).toEqual({ key, source: 'keychain' })
  expect(readFileSync(path, 'utf8')).not.toContain('canary')
  expect(await secrets.read('https://other.example')).toBeNull()
  if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600)
})

test('on Linux without a keychain nothing is written before the person agrees, and then it is called a file', async () => {
  const { secrets, keychain } = await startSecrets()
  keychain.backend = 'basic_text'
  const refused = await secrets.write(service, key, false)
  expect(refused).toEqual({
    ok: false,
    error: { code: 'not_possible_now', cause: { code: 'keychain_missing' } },
  })
  expect(await secrets.read(service)).toBeNull()
  expect(await secrets.write(service, key, true)).toEqual({ ok: true, value: 'file' })
  expect(await secrets.read(service)).toEqual({ key, source: 'file' })
})

test('other systems always have their keychain', async () => {
  const { secrets, keychain } = await startSecrets('darwin')
  keychain.backend = 'basic_text'
  expect(await secrets.write(service, key, false)).toEqual({ ok: true, value: 'keychain' })
})

test('where nothing can be encrypted nothing is written, consent or not', async () => {
  const { secrets, keychain } = await startSecrets()
  keychain.isAvailable = false
  expect(await secrets.write(service, key, true)).toMatchObject({
    ok: false,
    error: { code: 'not_possible_now' },
  })
  expect(await secrets.read(service)).toBeNull()
})

test('an undecryptable key is reported, kept, and readable again once it can be decrypted', async () => {
  const { secrets, keychain, warnings, path } = await startSecrets()
  await secrets.write(service, key, false)
  const before = readFileSync(path, 'utf8')
  keychain.isBroken = true
  expect(await secrets.read(service)).toBeNull()
  expect(warnings[0]).toContain('It is kept')
  expect(warnings.join()).not.toContain(key)
  expect(readFileSync(path, 'utf8')).toBe(before)
  keychain.isBroken = false
  expect(await secrets.read(service)).toEqual({ key, source: 'keychain' })
})

test('the keys of two services are stored side by side', async () => {
  const { secrets } = await startSecrets()
  await secrets.write(service, key, false)
  await secrets.write('https://other.example', 'another', false)
  expect((await secrets.read(service))?.key).toBe(key)
  expect((await secrets.read('https://other.example'))?.key).toBe('another')
})

trySecrets('SafeSecrets', 'keychain', async () => (await startSecrets()).secrets)
