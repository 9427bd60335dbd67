import { displayHost } from '../../../shared/settings/display-host.ts'
import { spentWhere, whetherReal } from './account.ts'
import { capitalize } from './capitalize.ts'
import { format } from './format.ts'

interface OpenSum {
  readonly microUsd: number
  readonly upToMicroUsd: number
}

function sumWords({ microUsd, upToMicroUsd }: OpenSum, amount: (microUsd: number) => string): string {
  if (upToMicroUsd === 0) return amount(microUsd)
  return microUsd === 0 ? `≤ ${amount(upToMicroUsd)}` : `${amount(microUsd)} + ≤ ${amount(upToMicroUsd)}`
}

export const spend = {
  title: 'Spend',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  month: (isoMonth: string) => format.month(isoMonth),
  total: 'Spent',
  totalNote: (account: string) =>
    `${capitalize(spentWhere(account))}${whetherReal(account)}. Completed jobs, each settled by its result; failed and canceled ones are not billed.`,
  upTo: 'Still open',
  upToNote: 'At most this; the results don’t show what these jobs cost exactly.',
  account: 'Account',
  /** `sandbox` or a service’s address. */
  accountName: (account: string) => (account === 'sandbox' ? 'Sandbox' : displayHost(account)),
  running: 'Running',
  runningNote: (count: number) =>
    count === 0
      ? 'Nothing is running.'
      : `${count === 1 ? '1 job' : `${count} jobs`}, at the upper end of the estimate.`,
  runningUnlisted: (count: number) =>
    count === 1 ? '1 more has no listed price.' : `${count} more have no listed price.`,
  jobs: 'Jobs',
  jobsNote: (days: number) => (days === 1 ? 'completed on 1 day' : `completed on ${days} days`),
  unlisted: 'No listed price',
  unlistedNote: 'Counted, never guessed. The service’s bill tells their price.',
  byDay: 'By day',
  byModel: 'By model',
  day: (isoDate: string) => format.shortDay(isoDate),
  dayBar: (isoDate: string, sum: string, jobs: number) =>
    `${format.calendarDate(isoDate)}: ${sum}, ${jobs === 1 ? '1 job' : `${jobs} jobs`}`,
  model: 'Model',
  share: 'Share',
  amount: 'Amount',
  jobCount: (count: number) => format.number(count),
  /** Settled prices, and those that are open at the most that they can be; to the micro-dollar. */
  sum: (sum: OpenSum) => sumWords(sum, format.price),
  roundSum: (sum: OpenSum) => sumWords(sum, format.total),
  exact: (microUsd: number) => format.price(microUsd),
  roundTotal: (microUsd: number) => format.total(microUsd),
  onlyUnlisted: 'not listed',
  emptyTitle: 'Nothing spent this month',
  emptyBody: 'Completed jobs appear here with their price, by day and by model.',
  failedTitle: 'The spending could not be read',
  utc: 'Days are UTC, as the service counts them.',
}
