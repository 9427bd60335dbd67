import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ModelSummary } from '../../../../shared/bridge/views.ts'
import { catalogSummaries } from '../../../testing/fixtures.ts'
import { modelSynonyms } from '../../../words/en/model-synonyms.ts'
import { english } from '../../../words/en/words.ts'
import { arrangeModels, filtersOf, tabs, type Wanted } from './arrange-models.ts'
import { optionTexts, type Trait } from './option-texts.ts'

const ended = { sunsetDate: '2026-04-27', cause: null, replacement: null, link: null } as const
const models: readonly ModelSummary[] = catalogSummaries().map((model) =>
  ['v2', 'i8'].includes(model.id) ? { ...model, deprecation: { ...ended, state: 'sunset' } } : model,
)
const all: Wanted = { tab: 'all', traits: [], cheapestFirst: false, query: '', showsEnded: false }

const words = { takes: english.models.takes, synonyms: modelSynonyms }

function arrange(wanted: Partial<Wanted>, { favorites = [] as string[], recent = [] as string[] } = {}) {
  const shown = (model: ModelSummary) => optionTexts(model, null, english)
  return arrangeModels({ models, favorites, recent, shown, words }, { ...all, ...wanted })
}

/** Each group as `name: ids`. */
function said(...given: Parameters<typeof arrange>): string[] {
  return arrange(...given).groups.map(({ name, items }) => `${name}: ${items.map(({ id }) => id).join(' ')}`)
}

describe('[PICK3] the list', () => {
  it('has the models by kind, and the ended ones folded away', () => {
    expect(said({})).toEqual([
      'image: i1 i2 i3 i4 i5 i6 i7',
      'video: v1 v3 v4 v5 v6 v7 v8 v9 v10',
      'audio: a1',
    ])
    expect(arrange({}).ended).toBe(2)
    expect(said({ showsEnded: true }).at(-1)).toBe('ended: v2 i8')
    expect(said({ tab: 'video', showsEnded: true }).at(-1)).toBe('ended: v2')
    expect(arrange({ tab: 'audio' }).ended).toBe(0)
  })

  it('has models without a path after those that can be used, in their kind', () => {
    const some = models.map((model) => (['i3', 'v9'].includes(model.id) ? model : { ...model, path: null }))
    const shown = (model: ModelSummary) => optionTexts(model, null, english)
    const deps = { models: some, favorites: [], recent: [], shown, words }
    const [images, videos] = arrangeModels(deps, all).groups
    expect([images?.items[0]?.id, videos?.items[0]?.id]).toEqual(['i3', 'v9'])
  })

  it('[CAT39] has what the service files under a title after the others of its kind', () => {
    const some = models.map((model) =>
      ['i3', 'i5'].includes(model.id) ? { ...model, group: 'Enhance' } : model,
    )
    const shown = (model: ModelSummary) => optionTexts(model, null, english)
    const deps = { models: some, favorites: [], recent: [], shown, words }
    const groups = arrangeModels(deps, all).groups.slice(0, 2)
    expect(
      groups.map(({ name, title, items }) => [name, title, items.map(({ id }) => id).join(' ')]),
    ).toEqual([
      ['image', undefined, 'i1 i2 i4 i6 i7'],
      ['image', 'Enhance', 'i3 i5'],
    ])
  })

  it('shows favorites first, then the last four used, each model once', () => {
    const known = { favorites: ['a1', 'v9', 'v2'], recent: ['v9', 'gone', 'i3', 'v8', 'v7', 'v6', 'v5'] }
    expect(said({}, known)).toEqual([
      'favorites: a1 v9',
      'recent: i3 v8 v7 v6',
      'image: i1 i2 i4 i5 i6 i7',
      'video: v1 v3 v4 v5 v10',
    ])
    expect(said({ tab: 'image' }, known)).toEqual(['recent: i3', 'image: i1 i2 i4 i5 i6 i7'])
  })

  it('has the best match of a search first, a known model before another, and ended ones after all', () => {
    expect(said({ query: 'music' })[0]).toBe('audio: a1')
    expect(said({ query: 'sound' })).toEqual(['audio: a1', 'video: v1 v3 v4 v10'])
    expect(said({ query: 'photo' })[0]).toMatch(/^image: i5 i1/)
    expect(said({ query: 'fast' }).slice(0, 2)).toEqual(['image: i1 i3', 'video: v5 v7'])
    expect(said({ query: 'fast' }, { favorites: ['i3'] })[0]).toBe('image: i3 i1')
    expect(said({ query: 'affordable' })).toEqual(['ended: i8'])
    expect(arrange({ query: 'affordable' }).ended).toBe(0)
  })

  it('[PICK310] has the model of a whole code before a longer one, even one that was used last', () => {
    expect(said({ query: 'V1' }, { recent: ['v10'] })).toEqual(['video: v1 v10'])
    expect(said({ query: 'v1' }, { favorites: ['v10'] })).toEqual(['video: v1 v10'])
    expect(said({ query: 'v' }, { recent: ['v10'] })[0]).toMatch(/^video: v10 v1 /)
  })

  it('has the lowest price first where that is wanted or typed, unlisted prices last', () => {
    const byPrice = ['image: i2 i1 i3 i4 i5 i6 i7', 'video: v5 v7 v6 v10 v4 v1 v9 v3 v8', 'audio: a1']
    expect(said({ cheapestFirst: true }, { favorites: ['v9'] })).toEqual(byPrice)
    expect(said({ query: 'cheap video' })[0]).toBe('video: v5 v7 v6 v10 v4 v1')
  })

  it('has every fitting model exactly once, whatever is wanted', () => {
    const ids = models.map(({ id }) => id)
    fc.assert(
      fc.property(
        fc.record({
          tab: fc.constantFrom(...tabs),
          traits: fc.subarray<Trait>(['startImage', 'makesAudio', 'ultra']),
          cheapestFirst: fc.boolean(),
          query: fc.constantFrom('', ' ', 'v', 'cheap', 'image', 'zzz'),
          showsEnded: fc.boolean(),
        }),
        fc.shuffledSubarray([...ids, 'unknown']),
        fc.shuffledSubarray(ids),
        (wanted, favorites, recent) => {
          const { groups, ended: folded } = arrange(wanted, { favorites, recent })
          const shown = groups.flatMap(({ items }) => items.map(({ id }) => id))
          const plain = arrange({ ...wanted, cheapestFirst: false, showsEnded: true })
          const fitting = plain.groups.flatMap(({ items }) => items.map(({ id }) => id))
          const hidden = wanted.showsEnded ? 0 : folded
          expect(shown.length).toBe(fitting.length - hidden)
          expect(new Set(shown).size).toBe(shown.length)
          expect(fitting).toEqual(expect.arrayContaining(shown))
        },
      ),
    )
  })
})

describe('[PICK4] the filters', () => {
  it('keep the models that have all of them', () => {
    expect(said({ traits: ['makesAudio', 'startImage'] })).toEqual(['video: v1 v3 v4 v10'])
    expect(said({ traits: ['ultra'] })).toEqual(['image: i7', 'video: v1'])
  })

  it('are those that tell the models of a tab apart, and those that are on', () => {
    expect(filtersOf(models, all)).toEqual(['startImage', 'endImage', 'references', 'makesAudio', 'ultra'])
    expect(filtersOf(models, { tab: 'image', traits: [] })).toEqual(['image', 'ultra'])
    expect(filtersOf(models, { tab: 'audio', traits: ['endImage'] })).toEqual(['endImage'])
  })
})
