import { moves } from './en/moves.ts'
import { createPartChoice } from './part-words.ts'

/** The words about moves in the queue, which come with their code. */
export const moveWordsOf = createPartChoice<typeof moves>(new Map([['en', moves]]))
