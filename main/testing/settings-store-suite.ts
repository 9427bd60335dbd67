import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Settings, settingsSchema } from '../../shared/settings/settings.ts'
import type { SettingsStore } from '../engine/settings/ports.ts'

const defaults = settingsSchema.parse({})

/** The contract of every settings store, the double and the real ones. */
export function trySettingsStore(name: string, open: () => SettingsStore): void {
  describe(`${name} as a settings store`, () => {
    test('holds the defaults before anything was chosen', () => {
      expect(open().read()).toEqual(defaults)
    })

    test('reads the last write, whatever it was', () => {
      const store = open()
      const settings = fc.record({
        theme: fc.constantFrom<Settings['theme']>('light', 'dark'),
        jobsInFlight: fc.integer({ min: 1, max: 8 }),
        isQueuePaused: fc.boolean(),
        service: fc.option(
          fc.constantFrom('https://a.example', 'http://127.0.0.1:9').map((baseUrl) => ({ baseUrl })),
        ),
        modelPaths: fc.dictionary(fc.stringMatching(/^[a-z]\d$/), fc.constant('/generate/image/a/b')),
      })
      fc.assert(
        fc.property(settings, (chosen) => {
          const next = settingsSchema.parse({ ...defaults, ...chosen })
          store.write(next)
          expect(store.read()).toEqual(next)
        }),
        { numRuns: 25 },
      )
    })

    test('is not affected by changes to an object that was written or read', () => {
      const store = open()
      const written = { ...defaults, modelPaths: { v4: '/generate/video/a/b' } }
      store.write(written)
      written.modelPaths.v4 = '/generate/video/c/d'
      Object.assign(store.read().modelPaths, { v5: '/generate/video/e/f' })
      expect(store.read().modelPaths).toEqual({ v4: '/generate/video/a/b' })
    })
  })
}
