import type { UsageCoverage, UsageFailure, UsageGap, UsagePull } from '../../../shared/bridge/usage-views.ts'
import type { Settled } from '../../../shared/pricing/settle.ts'
import { displayHost } from '../../../shared/settings/display-host.ts'
import { endSentence } from '../../../shared/words/en/end-sentence.ts'
import { usageFailures } from '../../../shared/words/en/usage-failures.ts'
import { createCalendar } from '../calendar.ts'
import { createUsageFormat } from '../usage-format.ts'
import { sayReason } from './failures.ts'
import { format } from './format.ts'

const calendar = createCalendar('en-US')

const reports = createUsageFormat('en-US')

const jobCount = (count: number) => (count === 1 ? '1 job' : `${format.number(count)} jobs`)
const units = (value: number) => reports.units(value)
const moment = (iso: string) => reports.utc(iso)

export const usage = {
  title: 'Usage',
  intro:
    'Compute units of the jobs that members ran in the service’s app, as the workspace’s report lists them.',
  dates: 'Dates',
  from: 'From',
  to: 'To',
  presets: {
    week: '7 days',
    thisMonth: 'This month',
    lastMonth: 'Last month',
    month: '30 days',
    quarter: '90 days',
  },
  utc: 'Dates are UTC calendar days, as the service counts them; both are included.',
  wrongDates: 'The first date has to be the earlier one, and they are at most 366 days apart.',
  workspace: 'Workspace',
  all: 'All together',
  /** `sandbox`, a name that the person gave, or a host. */
  workspaceName: (name: string) => (name === 'sandbox' ? 'Sandbox' : displayHost(name)),
  refresh: 'Refresh',
  more: 'More',
  again: 'Read the whole window again',
  cancel: 'Cancel',
  retry: 'Retry now',
  settings: 'Open settings',
  save: 'Save as',
  formats: { csv: 'CSV', json: 'JSON', parquet: 'Parquet' },

  pulling: ({ phase, window, jobs }: Pick<UsagePull, 'phase' | 'window' | 'jobs'>) => {
    const verb = phase === 'waiting' ? 'Waiting to read' : 'Reading'
    const of = window ? `${verb} ${reports.utcRange(window.start, window.end)}` : verb
    return jobs === 0 ? `${of}…` : `${of}… ${jobCount(jobs)} so far.`
  },
  waiting: (retryAt: string) => `Atelier sends the same request again at ${reports.utcTime(retryAt)} UTC.`,
  failure: (failure: UsageFailure) => usageFailures[failure.kind],
  /** The service’s own words, or what happened on the way; empty where there are none. */
  failureDetail: ({ status, words, cause }: UsageFailure) => {
    if (words !== null) return `The service says${status === null ? '' : ` (${status})`}: “${words}”`
    return cause === undefined ? '' : sayReason(cause)
  },
  gaps: (gaps: readonly UsageGap[]) =>
    gaps.length === 1 ? 'One hour could not be read.' : `${gaps.length} hours could not be read.`,
  gap: ({ start, end, words }: UsageGap) =>
    `${reports.utcRange(start, end)}: ${words === null ? 'the report of this hour alone is too large.' : `the service says “${endSentence(words)}”`}`,
  unreadableRows: (rows: number) =>
    rows === 1
      ? '1 row of the report could not be read and is missing here.'
      : `${format.number(rows)} rows of the report could not be read and are missing here.`,

  effective: ({ effective }: UsageCoverage) =>
    effective
      ? `Covered: ${reports.utcRange(effective.start, effective.end)}.`
      : 'Nothing in these dates has been read yet.',
  clampedStart: 'The service’s reports begin there, later than the date you chose.',
  clampedEnd: 'It ends at the time of the last report.',
  incomplete: 'Parts in between were not read yet.',
  readAt: (iso: string) => `Read ${moment(iso)}.`,
  notFinal:
    'The end is not final: jobs reach the report a few minutes after they are done. A refresh begins ten minutes before the last end.',

  units: 'Compute units',
  unitsNote: 'After promo discounts, as the service’s app shows them.',
  jobs: 'Jobs',
  jobsNote: (perDay: number) => `${format.number(Math.round(perDay * 10) / 10)} a day`,
  members: 'Members',
  membersNote: (jobsWithoutMember: number) => {
    const note = 'With a completed job in these dates'
    if (jobsWithoutMember === 0) return note
    const others =
      jobsWithoutMember === 1 ? '1 more job names' : `${format.number(jobsWithoutMember)} more jobs name`
    return `${note}; ${others} no member`
  },
  unitValue: (value: number) => units(value),
  unitCell: (value: number) => reports.alignedUnits(value),
  count: (count: number) => format.number(count),

  byDay: 'Units by day',
  by: 'Stacked by',
  stack: { member: 'Member', type: 'Type' },
  show: 'Show as',
  views: { chart: 'Chart', table: 'Table' },
  chart: (by: 'member' | 'type') =>
    `Units by day, stacked by ${by}. Left and right move between days, Enter goes to a day’s jobs; the same numbers are under Table.`,
  noMember: 'No member named',
  noType: 'No type named',
  /** By the service's names for types of jobs, their words joined by underscores. */
  types: {
    image_generation: 'Image generation',
    image_edit: 'Image edit',
    video_generation: 'Video generation',
    video_edit: 'Video edit',
    audio_generation: 'Audio generation',
    upscale: 'Upscale',
    style_training: 'Style training',
  },
  /** `withNone`: jobs of which the report names no member are among them. */
  others: (count: number, withNone: boolean) => {
    const others = `${format.number(count)} others`
    return withNone ? `${others} and no member` : others
  },
  day: (isoDate: string) => calendar.shortDay(isoDate),
  longDay: (isoDate: string) => format.calendarDate(isoDate),
  daySum: (isoDate: string, value: number, jobs: number) =>
    `${format.calendarDate(isoDate)}: ${units(value)} units, ${jobCount(jobs)}`,
  part: (name: string, value: number) => `${name}: ${units(value)}`,
  axis: (value: number) => reports.compact(value),
  numbers: 'Numbers by day',
  dayColumn: 'Day',
  total: 'Total',
  legend: 'Legend',

  table: 'Jobs',
  columns: {
    time: 'Completed (UTC)',
    member: 'Member',
    type: 'Type',
    units: 'Units',
    run: 'Run of this studio',
  },
  workspaceColumn: 'Workspace',
  search: 'Search ids, members and types',
  member: 'Member',
  type: 'Type',
  allMembers: 'All members',
  allTypes: 'All types',
  clear: 'Clear filters',
  dayToGoTo: 'Day to go to (UTC)',
  goToDay: 'Go to day',
  found: (count: number, value: number) => `${jobCount(count)}, ${units(value)} units`,
  noneFound: 'No job matches.',
  time: (iso: string) => reports.utcSeconds(iso),
  run: (label: string, price: string) => (price === '' ? label : `${label} · ${price}`),
  openRun: (prompt: string) =>
    `Opens the result${prompt === '' ? '' : ` of “${prompt}”`}. Enter on the row does, too.`,
  elsewhere: 'Made elsewhere',
  elsewhereNote: 'None of the runs that Atelier knows here has this job.',
  maybeOwn: 'May be yours',
  maybeOwnNote:
    'A run of yours whose response was lost may be this job. Opens the runs with an unknown outcome: look at them before you send one again.',
  price: (settled: Settled | null) => {
    if (settled === null || settled.kind === 'unlisted') return ''
    return settled.kind === 'exact' ? format.price(settled.microUsd) : `≤ ${format.price(settled.microUsd)}`
  },
  loadingMore: 'Reading more jobs…',
  limits: 'A report holds at most 30,000 jobs. A larger window is read in parts, and the parts are joined.',
  backfill:
    'For jobs older than the service’s live records, the e-mail is the one known when they were imported, not the one at the time of the job.',
  dollars:
    'Units are not dollars: the price beside a job is what this studio’s own run of it cost, and is added to no units.',

  howToRead: 'How to read the report',
  leavesOut: 'What the report leaves out',
  omitted: [
    'Jobs that are queued, running or failed.',
    'Jobs sent directly to the API: they are billed in dollars and carry no compute units.',
    'Unmetered jobs of open-source licenses.',
    'Completed jobs without a billing record. They are absent, not zero.',
  ],
  notInvoice:
    'One workspace does not reconcile with the organization’s invoice. The organization’s view is one report of each workspace, together.',
  takes:
    'Reading usage takes a workspace service API key, minted against one workspace, and an enterprise plan.',

  /** Why a report has no jobs to show. */
  empty: {
    pulling: { title: 'Reading the report', body: 'The jobs appear as they arrive.' },
    waiting: {
      title: 'Waiting for the service',
      body: 'The report appears here as soon as the service sends it.',
    },
    failed: { title: 'Nothing to show yet', body: 'The reason is given above, with what to do.' },
    notRead: { title: 'Nothing was read yet', body: 'Refresh to read the report of these dates.' },
    ended: {
      title: 'No metered jobs in these dates',
      body: 'The report lists jobs that members completed in the service’s app. Choose other dates, or see below what it leaves out.',
    },
  },
  keylessTitle: 'No usage key yet',
  keylessBody:
    'Usage takes a workspace service API key, minted against one workspace, and an enterprise plan. It is a different key from the one for generating, and only reads reports.',
  failedTitle: 'The usage could not be read from this machine',
  loading: 'Reading the usage',
}
