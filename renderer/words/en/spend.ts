import {
  type LedgerSort,
  type LedgerState,
  type OtherLedgerState,
  otherLedgerStates,
  type PendingSum,
  type Projection,
  type SpendSummary,
} from '../../../shared/bridge/spend-views.ts'
import type { FileView } from '../../../shared/bridge/views.ts'
import type { AccountLabel } from '../account-label.ts'
import { createCalendar } from '../calendar.ts'
import { accountName, spentWhere, whetherReal } from './account.ts'
import { capitalize } from './capitalize.ts'
import { format } from './format.ts'

const calendar = createCalendar('en-US')

interface OpenSum {
  readonly microUsd: number
  readonly upToMicroUsd: number
}

function sumWords({ microUsd, upToMicroUsd }: OpenSum): string {
  if (upToMicroUsd === 0) return format.total(microUsd)
  const most = `≤ ${format.totalAtMost(upToMicroUsd)}`
  return microUsd === 0 ? most : `${format.total(microUsd)} + ${most}`
}

function jobs(count: number): string {
  return count === 1 ? '1 job' : `${format.number(count)} jobs`
}

function runs(count: number): string {
  return count === 1 ? '1 run' : `${format.number(count)} runs`
}

/** Such as 2026-11-20, 2026-11 or 2026. */
function bucket(key: string): string {
  if (key.length === 10) return format.calendarDate(key)
  return key.length === 7 ? calendar.month(key) : key
}

const states: Record<LedgerState, string> = {
  settled: 'Settled',
  open: 'Price open',
  unlisted: 'Not listed',
  running: 'Running',
  waiting: 'Waiting',
  unknown: 'Unknown',
  closed: 'Closed',
  not_billed: 'Not billed',
}

/** After their number: lines that are no completed job. */
const otherLines: Record<OtherLedgerState, string> = {
  running: 'under way',
  waiting: 'waiting',
  unknown: 'of unknown outcome',
  closed: 'closed without a known outcome',
  not_billed: 'that cost nothing',
}

const stateSentences: Record<LedgerState, string> = {
  settled: 'The job is completed, and its price is the listed one for its result.',
  open: 'The job is completed; even its result doesn’t show the exact price.',
  unlisted: 'The job is completed; the service lists no price for it, and none is guessed.',
  running: 'The job is under way; it has no price until it ends.',
  waiting: 'Nothing was sent, and nothing is charged.',
  unknown:
    'The request may have reached the service, and may be charged. What it may cost is not in what was spent, but counts against your budgets, and against the agents’ if one sent it, until it is found or closed.',
  closed:
    'You closed it while its outcome was unknown. It may have been charged, and is in no sum and no budget.',
  not_billed: 'Jobs that failed, were canceled or were refused cost nothing.',
}

const fileStates: Record<FileView['state'], string> = {
  trashed: 'in the trash',
  deleted: 'file deleted',
  waiting: 'not downloaded yet.',
  downloading: 'being downloaded.',
  saved: 'in the library.',
  failed: 'could not be downloaded.',
}

const sorts: Record<LedgerSort, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  dearest: 'Most expensive first',
  cheapest: 'Least expensive first',
}

export const spend = {
  title: 'Spend',
  view: 'View',
  views: { overview: 'Overview', lines: 'Ledger' },
  range: 'Period',
  presets: {
    today: 'Today',
    last7Days: 'Last 7 days',
    lastWeek: 'Last week',
    thisMonth: 'This month',
    lastMonth: 'Last month',
    last30Days: 'Last 30 days',
    thisYear: 'This year',
    own: 'Own dates',
  },
  from: 'From',
  to: 'To',
  rangeWrong: 'Choose two dates, the first one not after the second.',
  /** What is shown: UTC days. */
  shown: (from: string, to: string) =>
    from === to
      ? `${format.calendarDate(from)}, UTC`
      : `${format.calendarDate(from)} – ${format.calendarDate(to)}, UTC`,
  account: 'Account',
  accountName: (account: AccountLabel) => accountName(account) ?? 'Sandbox',

  spent: 'Spent',
  spentNote: (account: AccountLabel) =>
    `${capitalize(spentWhere(account))}${whetherReal(account)}. Completed jobs, each settled by its result; failed and canceled ones are not billed.`,
  upTo: 'Still open',
  upToNote: 'At most this; the results don’t show what these jobs cost exactly.',
  jobs: 'Jobs',
  jobsNote: (days: number, others: SpendSummary['otherLines']) => {
    const note =
      days === 0 ? 'None completed.' : `Completed on ${days === 1 ? '1 day' : `${format.number(days)} days`}.`
    const parts = otherLedgerStates.flatMap((state) =>
      others[state] > 0 ? [`${format.number(others[state])} ${otherLines[state]}`] : [],
    )
    return parts.length === 0 ? note : `${note} The ledger has more runs: ${format.list(parts)}.`
  },
  unlisted: 'No listed price',
  unlistedNote: 'Counted, never guessed. The service’s bill shows their price.',
  underWay: 'Under way',
  underWayNote: (running: PendingSum, waiting: PendingSum) => {
    if (running.runs + waiting.runs === 0) return 'Nothing is running or waiting.'
    const parts = [
      ...(running.runs > 0 ? [`${format.number(running.runs)} running`] : []),
      ...(waiting.runs > 0 ? [`${format.number(waiting.runs)} waiting`] : []),
    ]
    const unlisted = running.unlistedRuns + waiting.unlistedRuns
    const rest = unlisted === 0 ? '' : ` ${format.number(unlisted)} without a listed price.`
    return `At most; ${parts.join(', ')}.${rest}`
  },
  unknown: 'Outcome unknown',
  unknownNote: ({ runs: count, unlistedRuns }: PendingSum) =>
    `At most; ${runs(count)} that may have been charged, not settled until ${count === 1 ? 'it is' : 'they are'} found or closed; budgets count ${count === 1 ? 'it' : 'them'}.${unlistedRuns === 0 ? '' : ` ${format.number(unlistedRuns)} without a listed price.`}`,

  projection: {
    label: 'Projection',
    toDate: (month: string, microUsd: number) =>
      `${calendar.month(month)} so far: ${format.total(microUsd)}.`,
    pace: ({ days, microUsd }: NonNullable<Projection['pace']>, daysLeft: number, lastDay: string) => {
      const left =
        daysLeft === 0 ? 'today is its last day' : daysLeft === 1 ? '1 day left' : `${daysLeft} days left`
      const pace = `At the pace of the last ${days} days: ${format.total(microUsd)}, ${format.total(microUsd / days)} a day`
      return `${pace}; ${left}, until ${calendar.shortDay(lastDay)}.`
    },
    amount: (microUsd: number) => `About ${format.total(microUsd)} by the end of the month.`,
    tooFew: 'Too early to say where the month leads: the first job here is less than three days old.',
    apart: (upToMicroUsd: number, unlistedJobs: number) => {
      const parts = [
        ...(upToMicroUsd > 0 ? [`at most ${format.totalAtMost(upToMicroUsd)} still open`] : []),
        ...(unlistedJobs > 0 ? [`${jobs(unlistedJobs)} without a listed price`] : []),
      ]
      return parts.length === 0 ? null : `Not projected: ${parts.join(' and ')}.`
    },
  },

  over: { day: 'By day', month: 'By month', year: 'By year' },
  asChart: 'Chart',
  asTable: 'Table',
  chartView: 'Chart or table',
  when: { day: 'Day', month: 'Month', year: 'Year' },
  bucket,
  tick: (key: string) =>
    key.length === 10 ? calendar.shortDay(key) : key.length === 7 ? calendar.shortMonth(key) : key,
  bar: (key: string, sum: string, count: number) => `${bucket(key)}: ${sum}, ${jobs(count)}`,
  legendSettled: 'Settled',
  legendOpen: 'Still open, at most',
  utc: 'Days are UTC, as the service counts them.',

  group: 'Group by',
  groups: { model: 'Model', collection: 'Collection', kind: 'Kind', account: 'Account' },
  collections: {
    head: 'Collection',
    none: 'In no collection',
    note: 'A job with files in several collections counts in each of them, so the lines can add up to more than was spent.',
    empty: 'There is no collection yet. Files are collected in the library, with B.',
  },
  keepers: {
    head: 'Keepers',
    rateHead: 'Keeper rate',
    costHead: 'Cost per keeper',
    note: 'A keeper is a file with three stars or more, or one that is picked, a favorite or exported. Its cost is what the exactly settled jobs of the model cost, divided by their keepers; where only other jobs made keepers, the most or the least it can be.',
    count: (files: number, beside: number) =>
      beside === 0 ? format.number(files) : `${format.number(files)} + ${format.number(beside)} unpriced`,
    rate: (share: number) => `${Math.round(share * 100)} %`,
    rateNote: (kept: number, settled: number) =>
      `${format.number(kept)} of ${format.number(settled)} settled jobs made a keeper`,
    /** To the cent, up for the most and down for the least; the least below a cent in full. */
    bounds: {
      at_most: (microUsd: number) => `≤ ${format.totalAtMost(microUsd)}`,
      at_least: (microUsd: number) =>
        `≥ ${format.price(microUsd < 10_000 ? microUsd : microUsd - (microUsd % 10_000))}`,
    },
    boundNotes: {
      at_most: 'At most this: only jobs whose price is still open made keepers.',
      at_least: 'At least this: some of these jobs have no listed price.',
    },
    reason: (beside: number) =>
      beside > 0
        ? 'The jobs that made keepers have no listed price.'
        : 'No file of this model is a keeper yet.',
  },
  model: 'Model',
  kind: 'Kind',
  kinds: { image: 'Image', video: 'Video', audio: 'Audio' },
  share: 'Share',
  runs: 'Jobs',
  whenConfirmed: 'Price when confirmed',
  most: 'At most',
  mostNote: 'The most that the settled jobs could cost by the price shown when they were confirmed.',
  settled: 'Settled',
  difference: 'Difference',
  /** In cents; below one, in full. */
  differenceOf: (microUsd: number, isInFull = false) => {
    if (microUsd === 0) return 'none'
    const amount = Math.abs(microUsd)
    return `${microUsd > 0 ? '+' : '−'}${isInFull || amount < 10_000 ? format.price(amount) : format.total(amount)}`
  },
  unitsHead: 'Units',
  units: (units: number, count: number) => `${format.number(units)} for ${jobs(count)}`,
  moved: (model: string, then: number, now: number) =>
    `The list price of ${model} has moved: the last job here was estimated at ${format.price(then)}, the same request is ${format.price(now)} today.`,
  charge:
    'No endpoint of the service reports what it really charged, or the balance that is left. Settled prices are the listed ones, applied by Atelier to the results; the service’s invoice decides. The API balance is prepaid in dollars, apart from the compute units of the service’s app; an enterprise can be invoiced each month instead.',
  jobCount: (count: number) => format.number(count),
  /** Settled prices, and those that are open at the most that they can be. */
  sum: sumWords,
  /** To the micro-dollar. */
  exact: (microUsd: number) => format.price(microUsd),
  /** In cents. */
  total: (microUsd: number) => format.total(microUsd),
  atMost: (microUsd: number) => `≤ ${format.totalAtMost(microUsd)}`,
  exactAtMost: (microUsd: number) => `≤ ${format.price(microUsd)}`,
  onlyUnlisted: 'not listed',
  none: '–',

  ledger: {
    grid: 'Runs',
    search: 'Search prompts',
    clearSearch: 'Clear the search',
    state: 'State',
    states,
    allStates: 'All states',
    allModels: 'All models',
    allKinds: 'All kinds',
    sort: 'Order',
    sorts,
    allAccounts: 'All accounts',
    count: (count: number) => (count === 1 ? '1 line' : `${format.number(count)} lines`),
    columns: {
      when: 'When',
      prompt: 'Prompt',
      model: 'Model',
      kind: 'Kind',
      account: 'Account',
      state: 'State',
      estimate: 'Estimate',
      cost: 'Settled',
    },
    local: (iso: string) => format.dateTime(iso),
    utc: (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`,
    notEnded: 'confirmed',
    noPrompt: 'No prompt',
    asListed: 'as listed',
    notBilled: 'not billed',
    /** What has no listed price. */
    mayBeCharged: 'may be charged',
    mayCost: (amount: string) => `may have cost ${amount}`,
    upTo: (microUsd: number) => `≤ ${format.price(microUsd)}`,
    open: 'Opens the result',
    openDetails: 'Shows what is known of this run',
    details: {
      title: 'Run',
      prompt: 'Prompt',
      price: 'Price',
      agent: 'Agent',
      confirmed: 'Confirmed',
      sent: 'Sent',
      neverSent: 'Never sent',
      ended: 'Ended',
      job: 'Job',
      error: 'The service says',
      errorOf: (code: string, message: string) =>
        [message, code === '' ? '' : `(${code})`].filter(Boolean).join(' '),
      problem: 'What happened',
      files: 'Files',
      noFile: 'This run has no file.',
      file: (name: string, state: FileView['state']) => `${name}: ${fileStates[state]}`,
      unread: 'The rest could not be read.',
      states: stateSentences,
    },
    loading: 'Loading…',
    emptyTitle: 'No run in this period',
    emptyBody: 'Each run is a line here, with what it was estimated at and what it cost.',
    nothingFound: 'No run matches',
    nothingFoundBody: 'Other words or another filter may.',
    clearFilters: 'Clear the filters',
  },
  exportCsv: 'Export CSV',
  exportNothing: 'There is no run to export.',
  exporting: (count: number) => `Reading ${format.number(count)}…`,
  exportNote: (lines: number, completed: number) => {
    const note = lines === 1 ? '1 line was exported' : `${format.number(lines)} lines were exported`
    return completed === lines ? `${note}.` : `${note}, ${format.number(completed)} of them completed jobs.`
  },

  emptyTitle: 'Nothing spent in this period',
  emptyBody: 'Completed jobs appear here with their price, by day and by model.',
  failedTitle: 'The spending could not be read',
  loading: 'Reading the spending',
  notRefreshed: 'These figures could not be refreshed.',
}
