import { readDays } from '../../../shared/library/filter/day-range.ts'
import { type FilterToken, readTokens } from '../../../shared/library/filter/library-filter.ts'

/** What people call terms of the filter, by token; a phrase is in lower case. */
export type Phrases = Readonly<Record<string, readonly string[]>>

/** Words of a text that name a term, from `start` up to `end`, and the term. */
interface Named {
  readonly start: number
  readonly end: number
  readonly token: string
}

/** As many words as the longest phrase. */
const mostWords = 3
/** Of a word that is being typed. */
const fewestLetters = 3

const mostBegunOffered = 4

/** The words of a text that name terms of the filter: none in quotes, and none that is left out with a minus. */
function namedIn(text: string, phrases: Phrases): readonly Named[] {
  const found: Named[] = []
  const tokens = readTokens(text)
  let at = 0
  while (at < tokens.length) {
    const named = longestAt(tokens, at, phrases)
    if (named) found.push(named.named)
    at += named?.words ?? 1
  }
  return found
}

function longestAt(tokens: readonly FilterToken[], at: number, phrases: Phrases) {
  for (let words = Math.min(mostWords, tokens.length - at); words > 0; words -= 1) {
    const phrase = phraseOf(tokens.slice(at, at + words))
    const token = phrase && tokenOf(phrase.text, phrases)
    if (phrase && token) return { words, named: { start: phrase.start, end: phrase.end, token } }
  }
  return null
}

/** Words next to each other, as one phrase; null where one of them is no word. */
function phraseOf(part: readonly FilterToken[]) {
  const [first, last] = [part[0], part.at(-1)]
  if (!first || !last || !part.every(({ type }) => type === 'text')) return null
  return {
    start: first.start,
    end: last.end,
    text: part.map(({ source }) => source.toLowerCase()).join(' '),
  }
}

function tokenOf(phrase: string, phrases: Phrases): string | null {
  const known = Object.keys(phrases).find((token) => phrases[token]?.includes(phrase))
  if (known !== undefined) return known
  const day = /^\d[\d./-]+\d{2}$/.test(phrase) ? readDays(phrase) : null
  return day !== null && /\D/.test(phrase) ? `date:${day}` : null
}

/** The words at the end that begin a phrase. */
function begunIn(text: string, phrases: Phrases): readonly Named[] {
  const tokens = readTokens(text)
  for (let words = Math.min(mostWords, tokens.length); words > 0; words -= 1) {
    const typed = phraseOf(tokens.slice(-words))
    if (typed?.end !== text.length || typed.text.length < fewestLetters) continue
    const { start, end, text: letters } = typed
    const begun = Object.keys(phrases).filter((token) =>
      phrases[token]?.some((phrase) => phrase.startsWith(letters) && phrase !== letters),
    )
    if (begun.length > 0) return begun.slice(0, mostBegunOffered).map((token) => ({ start, end, token }))
  }
  return []
}

/** The text with terms in place of the words that name them; null where none does. */
export function asTerms(text: string, phrases: Phrases): string | null {
  const named = namedIn(text, phrases)
  if (named.length === 0) return null
  return named.reduceRight((rest, { start, end, token }) => replaced(rest, start, end, token), text)
}

/** Terms that the words of a text name or begin to name, each with the text in which it stands for them. */
export function phraseCompletions(
  text: string,
  phrases: Phrases,
): readonly { readonly value: string; readonly text: string }[] {
  const named = namedIn(text, phrases)
  const all = named.length > 1 ? asTerms(text, phrases) : null
  const offered = [
    ...(all === null ? [] : [{ value: named.map(({ token }) => token).join(' '), text: all }]),
    ...[...named.toReversed(), ...begunIn(text, phrases)].map(({ start, end, token }) => ({
      value: token,
      text: replaced(text, start, end, token),
    })),
  ]
  return offered.filter((one, at) => offered.findIndex((other) => other.text === one.text) === at)
}

function replaced(text: string, start: number, end: number, token: string): string {
  return `${text.slice(0, start)}${token} ${text.slice(end).trimStart()}`
}
