import { useEffect, useRef, useState } from 'react'
import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { useAtelier } from '../../../shell/atelier-context.tsx'
import { useNotify } from '../../../ui/toaster.tsx'
import { type NoticeWords, useNoticeWords } from '../../../words/notice-words.ts'
import { shortPrompt } from '../../../words/short-prompt.ts'
import { useWords, type Words } from '../../../words/words-context.tsx'
import { announceRuns, endedBatches } from './announce-runs.ts'
import { promptOf, readRunPhase } from './run-phase.ts'
import { statusWords } from './run-words.ts'
import { selectedRun } from './runs-state.ts'
import type { RunsStore } from './runs-store.ts'

/**
 * Reports, once, when runs have ended that are not on the stage, with a link to them. Beside the list of runs only what
 * went wrong is reported. Batches that end while a note stands are summed up in it.
 */
export function RunNotices({ runs }: { readonly runs: RunsStore }) {
  const words = useWords()
  const notices = useNoticeWords()
  const { router } = useAtelier()
  const notify = useNotify()
  const last = useRef<Ended | null>(null)
  useEffect(() => {
    function report(batch: readonly SubmissionView[], first: SubmissionView) {
      const before = last.current?.note.isOpen() ? last.current : null
      before?.note.close()
      // A batch of which a run was retried ends once more.
      const others = before?.ended.filter(({ batchId }) => batchId !== first.batchId) ?? []
      const ended = [...others, ...batch]
      const isFine = ended.every(isDone)
      const note = notify(endWords(ended, notices, words), isFine ? 'calm' : 'danger', {
        label: notices.ended.show,
        run() {
          router.go('create')
          runs.select(first.submissionId)
        },
      })
      last.current = { ended, note }
    }
    return runs.store.subscribe((now, before) => {
      const isBeside = router.store.getState().screen === 'create'
      const onStage = isBeside ? (selectedRun(now)?.batchId ?? null) : null
      // A refusal may be here before the confirmation that puts its run on the stage (RUN102).
      if (last.current?.ended.every(({ batchId }) => batchId === onStage)) last.current.note.close()
      if (now.runs === before.runs || !now.runs || !before.runs) return
      for (const batch of endedBatches(before.runs, now.runs)) {
        const [first] = batch
        if (!first) continue
        const isTold =
          last.current?.note.isOpen() && last.current.ended.some(({ batchId }) => batchId === first.batchId)
        const isQuiet = first.batchId === onStage || (isBeside && batch.every(isDone))
        if (isTold || !isQuiet) report(batch, first)
      }
    })
  }, [runs, router, notify, notices, words])
  return null
}

interface Ended {
  readonly ended: readonly SubmissionView[]
  readonly note: ReturnType<ReturnType<typeof useNotify>>
}

function isDone(run: SubmissionView): boolean {
  return readRunPhase(run) === 'here'
}

function endWords(ended: readonly SubmissionView[], notices: NoticeWords, words: Words): string {
  const [first] = ended
  if (first && ended.length === 1) {
    const about = shortPrompt(promptOf(first)) || first.modelLabel
    return notices.ended.one(statusWords(first, readRunPhase(first), words), about)
  }
  const done = ended.filter(isDone).length
  return notices.ended.many(done, ended.length - done)
}

/** Announces to a screen reader when a run moves on. */
export function RunAnnouncer({ runs }: { readonly runs: RunsStore }) {
  const words = useWords()
  const [said, setSaid] = useState('')
  useEffect(() => {
    return runs.store.subscribe((now, before) => {
      if (now.runs === before.runs || !now.runs || !before.runs) return
      const sentence = announceRuns(before.runs, now.runs, words)
      if (sentence !== '') setSaid(sentence)
    })
  }, [runs, words])
  return (
    <p role="status" className="visually-hidden">
      {said}
    </p>
  )
}
