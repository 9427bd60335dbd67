import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { stageWordsOf } from '../../../words/stage-words.ts'
import type { Words } from '../../../words/words-context.tsx'
import { standingOf } from '../runs/batch-standing.ts'

/** Why a batch that is all sent has no Cancel; null where something waits, or the service is done with all of it. */
export function sentWords(batch: readonly SubmissionView[], words: Words): string | null {
  const { waiting, sending, underWay } = standingOf(batch).counts
  return waiting === 0 && sending + underWay > 0 ? stageWordsOf(words).sheet.allSent : null
}
