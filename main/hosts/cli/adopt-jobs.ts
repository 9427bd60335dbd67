import { isTerminal } from '../../../shared/api/job.ts'
import {
  type AdoptionView,
  type ForeignJob,
  mostFoundOnPage,
} from '../../../shared/bridge/adoption-procedures.ts'
import { type BridgeClient, createBridgeClient } from '../../../shared/bridge/client.ts'
import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { SubmissionView } from '../../../shared/bridge/views.ts'
import type { AccountSettings } from '../../engine/service/ports.ts'
import type { AccountOverride } from '../../engine/service/start-account.ts'
import type { Studio } from '../../studio.ts'
import type { MainWords } from '../../words/choose-words.ts'
import { openStudio } from '../open-studio.ts'
import { SetUpError, sayFailed, sayReason } from '../setup-error.ts'
import type { OpenStudio } from '../studio-on-folder.ts'
import { logOn, type Terminal } from './terminal.ts'

interface AdoptOptions {
  /** Empty: those that the service lists. */
  readonly jobIds: readonly string[]
  /** Otherwise what is new is only shown. */
  readonly takes: boolean
  readonly dataFolder: string | undefined
  chooseAccount(settings: AccountSettings): AccountOverride
  readonly allowsHttp: boolean
  readonly words: MainWords
  readonly terminal: Terminal
}

/** A job as a script reads it. `files` are the absolute paths of those that are here. */
interface AdoptedRow
  extends Pick<ForeignJob, 'jobId' | 'state' | 'modelId' | 'kind' | 'createdAt' | 'submissionId'> {
  readonly files: readonly string[]
}

/**
 * Takes jobs that were started elsewhere into the library, and waits for the files of those that have ended (ADOPT31).
 * Throws `SetUpError` where nothing could be read.
 */
export async function adoptJobs(options: AdoptOptions) {
  const { jobIds, takes, words, terminal } = options
  const opened = await openStudio({
    host: 'cli',
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
    const { studio } = opened
    const connected = await studio.connected
    if (!connected.ok) throw new SetUpError((said) => sayFailed(connected.error, said))
    const client = createBridgeClient(studio.procedures)
    const watch = { client, studio, signal: stop.signal }
    const input = jobIds.length > 0 ? { jobIds: [...jobIds] } : { days: null }
    const looked = await follow(unwrap(await client.call('adoption.look', input)), watch)
    const { adoptionId } = looked
    const isTaken = takes && looked.failure === null && looked.takeable > 0 && !stop.signal.aborted
    const done = isTaken
      ? await follow(
          unwrap(await client.call('adoption.take', { adoptionId, which: 'allBut', jobIds: [] })),
          watch,
        )
      : looked
    const jobs = await allJobs(client, adoptionId)
    if (isTaken) await filesAreHere(jobs, watch)
    const rows = await Promise.all(jobs.map((job) => toRow(job, client, opened)))
    warn(done, options)
    const isWhole = done.failure === null && (jobIds.length === 0 || jobs.every(isHere))
    return {
      json: rows,
      lines: jobs.map((job, index) => say(job, rows[index]?.files ?? [], words)),
      exitCode: stop.signal.aborted ? 130 : isWhole ? 0 : 1,
    }
  } finally {
    forgetStop()
    await opened.close()
  }
}

function unwrap<Value>(result: BridgeResult<Value>): Value {
  if (result.ok) return result.value
  const { error } = result
  if (error.code === 'no_key') throw new SetUpError(({ cli }) => cli.keyMissing)
  throw new SetUpError((words) => sayFailed(error, words) || words.failures.sentence(error))
}

interface Watch {
  readonly client: BridgeClient
  readonly studio: Studio
  readonly signal: AbortSignal
}

/** The view once it is neither reading nor taking. */
async function follow(begun: AdoptionView, { client, studio, signal }: Watch): Promise<AdoptionView> {
  const { promise, resolve } = Promise.withResolvers<AdoptionView>()
  const take = (view: AdoptionView | null) => {
    if (view && view.state !== 'reading' && view.state !== 'taking') resolve(view)
  }
  const unsubscribe = studio.events.subscribe((event) => {
    if (event.name === 'adoption.changed') take(event.payload)
  })
  const cancel = () => void client.call('adoption.cancel', { adoptionId: begun.adoptionId })
  signal.addEventListener('abort', cancel, { once: true })
  // Stopped while the look was begun.
  if (signal.aborted) cancel()
  const current = await client.call('adoption.current', {})
  if (current.ok) take(current.value.look)
  const view = await promise
  signal.removeEventListener('abort', cancel)
  unsubscribe()
  return view
}

async function allJobs(client: BridgeClient, adoptionId: string): Promise<ForeignJob[]> {
  const jobs: ForeignJob[] = []
  for (;;) {
    const page = unwrap(
      await client.call('adoption.jobs', { adoptionId, offset: jobs.length, limit: mostFoundOnPage }),
    )
    jobs.push(...page.jobs)
    if (page.jobs.length === 0 || jobs.length >= page.total) return jobs
  }
}

/** Resolves once every file of the taken runs that have ended is here, or can't be; the next start fetches the rest. */
async function filesAreHere(jobs: readonly ForeignJob[], { client, studio, signal }: Watch): Promise<void> {
  const waiting = new Set(
    jobs.flatMap(({ state, submissionId }) => (state === 'taken' && submissionId) || []),
  )
  let changed = Promise.withResolvers<void>()
  const wake = () => changed.resolve()
  const unsubscribe = studio.events.subscribe(wake)
  signal.addEventListener('abort', wake, { once: true })
  while (waiting.size > 0 && !signal.aborted) {
    changed = Promise.withResolvers()
    for (const submissionId of [...waiting]) {
      const run = await client.call('jobs.get', { submissionId })
      if (!run.ok || isOver(run.value)) waiting.delete(submissionId)
      // Those behind it are fetched after it.
      else break
    }
    if (waiting.size > 0 && !signal.aborted) await changed.promise
  }
  unsubscribe()
}

/** A running job is polled at the next start. */
function isOver({ job, files }: SubmissionView): boolean {
  if (!job || !isTerminal(job.status)) return true
  return files.every(
    ({ state, missingBytes }) => state === 'saved' || state === 'failed' || missingBytes !== null,
  )
}

async function toRow(
  job: ForeignJob,
  client: BridgeClient,
  { studio, folder }: OpenStudio,
): Promise<AdoptedRow> {
  const { jobId, state, modelId, kind, createdAt, submissionId } = job
  const run = submissionId === null ? null : await client.call('jobs.get', { submissionId })
  const files = run?.ok ? run.value.files.filter((file) => file.state === 'saved') : []
  return {
    ...{ jobId, state, modelId, kind, createdAt, submissionId },
    files: files.map(({ fileId }) => folder.resolve(studio.pathOf(fileId))),
  }
}

function isHere({ state }: ForeignJob): boolean {
  return state === 'taken' || state === 'here'
}

function warn(view: AdoptionView, { takes, words, terminal }: AdoptOptions): void {
  const { cli } = words
  const say = (sentence: string) => terminal.warn(`Atelier: ${sentence}`)
  if (view.failure !== null) say(cli.adoptFailed[view.failure])
  if (view.reserved > 0) say(cli.adoptReserved(view.reserved))
  if (view.failure === null) {
    const isListing = view.source === 'listing'
    if (!view.isWhole || view.isCut) say(isListing ? cli.adoptPartial : cli.adoptPartialIds)
    if (isListing && view.found === 0) say(cli.adoptNothing)
    else if (isListing && !takes) say(cli.adoptAsk(view.takeable))
  }
  if (view.state === 'done') say(cli.adopted(view.taken))
}

function say(job: ForeignJob, files: readonly string[], words: MainWords): string {
  const { jobId, state, modelId, createdAt, reason } = job
  const why = reason === null ? '' : `: ${sayReason(reason, words)}`
  return [
    jobId,
    modelId ?? words.cli.modelNotNamed,
    createdAt ?? '',
    words.cli.foreignJob[state] + why,
    ...files,
  ]
    .filter((text) => text !== '')
    .join('  ')
}
