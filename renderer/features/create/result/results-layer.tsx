import { useEffect, useRef } from 'react'
import { useContextMenu } from '../../../actions/use-context-menu.ts'
import { useIntakeState } from '../../../forms/intake-context.tsx'
import { useAtelier } from '../../../shell/atelier-context.tsx'
import { partOnDemand, usePreloadWhenIdle } from '../../../ui/on-demand.tsx'
import { useNotify } from '../../../ui/toaster.tsx'
import { useWords } from '../../../words/words-context.tsx'
import { savedFiles } from '../runs/run-phase.ts'
import type { RunsStore } from '../runs/runs-store.ts'
import { subjectOfRun } from './run-subject.ts'

const ContextMenu = partOnDemand(async () => (await import('../../../actions/action-menu.tsx')).ContextMenu)
const partsToPreload = [ContextMenu]

/** The stage and the runs. */
const results = '[data-results]'

/** The context menu of the runs and of the result on the stage, and the notes of where one was placed. */
export function ResultsLayer({ runs }: { readonly runs: RunsStore }) {
  const { shownResult } = useAtelier()
  const { asked, close } = useContextMenu(
    (target) => target === document.body || target.closest(results) !== null,
  )
  useGrantedNote()
  usePreloadWhenIdle(partsToPreload)
  const subject = asked && (clickedRun(asked.target, runs) ?? shownResult.getState().subject)
  return subject && <ContextMenu key={asked.id} subject={subject} asked={asked} onClose={close} />
}

/** The run that was clicked; null elsewhere. */
function clickedRun(target: Element, runs: RunsStore) {
  const { submission, file: fileId } = target.closest<HTMLElement>('[data-submission]')?.dataset ?? {}
  const run = runs.store.getState().runs?.find(({ submissionId }) => submissionId === submission)
  if (!run) return null
  const saved = savedFiles(run)
  const file = saved.find((one) => one.fileId === fileId) ?? saved[0] ?? null
  return subjectOfRun({ run, file, runs, place: 'list', view: null })
}

/** Says which field got a result, with an undo. */
function useGrantedNote() {
  const { inputs } = useWords()
  const notify = useNotify()
  const granted = useIntakeState((state) => state.granted)
  const said = useRef(granted)
  useEffect(() => {
    if (!granted || said.current === granted) return
    said.current = granted
    notify(inputs.offer.placedIn(granted.label), 'calm', { label: inputs.undo, run: granted.undo })
  }, [granted, notify, inputs])
}
