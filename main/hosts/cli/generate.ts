import { randomUUID } from 'node:crypto'
import { constants, createWriteStream } from 'node:fs'
import { access, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isTerminal } from '../../../shared/api/job.ts'
import { budgetQuestions } from '../../../shared/bridge/budget.ts'
import { type BridgeClient, createBridgeClient } from '../../../shared/bridge/client.ts'
import type { BridgeFailure, BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { ModelDetail, QueueHold, SubmissionView } from '../../../shared/bridge/views.ts'
import type { ModelChanges } from '../../../shared/changes/compare-models.ts'
import { sayChanges } from '../../../shared/changes/say-changes.ts'
import { type Reason, reasonOf } from '../../../shared/failures/reason.ts'
import { problemsOf } from '../../../shared/form/problems.ts'
import { loadPatterns } from '../../../shared/json-schema/match-pattern.ts'
import { estimate } from '../../../shared/pricing/estimate.ts'
import type { OpenedFile } from '../../engine/library/ports.ts'
import type { AccountSettings } from '../../engine/service/ports.ts'
import type { AccountOverride } from '../../engine/service/start-account.ts'
import { makeFolder } from '../../infra/data-folder.ts'
import type { Studio } from '../../studio.ts'
import type { MainWords } from '../../words/choose-words.ts'
import { openStudio } from '../open-studio.ts'
import { OutcomeUnknownError, type Sentence, SetUpError, sayFailed } from '../setup-error.ts'
import type { OpenStudio } from '../studio-on-folder.ts'
import { unknownModel } from './open-catalogue.ts'
import { inTodaysWords, readValues, sayProblems } from './read-values.ts'
import { exitCodeOf, type RunView, toRunView, withDamages } from './run-view.ts'
import { sayEmptyBalance, sayEnd } from './say.ts'
import { logOn, type Terminal } from './terminal.ts'

/** How often a run that provably was not sent is tried before the command gives up. */
const triesBeforeGivingUp = 3

export interface GenerateOptions {
  readonly modelId: string
  readonly settings: readonly string[]
  readonly count: number
  readonly waits: boolean
  /** The person's consent to exceed their own budgets. */
  readonly agrees: boolean
  readonly out: string | undefined
  readonly dataFolder: string | undefined
  chooseAccount(settings: AccountSettings): AccountOverride
  readonly allowsHttp: boolean
  readonly words: MainWords
  readonly terminal: Terminal
  onProgress(view: SubmissionView): void
}

/** Confirms runs and waits until each has a response, or with `waits` until its files are here. */
export async function generate(options: GenerateOptions): Promise<{ runs: RunView[]; exitCode: number }> {
  const { words, terminal } = options
  const out = options.out === undefined ? null : await prepareOut(options.out)
  const opened = await openStudio({
    host: 'cli',
    asksAgents: true,
    dataFolder: options.dataFolder,
    chooseAccount: options.chooseAccount,
    allowsHttp: options.allowsHttp,
    environment: terminal.environment,
    log: logOn(terminal),
    keyMask: terminal.keyMask,
  })
  const stop = new AbortController()
  const forgetStop = terminal.onStop(() => stop.abort())
  try {
    const connected = await opened.studio.connected
    if (!connected.ok) throw new SetUpError((words) => sayFailed(connected.error, words))
    const client = createBridgeClient(opened.studio.procedures)
    const confirmed = await confirm(client, opened.studio, options)
    const following = { ...options, signal: stop.signal, events: opened.studio.events }
    const { views, hold } = await follow(client, confirmed, following)
    let areCopied = true
    const runs = await Promise.all(
      views.map(async (view) => {
        const brought = await bringOut(opened, view, { out, words, terminal })
        areCopied &&= brought.areCopied
        return toRunView(withDamages(view, brought.damages), { files: brought.paths, hold, words })
      }),
    )
    await sayWhatWasReceived(client, { ...options, hold })
    const exitCode = Math.max(exitCodeOf(runs), areCopied ? 0 : 1)
    return { runs, exitCode: stop.signal.aborted ? 130 : exitCode }
  } finally {
    forgetStop()
    await opened.close()
  }
}

/** On standard error: the service's report of the model's end, and what can be done about an empty balance. */
async function sayWhatWasReceived(
  client: BridgeClient,
  {
    modelId,
    hold,
    words,
    terminal,
  }: Pick<GenerateOptions, 'modelId' | 'words' | 'terminal'> & { hold: QueueHold | null },
): Promise<void> {
  const end = sayEnd(await modelOf(client, modelId), words)
  if (end !== null) terminal.warn(`Atelier: ${end}`)
  if (hold?.reason === 'insufficient_balance') terminal.warn(`Atelier: ${sayEmptyBalance(words)}`)
}

async function prepareOut(folder: string): Promise<string> {
  const path = resolve(folder)
  try {
    await makeFolder(path)
    await access(path, constants.W_OK)
    return path
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new SetUpError(({ cli }) => cli.outUnwritable(path, String(code)))
  }
}

async function confirm(
  client: BridgeClient,
  { inputs }: Pick<Studio, 'inputs'>,
  { modelId, settings, count, agrees, words, terminal }: GenerateOptions,
): Promise<SubmissionView[]> {
  const model = await modelOf(client, modelId)
  const given = await readValues(model, settings, async (name, content, options) => {
    const kept = await inputs.add(name, content, options)
    if (!kept.ok) throw new SetUpError((said) => `${name}: ${sayFailed(kept.error, said)}`)
    return kept.value.sha256
  })
  const values = inTodaysWords(model, given, { words, terminal })
  await loadPatterns(model.schema)
  const problems = problemsOf(model.schema, values)
  if (problems.length > 0) throw new SetUpError(sayProblems(problems))
  const price = estimate({ pricing: model.pricing, schema: model.schema, values })
  const submissionIds = Array.from({ length: count }, () => randomUUID())
  const result = await client.call('jobs.confirm', {
    submissionIds,
    modelId: model.id,
    values,
    estimate: price,
    agreed: agrees ? [...budgetQuestions] : [],
  })
  if (!result.ok && result.error.code === 'no_key') throw new SetUpError(({ cli }) => cli.keyMissing)
  if (!result.ok && result.error.code === 'not_shown') return findWritten(client, submissionIds, result.error)
  return unwrap(result)
}

/** The runs that were written although their confirmation failed; they are followed like any. */
async function findWritten(
  client: BridgeClient,
  submissionIds: readonly string[],
  failure: BridgeFailure,
): Promise<SubmissionView[]> {
  const found: SubmissionView[] = []
  for (const submissionId of submissionIds) {
    const result = await client.call('jobs.get', { submissionId })
    if (result.ok) found.push(result.value)
  }
  if (found.length < submissionIds.length) throw new OutcomeUnknownError((words) => sayFailed(failure, words))
  return found
}

/** The model as described by the connected service. */
async function modelOf(client: BridgeClient, modelId: string): Promise<ModelDetail> {
  const found = await client.call('catalog.model', { modelId })
  if (found.ok) return found.value
  const listed = await client.call('catalog.list', {})
  throw new SetUpError(unknownModel(modelId, listed.ok ? listed.value.map(({ id }) => id) : []))
}

function unwrap<Value>(result: BridgeResult<Value>): Value {
  if (result.ok) return result.value
  throw new SetUpError(failureSentence(result.error))
}

/** Fields and values by their names on the wire, as arguments have them. */
const wireNames = { field: (name: string) => name, value: (text: string) => text }

function linesOf(models: readonly ModelChanges[], { cli, changes }: MainWords): string[] {
  return models.flatMap((model) =>
    sayChanges(model, changes, wireNames).map(({ text }) => cli.changedLine(model.label, text)),
  )
}

function failureSentence(failure: BridgeFailure): Sentence {
  const { problems, code } = failure
  const changed = failure.objection?.changed
  if (changed)
    return (words) =>
      words.cli.sayYesToChanges(sayFailed(failure, words), '--yes', linesOf(changed.models, words))
  if (code === 'asks_first') return (words) => words.cli.sayYes(sayFailed(failure, words), '--yes')
  if (problems) return sayProblems(problems)
  return (words) => sayFailed(failure, words) || words.failures.sentence(failure)
}

interface Following {
  readonly waits: boolean
  readonly signal: AbortSignal
  readonly events: Studio['events']
  onProgress(view: SubmissionView): void
}

interface Followed {
  readonly views: readonly SubmissionView[]
  /** Why no more was sent, where nobody was here to lift the hold. */
  readonly hold: QueueHold | null
}

/** Resolves with the state of every run when there is nothing more to wait for. */
function follow(
  client: BridgeClient,
  confirmed: readonly SubmissionView[],
  { waits, signal, events, onProgress }: Following,
): Promise<Followed> {
  const views = new Map(confirmed.map((view) => [view.submissionId, view]))
  const tries = new Map<string, number>()
  const { promise, resolve: finish } = Promise.withResolvers<Followed>()
  let given: QueueHold | null = null

  function take(view: SubmissionView): void {
    if (!views.has(view.submissionId)) return
    views.set(view.submissionId, view)
    onProgress(view)
    if (view.state === 'unsent') tries.set(view.submissionId, (tries.get(view.submissionId) ?? 0) + 1)
    // No one is here to move it to another model, and its own doesn't come back (JOB98); nor to say yes to another price (CAT67).
    const { state, problem } = view
    const isHeld =
      state === 'confirmed' && (problem?.code === 'model_sunset' || problem?.code === 'price_changed')
    if (isHeld || (tries.get(view.submissionId) ?? 0) >= triesBeforeGivingUp) void giveUpWaiting()
    if ([...views.values()].every((one) => isSettled(one, waits))) end()
  }

  /** Nothing of these was sent, so they are canceled: no later start may send them unasked. */
  async function giveUpWaiting(): Promise<void> {
    for (const { submissionId, state } of [...views.values()]) {
      if (state === 'confirmed' || state === 'unsent') await client.call('jobs.withdraw', { submissionId })
    }
  }

  function end(): void {
    unsubscribe()
    finish({ views: [...views.values()], hold: given })
  }

  /** Nobody is here to lift a hold that only a person lifts. */
  function takeHold(hold: QueueHold | null): void {
    const isStorage = hold?.reason === 'storage_failed' || hold?.reason === 'library_damaged'
    if (!hold || (hold.until !== null && !isStorage)) return
    given = hold
    if (isStorage) end()
    else void giveUpWaiting()
  }

  const unsubscribe = events.subscribe((event) => {
    if (event.name === 'submission.changed') take(event.payload)
    if (event.name === 'studio.changed') takeHold(event.payload.hold)
  })
  // Whoever stops the command wants no more of it, now or at a later start.
  signal.addEventListener('abort', () => void giveUpWaiting().finally(end), { once: true })
  void readAnew()

  /** Changes from before we listened. */
  async function readAnew(): Promise<void> {
    for (const submissionId of views.keys()) {
      const result = await client.call('jobs.get', { submissionId })
      if (result.ok) take(result.value)
    }
    const status = await client.call('studio.status', {})
    if (status.ok) takeHold(status.value.hold)
  }

  return promise
}

function isSettled({ state, job, files }: SubmissionView, waits: boolean): boolean {
  if (state === 'confirmed' || state === 'sending' || state === 'unsent') return false
  if (state !== 'accepted' || !waits) return true
  if (!job || !isTerminal(job.status)) return false
  // Nobody is here to free the disk; the next start fetches the file.
  return files.every(
    ({ state, missingBytes }) => state === 'saved' || state === 'failed' || missingBytes !== null,
  )
}

/**
 * The absolute paths of a run's files: copies in `out` where one is given, else the library's own files. A file
 * that can't be copied is reported on standard error and named where it is: the run is made and paid.
 */
async function bringOut(
  { studio, folder }: OpenStudio,
  view: SubmissionView,
  { out, words, terminal }: { out: string | null } & Pick<GenerateOptions, 'words' | 'terminal'>,
) {
  let areCopied = true
  const paths: string[] = []
  const damages = new Map<string, Reason>()
  for (const { fileId, name, state } of view.files) {
    const opened = state === 'saved' ? await studio.storedFiles.open(fileId) : null
    if (opened?.type === 'damaged') damages.set(fileId, opened.cause)
    if (opened?.type === 'absent') damages.set(fileId, reasonOf('file_not_in_place'))
    if (opened?.type !== 'open') continue
    const { file, stored } = opened
    const kept = folder.resolve(stored.path)
    const target = out === null ? kept : join(out, name)
    const failure = out === null ? await file.close() : await copyTo(file, target)
    if (failure) terminal.warn(`Atelier: ${words.cli.notCopied(target, failure, kept)}`)
    areCopied &&= !failure
    paths.push(failure ? kept : target)
  }
  return { paths, damages, areCopied }
}

/** Returns why it could not be copied, with no part of it left; undefined where it was. */
async function copyTo(file: OpenedFile, target: string): Promise<string | undefined> {
  try {
    await pipeline(file.stream(0, Math.max(0, file.bytes - 1)), createWriteStream(target))
    return undefined
  } catch (error) {
    await rm(target, { force: true }).catch(() => undefined)
    return (error as NodeJS.ErrnoException).code ?? (error as Error).message
  }
}
