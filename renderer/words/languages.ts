import { pseudoLanguage } from '../../shared/words/pseudo-language.ts'
import type { WordsOf } from '../../shared/words/words-of.ts'
import { lateFailures as englishFailures } from './en/failures.ts'
import { english } from './en/words.ts'
import type { LateFailures } from './late-failures.ts'
import type { Words } from './words-context.tsx'

/** Every language of the page by its tag; the first is the fallback. */
const languages: ReadonlyMap<string, Words> = new Map([['en', english]])

/** The words of failures of every language: which of them a failure is said in, its call doesn't know. */
const failuresInLanguages: readonly LateFailures[] = [englishFailures]

/** Null unless it was loaded: no person’s page needs it. */
let pseudo: Words | null = null
let inPseudo: (<Part>(words: Part) => WordsOf<Part>) | null = null

/** Loads the pseudo-language where the host was started with it; to be called before the page is shown. */
export async function loadPseudoLanguage(): Promise<void> {
  if (!('pseudoLanguage' in document.documentElement.dataset)) return
  const { pseudoWords } = await import('../../shared/words/pseudo-words.ts')
  inPseudo = pseudoWords
  pseudo = pseudoWords(english)
}

/** Whether every failure can be said at once. */
export function hasFailureWords(): boolean {
  return failuresInLanguages.every(({ code }) => code.store.getState().kind === 'loaded')
}

/** Loads the words of failures where they are absent, for a failure that waits for them; never rejects. */
export async function loadFailureWords(): Promise<void> {
  await Promise.all(failuresInLanguages.map(({ code }) => code.ensure()))
}

/** The same where nothing waits for them. */
export async function preloadFailureWords(): Promise<void> {
  await Promise.all(failuresInLanguages.map(({ code }) => code.preload()))
}

/** The languages offered in the settings, with the pseudo-language where it was loaded. */
export function offeredLanguages(): string[] {
  return [...languages.keys(), ...(pseudo ? [pseudoLanguage] : [])]
}

/** The words of a language, or of the first where this page does not offer it. */
export function chooseWords(language: string): Words {
  if (language === pseudoLanguage && pseudo) return pseudo
  return languages.get(language) ?? english
}

/** The words of a part that come with its code, in the language that these words are in. */
export function choosePartWords<Part>(
  words: Words,
  inLanguages: ReadonlyMap<string, WordsOf<Part>>,
): WordsOf<Part> {
  const tag = [...languages].find(([, one]) => one === words)?.[0]
  const [first] = inLanguages.values()
  const own = inLanguages.get(tag ?? '') ?? first
  if (own === undefined) throw new Error('A part of the page has no words.')
  return words === pseudo && inPseudo ? (inPseudo(own) as WordsOf<Part>) : own
}
