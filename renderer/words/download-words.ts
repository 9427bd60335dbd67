import { downloading } from './en/downloading.ts'
import { createPartChoice } from './part-words.ts'

/** The words about downloads of several files, in the language of these words. */
export const downloadWordsIn = createPartChoice<typeof downloading>(new Map([['en', downloading]]))
