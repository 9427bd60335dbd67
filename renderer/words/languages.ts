import { pseudoLanguage, pseudoWords } from '../../shared/words/pseudo-words.ts'
import { english } from './en/words.ts'
import type { Words } from './words-context.tsx'

/** Every language of the page by its tag; the first is the fallback. */
const languages: ReadonlyMap<string, Words> = new Map([['en', english]])

/** The pseudo-language is created on first use: no person’s page needs it. */
let pseudo: Words | null = null

/** The languages offered in the settings, with the pseudo-language where the host was started with it. */
export function offeredLanguages(): string[] {
  const isOffered = 'pseudoLanguage' in document.documentElement.dataset
  return [...languages.keys(), ...(isOffered ? [pseudoLanguage] : [])]
}

/** The words of a language, or of the first where this page does not offer it. */
export function chooseWords(language: string): Words {
  if (language === pseudoLanguage && offeredLanguages().includes(language)) {
    pseudo ??= pseudoWords(english)
    return pseudo
  }
  return languages.get(language) ?? english
}
