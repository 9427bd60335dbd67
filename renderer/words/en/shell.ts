import type { AccountLabel } from '../account-label.ts'
import { accountName, spentWhere, whetherReal } from './account.ts'
import { format } from './format.ts'

interface SpentLong {
  readonly microUsd: number
  readonly upToMicroUsd: number
  readonly unlistedJobs: number
  readonly account: AccountLabel
}

export const shell = {
  product: 'Atelier',
  /** The language's own name. */
  languageName: 'English',
  navigation: 'Screens',
  screens: {
    create: 'Create',
    library: 'Library',
    spend: 'Spend',
    usage: 'Usage',
    styles: 'Styles',
    settings: 'Settings',
  },
  skip: 'Skip to the content',
  state: 'State of the studio',
  stateLine: (short: string, long: string) => `${short}: ${long}`,
  sandbox: 'Sandbox',
  account: (account: AccountLabel) => accountName(account) ?? 'Sandbox',
  sandboxLong: 'Connected to the sandbox that comes with Atelier. Nothing costs real money.',
  removedAccount: (name: string) => `${name} (removed)`,
  serviceLong: (name: string, baseUrl: string) => `Connected to ${name}, ${baseUrl}`,
  unheard: (name: string, baseUrl: string) => `No response from ${name} yet, ${baseUrl}`,
  health: {
    waiting: { short: 'Busy', long: 'The service asks for a pause. Atelier continues by itself.' },
    unreachable: { short: 'No reply', long: 'The service can’t be reached. Atelier keeps trying.' },
    refused: { short: 'Refused', long: 'The service refuses the key. Enter another one in Settings.' },
    not_allowed: {
      short: 'Refused',
      long: 'The service refused the key for generating. Enter another one in Settings.',
    },
    no_key: { short: 'No key', long: 'There is no key for this service. Add one in Settings.' },
  },
  notOpen: {
    sandbox: { short: 'Stopped', long: 'The sandbox that comes with Atelier could not be started.' },
    service: { short: 'Not open', long: 'The service could not be opened.' },
  },
  offline: 'Offline',
  offlineLong: 'Atelier’s engine is not responding.',
  deliveries: {
    polling: { short: 'Polling', long: 'Atelier polls for results at short intervals.' },
    webhook: { short: 'Webhook', long: 'The service tells Atelier when a result is ready.' },
    missing: { short: 'Webhook', long: 'Results: webhook — not arriving, polling instead.' },
    portInUse: { short: 'Polling', long: 'Results: webhook — port in use, polling instead.' },
    portRefused: { short: 'Polling', long: 'Results: webhook — port not allowed, polling instead.' },
    noAddress: { short: 'Polling', long: 'Results: webhook — no public URL yet, polling instead.' },
  },
  running: (running: number, waiting: number) => {
    if (running > 0) return `${running} running`
    return waiting > 0 ? `${waiting} waiting` : 'Idle'
  },
  runningLong: (running: number, waiting: number) =>
    waiting === 0
      ? `${running === 1 ? '1 job is' : `${running} jobs are`} running.`
      : `${running === 1 ? '1 job is' : `${running} jobs are`} running, ${waiting} waiting.`,
  /** What is settled; marked where more is still open, which is never added to it. */
  spent({ microUsd, upToMicroUsd }: Pick<SpentLong, 'microUsd' | 'upToMicroUsd'>): string {
    if (upToMicroUsd === 0) return format.total(microUsd)
    return microUsd === 0 ? `≤ ${format.totalAtMost(upToMicroUsd)}` : `${format.total(microUsd)} +`
  },
  spentLong({ microUsd, upToMicroUsd, unlistedJobs, account }: SpentLong): string {
    const sums = [
      format.price(microUsd),
      upToMicroUsd > 0 && `at most ${format.price(upToMicroUsd)} more`,
      unlistedJobs > 0 && `${format.number(unlistedJobs)} without a listed price`,
    ].filter((part) => part !== false)
    return `Spent this month ${spentWhere(account)}${whetherReal(account)}: ${sums.join(', and ')}`
  },
  keys: 'Keyboard shortcuts',
  keysShow: 'Show keyboard shortcuts',
  close: 'Close',
  notifications: 'Notifications',
  /** A screen reader's name for a number field. */
  numberField: 'Number field',
  dismiss: 'Dismiss',
  cancel: 'Cancel',
  loading: 'Loading',
  retry: 'Retry',
  pageFailed: 'Atelier couldn’t be loaded. Is it still running?',
  partFailed: 'This part of Atelier couldn’t be loaded. If Retry doesn’t help, reload the page.',
  layersFailed:
    'Some parts of Atelier couldn’t be loaded: buttons, keys or notes may be missing. If Retry doesn’t help, reload the page.',
  keyNames: {
    mod: 'Ctrl',
    command: '⌘',
    alt: 'Alt',
    option: '⌥',
    shift: 'Shift',
    enter: 'Enter',
    enterSign: '↵',
    escape: 'Esc',
    arrows: '← → ↑ ↓',
    space: 'Space',
    /** By what a keyboard event calls them. */
    others: { Delete: 'Delete', ArrowUp: '↑', ' ': 'Space' } as Readonly<Record<string, string>>,
  },
  crashed: {
    title: 'This screen failed.',
    body: 'Your runs and files are safe. Reload the page to continue.',
    action: 'Reload',
  },
}
