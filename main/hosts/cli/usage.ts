import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type BridgeClient, createBridgeClient } from '../../../shared/bridge/client.ts'
import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import { longestUsageDays } from '../../../shared/bridge/usage-bounds.ts'
import type { UsageFailure, UsagePull } from '../../../shared/bridge/usage-views.ts'
import type { AccountSettings } from '../../engine/service/ports.ts'
import type { AccountOverride } from '../../engine/service/start-account.ts'
import { joinedWindow } from '../../engine/usage/summarize.ts'
import { readUsagePages, toCsvLine, type UsagePageRequest } from '../../engine/usage/usage-files.ts'
import { dayMs, windowOfDates } from '../../engine/usage/windows.ts'
import { toWireRow, usageColumns, type WireRow } from '../../engine/usage/wire-row.ts'
import { writeUsageParquet } from '../../infra/usage-parquet.ts'
import type { Studio } from '../../studio.ts'
import type { MainWords } from '../../words/choose-words.ts'
import { openStudio } from '../open-studio.ts'
import { SetUpError, sayFailed, sayReason } from '../setup-error.ts'
import { readDates } from './read-dates.ts'
import { logOn, type Terminal } from './terminal.ts'

export interface UsageOptions {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly csv?: boolean | undefined
  readonly json?: boolean | undefined
  /** The file to write. */
  readonly parquet?: string | undefined
  readonly dataFolder: string | undefined
  chooseAccount(settings: AccountSettings): AccountOverride
  readonly allowsHttp: boolean
  readonly words: MainWords
  readonly terminal: Terminal
}

interface UsageOutput {
  readonly json: unknown
  readonly lines: readonly string[]
  readonly exitCode: number
}

interface Selection {
  readonly from: string
  readonly to: string
  readonly accountIds: string[]
}

const interrupted = 130

/** Pulls the reports of a window and writes their jobs; what fails is said on standard error. */
export async function usage(options: UsageOptions): Promise<UsageOutput> {
  const range = readDates(options)
  const { start, end } = windowOfDates(range)
  if (end - start >= longestUsageDays * dayMs)
    throw new SetUpError(({ cli }) => cli.usageDatesFar(longestUsageDays))
  const forms = [options.csv, options.json, options.parquet !== undefined].filter(Boolean)
  if (forms.length > 1) throw new SetUpError(({ cli }) => cli.usageFormsMany)
  const opened = await openStudio({
    host: 'cli',
    dataFolder: options.dataFolder,
    chooseAccount: options.chooseAccount,
    allowsHttp: options.allowsHttp,
    environment: options.terminal.environment,
    log: logOn(options.terminal),
    keyMask: options.terminal.keyMask,
  })
  const stop = new AbortController()
  const forgetStop = options.terminal.onStop(() => stop.abort())
  try {
    const connected = await opened.studio.connected
    if (!connected.ok) throw new SetUpError((words) => sayFailed(connected.error, words))
    const client = createBridgeClient(opened.studio.procedures)
    const named = await chooseWorkspaces(client)
    const selection = { ...range, accountIds: [...named.keys()] }
    const pulls = await pullAll(client, opened.studio, { selection, named, signal: stop.signal, options })
    const output = await write(client, selection, options)
    const isWhole = pulls.every(({ failure, gaps }) => failure === null && gaps.length === 0)
    return { ...output, exitCode: stop.signal.aborted ? interrupted : isWhole ? 0 : 1 }
  } finally {
    forgetStop()
    await opened.close()
  }
}

/** The workspace of the account that the command works with, by id with its name. */
async function chooseWorkspaces(client: BridgeClient): Promise<ReadonlyMap<string, string>> {
  const { accountId } = valueIn(await client.call('studio.status', {})).service
  const all = valueIn(await client.call('usage.workspaces', {}))
  const chosen = all.find((one) => one.accountId === accountId && one.hasKey)
  if (!chosen) throw new SetUpError(({ cli }) => cli.usageKeyMissing)
  return new Map([[chosen.accountId, chosen.name]])
}

function valueIn<Value>(result: BridgeResult<Value>): Value {
  if (result.ok) return result.value
  throw new SetUpError((words) => sayFailed(result.error, words))
}

interface Pulling {
  readonly selection: Selection
  readonly named: ReadonlyMap<string, string>
  readonly signal: AbortSignal
  readonly options: Pick<UsageOptions, 'words' | 'terminal'>
}

/** Resolves with each workspace's pull when all have ended; with none where the person has stopped before. */
async function pullAll(
  client: BridgeClient,
  { events }: Pick<Studio, 'events'>,
  { selection, named, signal, options }: Pulling,
): Promise<UsagePull[]> {
  if (signal.aborted) return []
  const { words, terminal } = options
  const ended = new Map<string, UsagePull>()
  const all = Promise.withResolvers<void>()
  const said = new Set<string>()
  const undo = events.subscribe(({ name, payload }) => {
    if (name !== 'usage.changed' || !named.has(payload.accountId)) return
    const line = sayProgress(payload, named.get(payload.accountId) ?? '', words)
    if (line !== null && !said.has(line)) terminal.warn(line)
    if (line !== null) said.add(line)
    if (payload.phase === 'idle' || payload.phase === 'failed') ended.set(payload.accountId, payload)
    if (ended.size === named.size) all.resolve()
  })
  const cancel = () => void client.call('usage.cancel', { accountIds: selection.accountIds })
  signal.addEventListener('abort', cancel, { once: true })
  try {
    valueIn(await client.call('usage.pull', selection))
    await all.promise
  } finally {
    signal.removeEventListener('abort', cancel)
    undo()
  }
  for (const [accountId, pull] of ended)
    for (const line of sayEnd(pull, named.get(accountId) ?? '', words)) terminal.warn(`Atelier: ${line}`)
  return [...ended.values()]
}

function sayProgress({ phase, window, jobs, failure, retryAt }: UsagePull, name: string, words: MainWords) {
  const { cli, usageFailures } = words
  if (phase === 'pulling') return cli.usagePulling(name, window && `${window.start} – ${window.end}`, jobs)
  if (phase === 'waiting' && failure)
    return cli.usageWaiting(name, usageFailures[failure.kind].title, retryAt ?? '')
  return null
}

function sayEnd({ failure, gaps, unreadableRows }: UsagePull, name: string, words: MainWords): string[] {
  const { cli, usageFailures } = words
  return [
    ...gaps.map((gap) => cli.usageGap(name, gap.start, gap.end, gap.words ?? '')),
    ...(unreadableRows > 0 ? [cli.usageUnreadableRows(name, unreadableRows)] : []),
    ...(failure === null
      ? []
      : [
          cli.usageFailed(
            name,
            usageFailures[failure.kind].title,
            usageFailures[failure.kind].body,
            whyOf(failure, words),
          ),
        ]),
  ]
}

function whyOf({ words: said, cause }: UsageFailure, words: MainWords): string {
  return said ?? (cause ? sayReason(cause, words) : '')
}

async function write(
  client: BridgeClient,
  selection: Selection,
  { csv, json, parquet, words: { cli } }: UsageOptions,
): Promise<Pick<UsageOutput, 'json' | 'lines'>> {
  const summary = valueIn(await client.call('usage.summary', { ...selection, by: 'member' }))
  const { start, end } = joinedWindow(summary.coverage, windowOfDates(selection))
  const lines = [
    cli.usageSum(summary.jobs, summary.units, summary.members),
    cli.usageCovered(start, end),
    ...summary.series.map(({ label, units, jobs }) =>
      cli.usageSeries(label ?? cli.usageUnnamed, units, jobs),
    ),
    ...(summary.others
      ? [cli.usageSeries(cli.usageOthers(summary.others.series), summary.others.units, summary.others.jobs)]
      : []),
  ]
  if (!csv && !json && parquet === undefined) return { json: null, lines }
  const jobs = await readRows(client, selection)
  if (csv)
    return { json: null, lines: [usageColumns.join(','), ...jobs.map((row) => toCsvLine(row).trimEnd())] }
  if (parquet === undefined) return { json: { start_date: start, end_date: end, jobs }, lines }
  const path = resolve(parquet)
  try {
    await writeFile(path, await writeUsageParquet(jobs))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new SetUpError(({ cli }) => cli.fileUnwritable(path, String(code)))
  }
  return { json: null, lines: [...lines, cli.fileWritten(path)] }
}

/** Every job, newest first. */
async function readRows(client: BridgeClient, selection: Selection): Promise<WireRow[]> {
  const all: WireRow[] = []
  const read = async (page: UsagePageRequest) =>
    valueIn(await client.call('usage.list', { ...selection, ...page }))
  for await (const rows of readUsagePages(read)) all.push(...rows.map(toWireRow))
  return all
}
