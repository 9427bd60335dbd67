import type { QueuedSheet } from '../../../actions/action.ts'
import { captionOfBatch } from '../../../sheets/sheet-words.ts'
import type { Words } from '../../../words/words-context.tsx'
import { unsentOf } from './batch-standing.ts'
import { batchOfId, type RunsState } from './runs-state.ts'

/** The runs of a batch that move together in the queue; null where one moves alone. */
export function waitingSheetOf(
  state: Pick<RunsState, 'runs'>,
  batchId: string,
  words: Words,
): QueuedSheet | null {
  const batch = batchOfId(state, batchId)
  const { length: count } = unsentOf(batch)
  return count > 1 ? { prompt: captionOfBatch(batch, words), count } : null
}

/** What a batch stands before in the queue: null for the end, undefined where that is not known. */
export function batchAfter({ runs, queue }: Pick<RunsState, 'runs' | 'queue'>, batchId: string) {
  const batchOf = new Map(runs?.map((run) => [run.submissionId, run.batchId]))
  const order = [...(queue?.places ?? [])]
  const batches = order.map(([id]) => batchOf.get(id))
  const from = batches.indexOf(batchId)
  if (from < 0) return undefined
  const next = batches.findIndex((one, at) => at > from && one !== batchId)
  if (next >= 0) return batches[next]
  const isWhole = order.filter(([, place]) => place !== null).length === queue?.total
  return isWhole ? null : undefined
}
