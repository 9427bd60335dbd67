import { changes as lines } from '../../../shared/words/en/changes.ts'
import type { AccountLabel } from '../account-label.ts'
import { accountName } from './account.ts'
import { format } from './format.ts'

const runs = (count: number) => (count === 1 ? '1 waiting run' : `${format.number(count)} waiting runs`)

/** What a service changed in its description, and what of the person's that touches. */
export const changes = {
  lines,
  title: (account: AccountLabel) => `What changed at ${accountName(account) ?? 'the sandbox'}`,
  intro:
    'In the service’s description, since you last looked. Nothing is sent at a price that you didn’t confirm.',
  earlierIntro: (when: string) => `In the description that was read on ${format.dateTime(when)}.`,
  none: 'Nothing that you have not seen.',
  noneEarlier: 'No other change is known.',
  unread: 'What changed could not be read.',
  readAgain: 'Read again',
  money: 'May change what you pay',
  more: (count: number) => (count === 1 ? 'and 1 more model' : `and ${format.number(count)} more models`),
  touches: 'Used by',
  form: 'The form',
  draft: 'Your last settings',
  list: 'Your list of prompts',
  recipes: (names: readonly string[], more: number) =>
    `${names.length + more === 1 ? 'Recipe' : 'Recipes'} ${format.list([...names, ...(more > 0 ? [`${format.number(more)} more`] : [])])}`,
  /** Of a recipe or settings: what it lacks, or has that isn't taken any more. */
  lacks: (name: string, fields: readonly string[]) => `${name}: look at ${format.list(fields)}`,
  /** `isGone`: their model is, so that they wait for nothing else. */
  queued: (count: number, held: number, isGone: boolean) => {
    if (held === 0) return runs(count)
    const reason = isGone ? '' : ` because what ${held === 1 ? 'it costs' : 'they cost'} changed`
    return `${runs(count)}, ${held === count ? '' : `${format.number(held)} `}held${reason}`
  },
  partial: 'Recipes and runs could not all be read: more may be touched than is said here.',
  moveOn: 'Move to another model…',
  earlier: 'Earlier changes',
  latest: 'Back to what is new',
  close: 'Close',
  send: (count: number, price: string) =>
    count === 1 ? `Send the held run for ${price}` : `Send ${format.number(count)} held runs for ${price}`,
  /** Of runs that are about to be sent: what they cost together, before and now. */
  changed: (before: string, now: string) =>
    before === now
      ? 'The service’s description changed since you last looked, which may change what this costs:'
      : `The service’s description changed since you last looked. Before: ${before}. Now: ${now}.`,
}
