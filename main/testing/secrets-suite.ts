import { describe, expect, test } from 'vitest'
import type { KeySource, Secrets } from '../engine/service/ports.ts'

const service = 'https://service.example'

/**
 * The contract of every key store, the double and the real ones; `source` is where it says that a key is kept.
 */
export function trySecrets(name: string, source: KeySource, open: () => Promise<Secrets> | Secrets): void {
  describe(`${name} as a key store`, () => {
    test.each([service, 'constructor', '__proto__', 'toString', ''])(
      'knows no key for %j before one was kept',
      async (id) => {
        expect(await (await open()).read(id)).toBeNull()
      },
    )

    test('returns each account’s own key, the newest', async () => {
      const secrets = await open()
      expect(await secrets.write(service, 'one', true)).toEqual({ ok: true, value: source })
      await secrets.write('https://other.example', 'two', true)
      await secrets.write(service, 'three', true)
      expect(await secrets.read(service)).toEqual({ key: 'three', source })
      expect(await secrets.read('https://other.example')).toEqual({ key: 'two', source })
      expect(await secrets.read('sandbox')).toBeNull()
    })

    test('forgets one account’s key, and no other', async () => {
      const secrets = await open()
      await secrets.write(service, 'one', true)
      await secrets.write(`${service}#2`, 'two', true)
      expect(await secrets.forget(service)).toEqual({ ok: true, value: null })
      expect(await secrets.read(service)).toBeNull()
      expect(await secrets.read(`${service}#2`)).toEqual({ key: 'two', source })
      expect(await secrets.forget('https://never.example')).toEqual({ ok: true, value: null })
    })

    test('keeps every key of concurrent calls', async () => {
      const secrets = await open()
      const ids = Array.from({ length: 12 }, (_, index) => `https://${index}.example`)
      await Promise.all(ids.map((id) => secrets.write(id, `key of ${id}`, true)))
      const found = await Promise.all(ids.map(async (id) => (await secrets.read(id))?.key))
      expect(found).toEqual(ids.map((id) => `key of ${id}`))
    })
  })
}

/** The same for stores that keep a key only with consent. */
export function trySecretsWithConsent(name: string, open: () => Promise<Secrets> | Secrets): void {
  test(`${name} keeps nothing without consent, and nothing of a key before it`, async () => {
    const secrets = await open()
    expect(await secrets.write(service, 'one', false)).toMatchObject({
      ok: false,
      error: { code: 'not_possible_now' },
    })
    expect(await secrets.read(service)).toBeNull()
    await secrets.write(service, 'two', true)
    await secrets.write(service, 'three', false)
    expect((await secrets.read(service))?.key).toBe('two')
  })
}
