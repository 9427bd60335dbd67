import type { WordsOf } from '../../shared/words/words-of.ts'
import { notices } from './en/notices.ts'
import { createPartChoice } from './part-words.ts'
import { useWords } from './words-context.tsx'

export type NoticeWords = WordsOf<typeof notices>

const choose = createPartChoice<typeof notices>(new Map([['en', notices]]))

/** The words of the banner under the title bar, and of what is noted when it happens; they come with that code. */
export function useNoticeWords(): NoticeWords {
  return choose(useWords())
}
