import { inEnglish, type SayOwn } from '../../../shared/catalog/own-texts.ts'

/** The current translation of the catalogue's own texts. Texts of a service's description stay unchanged. */
export interface OwnWords {
  /** The same function as long as the language stays the same. */
  say(): SayOwn
  /** Switches to this language, given as a tag. */
  choose(language: string): void
}

/** `wordsOf`: a language's translations; absent: everything in English. */
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
