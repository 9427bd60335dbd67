import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ModelSummary } from '../../../../shared/bridge/views.ts'
import { microUsd } from '../../../../shared/pricing/money.ts'
import { catalogSummaries } from '../../../testing/fixtures.ts'
import { modelSynonyms } from '../../../words/en/model-synonyms.ts'
import { english } from '../../../words/en/words.ts'
import { chooseFirstModel } from '../composer/open-last.ts'
import { optionTexts, traitsOf } from './option-texts.ts'
import { asksForCheap, rankBy, textsOf } from './search-models.ts'

const models = catalogSummaries()
const synonyms = modelSynonyms
const words = { takes: english.models.takes, synonyms }

function rank(model: ModelSummary, query: string, usualSeconds: number | null = null): number | null {
  return rankBy(query, words)(model, optionTexts(model, usualSeconds, english))
}

function found(query: string): string[] {
  return models.filter((model) => rank(model, query) !== null).map((model) => model.id)
}

function ofKind(kind: string): string[] {
  return models.filter((model) => model.kind === kind).map(({ id }) => id)
}

/** The models that fit best. */
function best(query: string): string[] {
  const ranks = models.map((model) => rank(model, query) ?? Number.POSITIVE_INFINITY)
  return models.filter((_, index) => ranks[index] === Math.min(...ranks)).map(({ id }) => id)
}

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
const summary: fc.Arbitrary<ModelSummary> = fc.record({
  id: text,
  kind: fc.constantFrom('image', 'video', 'audio'),
  label: text,
  description: fc.option(text),
  fieldNames: fc.subarray([
    'image_url',
    'start_image',
    'end_image',
    'reference_images',
    'styles',
    'edit_video',
  ]),
  resolutions: fc.subarray(['720p', '4k']),
  makesAudio: fc.boolean(),
  path: fc.constantFrom(null, '/generate/video/a/b'),
  priceFrom: fc.option(
    fc.record({
      unit: fc.constantFrom('request', 'second'),
      microUsd: fc.integer({ min: 0, max: 10_000_000 }).map(microUsd),
      example: fc.option(
        fc.record({
          microUsd: fc.integer({ min: 0, max: 10_000_000 }).map(microUsd),
          seconds: fc.constantFrom(null, 5),
        }),
      ),
      lowered: fc.constant(null),
    }),
  ),
  deprecation: fc.option(
    fc.record({
      state: fc.constantFrom('deprecated', 'sunset'),
      sunsetDate: fc.constantFrom(null, '2027-06-30'),
      cause: fc.constant(null),
      replacement: fc.option(
        fc.record({ label: text, modelId: fc.constant(null), path: fc.option(fc.constant('video/a/b')) }),
      ),
      link: fc.constant(null),
    }),
  ),
})

describe('[PICK1] the search', () => {
  it('finds every part of what an option shows', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.constantFrom(...models), summary),
        fc.option(fc.integer({ min: 1, max: 4000 })),
        fc.nat(),
        fc.nat(),
        fc.nat(),
        (model, usualSeconds, which, from, length) => {
          const shown = textsOf(optionTexts(model, usualSeconds, english))
          const characters = Array.from(shown[which % shown.length] ?? '')
          const start = from % characters.length
          const part = characters.slice(start, start + 1 + (length % characters.length)).join('')
          for (const typed of [part, part.toUpperCase() === part ? part.toLowerCase() : part])
            expect(rank(model, typed, usualSeconds), typed).not.toBeNull()
        },
      ),
      { numRuns: 1000 },
    )
  })

  it.each([
    ['legible small', ['i2']],
    ['older', ['v2']],
    ['V1 flag', ['v1']],
    ['A1', ['a1']],
    ['4k', ['v1', 'i7']],
    ['1080P video', ['v1', 'v2', 'v4', 'v5', 'v6']],
    ['from $0.04', ['i2']],
    ['makes audio end', ['v1', 'v10']],
    ['photographic', ['i5']],
    ['FLÁGSHIP vidéo', ['v1']],
    ['music video', []],
    ['nothing of this', []],
  ])('finds by “%s” %j', (query, ids) => {
    expect(found(query)).toEqual(ids)
  })

  it.each(Object.entries(english.models.takes).filter(([, words]) => words.includes(' ')))(
    '[PICK8] finds by the whole name of %s only models that say it',
    (_, words) => {
      const saying = models.filter((model) =>
        textsOf(optionTexts(model, null, english)).some((shown) => shown.includes(words)),
      )
      expect(found(words.toUpperCase())).toEqual(saying.map(({ id }) => id))
    },
  )

  it('finds everything with an empty query', () => {
    expect(found('  ')).toHaveLength(models.length)
  })

  it('finds a price, a usual time and an end', () => {
    const [model] = models
    if (!model) throw new Error('No models')
    expect(rank(model, 'usually takes 40', 40)).not.toBeNull()
    expect(rank(model, 'usually')).toBeNull()
    const deprecation = {
      state: 'sunset',
      sunsetDate: '2026-04-27',
      cause: null,
      replacement: { label: 'V6 Dynamic motion', modelId: 'v6', path: null },
      link: null,
    } as const
    expect(rank({ ...model, deprecation }, 'ended dynamic')).not.toBeNull()
  })
})

describe('[PICK2] other words', () => {
  it.each(Object.entries(synonyms.kind))('for %s find its models first', (kind, words) => {
    for (const word of words.split(' '))
      expect(ofKind(kind), word).toEqual(expect.arrayContaining(best(word)))
    expect(best(words.split(' ')[0] ?? '')).toEqual(ofKind(kind))
  })

  it('for audio find the models that make it, too', () => {
    expect(found('sound')).toEqual(['v1', 'v3', 'v4', 'v10', 'a1'])
    expect(best('song')).toEqual(['a1'])
    expect(best('music')).toEqual(['a1'])
  })

  it('for what a model takes find it', () => {
    expect(found('start image')).toEqual(
      models.filter((one) => traitsOf(one).includes('startImage')).map(({ id }) => id),
    )
    expect(found('first frame')).toEqual(found('start image'))
    expect(found('uhd')).toEqual(['v1', 'i7'])
  })

  it('for a low price find models with a listed one, and those that are called so', () => {
    expect(found('cheap')).toEqual(['v1', 'v2', 'v4', 'v5', 'v6', 'v7', 'v10', 'i2', 'i8'])
    expect(
      ['cheap', 'fast cheapest', 'che', 'inexpensive'].map((query) => asksForCheap(query, synonyms)),
    ).toEqual([true, true, true, true])
    expect(['', 'ch', 'fast', 'sheep'].map((query) => asksForCheap(query, synonyms))).toEqual([
      false,
      false,
      false,
      false,
    ])
  })
})

it('[PICK365] what a model takes fits better than a word of its description', () => {
  expect(found('style')).toContain('a1')
  expect(best('style')).toEqual(
    models.filter((model) => traitsOf(model).includes('styles')).map(({ id }) => id),
  )
})

describe('the first model', () => {
  it('is the default one', () => {
    expect(chooseFirstModel(models)?.id).toBe('i3')
  })

  it('is one that can be reached', () => {
    const only = models.map((model) => (model.id === 'v4' ? model : { ...model, path: null }))
    expect(chooseFirstModel(only)?.id).toBe('v4')
  })

  it('is null where there are none', () => {
    expect(chooseFirstModel([])).toBeNull()
  })
})
