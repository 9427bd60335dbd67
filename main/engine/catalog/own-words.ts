import { inEnglish, type SayOwn } from '../../../shared/catalog/own-texts.ts'

/** How the catalogue's own texts are said now. What a service's description says stays as it is. */
export interface OwnWords {
  /** The same function for as long as the language stays. */
  say(): SayOwn
  /** From now on in this language, as a tag. */
  choose(language: string): void
}

/** `wordsOf`: how a language says them; absent: all in English. */
export function createOwnWords(
  language: string,
  wordsOf: (language: string) => SayOwn = () => inEnglish,
): OwnWords {
  let say = wordsOf(language)
  return {
    say: () => say,
    choose(next) {
      say = wordsOf(next)
    },
  }
}
