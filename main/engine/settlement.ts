import type { ModelDetail } from '../../shared/bridge/views.ts'
import { type ResultMeasures, settle } from '../../shared/pricing/settle.ts'
import type { FileCatalogue, LibraryFileStore } from './library/ports.ts'
import { readMeasures } from './media-types/read-structure.ts'
import type { Log } from './ports.ts'
import type { SubmissionJournal } from './submissions/ports.ts'
import type { Submission } from './submissions/submission.ts'

/** How many older runs are read at once. */
const atOnce = 50

export interface SettlementDeps {
  readonly log: Log
  readonly journal: Pick<SubmissionJournal, 'get' | 'saveSettled' | 'unsettled'>
  readonly files: Pick<FileCatalogue, 'item' | 'stored' | 'filesOf'>
  readonly store: Pick<LibraryFileStore, 'open'>
  /** The model as the run's own service prices it now; null where it isn't known any more. */
  modelOf(submission: Submission): Pick<ModelDetail, 'pricing' | 'schema'> | null
  onChanged(submission: Submission): void
  /** Called instead for the older runs that `catchUp` settles, which may be thousands: only sums are read again. */
  onOlderChanged(): void
}

/** Settles open prices by the results once they are here (SPEND5). Nothing here rejects: an error is logged. */
export interface Settlement {
  /** A file was saved: the price of its run is settled where it is open. */
  fileSaved(fileId: string): Promise<void>
  /** Settles what an earlier process, or an earlier version, has left open. */
  catchUp(): Promise<void>
  close(): Promise<void>
}

export function createSettlement(deps: SettlementDeps): Settlement {
  const { log, journal, files } = deps
  /** One after the other: two files of a run would each see only one. */
  let last: Promise<void> = Promise.resolve()
  let isClosed = false

  /** Whether the work was done. */
  async function inTurn(work: () => Promise<void>): Promise<boolean> {
    const before = last
    const { promise, resolve } = Promise.withResolvers<void>()
    last = promise
    await before
    const isDone = !isClosed && (await succeeds(work))
    resolve()
    return isDone
  }

  async function succeeds(work: () => Promise<void>): Promise<boolean> {
    try {
      await work()
      return true
    } catch (error) {
      log.warn(`A price could not be settled: ${String(error)}`)
      return false
    }
  }

  /** The run with its price; null where it is as before. */
  async function settleRun(submission: Submission): Promise<Submission | null> {
    const { submissionId, estimate: confirmed, values, settled: before } = submission
    const results = await measure(submissionId)
    const settled = settle({ confirmed, values, results, model: deps.modelOf(submission) })
    journal.saveSettled(submissionId, settled)
    return JSON.stringify(settled) === JSON.stringify(before) ? null : { ...submission, settled }
  }

  /** By the headers of the run's files that are here. */
  async function measure(submissionId: string): Promise<ResultMeasures[]> {
    const measures: ResultMeasures[] = []
    for (const { fileId } of files.filesOf([submissionId]).get(submissionId) ?? []) {
      const stored = files.stored(fileId)
      const file = stored && (await deps.store.open(stored.path).catch(() => null))
      if (!stored || !file) continue
      const { hasSound = null, ...sizes } = await readMeasures(stored.mediaType, file)
      await file.close()
      measures.push({ ...sizes, hasSound })
    }
    return measures
  }

  function findOpen(fileId: string): Submission | null {
    const run = journal.get(files.item(fileId)?.submissionId ?? '')
    return run?.settled?.kind === 'up_to' ? run : null
  }

  async function settleByFile(fileId: string): Promise<void> {
    if (!findOpen(fileId)) return
    await inTurn(async () => {
      const run = findOpen(fileId)
      const settled = run && (await settleRun(run))
      if (settled) deps.onChanged(settled)
    })
  }

  /** Each run in its turn, so that a file that is saved meanwhile waits for one run at most. */
  async function settleAll(): Promise<void> {
    const failed = new Set<string>()
    const next = () =>
      journal.unsettled(atOnce + failed.size).filter(({ submissionId }) => !failed.has(submissionId))
    // The newest may be on a page; one event for each older one could be thousands.
    let onSettled = deps.onChanged
    for (let runs = next(); runs.length > 0 && !isClosed; runs = next()) {
      for (const run of runs) {
        const isDone = await inTurn(async () => {
          const settled = await settleRun(run)
          if (settled) onSettled(settled)
        })
        if (!isDone) failed.add(run.submissionId)
      }
      onSettled = deps.onOlderChanged
    }
  }

  return {
    async fileSaved(fileId) {
      await succeeds(() => settleByFile(fileId))
    },
    async catchUp() {
      await succeeds(settleAll)
    },
    async close() {
      isClosed = true
      await last
    },
  }
}
