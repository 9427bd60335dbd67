import { stage } from './en/stage.ts'
import { createPartChoice } from './part-words.ts'

/** The words of a run without a result on the stage, which come with its code. */
export const stageWordsOf = createPartChoice<typeof stage>(new Map([['en', stage]]))
