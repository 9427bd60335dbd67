import { format } from './format.ts'

const filesOf = (count: number) => (count === 1 ? '1 file' : `${format.number(count)} files`)

/** Files that are shown together: compared, or surveyed. */
export const together = {
  tooFew: {
    compare: 'Compare needs two to four files. Select some more.',
    survey: 'Survey needs at least two files. Select some more.',
    tournament: 'A tournament needs at least two files. Select some more; none was left to resume.',
  },
  tooMany: {
    compare: 'Compare shows up to four files. Select fewer, or narrow them down in Survey (N).',
    survey: 'Survey shows up to 100 files. Select fewer.',
    tournament: 'A tournament takes up to 512 files. Select fewer.',
  },
  tournament: {
    title: 'Tournament',
    size: 'Shown at once',
    sizes: { 2: 'Pairs', 4: 'Fours' },
    progress: (round: number, rounds: number, played: number, total: number) =>
      `Round ${round} of ${rounds} · ${format.number(played)} of ${format.number(total)} choices`,
    how: 'Choose the better one by its number, its button, or the arrows and Enter. Leave whenever you like: Shift+N resumes.',
    choose: (number: number) => `Choose ${number}`,
    undo: 'Undo the last choice',
    done: 'Result',
    explained:
      'The score, 0 to 100, says how likely a file would be chosen over an average one of this tournament. Stars stay as they were; score:>=70 finds files by it.',
    standing: (over: number, under: number) => `${format.number(over)} won, ${format.number(under)} lost`,
    score: 'Score',
    place: (place: number) => format.number(place),
    survey: 'Survey the best',
    gone: 'This tournament could not be read.',
    missing: 'No longer in the library',
  },
  compare: 'Compare',
  survey: 'Survey',
  /** Of the files that are compared: its number, and its model. */
  pane: (number: number, total: number, model: string) => `${number} of ${total}, ${model}`,
  close: 'Close',
  wipe: 'Wipe',
  wipeNeedsTwo: 'Wipe needs exactly two images.',
  /** The line between two images that lie over each other. */
  wipeLine: 'Wipe line',
  wiped: (share: string) => `${share} of image 1`,
  differences: 'What differs',
  showDifferences: 'Show what differs',
  hideDifferences: 'Hide what differs',
  none: 'All settings are the same.',
  same: (labels: readonly string[]) => `The same: ${format.list(labels)}`,
  notSet: 'Not set',
  prompt: 'Prompt',
  noPrompt: 'No prompt',
  model: 'Model',
  price: 'Price',
  priceUnlisted: 'Not listed',
  size: 'Size',
  length: 'Length',
  gone: 'These files are no longer in the library.',
  failed: 'The files could not be read',
  remove: (number: number) => `Remove ${number} from the survey`,
  count: (shown: number) => filesOf(shown),
  removed: 'Removed from the survey. The file itself is unchanged.',
  tile: (number: number, total: number, kind: string) => `${kind} ${number} of ${total}`,
}
