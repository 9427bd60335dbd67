import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { Subject } from '../../../actions/action.ts'
import { ContextMenu } from '../../../actions/action-menu.tsx'
import { useContextMenu } from '../../../actions/use-context-menu.ts'
import { useIntakeState } from '../../../forms/intake-context.tsx'
import { useAtelier } from '../../../shell/atelier-context.tsx'
import { useKeys } from '../../../shell/keys.ts'
import { useFormUndo, useNotify } from '../../../ui/toaster.tsx'
import { shortPrompt } from '../../../words/short-prompt.ts'
import { stageWordsOf } from '../../../words/stage-words.ts'
import { useWords } from '../../../words/words-context.tsx'
import { promptOf, savedFiles } from '../runs/run-phase.ts'
import type { RunsStore } from '../runs/runs-store.ts'
import { offersFor, type RetryStore } from './retry-store.ts'
import { hasManyFiles, subjectOfRun } from './run-subject.ts'
import { useRetry } from './use-retry.ts'

interface ResultsLayerProps {
  readonly runs: RunsStore
  readonly retries: RetryStore
}

/** The keys and the context menu of the runs and of the result on the stage, and the notes of what became of one. */
export function ResultsLayer({ runs, retries }: ResultsLayerProps) {
  const { shownResult } = useAtelier()
  const { asked, close } = useContextMenu((target) => subjectAt(target) !== null)
  useKeys([
    { key: '[', run: () => runs.step(-1) },
    { key: ']', run: () => runs.step(1) },
  ])
  useGrantedNote()
  useCanceledNote({ runs, retries })

  /** The run that is pointed at; the stage's own elsewhere on it, and for a key while nothing has the focus. */
  function subjectAt(target: Element): Subject | null {
    const ofRun = target.closest<HTMLElement>('[data-submission]')
    if (ofRun) return subjectOf(ofRun, runs)
    const isOfStage = target === document.body || target.closest('[data-stage]') !== null
    return isOfStage ? shownResult.getState().subject : null
  }

  const subject = asked && subjectAt(asked.target)
  return subject && <ContextMenu key={asked.id} subject={subject} asked={asked} onClose={close} />
}

/** The run, or the one file, that an element shows; null where the run has left the list. */
function subjectOf({ dataset }: HTMLElement, runs: RunsStore): Subject | null {
  const known = runs.store.getState().runs ?? []
  const run = known.find(({ submissionId }) => submissionId === dataset.submission)
  if (!run) return null
  const isOfMany = hasManyFiles(known.filter(({ batchId }) => batchId === run.batchId))
  const saved = savedFiles(run)
  const file = dataset.file ? saved.find(({ fileId }) => fileId === dataset.file) : saved[0]
  return subjectOfRun({ run, file: file ?? null, isOfMany, runs, place: 'list', view: null })
}

/** Says that a run was canceled, and offers the same again: a canceled run itself is never sent. */
function useCanceledNote({ runs, retries }: ResultsLayerProps) {
  const words = useWords()
  const { studio } = useAtelier()
  const notify = useNotify()
  const retry = useRetry(retries)
  const canceled = useStore(runs.store, (state) => state.canceled)
  const said = useRef(canceled)
  useEffect(() => {
    if (!canceled || said.current === canceled) return
    said.current = canceled
    void retries.price([canceled]).then(() => {
      const account = studio.store.getState().status?.service.accountId ?? null
      const offers = offersFor([canceled], retries.store.getState(), account)
      const again = offers.map(({ estimate }) => ({
        label: stageWordsOf(words).actions.retryFor(words.pricing.short(estimate)),
        isPaid: true as const,
        run: () => void retry(offers),
      }))
      const text = stageWordsOf(words).canceledRun(shortPrompt(promptOf(canceled)), canceled.modelLabel)
      notify(text, 'calm', ...again)
    })
  }, [canceled, retries, retry, studio, notify, words])
}

/** Says which field got a result, with an undo. */
function useGrantedNote() {
  const { inputs } = useWords()
  const undoNotes = useFormUndo()
  const granted = useIntakeState((state) => state.granted)
  const said = useRef(granted)
  useEffect(() => {
    if (!granted || said.current === granted) return
    said.current = granted
    undoNotes.add({ text: inputs.placedIn(granted), label: inputs.undo, run: granted.undo })
  }, [granted, undoNotes, inputs])
}
