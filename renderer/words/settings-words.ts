import { useMemo } from 'react'
import type { WordsOf } from '../../shared/words/words-of.ts'
import { settings } from './en/settings.ts'
import { choosePartWords } from './languages.ts'
import { useWords } from './words-context.tsx'

export type SettingsWords = WordsOf<typeof settings>

const inLanguages: ReadonlyMap<string, SettingsWords> = new Map([['en', settings]])

/** The words of the settings in the current language, for parts with code of their own. */
export function useSettingsWords(): SettingsWords {
  const words = useWords()
  return useMemo(() => choosePartWords<typeof settings>(words, inLanguages) ?? settings, [words])
}
