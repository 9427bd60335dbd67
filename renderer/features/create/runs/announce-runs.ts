import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { presentRuns, sizeOf } from '../../../sheets/place-in-sheet.ts'
import { stageWordsOf } from '../../../words/stage-words.ts'
import type { Words } from '../../../words/words-context.tsx'
import { openIn, type SheetStanding, standingOf } from './batch-standing.ts'
import { isAtRest, readRunPhase } from './run-phase.ts'
import { standingWords, statusWords } from './run-words.ts'

/** For this many runs the half is announced, too. */
const fewestWithHalf = 10

/**
 * What a screen reader announces of runs that changed between two readings; empty where there is nothing. A
 * single run is announced at each step; runs of a batch are summarised: when they begin, at the first that
 * fails or is unclear, at the half of many, and at the end.
 */
export function announceRuns(
  before: readonly SubmissionView[],
  now: readonly SubmissionView[],
  words: Words,
): string {
  const known = new Map(before.map((run) => [run.submissionId, run]))
  const moved = now.filter((run) => {
    const old = known.get(run.submissionId)
    return old !== run && (!old || readRunPhase(old) !== readRunPhase(run))
  })
  const sentences: string[] = []
  let single: SubmissionView | null = null
  for (const run of new Map(moved.map((one) => [one.batchId, one])).values()) {
    const [earlier, batch] = [before, now].map((runs) =>
      presentRuns(runs.filter(({ batchId }) => batchId === run.batchId)),
    )
    if (!earlier || !batch || !isSummedUp(batch)) single ??= run
    else if (isMoment(earlier, batch)) sentences.push(summaryOf(batch, words))
  }
  if (single) {
    const status = statusWords(single, readRunPhase(single), words)
    sentences.push(stageWordsOf(words).announce(single.modelLabel, status))
  }
  return sentences.join(' ')
}

function isSummedUp(batch: readonly SubmissionView[]): boolean {
  return batch.length > 1 || batch[0]?.sheet != null
}

/** For a sheet all its runs are counted, including those not read yet. */
function sizeOfBatch(batch: readonly SubmissionView[]): number {
  const sheet = batch[0]?.sheet
  return sheet ? sizeOf(sheet.axes) : batch.length
}

function isMoment(earlier: readonly SubmissionView[], batch: readonly SubmissionView[]): boolean {
  const [then, now] = [standingOf(earlier).counts, standingOf(batch).counts]
  // Older runs that are shown later have ended long ago.
  if (earlier.length === 0) return openIn(now) > 0
  const size = sizeOfBatch(batch)
  const isHalf = size >= fewestWithHalf && then.done < size / 2 && now.done >= size / 2
  const isFirst = (standing: 'failed' | 'unclear') => then[standing] === 0 && now[standing] > 0
  const isEnd = openIn(then) > 0 && openIn(now) === 0
  return isHalf || isFirst('failed') || isFirst('unclear') || isEnd
}

function summaryOf(batch: readonly SubmissionView[], words: Words): string {
  const { sheet: sheetWords, announceBatch } = stageWordsOf(words)
  const { done, sending, underWay, saving, waiting, ...others }: SheetStanding['counts'] =
    standingOf(batch).counts
  const parts = [
    sheetWords.progress(done, sizeOfBatch(batch)),
    ...standingWords(others, words).map(({ text }) => text),
  ]
  return announceBatch(batch[0]?.sheet ? 'sheet' : 'batch', parts.join(', '))
}

/** Runs that rest because the person said so are no news to them. */
const ownWord: ReadonlySet<SubmissionView['state']> = new Set(['withdrawn', 'closed'])

/**
 * The batches whose last run has ended between two readings, each in the order it was confirmed. Runs that had
 * ended when first read don't count.
 */
export function endedBatches(
  before: readonly SubmissionView[],
  now: readonly SubmissionView[],
): readonly (readonly SubmissionView[])[] {
  const moved = new Set<string>()
  const known = new Map(before.map((run) => [run.submissionId, run]))
  for (const run of now) {
    const old = known.get(run.submissionId)
    if (old && old !== run && !isResting(old) && isResting(run) && !ownWord.has(run.state))
      moved.add(run.batchId)
  }
  return [...moved].flatMap((batchId) => {
    const batch = presentRuns(now.filter((run) => run.batchId === batchId).toReversed())
    return batch.every(isResting) ? [batch] : []
  })
}

function isResting(run: SubmissionView): boolean {
  return isAtRest(readRunPhase(run))
}
