import { format } from './format.ts'

/** The list of rows that are sent as runs. */
export const list = {
  start: 'Paste a list',
  startRest: (left: number) => `List: ${format.number(left)} left`,
  title: 'Paste a list',
  description:
    'Each row becomes a run with the form’s settings and its own changes: a prompt per line, CSV whose first line names the fields, or JSON Lines. A file can be dropped here too.',
  titleRest: 'The rest of the list',
  descriptionRest: (rows: number) =>
    `${rows === 1 ? 'One row is a run' : `${format.number(rows)} rows are runs`} by now and gone from here. What is left is kept while this window is open.`,
  text: 'The list',
  placeholder: 'A boat in a quiet harbor\nA fox in the snow',
  rows: 'Rows of the list',
  line: (line: number) => `Line ${format.number(line)}`,
  reading: 'Reading the list',
  count: (good: number, wrong: number) => {
    const runs = good === 1 ? '1 run' : `${format.number(good)} runs`
    if (wrong === 0) return `${runs}.`
    return `${runs}; ${wrong === 1 ? '1 row' : `${format.number(wrong)} rows`} can’t be sent.`
  },
  most: (most: number, left: number, isRest: boolean) =>
    left === 0
      ? `At most ${format.number(most)} go out at once.`
      : `The ${isRest ? 'next' : 'first'} ${format.number(most)} go out; ${format.number(left)} are kept here for later.`,
  oldNames: (names: readonly { from: string; to: string }[]) =>
    `Old names are sent as today’s: ${names.map(({ from, to }) => `${from} as ${to}`).join(', ')}.`,
  mend: (rows: number) =>
    rows === 1
      ? 'Change 1 row to the nearest values of this model'
      : `Change ${format.number(rows)} rows to the nearest values of this model`,
  undoMend: 'Undo the change of values',
  /** At a row whose prompt has choices such as {red|blue}. */
  asWritten: 'braces are sent as written',
  choices: (rows: number) =>
    `${rows === 1 ? '1 row has' : `${format.number(rows)} rows have`} choices in braces. A list makes one run of a row, and sends them as written; the prompt field makes a prompt of each.`,
  onlyFirst: (most: number, isRest: boolean) =>
    `Send only the ${isRest ? 'next' : 'first'} ${format.number(most)}`,
  chooseFile: 'Choose a file',
  oneFile: 'Drop one file with a list here, or paste the list itself.',
  /** Why a file is no list. */
  refused: {
    too_large: (name: string) => `“${name}” is larger than any list that can be sent. Nothing was read.`,
    unreadable: (name: string) => `“${name}” could not be read.`,
    not_text: (name: string) => `“${name}” is no list: it isn’t text in UTF-8.`,
    not_lines: (name: string) =>
      `“${name}” is no list: it’s one piece of JSON. JSON Lines have an object on each line.`,
    empty: (name: string) => `“${name}” is empty.`,
  },
  leaveOut: (wrong: number) =>
    wrong === 1
      ? 'Leave out the row that can’t be sent'
      : `Leave out the ${format.number(wrong)} rows that can’t be sent`,
  wrong: (field: string, problem: string) => `${field}: ${problem}`,
  problems: {
    not_json: 'This line is no JSON.',
    not_a_row: 'This is neither an object nor a text.',
    too_many_cells: 'This row has more cells than the first line has names.',
    open_quote: 'A quote opens here and never closes.',
  },
  send: (count: number, price: string, isRest: boolean) =>
    count === 0 ? 'Generate' : `Generate ${isRest ? 'the next ' : ''}${format.number(count)} · ${price}`,
}
