import { asks } from './en/asks.ts'
import { createPartChoice } from './part-words.ts'

/** The words of the question before dear runs, which come with its code. */
export const asksWordsOf = createPartChoice<typeof asks>(new Map([['en', asks]]))
