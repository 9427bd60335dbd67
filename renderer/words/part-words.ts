import type { WordsOf } from '../../shared/words/words-of.ts'
import { choosePartWords } from './languages.ts'
import type { Words } from './words-context.tsx'

/**
 * Chooses the words of a part of the page by the words of the whole. They come with that part's code: the first paint needs
 * none of them. `inLanguages` has a row for each of the page's languages, the first one first.
 */
export function createPartChoice<Part>(
  inLanguages: ReadonlyMap<string, WordsOf<Part>>,
): (words: Words) => WordsOf<Part> {
  const chosen = new Map<Words, WordsOf<Part>>()
  return (words) => {
    const own = chosen.get(words) ?? choosePartWords<Part>(words, inLanguages)
    chosen.set(words, own)
    return own
  }
}
