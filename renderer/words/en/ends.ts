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
  use: (label: string) => `Use ${label}`,
  more: 'Read more',
  later: (hasDate: boolean) => (hasDate ? 'Not again until 7 days before' : 'Not again until it has a date'),
}
