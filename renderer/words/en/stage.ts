import type { MediaKind } from '../../../shared/api/media.ts'
import type { AccountLabel } from '../account-label.ts'
import { accountName } from './account.ts'
import { format } from './format.ts'

const making: Record<MediaKind, string> = { image: 'image', video: 'video', audio: 'audio file' }

/** What the service’s own list of jobs shows of a run whose response was lost. `when`: it was read then. */
const listingWords = {
  searching: (when: string) =>
    `Atelier is looking for this run in the service’s list of jobs. By ${when} the list shows whether it was accepted.`,
  absent: (when: string) =>
    `The service’s list of jobs, read back to before this run, does not have it (${when}).`,
  unclear: (when: string) =>
    `The service’s list has a job that may be this one, but not for certain (${when}): check the service’s own history.`,
  partial: (when: string) =>
    `The service’s list of jobs could not be read back to this run (${when}); it is read again automatically.`,
} as const

function madeAt(account: AccountLabel, what = 'This run was'): string {
  return `${what} made at ${accountName(account) ?? 'Sandbox'}.`
}

/** The account of a run, within a sentence. */
function inAccount(account: AccountLabel): string {
  return accountName(account) ?? 'the sandbox'
}

/** Before what is said of a run that is sent again, where its price is another than the first time. */
function pricedToday(price: string | null): string {
  return price === null ? 'The price of this isn’t listed. ' : `It costs ${price} today. `
}

/** Of a run that has no result yet or none at all, where it is shown large. */
export const stage = {
  runsBefore: (count: number) =>
    count === 1 ? '1 run is sent before it.' : `${format.number(count)} runs are sent before it.`,
  waiting: 'It is sent as soon as a place is free. Nothing is charged before.',
  waitingPaused: 'The queue is paused. It is sent when you resume; nothing is charged before.',
  waitingHeld:
    'The queue is held, as the note at the top says. It is sent when the queue resumes; nothing is charged before.',
  held: (reason: string) => `${reason} Nothing is charged meanwhile.`,
  heldByEnd:
    'Its model ended while this run waited, so it is held and not sent. Nothing is charged. Cancel it, or load its settings with another model.',
  /** `price`: what it was confirmed for; null where that isn't listed. */
  heldByPrice: (price: string | null) =>
    `What this run costs changed while it waited${price === null ? '' : `: it was confirmed for ${price}`}. It is held and not sent, and nothing is charged.`,
  heldUndescribed:
    'The service’s description doesn’t name its model any more, so this run is held and not sent. Nothing is charged. Cancel it, or load its settings with another model.',
  sendNow: (price: string | null) => (price === null ? 'Send at an unlisted price' : `Send for ${price}`),
  failed: (kind: MediaKind) =>
    `The service could not generate this ${making[kind]}. Failed jobs are not billed.`,
  cancelled: 'The job was canceled at the service. Canceled jobs are not billed.',
  serviceSays: (code: string, message: string) => (message === '' ? code : `${message} (${code})`),
  rejected: 'The service did not accept this run. Nothing was charged.',
  /** Of the style by its id, where the service’s words tell which. */
  rejectedStyle: (id: string | null) =>
    `The service refused ${id === null ? 'a style of this run' : `the style “${id}”`}, so it did not accept the run. Nothing was charged.`,
  notAllowedTitle: 'Key refused for generating',
  notAllowed:
    'The service did not accept this run. Nothing was charged. Enter an API key that may generate (a key for usage can’t), or have an owner turn API access on in the service’s app.',
  keyRefusedTitle: 'Key refused',
  keyRefused:
    'The service refused the key, so it did not accept this run. Nothing was charged. Enter another key in Settings, then retry.',
  rejectedUnsent: 'This run was not sent. Nothing was charged.',
  ended: 'The service says that this model has ended, so it did not accept the run. Nothing was charged.',
  endedUnsent: 'The model ended while this run waited. It was not sent, and nothing was charged.',
  rejectedWords: (words: string, status: number | null) =>
    status === null ? words : `“${words}” (${status})`,
  unsent:
    'The service could not be reached, so the run was not sent and nothing is charged yet. It costs its price once it is sent and done.',
  retryAt: (iso: string) => `Retries automatically at ${format.timeToSecond(iso)}.`,
  unknown: 'The response was lost. The run may or may not have been accepted and charged.',
  unknownFailed: (status: number) =>
    `The service failed after it had the request (${status}). The run may or may not have been accepted and charged.`,
  unknownStatus: (status: number) =>
    `The service’s response (${status}) doesn’t say whether the run was accepted and charged.`,
  unknownAbsent:
    'There was no clear response, and the service’s own list of jobs does not have this run: most likely it was not accepted, and nothing was charged. Only the service’s bill is final.',
  listing: ({ outcome, at }: { outcome: keyof typeof listingWords; at: string }) =>
    listingWords[outcome](outcome === 'searching' ? format.time(at) : format.dateTime(at)),
  sentAt: (iso: string) => `Sent ${format.dateTime(iso)}`,
  unknownPrice: (price: string) => `If it was accepted, it costs ${price}.`,
  unknownPriceUnlisted: 'If it was accepted, it costs the service’s own price.',
  serviceWords: (words: string) => `The service’s response: ${words}`,
  closed: 'You closed this run without knowing how it ended. Only the service’s own history shows its cost.',
  fetchFailed: 'The job is done and paid, but its file could not be downloaded.',
  addressRefused:
    'The job is done and paid, but the service names a file inside your own machine or network. Atelier never fetches from there, so this address stays refused. Requesting another address from the service costs nothing.',
  switchTo: (account: AccountLabel) => `Switch to ${inAccount(account)}`,
  /** A single run. */
  canceledRun: (prompt: string, model: string) =>
    `${prompt === '' ? model : `“${prompt}” with ${model}`} was canceled before it was sent. Nothing was charged.`,
  elsewhere: (account: AccountLabel) =>
    `This run is at ${inAccount(account)}, and another account is active. It resumes automatically once you use ${inAccount(account)} again, under Settings → Accounts.`,
  waitingElsewhere: (account: AccountLabel) =>
    `It is sent once you use ${inAccount(account)} again, under Settings → Accounts. Nothing is charged before.`,
  fetchRestsElsewhere: (cause: string, account: AccountLabel) =>
    `${cause} It is downloaded automatically, at the latest once you use ${inAccount(account)} again, under Settings → Accounts.`,
  damagedTitle: 'File missing or damaged',
  damaged: 'The job is done and paid. Downloading its file again costs nothing.',
  removed:
    'You deleted its files. The run and what it cost stay in Spend; what is in the trash can be restored in the library.',
  slow: 'The file downloads slowly, so others go first. It resumes automatically where it stopped.',
  missing:
    'The service accepted this run but no longer knows its job. If it was generated, it may have been charged. Atelier keeps polling.',
  unreadable:
    'The service accepted this run, but its job record can’t be read. If it was generated, it may have been charged. Atelier keeps polling.',
  /** Why a run under way has no Cancel. */
  cannotCancel: 'It was sent and can’t be canceled: the service has no way to stop a job.',
  polledAgainAt: (iso: string) => `Polled again at ${format.timeToSecond(iso)}.`,
  noRoom: (bytes: number) =>
    `The job is done and paid, but its file needs ${format.bytes(bytes)} more on the disk. Free that much space, and it is downloaded automatically.`,
  /** `seconds` until then; null where nobody knows. */
  fetchRests: (cause: string, seconds: number | null) =>
    seconds === null
      ? `${cause} It is retried automatically.`
      : seconds < 1
        ? `${cause} Retrying…`
        : `${cause} Retrying in ${format.seconds(Math.round(seconds))}.`,
  /** Why there is no button. */
  /** The undo of a cancel. */
  restoredRuns: (count: number) =>
    count === 1
      ? '1 run waits again, at its place in the queue.'
      : `${format.number(count)} runs wait again, at their place in the queue.`,
  withdrawn: 'You canceled this run before it was sent. Nothing was charged.',
  actions: {
    retryFor: (price: string | null) => (price === null ? 'Retry · price not listed' : `Retry · ${price}`),
    cancelAll: (count: number) => `Cancel ${format.number(count)} unsent`,
    retryFailed: (count: number, price: string) => `Retry ${format.number(count)} failed · ${price}`,
    sendAgain: 'Send again, it may charge twice',
    sendAbsent: 'Send again, you most likely pay once',
    close: 'Close this run',
    fetchAgain: 'Download again',
    fetchMissing: (files: number) =>
      files === 1 ? 'Download 1 file again' : `Download ${format.number(files)} files again`,
    askAddress: 'Request another address',
    fetchNow: 'Retry now',
    openSettings: 'Open settings',
  },
  /** Why it can't be sent for the active account. */
  madeElsewhere: {
    retry: (account: AccountLabel) => `${madeAt(account)} Switch to it in Settings to retry it.`,
    sendNow: (account: AccountLabel) => `${madeAt(account)} Switch to it in Settings to send it.`,
    sendAgain: (account: AccountLabel) => `${madeAt(account)} Switch to it in Settings to send it again.`,
    retryAll: (account: AccountLabel) =>
      `${madeAt(account, 'These runs were')} Switch to it in Settings to retry what failed.`,
  },
  refused: {
    sendAgain:
      'It can’t be sent again as it was: its model has ended, takes other settings now, or could not be read.',
    sendNow:
      'It can’t be sent as it is: its model takes other settings now, is not offered any more, or could not be read. Remix puts its settings in the form.',
    retry:
      'It can’t be retried as it was: its model has ended, takes other settings now, or could not be read. Remix puts its settings in the form.',
  },
  confirmAgain: {
    title: 'Send it again?',
    /** `price` is what it costs today, `before` what the first one may have cost. */
    bodyAbsent: (price: string | null, before: string | null) =>
      price === null || price !== before
        ? `${pricedToday(price)}The service’s list of jobs does not have the first one, so you most likely pay once. Were it accepted all the same, you would pay for both.`
        : `The service’s list of jobs does not have the first one, so you most likely pay ${price} once. Were it accepted all the same, you would pay it twice.`,
    /** `searchedUntil`: when the service’s own list shows whether the first one is there; null where it isn’t searched. */
    body(price: string | null, before: string | null, searchedUntil: string | null): string {
      const twice =
        price === null || price !== before
          ? `${pricedToday(price)}If the first one was accepted, you pay for both.`
          : `If the first one was accepted, you pay ${price} twice.`
      return searchedUntil === null
        ? `${twice} Only the service’s bill will tell.`
        : `${twice} Atelier will know by ${format.time(searchedUntil)}; waiting costs nothing.`
    },
    action: 'Send again',
  },
  confirmClose: {
    title: 'Close this run?',
    body: 'Atelier counts nothing for it, in no budget. If the service accepted it, it is charged all the same; where its job turns up, the run counts again.',
    action: 'Close it',
  },
  /** What Generate would make, outlined. */
  plan: {
    count: (count: number) => `${format.number(count)} runs`,
    show: 'Show what Generate would make',
    more: (count: number) => `+${format.number(count)}`,
    note: 'Not sent yet, and nothing is charged: Generate makes these.',
    large: 'The chosen one, large',
    notPossible: 'These can’t be made yet: the form says why, beside Generate.',
  },
  /** After that: what it means for the job. */
  awayThen: {
    unreachable: 'Atelier keeps trying. The job may go on at the service meanwhile.',
    refused: 'Nothing can be read until you enter another key in Settings. The job may go on meanwhile.',
    sending:
      'The request may have arrived. Atelier waits for the response and doesn’t send it a second time.',
  },
  filmstrip: 'Runs of this batch',
  frame: (position: number, status: string, prompt: string) => `Run ${position}: ${status}. ${prompt}`,
  canceled: {
    runs: (count: number) => {
      if (count === 0) return 'All were already sent; none was canceled.'
      return count === 1
        ? '1 run was canceled and is not charged.'
        : `${format.number(count)} runs were canceled and are not charged.`
    },
    resume: (count: number, price: string) =>
      count === 1
        ? `1 was already sent and continues: ${price}.`
        : `${format.number(count)} were already sent and continue: ${price}.`,
  },
  announce: (model: string, status: string) => `${model}: ${status}`,
  announceBatch: (kind: 'sheet' | 'batch', standing: string) =>
    `${kind === 'sheet' ? 'Sheet' : 'Batch'}: ${standing}.`,
  sheet: {
    progress: (done: number, all: number) => `${format.number(done)} of ${format.number(all)} done`,
    runsOfPrompt: (prompt: string) => `Runs of ${prompt}`,
    back: 'Back to the sheet',
    cell: (captions: readonly string[], status: string) => `${captions.join(', ')}: ${status}`,
    chosen: 'The chosen run',
    chosenActions: 'Actions on this cell',
    files: (count: number) => `${format.number(count)} files`,
    notBilled: 'Failed jobs are not billed.',
    allSent: 'What is sent can’t be canceled: the service has no way to stop a job.',
  },
}
