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
  /** The model as it is priced now; null where it isn't known any more. */
  model(modelId: string): Pick<ModelDetail, 'pricing' | 'schema'> | null
  onChanged(submission: Submission): void
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

  function inTurn(work: () => Promise<void>): Promise<void> {
    last = last
      .then(() => (isClosed ? undefined : work()))
      .catch((error: unknown) => {
        log.warn(`A price could not be settled: ${String(error)}`)
      })
    return last
  }

  async function settleRun(submission: Submission): Promise<void> {
    const { submissionId, estimate: confirmed, values, settled: before } = submission
    const results = await measure(submissionId)
    const settled = settle({ confirmed, values, results, model: deps.model(submission.modelId) })
    journal.saveSettled(submissionId, settled)
    if (JSON.stringify(settled) !== JSON.stringify(before)) deps.onChanged({ ...submission, settled })
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

  return {
    fileSaved: (fileId) =>
      inTurn(async () => {
        const submission = journal.get(files.item(fileId)?.submissionId ?? '')
        if (submission?.settled?.kind === 'up_to') await settleRun(submission)
      }),
    catchUp: () =>
      inTurn(async () => {
        for (
          let runs = journal.unsettled(atOnce);
          runs.length > 0 && !isClosed;
          runs = journal.unsettled(atOnce)
        )
          for (const run of runs) await settleRun(run)
      }),
    async close() {
      isClosed = true
      await last
    },
  }
}
