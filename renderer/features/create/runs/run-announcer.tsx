import { useEffect, useState } from 'react'
import { useWords } from '../../../words/words-context.tsx'
import { announceRuns } from './announce-runs.ts'
import type { RunsStore } from './runs-store.ts'

/** Tells a screen reader when a run moves on. */
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
