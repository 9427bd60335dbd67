import { useEffect, useState } from 'react'
import { useWords } from '../../../words/words-context.tsx'
import { readRunPhase } from './run-phase.ts'
import { statusWords } from './run-words.ts'
import type { RunsModel } from './runs-store.ts'

/** Tells a screen reader when a run moves on. */
export function RunAnnouncer({ runs }: { readonly runs: RunsModel }) {
  const words = useWords()
  const [said, setSaid] = useState('')
  useEffect(() => {
    return runs.store.subscribe((now, before) => {
      if (now.runs === before.runs || before.runs === null) return
      const known = new Map(before.runs.map((run) => [run.submissionId, run]))
      const moved = now.runs?.find((run) => {
        const old = known.get(run.submissionId)
        return !old || readRunPhase(old) !== readRunPhase(run)
      })
      if (moved) {
        setSaid(words.create.announce(moved.modelLabel, statusWords(moved, readRunPhase(moved), words)))
      }
    })
  }, [runs, words])
  return (
    <p role="status" className="visually-hidden">
      {said}
    </p>
  )
}
