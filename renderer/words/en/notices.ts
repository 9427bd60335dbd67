import { topUpUsd } from '../../../shared/api/top-up.ts'
import type { PeriodQuestion } from '../../../shared/bridge/budget.ts'
import type { PendingSum } from '../../../shared/bridge/spend-views.ts'
import { endSentence } from '../../../shared/words/en/end-sentence.ts'
import type { AccountLabel } from '../account-label.ts'
import { spentWhere, whetherReal } from './account.ts'
import { capitalize } from './capitalize.ts'
import { format } from './format.ts'
import { holdTitles } from './hold-titles.ts'

const dollars = (amount: number) => `$${format.number(amount)}`
const { presets, minimum, maximum } = topUpUsd
const topUps = `${presets.map(dollars).join(', ')}, or any amount from ${dollars(minimum)} to ${dollars(maximum)}`

function notOpen(reason: string | null): string {
  return `${reason === null ? '' : `${endSentence(capitalize(reason))} `}Nothing is sent, and nothing is charged.`
}

const longestQuote = 240

/** What is held, and what it may cost. */
function waitingWords({ runs, microUsd, unlistedRuns }: PendingSum, account: AccountLabel | null): string {
  const where = account ? `${capitalize(spentWhere(account))}, ` : ''
  if (runs === 0) return account ? `${where}no run is waiting.` : 'No run is waiting.'
  const count = `${where}${runs === 1 ? '1 run waits' : `${format.number(runs)} runs wait`}`
  if (unlistedRuns === runs) return `${count}; what ${runs === 1 ? 'it costs' : 'they cost'} isn’t listed.`
  const rest =
    unlistedRuns === 0
      ? ''
      : `, and ${format.number(unlistedRuns)} of them ${unlistedRuns === 1 ? 'has' : 'have'} no listed price`
  return `${count}, at most ${format.totalAtMost(microUsd)} together${rest}.`
}

export const notices = {
  waiting: waitingWords,
  /** The rounded sum of these in full; null where that says nothing more. */
  waitingInFull: ({ microUsd }: PendingSum) => {
    const full = format.price(microUsd)
    return full === format.totalAtMost(microUsd) ? null : `At most ${full} together.`
  },
  /** In its own words. */
  serviceSays: (words: string) =>
    `The service says: “${words.length > longestQuote ? `${words.slice(0, longestQuote)}…` : words}”`,
  /** What agents ask of the person. */
  agents: {
    region: 'Runs of agents that wait for you',
    asks: (agent: string, model: string, runs: number) =>
      `${agent} asks to run ${model}${runs === 1 ? '' : ` ${format.number(runs)} times`}.`,
    costs: (upTo: number | null, account: AccountLabel) =>
      upTo === null
        ? `The price isn’t listed; it is spent ${spentWhere(account)}${whetherReal(account)}.`
        : `It costs up to ${format.price(upTo)} ${spentWhere(account)}${whetherReal(account)}.`,
    /** Of their own budgets. */
    passes: {
      day: 'It may go over your daily budget.',
      month: 'It may go over your monthly budget.',
      session: 'It may go over your budget for this session.',
    } satisfies Record<PeriodQuestion, string>,
    until: (iso: string) => `Waits until\u00a0${format.time(iso)}.`,
    prompt: (prompt: string) => `“${prompt}”`,
    allow: 'Allow',
    decline: 'Decline',
  },
  region: 'Notices',
  details: 'Details',
  more: (count: number) => `and ${count} more`,
  disconnected: {
    title: 'Atelier’s engine is not responding.',
    body: 'Reconnecting. Runs that were sent continue at the service; nothing is lost.',
  },
  noSession: {
    title: 'This page is not connected to Atelier.',
    body: 'Atelier has restarted, or this link no longer works. Open the address that Atelier printed last in its terminal; this page then connects too. Runs that were sent continue.',
  },
  sandboxFailed: {
    title: 'The sandbox could not be started.',
    body: notOpen,
    action: 'Retry',
  },
  serviceFailed: {
    title: 'The service could not be opened.',
    body: notOpen,
    action: 'Retry',
  },
  addressRefused: {
    title: 'The service’s address isn’t used.',
    body: notOpen,
    action: 'Open settings',
  },
  insufficientBalance: {
    title: holdTitles.insufficientBalance,
    body: `Running jobs finish. An owner of the workspace tops up in the service’s app: ${topUps}.`,
    action: 'Try one run',
    /** Where no run waits that could try it. */
    actionAlone: 'Resume',
    trying: 'Trying one run…',
  },
  unauthorized: {
    title: holdTitles.unauthorized,
    body: 'Waiting runs are held and nothing is sent. Check the key in Settings.',
    action: 'Open settings',
  },
  noKey: {
    title: holdTitles.noKey,
    body: 'Runs can’t be sent until Atelier has a key for this service.',
    action: 'Add a key',
  },
  unreachable: {
    title: 'The service can’t be reached.',
    body: 'Waiting runs are held and sent once it responds again. Nothing was charged for them.',
    action: 'Retry now',
  },
  outOfReach: {
    title: 'The service can’t be reached.',
    body: 'Atelier keeps trying. Runs that were sent may go on at the service meanwhile; waiting runs are sent once it responds.',
    action: 'Retry now',
  },
  rateLimited: {
    title: holdTitles.rateLimited,
    body: (until: string | null) =>
      until ? `Sending resumes at ${format.timeToSecond(until)}.` : 'Sending resumes shortly.',
    action: 'Retry now',
  },
  unavailable: {
    title: holdTitles.unavailable,
    body: (until: string | null) =>
      until
        ? `Waiting runs are held until ${format.timeToSecond(until)}.`
        : 'Waiting runs are held for a while.',
    action: 'Retry now',
  },
  paused: {
    title: 'The queue is paused.',
    body: () => 'Waiting runs stay here until you resume. Running jobs finish.',
    action: 'Resume',
  },
  webhooksMissing: {
    title: 'Webhooks are not arriving.',
    body: 'The tunnel may be down. Atelier polls for results instead: none is lost and none is paid for twice.',
    action: 'Check webhooks',
  },
  portInUse: {
    title: 'Webhooks can’t be received.',
    body: 'Another program uses the port. Atelier polls for results instead: none is lost and none is paid for twice.',
    action: 'Choose a port',
  },
  portRefused: {
    title: 'Webhooks can’t be received.',
    body: 'This system doesn’t allow the port. Atelier polls for results instead: none is lost and none is paid for twice.',
    action: 'Choose a port',
  },
  exportStopped: {
    title: 'An export is unfinished.',
    body: 'Files already written are complete. Continue to write the rest.',
    action: 'Continue…',
  },
  changed: {
    title: 'The service’s description changed.',
    body: ({ models, ofMoney }: { models: number; ofMoney: number }) => {
      const some = models === 1 ? '1 model' : `${format.number(models)} models`
      if (ofMoney === 0) return `Something is different about ${some}.`
      if (ofMoney === models) return `It may change what you pay for ${some}.`
      return `Something is different about ${some}; it may change what you pay for ${ofMoney === 1 ? '1' : format.number(ofMoney)} of them.`
    },
    action: 'What changed',
  },
  libraryDamaged: {
    title: 'The library is damaged.',
    body: 'Nothing more is sent or stored. Runs that were sent continue at the service. Quit and restart Atelier; it offers ways to repair the library.',
  },
  storageFailed: {
    title: 'The data folder can’t be written.',
    body: (until: string | null) =>
      until
        ? 'The disk may be full. Nothing more is sent until there is space; Atelier checks again automatically.'
        : 'Nothing more is sent until it can. Free space on the disk, then retry.',
    action: 'Retry',
  },
  waitingForSpace: {
    title: 'Results wait for disk space.',
    body: ({ files, missingBytes }: { files: number; missingBytes: number }) => {
      const lack = format.bytes(missingBytes)
      const some =
        files === 1
          ? `1 result needs ${lack} more. Free that much, and it is downloaded automatically.`
          : `Of ${format.number(files)} results the largest needs ${lack} more. Free enough for all, and they are downloaded automatically.`
      return `${some} Results of runs that are sent now wait, too.`
    },
    action: 'Retry now',
  },
  /** What the run that tried an empty balance showed. */
  tried: {
    empty: 'The balance is still empty. Nothing was charged.',
    accepted: 'The balance no longer holds the queue: the waiting runs are sent.',
  },
  /** Runs that ended while they were not shown. */
  ended: {
    one: (status: string, about: string) => `${status}: ${about}`,
    many: (done: number, others: number) => {
      if (others === 0) return `${done} runs are done.`
      return done === 0
        ? `${others} runs ended without a result.`
        : `${done} done, ${others} without a result.`
    },
    show: 'Show',
  },
}
