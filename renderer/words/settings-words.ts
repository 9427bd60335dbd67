import type { WordsOf } from '../../shared/words/words-of.ts'
import { settings } from './en/settings.ts'
import { createPartChoice } from './part-words.ts'
import { useWords } from './words-context.tsx'

export type SettingsWords = WordsOf<typeof settings>

const choose = createPartChoice<typeof settings>(new Map([['en', settings]]))

/** The words of the Settings screen and of the palette’s settings. */
export function useSettingsWords(): SettingsWords {
  return choose(useWords())
}
