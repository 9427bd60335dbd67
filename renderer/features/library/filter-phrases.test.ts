import fc from 'fast-check'
import { expect, it } from 'vitest'
import { faultsIn, readFilter } from '../../../shared/library/filter/library-filter.ts'
import { library } from '../../words/en/library.ts'
import { asTerms, phraseCompletions } from './filter-phrases.ts'

const { phrases } = library.terms
const offered = (text: string) => phraseCompletions(text, phrases).map((one) => one.value)

it('[FIND430] words that name terms are offered as these, together and each, while they are typed', () => {
  expect(phraseCompletions('fox last Tuesday blue', phrases)).toEqual([
    { value: 'date:last-tuesday color:blue', text: 'fox date:last-tuesday color:blue ' },
    { value: 'color:blue', text: 'fox last Tuesday color:blue ' },
    { value: 'date:last-tuesday', text: 'fox date:last-tuesday blue' },
  ])
  expect(offered('last tue')).toEqual(['date:last-tuesday'])
  expect(offered('sea unrev')).toEqual(['is:unreviewed'])
  expect(offered('24.11.2026')).toEqual(['date:2026-11-24'])
  // Neither what is quoted, left out, finished, nor too short to mean it.
  for (const text of ['"blue"', '-blue', 'bl', 'unrev ', 'color:blue', '2026', '11/12/2026', ''])
    expect(offered(text)).toEqual([])
})

it('[FIND430] words become terms in their places, and others stay', () => {
  expect(asTerms('a blue fox yesterday', phrases)).toBe('a color:blue fox date:yesterday ')
  expect(asTerms('rating:3 last week', phrases)).toBe('rating:3 date:last-week ')
  expect(asTerms('a fox', phrases)).toBeNull()
})

it('[FIND430] every phrase names a term that is read', () => {
  for (const [token, named] of Object.entries(phrases)) {
    expect(readFilter(token)).toMatchObject({ text: '', terms: [{}] })
    for (const phrase of named) expect(asTerms(phrase, phrases)?.trim()).toBe(token)
  }
})

it('[FIND430] whatever is typed, what is offered has no more faults than that', () => {
  const word = fc.oneof(fc.constantFrom(...Object.values(phrases).flat(), '"', '-', ':'), fc.string())
  fc.assert(
    fc.property(fc.array(word), (words) => {
      const text = words.join(' ')
      const faults = faultsIn(text).length
      for (const one of phraseCompletions(text, phrases))
        expect(faultsIn(one.text).length).toBeLessThanOrEqual(faults)
    }),
  )
})
