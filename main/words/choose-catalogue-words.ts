import { inEnglish, ownTexts, type SayOwn } from '../../shared/catalog/own-texts.ts'
import { pseudoLanguage } from '../../shared/words/pseudo-language.ts'
import { pseudoWords } from '../../shared/words/pseudo-words.ts'
import { catalogue as english } from './en/catalogue.ts'

/** Every language of the catalogue's own texts by its tag. */
export const catalogueLanguages: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map([
  ['en', english],
])

const made = new Map<string, SayOwn>()

/**
 * The catalogue's texts in the first available of these languages; English where there is none. Always the same
 * function for a language.
 */
export function chooseCatalogueWords(...wanted: readonly string[]): SayOwn {
  const language = wanted.flatMap(tagsOf).find((tag) => catalogueLanguages.has(tag) || isPseudoOffered(tag))
  if (language === undefined) return inEnglish
  const known = made.get(language) ?? sayBy(wordsOf(language))
  made.set(language, known)
  return known
}

/** A tag such as `de-AT` matches `de`, too. */
function tagsOf(language: string): string[] {
  return [language, language.split('-')[0] ?? '']
}

function isPseudoOffered(language: string): boolean {
  return language === pseudoLanguage && process.env.ATELIER_PSEUDO_LANGUAGE === '1'
}

function wordsOf(language: string): Readonly<Record<string, string>> {
  const words = catalogueLanguages.get(language)
  return words ?? pseudoWords(Object.fromEntries(ownTexts().map((text) => [text, text])))
}

function sayBy(words: Readonly<Record<string, string>>): SayOwn {
  if (Object.keys(words).length === 0) return inEnglish
  return (text) => (Object.hasOwn(words, text) ? (words[text] ?? text) : text)
}

/** Translated texts that no model has any more. */
export function findStaleTexts(words: Readonly<Record<string, string>>): string[] {
  const own = new Set(ownTexts())
  return Object.keys(words).filter((text) => !own.has(text))
}
