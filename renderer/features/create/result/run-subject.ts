import type { FileView, SubmissionView } from '../../../../shared/bridge/views.ts'
import type { Subject } from '../../../actions/action.ts'
import { isUnsent } from '../runs/batch-standing.ts'
import { waitingSheetOf } from '../runs/queued-batch.ts'
import { promptOf, readRunPhase, savedFiles } from '../runs/run-phase.ts'
import type { RunsStore } from '../runs/runs-store.ts'

interface Shown extends Pick<Subject, 'place' | 'view'> {
  readonly run: SubmissionView
  /** The file that is shown or meant; null where the run has none that is here. */
  readonly file: FileView | null
  readonly runs: Pick<RunsStore, 'store' | 'withdraw' | 'moveBatch'>
  /** Whether its batch has several files. */
  readonly isOfMany: boolean
  /** Whether it is shown as a cell, for which Download saves every file of the run. */
  readonly isCell?: boolean
  /** Goes on to the next result, after a mark that asks for that. */
  readonly advance?: () => void
}

/** A run beside the form, or one of its files, for the actions. */
export function subjectOfRun({
  run,
  file,
  isOfMany,
  runs,
  place,
  view,
  isCell = false,
  advance,
}: Shown): Subject {
  const { submissionId, batchId, account, modelId, values } = run
  const isQueued = isUnsent(readRunPhase(run))
  return {
    id: [place, submissionId, file?.fileId, isQueued].join(' '),
    place,
    kind: file?.kind ?? run.kind,
    prompt: promptOf(run),
    file,
    files: file ? [file] : [],
    downloads: isCell ? savedFiles(run) : file ? [file] : [],
    standing: 'library',
    askPurge: null,
    batchId: isOfMany ? batchId : null,
    advance: advance ?? null,
    collectionId: null,
    readOrigin:
      run.problem?.code === 'record_unreadable'
        ? null
        : async () => ({ ok: true, value: { account, modelId, values } }),
    view,
    queued: isQueued
      ? {
          sheet: (words) => waitingSheetOf(runs.store.getState(), batchId, words),
          cancel: () => runs.withdraw(submissionId),
          move: (to) => runs.moveBatch(batchId, to),
        }
      : null,
    reveal: null,
  }
}

/** Whether the runs have several files together. */
export function hasManyFiles(batch: readonly SubmissionView[]): boolean {
  return batch.flatMap(savedFiles).length > 1
}
