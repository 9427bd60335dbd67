import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDraftStorage, noDrafts } from './draft-storage.ts'

function storageOf(text: string | null) {
  return createDraftStorage({ getItem: () => text, setItem: () => {} }, () => {})
}

describe('drafts in the browser’s storage', () => {
  it('are read back as they were kept', () => {
    const kept = new Map<string, string>()
    const storage = createDraftStorage(
      {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => void kept.set(key, value),
      },
      () => {},
    )
    const drafts = {
      modelId: 'i3',
      runs: 3,
      seedLocked: true,
      byModel: { i3: { prompt: 'a fox' } },
      advanced: ['i3'],
    }
    storage.write(drafts)
    expect(storage.read()).toEqual(drafts)
  })

  it('are valid whatever the storage holds', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        const drafts = storageOf(text).read()
        expect(drafts.runs).toBeGreaterThanOrEqual(1)
        expect(drafts.runs).toBeLessThanOrEqual(8)
        expect(typeof drafts.byModel).toBe('object')
        expect(drafts.advanced.every((id) => typeof id === 'string')).toBe(true)
      }),
    )
  })

  it('are none in a browser that keeps nothing', () => {
    expect(storageOf(null).read()).toEqual(noDrafts)
  })

  it('are reported, not thrown, where the storage is full', () => {
    const reported: unknown[] = []
    const full = {
      getItem: () => null,
      setItem() {
        throw new DOMException('full', 'QuotaExceededError')
      },
    }
    createDraftStorage(full, (cause) => reported.push(cause)).write(noDrafts)
    expect(reported).toMatchObject([{ name: 'QuotaExceededError' }])
  })
})
