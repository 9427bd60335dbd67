/** By the way out of a library that can’t be used. */
const ways = {
  restore: 'Restore the backup',
  keep: 'Keep the library as it is',
  rebuild: 'Rebuild from the files',
  new: 'Start a new library',
} as const

type Way = keyof typeof ways

/** What the desktop says outside its page: system dialogs and notifications. */
export const desktop = {
  cannotStart: 'Atelier can’t start',
  way: (way: Way) => ways[way],
  wayEffect: (way: Way, effect: string) => `${ways[way]}: ${effect}.`,
  quit: 'Quit',
  folderUnwritable: (folder: string, systemWords: string) =>
    `The data folder ${folder} can’t be written (${systemWords}). Nothing was sent.`,
  storageTrouble: (sentence: string, systemWords: string) => `${sentence} (${systemWords}) Nothing was sent.`,
  /** An agent waits for the person’s yes. */
  asks: (agent: string, model: string, runs: number) =>
    `${agent} asks to run ${model}${runs === 1 ? '' : ` ${runs} times`}`,
  /** By the status with which a job ended; any other status is no end to announce. */
  ended: {
    completed: (model: string) => `${model}: done`,
    failed: (model: string) => `${model}: failed, not billed`,
    cancelled: (model: string) => `${model}: canceled, not billed`,
  },
}
