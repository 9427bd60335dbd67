import type { ModelSummary } from '../../../../shared/bridge/views.ts'
import type { Words } from '../../../words/words-context.tsx'
import { type OptionTexts, traitsOf } from './option-texts.ts'

type ModelWords = Pick<Words['models'], 'synonyms' | 'takes'>
type Synonyms = Words['models']['synonyms']

/**
 * How well a query fits a model, by the worst of its terms, 0 the best; null where a term fits nothing that the
 * option shows and no other word for it. A term is found anywhere in what is shown, and at the beginning of other
 * words.
 */
export function rankModel(
  model: ModelSummary,
  shown: OptionTexts,
  query: string,
  { synonyms, takes }: ModelWords,
): number | null {
  if (!fitsNamedTrait(shown, query, takes)) return null
  const ranks = termsOf(query).map((term) => rankTerm(term, model, shown, synonyms))
  return ranks.includes(null) ? null : Math.max(0, ...(ranks as number[]))
}

/**
 * Whether a model says what the query as a whole calls something that models take or make: “end image” means that, and
 * not the letters of “end” somewhere in an option for images.
 */
function fitsNamedTrait(shown: OptionTexts, query: string, takes: ModelWords['takes']): boolean {
  const phrase = termsOf(query).join(' ')
  const isNamed = phrase.includes(' ') && Object.values(takes).some((text) => fold(text) === phrase)
  return !isNamed || textsOf(shown).some((text) => fold(text).includes(phrase))
}

function rankTerm(term: string, model: ModelSummary, shown: OptionTexts, synonyms: Synonyms): number | null {
  const begins = (text: string) => wordsOf(text).some((word) => word.startsWith(term))
  if (begins(shown.headline)) return 0
  if (begins(`${shown.kind} ${synonyms.kind[model.kind]}`)) return 1
  const texts = textsOf(shown)
  if (texts.some(begins)) return 2
  if (texts.some((text) => fold(text).includes(term))) return 3
  return otherWords(model, texts, synonyms).some(begins) ? 4 : null
}

function otherWords(model: ModelSummary, texts: readonly string[], synonyms: Synonyms): string[] {
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
export function asksForCheap(query: string, synonyms: Synonyms): boolean {
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
  usual,
}: OptionTexts): string[] {
  const texts = [headline, sentence, kind, end, advice, ...chips.map(({ text }) => text), price, usual]
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

/** Without case and accents, character by character, so that a part of a text stays a part of it. */
function fold(text: string): string {
  return Array.from(text, (character) =>
    character.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase(),
  ).join('')
}
