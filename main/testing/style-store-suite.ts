import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isStyleId } from '../../shared/styles/style-id.ts'
import { anyCharacter } from '../../shared/testing/any-character.ts'
import type { StyleStore } from '../engine/styles/ports.ts'
import type { Submission } from '../engine/submissions/submission.ts'

export type StyleRun = Pick<Submission, 'submissionId' | 'serviceId' | 'values' | 'confirmedAt'>

export interface OpenedStyles {
  readonly store: StyleStore
  /** Writes a new run as its journal does. */
  addRun(run: StyleRun): void
}

const named = (styleId: string, name = '', note = '') => ({ styleId, name, note })

/** The contract of every store of styles, the double and the real one. */
export function tryStyleStore(kind: string, open: () => Promise<OpenedStyles>): void {
  describe(`${kind} as a store of styles`, () => {
    test('[STYLE1] the same id in another account is another style', async () => {
      const { store } = await open()
      store.meet('sandbox', [named('ink', 'Ink')], 'hand', 1)
      store.meet('https://a.example', [named('ink', 'Other ink')], 'hand', 2)
      store.change('sandbox', 'ink', { note: 'mine' })
      store.setRemoved('https://a.example', 'ink', true)
      expect(store.find('sandbox', ['ink'])).toMatchObject([{ name: 'Ink', note: 'mine' }])
      expect(store.find('https://a.example', ['ink'])).toEqual([])
    })

    test('[STYLE2] what was known of a style stays when it is met again', async () => {
      const { store } = await open()
      expect(store.meet('sandbox', [named('ink', 'Ink', 'For maps')], 'hand', 5)).toBe(1)
      store.doubtShare('sandbox', 'ink', 6)
      store.settleShare('sandbox', 'ink', { workspaceId: 'w', workspaceName: 'Studio', at: 7 })
      expect(store.meet('sandbox', [named('ink')], 'recipe', 9)).toBe(0)
      expect(store.find('sandbox', ['ink'])).toEqual([
        {
          account: 'sandbox',
          styleId: 'ink',
          name: 'Ink',
          note: 'For maps',
          previewFileId: null,
          hasListedPreview: false,
          isAdded: true,
          isListed: false,
          metAt: 5,
          runs: 0,
          recipes: 0,
          lastRunId: null,
          shared: { workspaceId: 'w', workspaceName: 'Studio', at: 7 },
          shareDoubtAt: null,
        },
      ])
    })

    test('[STYLE30] where a listing says that an image is, is kept as it says it last', async () => {
      const { store } = await open()
      const previewUrl = 'https://a.example/ink.png'
      store.meet('sandbox', [{ ...named('ink', 'Ink'), previewUrl }], 'listing', 1)
      store.meet('sandbox', [{ ...named('ink'), previewUrl: 'https://b.example/no.png' }], 'hand', 2)
      expect(store.find('sandbox', ['ink'])).toMatchObject([{ hasListedPreview: true }])
      expect(store.listedPreview('sandbox', 'ink')).toBe(previewUrl)
      expect(store.listedPreview('https://a.example', 'ink')).toBeNull()
      store.setRemoved('sandbox', 'ink', true)
      expect(store.listedPreview('sandbox', 'ink')).toBeNull()
      store.setRemoved('sandbox', 'ink', false)
      store.meet('sandbox', [named('ink')], 'listing', 3)
      expect(store.find('sandbox', ['ink'])).toMatchObject([{ hasListedPreview: false }])
    })

    test('[STYLE3] a run makes its styles known and is counted once; unusable ids cost only themselves', async () => {
      const { store, addRun } = await open()
      const styles = [{ id: 'ink', strength: 0.5 }, { id: 'ink' }, { id: ' x' }, { id: 7 }, null, 'ink']
      addRun({
        submissionId: 'run-1',
        serviceId: 'sandbox',
        values: { prompt: 'a', styles },
        confirmedAt: 40,
      })
      addRun({
        submissionId: 'run-2',
        serviceId: 'sandbox',
        values: { presetStyles: [{ id: 'ink' }] },
        confirmedAt: 50,
      })
      expect(store.list({ account: 'sandbox', limit: 10 })).toMatchObject({
        total: 1,
        styles: [{ styleId: 'ink', metAt: 40, runs: 2, isAdded: false }],
      })
    })

    test('[STYLE5] a removed style is restored unchanged; a listing doesn’t bring it back, a run does', async () => {
      const { store, addRun } = await open()
      store.meet('sandbox', [named('ink', 'Ink', 'For maps')], 'hand', 5)
      const before = store.find('sandbox', ['ink'])
      expect(store.setRemoved('sandbox', 'ink', true)).toBe(true)
      expect(store.meet('sandbox', [named('ink', 'Listed')], 'listing', 6)).toBe(0)
      expect(store.list({ account: 'sandbox', limit: 10 })).toEqual({
        styles: [],
        nextCursor: null,
        total: 0,
      })
      store.setRemoved('sandbox', 'ink', false)
      expect(store.find('sandbox', ['ink'])).toEqual(before.map((one) => ({ ...one, isListed: true })))
      store.setRemoved('sandbox', 'ink', true)
      addRun({
        submissionId: 'run-1',
        serviceId: 'sandbox',
        values: { styles: [{ id: 'ink' }] },
        confirmedAt: 7,
      })
      expect(store.find('sandbox', ['ink'])).toMatchObject([{ name: 'Ink', note: 'For maps', runs: 1 }])
      expect(store.setRemoved('sandbox', 'nobody', true)).toBe(false)
    })

    test('[STYLE40] where a style stands is known of a removed one too', async () => {
      const { store } = await open()
      store.meet('sandbox', [named('ink')], 'hand', 5)
      store.doubtShare('sandbox', 'ink', 6)
      expect(store.standing('sandbox', 'ink')).toEqual({ isRemoved: false, shareDoubtAt: 6 })
      store.setRemoved('sandbox', 'ink', true)
      expect(store.standing('sandbox', 'ink')).toEqual({ isRemoved: true, shareDoubtAt: 6 })
      expect([store.standing('sandbox', 'neon'), store.standing('other', 'ink')]).toEqual([null, null])
    })

    test('[STYLE7] the person’s name goes before the service’s, which returns where theirs is deleted', async () => {
      const { store } = await open()
      store.meet('sandbox', [named('ink', 'Listed')], 'listing', 1)
      expect(store.find('sandbox', ['ink'])).toMatchObject([{ name: 'Listed', isListed: true }])
      store.change('sandbox', 'ink', { name: 'Mine' })
      store.meet('sandbox', [named('ink', 'Listed anew')], 'listing', 2)
      expect(store.find('sandbox', ['ink'])).toMatchObject([{ name: 'Mine' }])
      store.change('sandbox', 'ink', { name: '' })
      expect(store.find('sandbox', ['ink'])).toMatchObject([{ name: 'Listed anew' }])
    })

    test('the last used come first, and pages are read by key', async () => {
      const { store } = await open()
      for (let at = 1; at <= 7; at += 1) store.meet('sandbox', [named(`style-${at}`)], 'hand', at)
      store.meet('sandbox', [named('style-2')], 'recipe', 90)
      store.meet('sandbox', [named('style-1')], 'listing', 99)
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const page = store.list({ account: 'sandbox', limit: 3, cursor })
        expect(page.total).toBe(7)
        seen.push(...page.styles.map(({ styleId }) => styleId.slice(-1)))
        cursor = page.nextCursor ?? undefined
      } while (cursor !== undefined)
      expect(seen.join('')).toBe('2765431')
    })

    test('a search finds beginnings of words in names, notes and ids', async () => {
      const { store } = await open()
      store.meet('sandbox', [named('ink-and-paper', 'Maps', 'old harbours')], 'hand', 1)
      store.meet('sandbox', [named('neon', 'City')], 'hand', 2)
      const found = (search: string) =>
        store.list({ account: 'sandbox', search, limit: 9 }).styles.map(({ styleId }) => styleId)
      expect([found('map'), found('paper'), found('harb'), found('ink cit'), found('"*')]).toEqual([
        ['ink-and-paper'],
        ['ink-and-paper'],
        ['ink-and-paper'],
        [],
        ['neon', 'ink-and-paper'],
      ])
      store.change('sandbox', 'neon', { name: 'Night' })
      expect([found('city'), found('nigh')]).toEqual([[], ['neon']])
    })

    test('[STYLE12] a doubt stays until it is settled, and an earlier share stays with it', async () => {
      const { store } = await open()
      store.meet('sandbox', [named('ink')], 'hand', 1)
      const shared = { workspaceId: 'w', workspaceName: 'Studio', at: 2 }
      store.settleShare('sandbox', 'ink', shared)
      store.doubtShare('sandbox', 'ink', 3)
      expect(store.find('sandbox', ['ink'])).toMatchObject([{ shared, shareDoubtAt: 3 }])
      store.settleShare('sandbox', 'ink', null)
      expect(store.find('sandbox', ['ink'])).toMatchObject([{ shared, shareDoubtAt: null }])
      store.doubtShare('sandbox', 'ink', 4)
      store.doubtShare('sandbox', 'ink', null)
      expect(store.find('sandbox', ['ink'])).toMatchObject([{ shared, shareDoubtAt: null }])
      store.erase('sandbox', 'ink')
      expect(store.list({ account: 'sandbox', limit: 9, search: 'ink' }).total).toBe(0)
    })

    // It writes a hundred times, each time durably.
    test('[STYLE4] whatever an id or a name is made of, it is read back as it was', async () => {
      const { store } = await open()
      const id = fc.string({ unit: anyCharacter, minLength: 1, maxLength: 40 }).filter(isStyleId)
      const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
      fc.assert(
        fc.property(id, text, (styleId, name) => {
          store.meet('sandbox', [named(styleId, name)], 'hand', 1)
          expect(store.find('sandbox', [styleId])).toMatchObject([{ styleId, name }])
        }),
        { numRuns: 50 },
      )
    }, 60_000)
  })
}
