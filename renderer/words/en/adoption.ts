import type { AdoptionView } from '../../../shared/bridge/adoption-procedures.ts'
import { format } from './format.ts'

function jobs(count: number): string {
  return count === 1 ? '1 job' : `${format.number(count)} jobs`
}

/** The dialog that adds jobs which were started elsewhere by the same key. */
export const adoption = {
  title: 'Add jobs started elsewhere',
  hint: 'Jobs that a script, or another copy of Atelier, started with the same key. Nothing is sent or paid, and nothing is downloaded before you choose.',
  way: 'Find jobs',
  ways: { listing: 'Catch up', ids: 'By job ID' },
  reach: 'How far back',
  reaches: { week: 'The last 7 days', month: 'The last 30 days', all: 'Everything' },
  catchUp: 'Look for new jobs',
  noListing: 'This service lists no jobs. Add them by their IDs.',
  ids: 'Job IDs',
  idsHint: 'One or many, as lines, a list, JSON or addresses.',
  lookUp: 'Look up',
  noIds: 'There is no job ID in this text. A job ID looks like 0190a1b2-c3d4-4e5f-8a6b-7c8d9e0f1a2b.',
  notIds: (words: readonly string[]) => `Not a job ID: ${words.join(', ')}. Correct it, or remove it.`,
  tooManyIds: (most: number) =>
    `These are more than ${most} jobs. Look up the first ${most}, then the others.`,
  busy: 'Another look is under way. Wait for it, or stop it.',
  reading: ({ read, total }: AdoptionView) =>
    total === null ? `${jobs(read)} read` : `${format.number(read)} of ${jobs(total)} read`,
  paused: (until: string) => `The service asks for a pause. It goes on at ${format.timeToSecond(until)}.`,
  stop: 'Stop',
  back: 'Back',
  close: 'Close',
  found: ({ takeable }: AdoptionView) => `${format.number(takeable)} new ${takeable === 1 ? 'job' : 'jobs'}`,
  models: ({ models, takeable }: AdoptionView) => {
    const rest = takeable - models.reduce((sum, one) => sum + one.jobs, 0)
    const named = models.map(
      ({ label, jobs: count }) => `${format.number(count)} ${label ?? 'of an unknown model'}`,
    )
    return [...named, ...(rest > 0 ? [`${format.number(rest)} others`] : [])].join(' · ')
  },
  none: 'No new jobs.',
  noneById: 'None of these can be added.',
  besides: ({ here, reserved, ended, unreadable }: AdoptionView) =>
    [
      here > 0 && `${format.number(here)} already here`,
      ended > 0 && `${format.number(ended)} failed, canceled or without files`,
      reserved > 0 &&
        `${format.number(reserved)} left to ${reserved === 1 ? 'a run' : 'runs'} of yours whose response was lost`,
      unreadable > 0 && `${format.number(unreadable)} not readable`,
    ]
      .filter((text) => text !== false)
      .join(', '),
  partial: 'The list was not read to its end: there may be older jobs.',
  partialIds: 'Not all of these ids were read.',
  cut: 'There are more than one look keeps. Add these, then look again.',
  price: 'No price is told: Spend counts them as jobs without one.',
  list: 'Jobs',
  selectAll: 'Select all',
  selectNone: 'Select none',
  chosen: (count: number) => `${format.number(count)} selected`,
  add: (count: number) => `Add ${jobs(count)}`,
  unknownModel: 'Model not told',
  kinds: { image: 'Image', video: 'Video', audio: 'Audio' },
  date: (iso: string) => format.dateTime(iso),
  files: (count: number) => (count === 1 ? '1 file' : `${format.number(count)} files`),
  states: {
    ready: 'New',
    running: 'Still running',
    taken: 'Added',
    here: 'Already here',
    reserved: 'May be a run of yours',
    failed: 'Failed',
    cancelled: 'Canceled',
    empty: 'Without files',
    unknown: 'Not found',
    refused: 'Refused',
    unreadable: 'Not readable',
    unreachable: 'No response',
  },
  reasons: {
    ready: '',
    running: 'It is followed to its end.',
    taken: '',
    here: 'A run in this library has this job.',
    reserved: 'Left to a run of yours whose response was lost.',
    failed: 'It has no files, and was not billed.',
    cancelled: 'It has no files, and was not billed.',
    empty: 'It completed without files.',
    unknown: 'Not known with this key; it may have expired.',
    refused: 'The service refused to read it.',
    unreadable: 'The service’s response can’t be read.',
    unreachable: 'The service did not respond.',
  },
  taking: ({ done, chosen }: AdoptionView) => `${format.number(done)} of ${jobs(chosen)} added`,
  takingHint: 'Closing this window doesn’t stop it.',
  done: ({ taken }: AdoptionView) =>
    taken === 0 ? 'Nothing was added.' : `${jobs(taken)} added. Their files are being downloaded.`,
  left: ({ done, taken, chosen }: AdoptionView) =>
    [
      done > taken && `${jobs(done - taken)} could not be added: see the list.`,
      chosen > done && `${jobs(chosen - done)} left.`,
    ]
      .filter((text) => text !== false)
      .join(' '),
  failures: {
    no_listing: 'This service lists no jobs. Add them by their IDs.',
    undescribed:
      'The service’s description could not be read, so nobody knows whether it lists jobs. Try again later, or add them by their IDs.',
    key_refused: 'The service refused the key. Enter it again in Settings.',
    not_allowed: 'The service knows the key, but doesn’t allow it to read jobs.',
    busy: 'The service asks for a longer pause. Try again later; what was added stays.',
    unreachable: 'The service did not respond, or not readably. Try again later; what was added stays.',
    account_changed: 'Another account is active now. Look again for its jobs.',
    storage: 'The library could not be written. What was added stays.',
  },
} as const
