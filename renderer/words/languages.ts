import { pseudoLanguage, pseudoWords } from '../../shared/words/pseudo-words.ts'
import { english } from './en/words.ts'
import type { Words } from './words-context.tsx'

/** Every language of the page by its tag; the first is the one that stands in for others. */
const languages: ReadonlyMap<string, Words> = new Map([['en', english]])

/** The pseudo-language is made when it is first asked for: no person’s page needs it. */
let pseudo: Words | null = null

/** The languages that the settings offer; the pseudo-language is one where the host was started to look for gaps. */
export function offeredLanguages(): string[] {
  const isOffered = 'pseudoLanguage' in document.documentElement.dataset
  return [...languages.keys(), ...(isOffered ? [pseudoLanguage] : [])]
}

/** The words of a language, of the first where this page is not offered in it. */
export function chooseWords(language: string): Words {
  if (language === pseudoLanguage && offeredLanguages().includes(language)) {
    pseudo ??= pseudoWords(english)
    return pseudo
  }
  return languages.get(language) ?? english
}
