import { z } from 'zod'
import { jobStatuses } from '../../../shared/api/job.ts'
import { mediaKinds } from '../../../shared/api/media.ts'
import { mostJobIds, readJobIds } from '../../../shared/api/read-job-ids.ts'
import type { ModelDetail } from '../../../shared/bridge/views.ts'
import { submissionStates } from '../../../shared/bridge/views.ts'
import type { SayOwn } from '../../../shared/catalog/own-texts.ts'
import { retiredModels } from '../../../shared/catalog/retired.ts'
import { findProblemsInGiven } from '../../../shared/form/problems.ts'
import { loadPatterns } from '../../../shared/json-schema/match-pattern.ts'
import { exportChoicesSchema, nameTokens, unknownTokens } from '../../../shared/library/export-choices.ts'
import { flags, mostStars } from '../../../shared/library/judgement.ts'
import { estimate } from '../../../shared/pricing/estimate.ts'
import { chooseCatalogueWords } from '../../words/choose-catalogue-words.ts'
import { chooseMainWords, firstWords, type MainWords } from '../../words/choose-words.ts'
import { allowHttpOption, readArguments, readServiceUrl } from '../arguments.ts'
import { readHostLanguages } from '../host-languages.ts'
import { readRepair, repairSwitches } from '../repair-options.ts'
import { OutcomeUnknownError, SetUpError, sayError } from '../setup-error.ts'
import { chooseAccount, listAccounts } from './open-accounts.ts'
import { allModels, describeModels, findModel, openCatalogue } from './open-catalogue.ts'
import { readDates } from './read-dates.ts'
import { inTodaysWords, readValues, sayProblems } from './read-values.ts'
import { estimateOf, exitCodeOf, sayRun } from './run-view.ts'
import { sayAccount, sayAccountSpend, sayEnd, sayEstimate, sayFile, sayModel } from './say.ts'
import type { Terminal } from './terminal.ts'

const options = {
  set: { type: 'string', multiple: true },
  count: { type: 'string' },
  wait: { type: 'boolean' },
  yes: { type: 'boolean' },
  out: { type: 'string' },
  state: { type: 'string' },
  json: { type: 'boolean' },
  service: { type: 'string' },
  account: { type: 'string' },
  [allowHttpOption]: { type: 'boolean' },
  data: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  csv: { type: 'boolean' },
  parquet: { type: 'string' },
  search: { type: 'string' },
  kind: { type: 'string' },
  rating: { type: 'string' },
  flag: { type: 'string' },
  name: { type: 'string' },
  metadata: { type: 'string' },
  'into-library': { type: 'boolean' },
  listed: { type: 'boolean' },
  limit: { type: 'string' },
  help: { type: 'boolean' },
  ...repairSwitches,
} as const

/** The language of the output, and where it is written. */
interface Spoken {
  readonly terminal: Terminal
  readonly words: MainWords
  readonly sayOwn: SayOwn
}

type Options = ReturnType<typeof readArguments<typeof options>>['values'] & Spoken

/** A command's result: `json` for scripts, `lines` for a person, and its exit code. */
interface CommandOutput {
  readonly json: unknown
  readonly lines: readonly string[]
  readonly exitCode: number
}

interface Command {
  readonly usage: string
  readonly takes: readonly (keyof typeof options)[]
  /** How many words follow the command’s name. */
  readonly subject: 'none' | 'any' | 'required' | 'several'
  run(subject: string, values: Options, subjects: readonly string[]): Promise<CommandOutput>
}

/** Also where the account changes nothing: scripts give the same to every command. */
const common = ['json', 'service', 'account', allowHttpOption, 'data', 'help'] as const

const commands: Readonly<Record<string, Command>> = {
  models: { usage: 'models', takes: common, subject: 'none', run: listModels },
  estimate: {
    usage: 'estimate ID --set field=value …',
    takes: [...common, 'set'],
    subject: 'required',
    run: estimateRun,
  },
  generate: {
    usage: 'generate ID --set field=value … [--count N] [--wait] [--out DIR] [--yes]',
    takes: [...common, 'set', 'count', 'wait', 'out', 'yes'],
    subject: 'required',
    run: generateRuns,
  },
  jobs: { usage: 'jobs [--state STATE]', takes: [...common, 'state'], subject: 'none', run: showJobs },
  usage: {
    usage: 'usage --from DATE --to DATE [--csv | --parquet FILE]',
    takes: [...common, 'from', 'to', 'csv', 'parquet'],
    subject: 'none',
    run: readUsage,
  },
  describe: {
    usage: 'describe FILE|URL',
    takes: ['json', 'data', 'help'],
    subject: 'required',
    run: describePlace,
  },
  repair: {
    usage: 'repair [--restore-backup | --keep-library | --rebuild-library | --new-library]',
    takes: ['json', 'data', 'help', 'restore-backup', 'keep-library', 'rebuild-library', 'new-library'],
    subject: 'none',
    run: repair,
  },
  job: { usage: 'job ID', takes: common, subject: 'required', run: showJob },
  adopt: {
    usage: 'adopt JOB_ID … | --listed [--yes]',
    takes: [...common, 'listed', 'yes'],
    subject: 'any',
    run: adopt,
  },
  accounts: { usage: 'accounts', takes: common, subject: 'none', run: showAccounts },
  spend: {
    usage: 'spend --from DATE --to DATE',
    takes: [...common, 'from', 'to'],
    subject: 'none',
    run: showSpend,
  },
  library: {
    usage: 'library [--search FILTER] [--kind image|video|audio] [--rating N] [--limit N]',
    takes: [...common, 'search', 'kind', 'rating', 'limit'],
    subject: 'none',
    run: showLibrary,
  },
  rate: {
    usage: 'rate FILE_ID … --rating 0-5 | --flag pick|reject|none',
    takes: [...common, 'rating', 'flag'],
    subject: 'several',
    run: rate,
  },
  export: {
    usage:
      'export FILE_ID … | --search TEXT  --out DIR [--name TEMPLATE] [--metadata embed|sidecar|unchanged]',
    takes: [...common, 'search', 'out', 'name', 'metadata'],
    subject: 'any',
    run: exportLibrary,
  },
  restore: {
    usage: 'restore FILE | restore FOLDER --into-library',
    takes: [...common, 'into-library'],
    subject: 'required',
    run: (path, values) => (values['into-library'] ? restoreFolder : restoreFile)(path, values),
  },
  mcp: {
    usage: 'mcp',
    takes: ['service', 'account', allowHttpOption, 'data', 'help'],
    subject: 'none',
    run: serveAgents,
  },
  share: { usage: 'share STYLE', takes: common, subject: 'required', run: share },
}

function usage({ cli }: MainWords): string[] {
  return [
    `npm run -s atelier -- COMMAND … [--json] [--account NAME | --service URL [--allow-http]] [--data DIR]     ${cli.help.key('ATELIER_API_KEY')}, ${cli.help.usageKey('ATELIER_USAGE_KEY')}`,
    ...Object.values(commands).map((command) => `  ${command.usage}`),
    cli.help.values,
  ]
}

/**
 * Runs a command of the command line with its options. Resolves with its exit code: 2 where nothing was done, 3 where
 * something may have been sent. Throws an error of Atelier's own.
 */
export async function runCommand(given: readonly string[], terminal: Terminal): Promise<number> {
  // JSON is read by scripts, which need the same words everywhere.
  const languages = given.includes('--json') ? [] : readHostLanguages(given)
  const words = chooseMainWords(...languages)
  try {
    return await run(given, { words, sayOwn: chooseCatalogueWords(...languages), terminal })
  } catch (error) {
    const sentence = sayError(error, words)
    if (sentence === null) throw error
    terminal.warn(`Atelier: ${sentence}`)
    return error instanceof OutcomeUnknownError ? 3 : 2
  }
}

async function run(given: readonly string[], spoken: Spoken): Promise<number> {
  const { values: read, positionals } = readArguments(given, options)
  const values = { ...read, ...spoken }
  const [name, subject, ...rest] = positionals
  if (values.help || name === 'help') {
    const lines = usage(spoken.words)
    return print({ json: lines, lines, exitCode: 0 }, values)
  }
  const command = name === undefined || !Object.hasOwn(commands, name) ? undefined : commands[name]
  if (!command) {
    const known = Object.keys(commands)
    throw new SetUpError(({ cli }) =>
      name === undefined ? cli.commandMissing(known) : cli.commandUnknown(name, known),
    )
  }
  const stray = (Object.keys(read) as (keyof typeof options)[]).find(
    (option) => !command.takes.includes(option),
  )
  if (stray) throw new SetUpError(({ cli }) => cli.optionStray(String(name), `--${stray}`, command.usage))
  const { subject: takes } = command
  const isSubjectWrong = takes === 'none' ? subject !== undefined : takes !== 'any' && subject === undefined
  if (isSubjectWrong || (rest.length > 0 && takes !== 'several' && takes !== 'any'))
    throw new SetUpError(({ cli }) => cli.commandIs(command.usage))
  return print(await command.run(subject ?? '', values, positionals.slice(1)), values)
}

function print({ json, lines, exitCode }: CommandOutput, { json: wantsJson, terminal }: Options): number {
  terminal.print(wantsJson ? `${JSON.stringify(json)}\n` : lines.map((line) => `${line}\n`).join(''))
  return exitCode
}

async function listModels(_: string, values: Options): Promise<CommandOutput> {
  const details = allModels(await openCatalogue(placeOf(values)))
  warnOfEnds(details, values)
  return printModels(details, values)
}

/** On standard error, with any command; models that were retired before Atelier existed are no news. */
function warnOfEnds(details: readonly ModelDetail[], { words, terminal }: Options): void {
  for (const model of details) {
    const end = retiredModels.some(({ id }) => id === model.id) ? null : sayEnd(model, words)
    if (end !== null) terminal.warn(`Atelier: ${end}`)
  }
}

async function describePlace(place: string, values: Options): Promise<CommandOutput> {
  const { data: dataFolder, terminal } = values
  return printModels(await describeModels(place, { dataFolder, terminal }), values)
}

function printModels(details: readonly ModelDetail[], { words }: Options): CommandOutput {
  const json = details.map(
    ({ id, kind, label, description, path, schema, aliases, renamedValues, notes, pricing, deprecation }) => {
      return {
        id,
        kind,
        label,
        description,
        path,
        schema,
        aliases: aliases.map(({ from, to, until }) => ({ from, to, until })),
        renamedValues,
        notes,
        pricing,
        deprecation,
      }
    },
  )
  return { json, lines: details.map((model) => sayModel(model, words)), exitCode: 0 }
}

async function estimateRun(id: string, values: Options): Promise<CommandOutput> {
  const model = findModel(await openCatalogue(placeOf(values)), id)
  const given = await readValues(model, values.set ?? [], async () => '0'.repeat(64))
  const request = inTodaysWords(model, given, values)
  await loadPatterns(model.schema)
  const problems = findProblemsInGiven(model.schema, request)
  if (problems.length > 0) throw new SetUpError(sayProblems(problems))
  const price = estimate({ pricing: model.pricing, schema: model.schema, values: request })
  return { json: estimateOf(price), lines: [sayEstimate(price, values.words)], exitCode: 0 }
}

async function generateRuns(id: string, values: Options): Promise<CommandOutput> {
  const count = values.count === undefined ? 1 : Number(values.count)
  if (!Number.isInteger(count) || count < 1 || count > 100) {
    throw new SetUpError(({ cli }) => cli.countWrong(String(values.count)))
  }
  const place = placeOf(values)
  const { generate } = await import('./generate.ts')
  const { runs, exitCode } = await generate({
    modelId: id,
    settings: values.set ?? [],
    count,
    waits: values.wait ?? false,
    agrees: values.yes ?? false,
    out: values.out,
    words: values.words,
    ...place,
    onProgress(view) {
      const progress = view.job?.progress ? ` ${values.words.cli.progress(view.job.progress)}` : ''
      values.terminal.warn(`${view.submissionId.slice(0, 8)}  ${view.job?.status ?? view.state}${progress}`)
    },
  })
  return { json: runs, lines: runs.map(sayRun), exitCode }
}

async function readUsage(_: string, values: Options): Promise<CommandOutput> {
  const { usage } = await import('./usage.ts')
  return usage({ ...values, ...placeOf(values) })
}

async function showJobs(_: string, values: Options): Promise<CommandOutput> {
  const state = values.state
  const known: readonly string[] = [...submissionStates, ...jobStatuses]
  if (state !== undefined && !known.includes(state)) {
    throw new SetUpError(({ cli }) => cli.stateWrong(state, known))
  }
  await refuseBroken(values)
  const { listJobs } = await import('./list-jobs.ts')
  await catchUp(values)
  const runs = listJobs({
    dataFolder: values.data,
    terminal: values.terminal,
    limit: 500,
    state,
    words: values.words,
  })
  return { json: runs, lines: runs.map(sayRun), exitCode: 0 }
}

async function showJob(id: string, values: Options): Promise<CommandOutput> {
  await refuseBroken(values)
  const { findJob } = await import('./list-jobs.ts')
  await catchUp(values)
  const run = findJob({ dataFolder: values.data, terminal: values.terminal, id, words: values.words })
  if (!run) throw new SetUpError(({ cli }) => cli.runUnknown(id))
  return { json: run, lines: [sayRun(run)], exitCode: exitCodeOf([run]) }
}

async function adopt(_: string, values: Options, words: readonly string[]): Promise<CommandOutput> {
  if ((words.length === 0) !== (values.listed === true) || (values.yes && !values.listed))
    throw new SetUpError(({ cli }) => cli.commandIs(String(commands.adopt?.usage)))
  const { jobIds, others, isCut } = readJobIds(words.join(' '))
  if (isCut) throw new SetUpError(({ cli }) => cli.tooManyJobs(mostJobIds))
  const wrong = others[0] ?? words.find((word) => readJobIds(word).jobIds.length === 0)
  if (wrong !== undefined) throw new SetUpError(({ cli }) => cli.jobIdWrong(wrong))
  await refuseBroken(values)
  const { adoptJobs } = await import('./adopt-jobs.ts')
  return adoptJobs({
    ...placeOf(values),
    words: values.words,
    jobIds,
    takes: !values.listed || values.yes === true,
  })
}

async function showAccounts(_: string, { data, terminal, words }: Options): Promise<CommandOutput> {
  const accounts = listAccounts({ dataFolder: data, terminal })
  return { json: accounts, lines: accounts.map((account) => sayAccount(account, words)), exitCode: 0 }
}

async function showSpend(_: string, values: Options): Promise<CommandOutput> {
  const { from, to } = readDates(values)
  await refuseBroken(values)
  const { listSpend } = await import('./list-spend.ts')
  const rows = listSpend({ dataFolder: values.data, terminal: values.terminal, from, to })
  const { cli } = values.words
  values.terminal.warn(`Atelier: ${cli.spendNote(from, to)}`)
  const lines = rows.length === 0 ? [cli.spendNothing] : rows.map((row) => sayAccountSpend(row, values.words))
  return { json: rows, lines, exitCode: 0 }
}

async function showLibrary(_: string, values: Options): Promise<CommandOutput> {
  const kind = mediaKinds.find((one) => one === values.kind)
  if (values.kind !== undefined && kind === undefined)
    throw new SetUpError(({ cli }) => cli.optionOneOf('--kind', mediaKinds, String(values.kind)))
  const rating = readWhole('--rating', values.rating, { minimum: 0, maximum: mostStars }) ?? 0
  const limit = readWhole('--limit', values.limit, { minimum: 1, maximum: 100_000 }) ?? 100
  await refuseBroken(values)
  const { listLibrary } = await import('./list-library.ts')
  const rows = listLibrary({
    ...{ search: values.search, kind, rating, limit },
    dataFolder: values.data,
    sayOwn: values.sayOwn,
    terminal: values.terminal,
  })
  const { cli } = values.words
  return { json: rows, lines: rows.length === 0 ? [cli.libraryNothing] : rows.map(sayFile), exitCode: 0 }
}

async function rate(_: string, values: Options, fileIds: readonly string[]): Promise<CommandOutput> {
  const flag = flags.find((one) => one === values.flag)
  if (values.flag !== undefined && flag === undefined)
    throw new SetUpError(({ cli }) => cli.optionOneOf('--flag', flags, String(values.flag)))
  const rating = readWhole('--rating', values.rating, { minimum: 0, maximum: mostStars })
  if (rating === undefined && flag === undefined) throw new SetUpError(({ cli }) => cli.rateNothing)
  const wrong = fileIds.find((fileId) => !z.uuid().safeParse(fileId).success)
  if (wrong !== undefined) throw new SetUpError(({ cli }) => cli.fileUnknown(wrong))
  await refuseBroken(values)
  const { rateFiles } = await import('./rate-files.ts')
  const rows = await rateFiles({
    fileIds: [...new Set(fileIds)],
    rating,
    flag,
    dataFolder: values.data,
    terminal: values.terminal,
  })
  const lines = rows.map((row) => `${row.fileId}  ${row.rating}  ${row.flag}`)
  return { json: rows, lines, exitCode: 0 }
}

async function exportLibrary(_: string, values: Options, fileIds: readonly string[]): Promise<CommandOutput> {
  const { out, search } = values
  if (out === undefined || (fileIds.length === 0) === (search === undefined))
    throw new SetUpError(({ cli }) => cli.commandIs(String(commands.export?.usage)))
  const template = values.name?.trim()
  if (template === '' || (template && template.length > 200))
    throw new SetUpError(({ cli }) => cli.templateWrong)
  const ways = exportChoicesSchema.shape.metadata.unwrap().options
  const metadata = ways.find((one) => one === values.metadata)
  if (values.metadata !== undefined && metadata === undefined)
    throw new SetUpError(({ cli }) => cli.optionOneOf('--metadata', ways, String(values.metadata)))
  const wrong = fileIds.find((fileId) => !z.uuid().safeParse(fileId).success)
  if (wrong !== undefined) throw new SetUpError(({ cli }) => cli.fileUnknown(wrong))
  await refuseBroken(values)
  const { cli } = values.words
  const unknown = unknownTokens(template ?? '')
  if (unknown.length > 0)
    values.terminal.warn(
      `Atelier: ${cli.templateUnknown(
        unknown,
        nameTokens.map((token) => `{${token}}`),
      )}`,
    )
  const { exportFiles } = await import('./export-files.ts')
  const { written, left, wasStopped, isNoted } = await exportFiles({
    fileIds: [...new Set(fileIds)],
    search,
    out,
    template,
    metadata,
    dataFolder: values.data,
    sayOwn: values.sayOwn,
    terminal: values.terminal,
  })
  if (wasStopped) values.terminal.warn(`Atelier: ${cli.exportStopped(written.length)}`)
  if (left.length > 0) values.terminal.warn(`Atelier: ${cli.exportLeft(left)}`)
  if (!isNoted) values.terminal.warn(`Atelier: ${cli.exportNotNoted}`)
  const lines = written.map(({ fileId, path }) => `${fileId}  ${path}`)
  return { json: written, lines, exitCode: wasStopped || left.length > 0 ? 1 : 0 }
}

async function restoreFolder(
  folder: string,
  { data, sayOwn, terminal, words: { cli } }: Options,
): Promise<CommandOutput> {
  const { importIntoLibrary } = await import('./import-folder.ts')
  const outcome = await importIntoLibrary({ folder, dataFolder: data, sayOwn, terminal })
  const { added, known, refused, wasStopped } = outcome
  if (wasStopped) terminal.warn(`Atelier: ${cli.importStopped}`)
  return {
    json: { added, known, refused },
    lines: [
      cli.imported(added, known, refused.length),
      ...refused.map(({ path, why }) => `  ${path}: ${cli.importRefused[why]}`),
    ],
    exitCode: wasStopped || refused.length > 0 ? 1 : 0,
  }
}

async function restoreFile(path: string, { words }: Options): Promise<CommandOutput> {
  const { readRestoredFile } = await import('../../infra/disk-restored-file.ts')
  const restored = await readRestoredFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new SetUpError(({ cli }) => {
      if (error.code === 'ENOENT') return cli.fileMissing(path)
      return error.code === 'EISDIR' ? cli.fileIsFolder(path) : cli.fileUnreadable(path, String(error.code))
    })
  })
  if (!restored) throw new SetUpError(({ cli }) => cli.restoreNothing(path))
  const { modelId, values, rating, flag, tags, note, source } = restored
  return {
    json: { modelId, values, rating, flag, tags, note, source },
    lines: [
      [modelId ?? words.cli.modelNotNamed, '★'.repeat(rating), flag === 'none' ? '' : flag, ...tags]
        .join('  ')
        .trim(),
      ...(note === '' ? [] : note.split('\n').map((line) => `  # ${line}`)),
      ...Object.entries(values).map(([name, value]) => `  ${name}=${JSON.stringify(value)}`),
    ],
    exitCode: 0,
  }
}

/** A whole number from the command line; undefined where the option is absent. */
function readWhole(
  option: string,
  text: string | undefined,
  { minimum, maximum }: { readonly minimum: number; readonly maximum: number },
): number | undefined {
  if (text === undefined) return undefined
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (value >= minimum && value <= maximum) return value
  throw new SetUpError(({ cli }) => cli.numberWrong(option, minimum, maximum, text))
}

async function share(styleId: string, values: Options): Promise<CommandOutput> {
  const { shareStyle } = await import('./share-style.ts')
  return shareStyle({ styleId, words: values.words, ...placeOf(values) })
}

/** Standard output is the protocol's alone, so nothing is printed at the end. */
async function serveAgents(_: string, values: Options): Promise<CommandOutput> {
  const { serveMcp } = await import('../mcp/serve-mcp.ts')
  const service = readServiceUrl(values.service, { allowsHttp: values[allowHttpOption] ?? false })
  await serveMcp({ ...placeOf(values), account: values.account, service })
  return { json: null, lines: [], exitCode: 0 }
}

async function repair(_: string, values: Options): Promise<CommandOutput> {
  const { repairFromTerminal } = await import('./repair.ts')
  const wanted = readRepair((option) => Object.hasOwn(values, option))
  const { json, lines } = await repairFromTerminal({
    dataFolder: values.data,
    repair: wanted,
    words: values.words,
    terminal: values.terminal,
  })
  return { json, lines, exitCode: json.isSound ? 0 : 1 }
}

/** Throws where the library can't be read, before any request to the service. */
async function refuseBroken({ data, terminal }: Options): Promise<void> {
  const { refuseBrokenLibrary } = await import('./repair.ts')
  await refuseBrokenLibrary(data, terminal)
}

/** Lets running jobs continue for a moment, where no other Atelier follows them. */
async function catchUp(values: Options): Promise<void> {
  const { hasUnfinishedJobs } = await import('./list-jobs.ts')
  if (!beforeSending(() => hasUnfinishedJobs({ dataFolder: values.data, terminal: values.terminal }))) return
  const { catchUpWithService } = await import('./catch-up.ts')
  await catchUpWithService(placeOf(values))
}

/** Reads the library before anything could be sent, so that a disk error can say that nothing was. */
function beforeSending<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    if (error instanceof SetUpError || sayError(error, firstWords) === null) throw error
    throw new SetUpError((words) => words.cli.nothingSent(sayError(error, words) ?? ''))
  }
}

/** The folder and the account that a command works with. */
function placeOf(values: Options) {
  const allowsHttp = values[allowHttpOption] ?? false
  const service = readServiceUrl(values.service, { allowsHttp })
  return {
    dataFolder: values.data,
    chooseAccount: chooseAccount({ account: values.account, service }),
    allowsHttp,
    sayOwn: values.sayOwn,
    terminal: values.terminal,
  }
}
