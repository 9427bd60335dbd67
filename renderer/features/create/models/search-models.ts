import type { ModelSummary } from '../../../../shared/bridge/views.ts'
import type { SynonymWords } from '../../../words/synonym-words.ts'
import type { Words } from '../../../words/words-context.tsx'
import { type OptionTexts, traitsOf } from './option-texts.ts'

/** The words by which models are found. */
export interface SearchWords {
  readonly synonyms: SynonymWords
  readonly takes: Words['models']['takes']
}

/** How well a model fits, 0 the best; null where it doesn't. */
export type Ranker = (model: ModelSummary, shown: OptionTexts) => number | null

/**
 * Ranks models by a query, by the worst of its terms; null where a term fits nothing that the option shows and no
 * other word for it. A term is found anywhere in what is shown, and at the beginning of other words. A query that
 * as a whole names something that models take or make, such as “end image”, means that, and not the letters of “end”
 * somewhere in an option for images.
 */
export function rankBy(query: string, { synonyms, takes }: SearchWords): Ranker {
  const terms = termsOf(query)
  const phrase = terms.join(' ')
  const isNamed = terms.length > 1 && Object.values(takes).some((text) => fold(text) === phrase)
  return (model, shown) => {
    if (terms.length === 0) return 0
    const index = indexOf(model, shown, synonyms)
    if (isNamed && !index.texts.some((text) => text.includes(phrase))) return null
    const ranks = terms.map((term) => rankTerm(term, index))
    return ranks.includes(null) ? null : Math.max(0, ...(ranks as number[]))
  }
}

function rankTerm(term: string, { headline, kind, takes, words, texts, others }: SearchIndex): number | null {
  const begins = (word: string) => word.startsWith(term)
  if (headline.includes(term)) return 0
  if (headline.some(begins)) return 1
  if (kind.some(begins)) return 2
  if (takes.some(begins)) return 3
  if (words.some(begins)) return 4
  if (texts.some((text) => text.includes(term))) return 5
  return others.some(begins) ? 6 : null
}

/** The words of an option, folded, by what each says. */
interface SearchIndex {
  readonly headline: readonly string[]
  readonly kind: readonly string[]
  /** What it takes and makes. */
  readonly takes: readonly string[]
  readonly words: readonly string[]
  /** Each text as a whole. */
  readonly texts: readonly string[]
  readonly others: readonly string[]
}

/** Each option is folded once, and not for each key that is pressed. */
const indexes = new WeakMap<OptionTexts, SearchIndex>()

function indexOf(model: ModelSummary, shown: OptionTexts, synonyms: SynonymWords): SearchIndex {
  const known = indexes.get(shown)
  if (known) return known
  const texts = textsOf(shown)
  const made = {
    headline: wordsOf(shown.headline),
    kind: wordsOf(`${shown.kind} ${synonyms.kind[model.kind]}`),
    takes: shown.chips.flatMap(({ text }) => wordsOf(text)),
    words: texts.flatMap(wordsOf),
    texts: texts.map(fold),
    others: otherWords(model, texts, synonyms).flatMap(wordsOf),
  }
  indexes.set(shown, made)
  return made
}

function otherWords(model: ModelSummary, texts: readonly string[], synonyms: SynonymWords): string[] {
  const said = new Set(texts.flatMap(wordsOf))
  return [
    ...model.resolutions,
    model.id,
    ...traitsOf(model).map((trait) => synonyms.takes[trait]),
    ...(model.priceFrom ? [synonyms.cheap] : []),
    ...synonyms.alike.filter((words) => said.has(wordsOf(words)[0] ?? '')),
  ]
}

/** Whether a query asks for low prices. */
export function asksForCheap(query: string, synonyms: SynonymWords): boolean {
  const cheap = wordsOf(synonyms.cheap)
  return termsOf(query).some((term) => term.length > 2 && cheap.some((word) => word.startsWith(term)))
}

/** Every text of an option. */
export function textsOf({
  headline,
  sentence,
  kind,
  end,
  advice,
  chips,
  price,
  priceBeside,
  usual,
}: OptionTexts): string[] {
  const texts = [
    headline,
    sentence,
    kind,
    end,
    advice,
    ...chips.map(({ text }) => text),
    price,
    priceBeside,
    usual,
  ]
  return texts.filter((text) => text !== null)
}

function termsOf(query: string): string[] {
  return fold(query)
    .split(/\s+/u)
    .filter((term) => term !== '')
}

function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Nothing in it has an accent. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII.
const isPlain = /^[\x00-\x7f]*$/

/** Without case and accents, character by character, so that a part of a text stays a part of it. */
function fold(text: string): string {
  if (isPlain.test(text)) return text.toLowerCase()
  return Array.from(text, (character) =>
    character.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase(),
  ).join('')
}
