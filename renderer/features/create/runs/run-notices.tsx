import { useEffect, useState } from 'react'
import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { useAtelier } from '../../../shell/atelier-context.tsx'
import { useNotify } from '../../../ui/toaster.tsx'
import { useWords, type Words } from '../../../words/words-context.tsx'
import { announceRuns, endedBatches } from './announce-runs.ts'
import { promptOf, readRunPhase } from './run-phase.ts'
import { statusWords } from './run-words.ts'
import { selectedRun } from './runs-state.ts'
import type { RunsStore } from './runs-store.ts'

/** Reports, once, when runs have ended that are not on the stage, with a link to them. */
export function RunNotices({ runs }: { readonly runs: RunsStore }) {
  const words = useWords()
  const { router } = useAtelier()
  const notify = useNotify()
  useEffect(
    () =>
      runs.store.subscribe((now, before) => {
        if (now.runs === before.runs || !now.runs || !before.runs) return
        const onStage =
          router.store.getState().screen === 'create' ? (selectedRun(now)?.batchId ?? null) : null
        for (const batch of endedBatches(before.runs, now.runs)) {
          const [first] = batch
          if (!first || first.batchId === onStage) continue
          const isFine = batch.every((run) => readRunPhase(run) === 'here')
          notify(endWords(batch, words), isFine ? 'calm' : 'danger', {
            label: words.create.ended.show,
            run() {
              router.go('create')
              runs.select(first.submissionId)
            },
          })
        }
      }),
    [runs, router, notify, words],
  )
  return null
}

const longestPrompt = 60

function endWords(batch: readonly SubmissionView[], words: Words): string {
  const { ended } = words.create
  const [first] = batch
  if (first && batch.length === 1) {
    const prompt = promptOf(first)
    const about = prompt.length > longestPrompt ? `${prompt.slice(0, longestPrompt)}…` : prompt
    return ended.one(statusWords(first, readRunPhase(first), words), about || first.modelLabel)
  }
  const done = batch.filter((run) => readRunPhase(run) === 'here').length
  return ended.many(done, batch.length - done)
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
