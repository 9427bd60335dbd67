import { readFileSync } from 'node:fs'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Secrets } from '../../engine/service/ports.ts'
import { createFakeElectron } from '../../testing/fake-electron.ts'
import { trySecrets } from '../../testing/secrets-suite.ts'
import { createSafeSecrets } from './safe-secrets.ts'

const service = 'https://service.example'
const key = 'sk-canary-0123456789'

async function startSecrets(platform: NodeJS.Platform = 'linux') {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-secrets-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const electron = createFakeElectron({ isReady: true })
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

test('[SEC2] on Linux without a keychain nothing is written before the person agrees, and then it is called a file', async () => {
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

test('[SEC384] a keychain that is only named by the environment counts as none: the person is asked, and nothing is written before', async () => {
  const { secrets, keychain, path } = await startSecrets()
  keychain.isAbsent = true
  expect(await secrets.place?.()).toBe('file')
  expect(await secrets.write(service, key, false)).toMatchObject({
    ok: false,
    error: { cause: { code: 'keychain_missing' } },
  })
  expect(await secrets.read(service)).toBeNull()
  expect(await secrets.write(service, key, true)).toEqual({ ok: true, value: 'file' })
  const kept = readFileSync(path, 'utf8')
  expect(kept).toContain('basic_text:')
  expect(await secrets.read(service)).toEqual({ key, source: 'file' })
  expect(readFileSync(path, 'utf8')).toBe(kept)

  // Once one is there, it encrypts the key.
  keychain.isAbsent = false
  expect(await secrets.place?.()).toBe('keychain')
  expect(await secrets.read(service)).toEqual({ key, source: 'keychain' })
  expect(readFileSync(path, 'utf8')).toContain('gnome_libsecret:')
})

test('[SEC384] a key that was kept as if there were a keychain is called what it is', async () => {
  const { secrets, keychain, path } = await startSecrets()
  keychain.isAbsent = true
  const encrypted = Buffer.from(`v10${key}`).toString('base64')
  await writeFile(path, JSON.stringify({ [service]: `gnome_libsecret:${encrypted}` }))
  expect(await secrets.read(service)).toEqual({ key, source: 'file' })
})

test('other systems always have their keychain', async () => {
  const { secrets, keychain } = await startSecrets('darwin')
  keychain.backend = 'unknown'
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

test('[SEC1] the name of what encrypted a key is kept beside it, and an entry without one is read', async () => {
  const { secrets, path } = await startSecrets()
  await secrets.write(service, key, false)
  const entries = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>
  expect(entries[service]).toMatch(/^gnome_libsecret:[A-Za-z0-9+/=]+$/)
  await writeFile(path, JSON.stringify({ [service]: entries[service]?.replace('gnome_libsecret:', '') }))
  expect(await secrets.read(service)).toEqual({ key, source: 'keychain' })
})

test('[SEC2] the place is a keychain, a file without one, or nowhere', async () => {
  const { secrets, keychain } = await startSecrets()
  expect(await secrets.place?.()).toBe('keychain')
  keychain.backend = 'basic_text'
  expect(await secrets.place?.()).toBe('file')
  keychain.backend = 'kwallet6'
  keychain.isAvailable = false
  expect(await secrets.place?.()).toBe('none')
})

test.each([
  ['locked', { isAvailable: false }],
  ['locked', { isPassing: true }],
  ['undecryptable', { isBroken: true }],
  ['other_keychain', { backend: 'kwallet6', isBroken: true }],
  ['other_keychain', { backend: 'basic_text' }],
] as const)(
  '[SEC3] a kept key that can’t be read is %s, stays, and is read again when that is over',
  async (trouble, now) => {
    const { secrets, keychain, path, warnings } = await startSecrets()
    const before = { ...keychain }
    await secrets.write(service, key, false)
    const kept = readFileSync(path, 'utf8')
    Object.assign(keychain, now)
    expect([await secrets.read(service), secrets.trouble?.(service)]).toEqual([null, trouble])
    expect(readFileSync(path, 'utf8')).toBe(kept)
    expect(warnings.join()).not.toContain(key)
    Object.assign(keychain, before)
    expect([await secrets.read(service), secrets.trouble?.(service)]).toEqual([
      { key, source: 'keychain' },
      null,
    ])
  },
)

test('[SEC3] a file of keys that can’t be read is said to be that, and stays', async () => {
  const { secrets, path } = await startSecrets()
  await writeFile(path, '{')
  expect([await secrets.read(service), secrets.trouble?.(service)]).toEqual([null, 'unreadable'])
  expect(await secrets.write(service, key, false)).toMatchObject({ ok: false })
  expect(readFileSync(path, 'utf8')).toBe('{')
})

test('[SEC4] a key from before there was a keychain is encrypted by it as soon as there is one', async () => {
  const { secrets, keychain, path } = await startSecrets()
  keychain.backend = 'basic_text'
  await secrets.write(service, key, true)
  expect(readFileSync(path, 'utf8')).toContain('basic_text:')
  keychain.backend = 'gnome_libsecret'
  expect(await secrets.read(service)).toEqual({ key, source: 'keychain' })
  expect(readFileSync(path, 'utf8')).not.toContain('basic_text:')
  expect(await secrets.read(service)).toEqual({ key, source: 'keychain' })
})

test.each([
  ['forgotten', (secrets: Secrets) => secrets.forget(service), null],
  [
    'replaced',
    (secrets: Secrets) => secrets.write(service, 'new', false),
    { key: 'new', source: 'keychain' },
  ],
])('[SEC4] one that is %s meanwhile doesn’t come back by that', async (_how, act, after) => {
  const { secrets, keychain } = await startSecrets()
  keychain.backend = 'basic_text'
  await secrets.write(service, key, true)
  keychain.backend = 'gnome_libsecret'
  const reading = secrets.read(service)
  await act(secrets)
  await reading
  expect(await secrets.read(service)).toEqual(after)
})

test('[SEC380] a key whose keychain has another encryption key since is encrypted by that, once', async () => {
  const { secrets, keychain, path } = await startSecrets()
  await secrets.write(service, key, false)
  const before = readFileSync(path, 'utf8')
  keychain.keyNumber = 2
  expect(await secrets.read(service)).toEqual({ key, source: 'keychain' })
  const after = readFileSync(path, 'utf8')
  expect(after).not.toBe(before)
  const reread = await stat(path)
  expect(await secrets.read(service)).toEqual({ key, source: 'keychain' })
  expect((await stat(path)).mtimeMs).toBe(reread.mtimeMs)
})

test('[SEC381] a keychain that gives no key for now counts as locked, although it says that it is there', async () => {
  const { secrets, keychain, path } = await startSecrets()
  await secrets.write(service, key, false)
  keychain.isAvailable = false
  expect([await secrets.read(service), secrets.trouble?.(service)]).toEqual([null, 'locked'])
  expect(await secrets.write(service, 'another', false)).toMatchObject({
    ok: false,
    error: { cause: { code: 'key_place_missing' } },
  })
  keychain.isAvailable = true
  expect(await secrets.read(service)).toEqual({ key, source: 'keychain' })
  expect(readFileSync(path, 'utf8')).toContain('gnome_libsecret:')
})

test('[SEC3] an entry that holds nothing is no key, and stays', async () => {
  const { secrets, path } = await startSecrets()
  for (const entry of ['', 'gnome_libsecret:', 'gnome_libsecret:!']) {
    const text = JSON.stringify({ [service]: entry })
    await writeFile(path, text)
    expect([await secrets.read(service), secrets.trouble?.(service)]).toEqual([null, 'undecryptable'])
    expect(readFileSync(path, 'utf8')).toBe(text)
  }
})

test('[SEC5] without a keychain a kept key is read at the next start, without another question', async () => {
  const { secrets, keychain, path } = await startSecrets()
  keychain.backend = 'basic_text'
  await secrets.write(service, key, true)
  const next = createFakeElectron({ isReady: true })
  next.keychain.backend = 'basic_text'
  const { safeStorage } = next.module
  const after = createSafeSecrets({ safeStorage, path, platform: 'linux', log: { warn() {} } })
  expect(await after.read(service)).toEqual({ key, source: 'file' })
})

test('the keys of two services are stored side by side', async () => {
  const { secrets } = await startSecrets()
  await secrets.write(service, key, false)
  await secrets.write('https://other.example', 'another', false)
  expect((await secrets.read(service))?.key).toBe(key)
  expect((await secrets.read('https://other.example'))?.key).toBe('another')
})

trySecrets('SafeSecrets', 'keychain', async () => (await startSecrets()).secrets)
