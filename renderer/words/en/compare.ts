import { format } from './format.ts'

export const compare = {
  title: 'Compare',
  stop: 'Compare nothing',
  across: 'Across',
  down: 'Down',
  choose: 'What to compare',
  search: 'Search what to compare',
  stopped: 'Nothing is compared any more.',
  removed: (label: string) => `${label} is not compared any more.`,
  seedHint: 'Without a seed, results differ by chance too.',
  seedAction: 'Use one seed',
  add: 'Compare by something else too',
  remove: (axis: string) => `Remove: ${axis}`,
  valuesOf: (label: string) => `Values of ${label}`,
  numbersPlaceholder: '1, 2, 5 or 1..9 step 2',
  textsPlaceholder: 'One a line',
  rollSeeds: (count: number) => `Add ${count} at random`,
  countValues: (count: number, unit: string | null = null) =>
    `${count === 1 ? '1 value' : `${format.number(count)} values`}${unit === null ? '' : `, in ${unit}`}`,
  numberProblems: {
    not_numbers: 'Numbers such as 1, 2, 5, or a span such as 1..9 step 2.',
    too_many: 'At most 500 values.',
    no_end: 'A step has to be more than nothing.',
  },
  modelReasons: {
    sunset: 'has ended',
    noPath: 'its path is not known',
    gone: 'not offered here',
    lacks: (field: string) => `has no ${field}`,
    refuses: (field: string) => `doesn’t take all values of ${field}`,
  },
  /** A field that some of the compared models lack. */
  notFor: (field: string, models: readonly string[]) => `${field}: not for ${format.list(models)}`,
}
