import type { DescriptionFault } from '../../../shared/api/description-fault.ts'
import type { ModelSummary } from '../../../shared/bridge/views.ts'
import { descriptionFaultWords } from '../../../shared/words/en/description-faults.ts'

type PriceFrom = NonNullable<ModelSummary['priceFrom']>

/** Made when needed: a formatter costs a tenth of a start. */
function either(items: readonly string[]): string {
  return new Intl.ListFormat('en-US', { type: 'disjunction' }).format(items)
}

/** Dollars with as many digits as the amount has, at least two. */
function usd(microUsd: number): string {
  const dollars = (microUsd / 1_000_000).toFixed(6).replace(/0{1,4}$/, '')
  return `$${dollars}`
}

const listings = {
  searching: 'The service’s own list of jobs is being searched for it and shows by then whether it is there',
  absent: 'The service’s own list of jobs does not have it',
  unclear: 'The service’s own list of jobs has one that may be it, not for certain',
  partial: 'The service’s own list of jobs could not be read back to it',
} as const

const priceUnits = { request: 'request', second: 'second' } as const
const kinds = { image: 'image', video: 'video', audio: 'audio' } as const

/**
 * The command line's output. Typed words and script output are the same in every language: commands, options,
 * field names, states and codes.
 */
export const cli = {
  help: {
    key: (variable: string) => `key: ${variable}`,
    usageKey: (variable: string) => `for usage: ${variable}`,
    values: 'A value is JSON where it parses and text where it doesn’t; @path is a local file.',
  },
  commandMissing: (commands: readonly string[]) => `A command is missing. There are ${commands.join(', ')}.`,
  commandUnknown: (name: string, commands: readonly string[]) =>
    `There is no command ${name}. There are ${commands.join(', ')}.`,
  optionStray: (command: string, option: string, usage: string) => `${command} takes no ${option}: ${usage}`,
  commandIs: (usage: string) => `The command is: ${usage}`,
  countWrong: (text: string) => `--count takes a whole number from 1 to 100, not “${text}”.`,
  studioSilent: (folder: string) =>
    `Another Atelier is using ${folder}, and it doesn’t answer. Close it, or give another folder with --data.`,
  studioElsewhere: (account: string) =>
    `Atelier is open on this data folder with the account “${account}” active. Choose the account there, or leave out --account and --service.`,
  accountOrService: '--account and --service can’t be given together: each names an account.',
  accountUnknown: (name: string, known: readonly string[]) =>
    `There is no account “${name}”. There are ${known.join(', ')}.`,
  accountLine: (name: string, baseUrl: string | null, isActive: boolean) =>
    `${name.padEnd(24)}${(baseUrl ?? 'on this machine, costs nothing').padEnd(40)}${isActive ? 'active' : ''}`.trimEnd(),
  stateWrong: (text: string, known: readonly string[]) =>
    `--state takes one of ${known.join(', ')}, not “${text}”.`,
  settingWrong: (text: string) => `--set takes field=value, not “${text}”.`,
  fileUnwritable: (path: string, code: string) => `${path} can’t be written (${code}).`,
  outUnwritable: (path: string, code: string) => `--out ${path} can’t be written (${code}).`,
  fileUnknown: (id: string) => `There is no file ${id} in this library. Nothing was changed.`,
  optionOneOf: (option: string, known: readonly string[], text: string) =>
    `${option} takes one of ${known.join(', ')}, not “${text}”.`,
  numberWrong: (option: string, minimum: number, maximum: number, text: string) =>
    `${option} takes a whole number from ${minimum} to ${maximum}, not “${text}”.`,
  rateNothing: 'Give --rating 0-5, --flag pick, reject or none, or both.',
  libraryNothing: 'No file matches.',
  templateWrong: '--name takes a template of 1 to 200 characters, such as {date}-{model}-{n}.',
  templateUnknown: (unknown: readonly string[], known: readonly string[]) =>
    `--name has ${unknown.join(', ')}, kept in the names as written. The parts are ${known.join(', ')}.`,
  exportFolder: {
    relative: 'Give the folder’s whole path, such as /home/ann/exports.',
    no_folder: 'There is a file where the folder would be.',
  },
  exportFull: (out: string) =>
    `The disk is full: not everything was exported to ${out}. What is there is whole. Make room; the same command continues where it stopped.`,
  exportStopped: (written: number) =>
    `Stopped after ${written} files. The same command continues where it stopped.`,
  exportNotNoted:
    'The copies are written, but not noted in the library: these files don’t count as exported there.',
  exportLeft: (fileIds: readonly string[]) =>
    `Not on the disk, and left out: ${fileIds.slice(0, 5).join(', ')}${fileIds.length > 5 ? ` and ${fileIds.length - 5} more` : ''}.`,
  importFolder: {
    relative: (folder: string) => `Give the whole path of ${folder}.`,
    no_folder: (folder: string) => `There is no folder ${folder}.`,
    own_folder: (folder: string) =>
      `${folder} is part of Atelier’s own data, or holds it. Choose a folder of exported files.`,
  },
  imported: (added: number, known: number, refused: number) =>
    `${added} added, ${known} already in the library, ${refused} not taken in.`,
  importStopped: 'Stopped. The same command continues.',
  importRefused: {
    unknown_kind: 'no image, video or audio that Atelier knows',
    carries_nothing: 'it doesn’t say how it was made',
    too_large: 'larger than 16 GiB',
    unreadable: 'it could not be read',
    changed: 'it was changed while it was copied',
  },
  jobIdWrong: (text: string) => `“${text}” is no job id. Nothing was read or changed.`,
  tooManyJobs: (most: number) => `At most ${most} jobs are read in one go. Nothing was read or changed.`,
  adoptFailed: {
    no_listing: 'This service lists no jobs. Give the ids of the jobs: adopt JOB_ID …',
    undescribed:
      'The service’s description could not be read, so nobody knows whether it lists jobs. Give the ids of the jobs: adopt JOB_ID …',
    key_refused: 'The service refused the key.',
    not_allowed: 'The service knows the key, but doesn’t allow it to read jobs.',
    busy: 'The service asks for a longer pause. The same command continues later.',
    unreachable: 'The service did not respond, or not readably. The same command continues later.',
    account_changed: 'Another account was connected meanwhile.',
    storage: 'The library could not be written. What was added stays.',
  },
  adoptNothing: 'No job that is new here.',
  adoptPartial: 'The list was not read to its end: there may be older jobs.',
  adoptPartialIds: 'Not all of these ids were read.',
  adoptReserved: (jobs: number) =>
    `${jobs} left out: each may be that of a run here whose response was lost, and is matched to it.`,
  adoptAsk: (jobs: number) =>
    `${jobs} new. Nothing was added; the same command with --yes adds them. It costs nothing.`,
  adopted: (jobs: number) => `${jobs} added.`,
  foreignJob: {
    ready: 'new',
    running: 'new, still running',
    taken: 'added',
    here: 'already here',
    reserved:
      'may be that of a run here whose response was lost; Atelier matches it, or close that run first',
    failed: 'failed, so it has no files',
    cancelled: 'canceled, so it has no files',
    empty: 'completed without files',
    unknown: 'not known to the service with this key; it may have expired',
    refused: 'refused by the service',
    unreadable: 'not readable',
    unreachable: 'not read: no response',
  },
  restoreNothing: (path: string) =>
    `${path} carries no recipe, and no settings of another program that are known.`,
  modelNotNamed: 'no model of ours',
  runUnknown: (id: string) => `There is no run ${id} in this library.`,
  modelUnknown: (id: string, known: readonly string[]) =>
    `There is no model ${id}. There are ${known.join(', ')}.`,
  fieldUnknown: (model: string, name: string, known: readonly string[]) =>
    known.length === 0
      ? `${model} has no field ${name}: nothing says what it takes.`
      : `${model} has no field ${name}. It has ${known.join(', ')}.`,
  /** `until`: a calendar date, null where unknown; `isPast`: it has been reached. */
  fieldRenamed: (model: string, name: string, now: string, until: string | null, isPast: boolean) =>
    until === null
      ? `${model} takes ${now}; ${name} is an old name of it.`
      : `${model} takes ${now}; ${name} ${isPast ? 'was' : 'is'} its old name until ${until}.`,
  valueRenamed: (field: string, from: string, to: string) => `${field} “${from}” is called “${to}” now.`,
  fileMissing: (path: string) => `There is no file ${path}.`,
  fileIsFolder: (path: string) =>
    `${path} is a folder. With --into-library its files are added to the library.`,
  fileUnreadable: (path: string, code: string) => `${path} can’t be read (${code}).`,
  noDescription: (place: string, fault: DescriptionFault) =>
    `${place} holds no description that can be read. ${descriptionFaultWords[fault]}`,
  unreachable: (address: string) => `${address} can’t be reached.`,
  libraryUnreadable: (systemWords: string) => `The library can’t be read: ${systemWords}.`,
  keyMissing: 'There is no key for this service. Set ATELIER_API_KEY, or keep a key in Settings.',
  usageKeyMissing:
    'There is no key for usage. Set ATELIER_USAGE_KEY to a workspace service API key; it takes an enterprise plan.',
  usageDatesFar: (days: number) => `--from and --to are at most ${days} days apart.`,
  usageFormsMany: '--csv, --json and --parquet are three forms of the same; choose one.',
  /** `window`: both ends in ISO 8601 UTC; null before the first request. */
  usagePulling: (name: string, window: string | null, jobs: number) =>
    `${name}: reading ${window ?? 'the report'}, ${jobs} jobs so far.`,
  usageWaiting: (name: string, title: string, at: string) => `${name}: ${title}. Retrying at ${at}.`,
  /** `says`: the service’s own words, or what happened on the way; empty where nothing says. */
  usageFailed: (name: string, title: string, body: string, says: string) =>
    `${name}: ${title}. ${says === '' ? '' : `The reason given: ${says.replace(/([^.!?…])$/, '$1.')} `}${body}`,
  usageGap: (name: string, start: string, end: string, says: string) =>
    `${name}: ${start} to ${end} could not be read${says === '' ? '' : `: ${says.replace(/\.$/, '')}`}.`,
  usageUnreadableRows: (name: string, rows: number) =>
    `${name}: ${rows} rows could not be read and are missing.`,
  usageSum: (jobs: number, units: number, members: number) =>
    `${jobs} jobs, ${Math.round(units * 100) / 100} compute units, ${members} members`,
  usageCovered: (start: string, end: string) => `Covered: ${start} to ${end}`,
  usageSeries: (name: string, units: number, jobs: number) =>
    `  ${String(Math.round(units * 100) / 100).padStart(12)}  ${String(jobs).padStart(7)} jobs  ${name}`,
  usageUnnamed: 'unnamed',
  usageOthers: (count: number) => `${count} others`,
  fileWritten: (path: string) => `${path} was written.`,
  sayYes: (reason: string, option: string) => `${reason} Say ${option} to go beyond it.`,
  /** `lines`: what changed. */
  sayYesToChanges: (reason: string, option: string, lines: readonly string[]) =>
    [`${reason} Say ${option} to send it as it is now.`, ...lines].join('\n'),
  changedLine: (model: string, line: string) => `  ${model}: ${line}`,
  nothingSent: (reason: string) => `${reason} Nothing was sent.`,
  notCopied: (target: string, systemWords: string, kept: string) =>
    `${target} could not be written (${systemWords}). The file is ${kept}.`,

  progress: (share: number) => `${Math.round(share * 100)} %`,
  modelEnded: 'The service says that this model has ended.',
  queuePaused: 'The queue is paused.',
  fileNotFetched: 'The file could not be fetched.',
  /** What the service's own list shows of a run whose response was lost, as an additional sentence. */
  listing: (outcome: keyof typeof listings, at: string) => `${listings[outcome]} (${at}).`,

  usd,
  priceRange: (minimum: number, maximum: number, fields: readonly string[]) =>
    `${usd(minimum)} to ${usd(maximum)}${fields.length > 0 ? `; ${fields.join(', ')} would narrow it` : ''}`,
  /** `isOpen`: an unset field could lower it. */
  priceRate: (microUsd: number, isOpen: boolean) => `${usd(microUsd)} a second${isOpen ? ' at most' : ''}`,
  /** `text`: what was given; null where nothing was. */
  dateWrong: (option: string, text: string | null) =>
    text === null
      ? `${option} is missing: a UTC date such as 2026-11-20.`
      : `${option} takes a UTC date such as 2026-11-20, not “${text}”.`,
  datesReversed: (from: string, to: string) => `--from ${from} is after --to ${to}.`,
  libraryOlder:
    'This library is of an earlier version of Atelier. Start Atelier once; it keeps a copy and brings the library up to date.',
  filterUnreadable: (token: string, names: readonly string[]) =>
    `“${token}” is no filter. Filters are name:value, such as rating:>=3, with one of: ${names.join(', ')}. To search for it as text, put it in quotes.`,
  /** UTC days. */
  spendNote: (from: string, to: string) =>
    `Jobs that completed from ${from} to ${to}, UTC. Settled prices are Atelier’s own, from the price list and the results; no endpoint of the service reports what it charged.`,
  spendNothing: 'No job completed in these days.',
  jobCount: (count: number) => (count === 1 ? '1 job' : `${count} jobs`),
  spent: (microUsd: number) => `${usd(microUsd)} settled`,
  spentAtMost: (microUsd: number) =>
    `and up to ${usd(microUsd)} for jobs whose results don’t show their price`,
  spentUnlisted: (count: number) => `${count} without a listed price`,
  priceUnlisted: 'The price is not listed.',
  kind: (kind: keyof typeof kinds) => kinds[kind],
  priceFrom: ({ microUsd, unit, example }: PriceFrom) =>
    unit === 'second' || !example?.seconds
      ? `from ${usd(microUsd)} a ${priceUnits[unit]}`
      : `from ${usd(example.microUsd)} a ${priceUnits[unit]} (${example.seconds} s)`,
  priceNotListed: 'price not listed',
  deprecated: (date: string | null) => (date === null ? 'deprecated' : `ends ${date}`),
  ended: (date: string | null) => (date === null ? 'ended' : `ended ${date}`),
  end: {
    deprecated: (id: string, date: string | null) =>
      date === null ? `${id} is deprecated.` : `${id} is deprecated and ends on ${date}.`,
    ended: (id: string, date: string | null) =>
      date === null
        ? `${id} has ended; nothing more can be sent to it.`
        : `${id} has ended on ${date}; nothing more can be sent to it.`,
    /** `place`: its id or its path; null where it has none here. */
    instead: (label: string, place: string | null) =>
      `Use ${place === null ? label : `${label} (${place})`} instead.`,
    link: (address: string) => `See ${address}`,
  },
  /** Dollars. */
  emptyBalance: (presets: readonly number[], minimum: number, maximum: number) =>
    `The API balance is empty. Running jobs finish. An owner of the workspace tops it up in the service’s app, by ${either(presets.map((amount) => `$${amount}`))}, or by any amount from $${minimum} to $${new Intl.NumberFormat('en-US').format(maximum)}.`,

  styleShared: (styleId: string, workspace: string, workspaceId: string) =>
    `The style ${styleId} is shared with the workspace ${workspace} (${workspaceId}): all of its members can use it.`,

  librarySound: (path: string) => `The library ${path} is sound.`,
  libraryRepaired: (path: string) =>
    `The library ${path} can be used again. The next start takes in what lies in media.`,
  /** `at`: UTC, to the minute. */
  backup: (at: string, file: string) => `Backup of ${at} UTC: ${file}`,
}
