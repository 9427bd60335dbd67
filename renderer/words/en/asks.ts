import type { BudgetObjection } from '../../../shared/bridge/budget.ts'
import type { Total } from '../../../shared/pricing/total.ts'
import type { AccountLabel } from '../account-label.ts'
import { spentWhere, whetherReal } from './account.ts'
import { format } from './format.ts'
import { bound, periods } from './pricing.ts'

/** The question before runs that exceed a limit. */
export const asks = {
  title: 'Send this all the same?',
  /** What the runs may cost together, and whose money it is. */
  most(some: Total, account: AccountLabel): string {
    const where = `${spentWhere(account)}${whetherReal(account)}`
    if (some.unlisted === some.runs)
      return `What this costs ${spentWhere(account)} isn’t listed, so nobody knows how far it goes over.`
    return `This ${some.runs === 1 ? 'run costs' : 'costs'} ${bound(some)} ${where}.`
  },
  /** The limit in question; the sum of all runs is named by `most`. */
  objection({ question, limit, committed, open, requested }: BudgetObjection): string {
    if (question === 'changed') return 'The service’s description changed since you last looked.'
    if (question === 'price')
      return `Atelier asks before it sends more than ${format.price(limit)} at once. Settings → Budget changes that.`
    const most = open ? 'At most ' : ''
    const over = committed - limit
    if (over > 0) {
      const spent = `${most}${format.price(committed)} is spent or on its way ${periods[question]}, ${format.price(over)} over your limit of ${format.price(limit)}`
      return requested === 0
        ? `${spent}.`
        : `${spent}: this may make it ${format.price(over + requested)} over.`
    }
    const spent =
      committed === 0
        ? `Your limit ${periods[question]} is ${format.price(limit)}`
        : `${most}${format.price(committed)} of your ${format.price(limit)} ${periods[question]} is spent or on its way`
    if (requested === 0) return `${spent}.`
    return `${spent}: this may go ${format.price(committed + requested - limit)} over it.`
  },
  unlisted: (count: number, runs: number) =>
    `${format.number(count)} of ${format.number(runs)} runs have no listed price; they come on top of it.`,
  /** Runs with a price per second and no length, and the length at which each counts. */
  rated: (runs: number, seconds: number, microUsdPerSecond: number) =>
    `${runs === 1 ? 'The length of one run is' : `The lengths of ${format.number(runs)} runs are`} not known before the end: ${runs === 1 ? 'it' : 'each'} counts as ${format.number(seconds)} s at ${format.price(microUsdPerSecond)}/s.`,
  nothingSent: 'Nothing has been sent yet.',
  no: 'Don’t send',
  yes: (some: Total) => (some.unlisted === some.runs ? 'Send anyway' : `Send anyway for ${bound(some)}`),
}
