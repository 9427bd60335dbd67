import { createMoments } from '../moments.ts'
import { format } from './format.ts'

const moments = createMoments('en-US')

/** What is said of a model that ends or has ended, and of moving on from it. */
export const ends = {
  region: 'The end of this model',
  title: {
    deprecated: (date: string | null) =>
      date ? `This model ends ${format.serviceDate(date)}` : 'The service is phasing this model out',
    sunset: (date: string | null) =>
      date ? `This model ended ${format.serviceDate(date)}` : 'This model has ended',
  },
  daysLeft: (days: number) =>
    days < 1 ? 'less than a day left' : `${format.number(days)} ${days === 1 ? 'day' : 'days'} left`,
  moment: (date: string) =>
    moments.isSame(date)
      ? `${moments.utc(date)} UTC, also your time.`
      : `${moments.own(date)} your time, ${moments.utc(date)} UTC.`,
  meaning: {
    deprecated: (date: string | null) =>
      `${date ? 'Runs still work until then.' : 'Runs still work for now.'} What you generated stays in your library.`,
    sunset: () =>
      'Nothing more can be sent to it, and nothing is charged. What you generated stays in your library.',
  },
  cause: (words: string) => `The service says: “${words}”`,
  replacementEnded: (label: string) => `Its replacement, ${label}, has ended as well.`,
  runOn: (label: string) => `Run on ${label}…`,
  more: 'Read more',
  later: (hasDate: boolean) => (hasDate ? 'Not again until 7 days before' : 'Not again until it has a date'),
  move: {
    title: (label: string) => `Run on ${label}`,
    intro: (from: string, to: string) =>
      `What becomes of the settings of ${from} with ${to}. Nothing is sent yet.`,
    prices: 'Price of one run',
    parts: {
      carried: 'Stays the same',
      changed: 'Changes',
      dropped: 'Left out',
      added: 'New with this model',
    },
    change: (from: string, to: string, before: string, after: string) =>
      from === to ? `${from}: ${before} becomes ${after}` : `${from} becomes ${to}`,
    kept: (from: string, to: string, after: string) => `${from} becomes ${to}: ${after}`,
    media: (count: number) => (count === 1 ? 'one file' : `${count} files`),
    nothing: 'Nothing',
    needs: (label: string, fields: string) => `${label} also needs: ${fields}. Load the settings and add it.`,
    comparing: 'Several runs are set up in the form. Load the settings to see what they cost together.',
    cancel: 'Cancel',
    load: 'Load into the form',
    run: (price: string) => `Run for ${price}`,
    runUnlisted: 'Run at an unlisted price',
    moved: (label: string) => `The settings are in the form, for ${label}.`,
  },
}
