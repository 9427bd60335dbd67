import { jobStatuses } from '../../../shared/api/job.ts'
import type { ModelDetail } from '../../../shared/bridge/views.ts'
import { submissionStates } from '../../../shared/bridge/views.ts'
import { retiredModels } from '../../../shared/catalog/retired.ts'
import { findProblemsInGiven } from '../../../shared/form/problems.ts'
import { loadPatterns } from '../../../shared/json-schema/match-pattern.ts'
import { estimate } from '../../../shared/pricing/estimate.ts'
import { allowHttpOption, readArguments, readServiceUrl } from '../arguments.ts'
import { readRepair, repairSwitches } from '../repair-options.ts'
import { OutcomeUnknownError, SetUpError, sayError } from '../setup-error.ts'
import { allModels, describeModels, findModel, openCatalogue } from './open-catalogue.ts'
import { inTodaysWords, readValues, sayProblems } from './read-values.ts'
import { estimateOf, exitCodeOf, sayRun } from './run-view.ts'
import { sayEnd, sayEstimate, sayModel } from './say.ts'

const options = {
  set: { type: 'string', multiple: true },
  count: { type: 'string' },
  wait: { type: 'boolean' },
  yes: { type: 'boolean' },
  out: { type: 'string' },
  state: { type: 'string' },
  json: { type: 'boolean' },
  service: { type: 'string' },
  [allowHttpOption]: { type: 'boolean' },
  data: { type: 'string' },
  help: { type: 'boolean' },
  ...repairSwitches,
} as const

type Options = ReturnType<typeof readArguments<typeof options>>['values']

/** A command's result: `json` for scripts, `lines` for a person, and its exit code. */
interface Answer {
  readonly json: unknown
  readonly lines: readonly string[]
  readonly exitCode: number
}

interface Command {
  readonly usage: string
  readonly takes: readonly (keyof typeof options)[]
  readonly subject: 'none' | 'required'
  run(subject: string, values: Options): Promise<Answer>
}

const common = ['json', 'service', allowHttpOption, 'data', 'help'] as const

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
  describe: { usage: 'describe FILE|URL', takes: ['json', 'help'], subject: 'required', run: describePlace },
  repair: {
    usage: 'repair [--restore-backup | --keep-library | --rebuild-library | --new-library]',
    takes: ['json', 'data', 'help', 'restore-backup', 'keep-library', 'rebuild-library', 'new-library'],
    subject: 'none',
    run: repair,
  },
  job: { usage: 'job ID', takes: common, subject: 'required', run: showJob },
}

const usage = [
  'npm run -s atelier -- COMMAND … [--json] [--service URL [--allow-http]] [--data DIR]     key: ATELIER_API_KEY',
  ...Object.values(commands).map((command) => `  ${command.usage}`),
  'A value is JSON where it parses and text where it doesn’t; @path is a local file.',
]

async function main(words: readonly string[]): Promise<void> {
  const { values, positionals } = readArguments(words, options)
  const [name, subject, ...rest] = positionals
  if (values.help || name === 'help') return print({ json: usage, lines: usage, exitCode: 0 }, values)
  const command = name === undefined || !Object.hasOwn(commands, name) ? undefined : commands[name]
  if (!command)
    throw new SetUpError(
      `${name === undefined ? 'A command is missing' : `There is no command ${name}`}. There are ${Object.keys(commands).join(', ')}.`,
    )
  const stray = (Object.keys(values) as (keyof typeof options)[]).find(
    (option) => !command.takes.includes(option),
  )
  if (stray) throw new SetUpError(`${name} takes no --${stray}: ${command.usage}`)
  const isSubjectWrong = command.subject === 'required' ? subject === undefined : subject !== undefined
  if (isSubjectWrong || rest.length > 0) throw new SetUpError(`The command is: ${command.usage}`)
  print(await command.run(subject ?? '', values), values)
}

function print({ json, lines, exitCode }: Answer, { json: wantsJson }: Options): void {
  process.stdout.write(wantsJson ? `${JSON.stringify(json)}\n` : lines.map((line) => `${line}\n`).join(''))
  process.exitCode = exitCode
}

async function listModels(_: string, values: Options): Promise<Answer> {
  const details = allModels(await openCatalogue(placeOf(values)))
  warnOfEnds(details)
  return answerModels(details)
}

/** On standard error, with any command; models that were retired before Atelier existed are no news. */
function warnOfEnds(details: readonly ModelDetail[]): void {
  for (const model of details) {
    const end = retiredModels.some(({ id }) => id === model.id) ? null : sayEnd(model)
    if (end !== null) console.error(`Atelier: ${end}`)
  }
}

async function describePlace(place: string): Promise<Answer> {
  return answerModels(await describeModels(place))
}

function answerModels(details: readonly ModelDetail[]): Answer {
  const json = details.map(
    ({ id, kind, label, path, schema, aliases, renamedValues, notes, pricing, deprecation }) => {
      return { id, kind, label, path, schema, aliases, renamedValues, notes, pricing, deprecation }
    },
  )
  return { json, lines: details.map(sayModel), exitCode: 0 }
}

async function estimateRun(id: string, values: Options): Promise<Answer> {
  const model = findModel(await openCatalogue(placeOf(values)), id)
  const given = await readValues(model, values.set ?? [], async () => '0'.repeat(64))
  const request = inTodaysWords(model, given)
  await loadPatterns(model.schema)
  const problems = findProblemsInGiven(model.schema, request)
  if (problems.length > 0) throw new SetUpError(sayProblems(problems))
  const price = estimate({ pricing: model.pricing, schema: model.schema, values: request })
  return { json: estimateOf(price), lines: [sayEstimate(price)], exitCode: 0 }
}

async function generateRuns(id: string, values: Options): Promise<Answer> {
  const count = values.count === undefined ? 1 : Number(values.count)
  if (!Number.isInteger(count) || count < 1 || count > 100) {
    throw new SetUpError(`--count takes a whole number from 1 to 100, not “${values.count}”.`)
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
    ...place,
    onProgress(view) {
      const progress = view.job?.progress ? ` ${Math.round(view.job.progress * 100)} %` : ''
      console.error(`${view.submissionId.slice(0, 8)}  ${view.job?.status ?? view.state}${progress}`)
    },
  })
  return { json: runs, lines: runs.map(sayRun), exitCode }
}

async function showJobs(_: string, values: Options): Promise<Answer> {
  const state = values.state
  const known: readonly string[] = [...submissionStates, ...jobStatuses]
  if (state !== undefined && !known.includes(state)) {
    throw new SetUpError(`--state takes one of ${known.join(', ')}, not “${state}”.`)
  }
  await refuseBroken(values)
  const { listJobs } = await import('./list-jobs.ts')
  await catchUp(values)
  const runs = listJobs({ dataFolder: values.data, limit: 500, state })
  return { json: runs, lines: runs.map(sayRun), exitCode: 0 }
}

async function showJob(id: string, values: Options): Promise<Answer> {
  await refuseBroken(values)
  const { findJob } = await import('./list-jobs.ts')
  await catchUp(values)
  const run = findJob({ dataFolder: values.data, id })
  if (!run) throw new SetUpError(`There is no run ${id} in this library.`)
  return { json: run, lines: [sayRun(run)], exitCode: exitCodeOf([run]) }
}

async function repair(_: string, values: Options): Promise<Answer> {
  const { repairFromTerminal } = await import('./repair.ts')
  const wanted = readRepair((option) => Object.hasOwn(values, option))
  const { json, lines } = await repairFromTerminal({ dataFolder: values.data, repair: wanted })
  return { json, lines, exitCode: json.isSound ? 0 : 1 }
}

/** Throws where the library can't be read, before the service is asked for anything. */
async function refuseBroken({ data }: Options): Promise<void> {
  const { refuseBrokenLibrary } = await import('./repair.ts')
  await refuseBrokenLibrary(data)
}

/** Lets running jobs continue for a moment, where no other Atelier follows them. */
async function catchUp(values: Options): Promise<void> {
  const { hasUnfinishedJobs } = await import('./list-jobs.ts')
  if (!beforeSending(() => hasUnfinishedJobs(values.data))) return
  const { catchUpWithService } = await import('./catch-up.ts')
  await catchUpWithService(placeOf(values))
}

/** Reads the library before anything could be sent, so that a disk error can say that nothing was. */
function beforeSending<Value>(read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    const sentence = error instanceof SetUpError ? null : sayError(error)
    throw sentence === null ? error : new SetUpError(`${sentence} Nothing was sent.`)
  }
}

/** The folder and the service that a command works with. */
function placeOf(values: Options) {
  const allowsHttp = values[allowHttpOption] ?? false
  return { dataFolder: values.data, service: readServiceUrl(values.service, { allowsHttp }), allowsHttp }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const sentence = sayError(error)
  if (sentence === null) throw error
  console.error(`Atelier: ${sentence}`)
  process.exitCode = error instanceof OutcomeUnknownError ? 3 : 2
})
