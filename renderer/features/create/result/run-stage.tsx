import { ArrowLeft } from 'lucide-react'
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { useShownResult } from '../../../actions/use-actions.ts'
import type { MediaControls } from '../../../media/media-controls.ts'
import { MediaView } from '../../../media/media-view.tsx'
import { fileAfter } from '../../../sheets/file-after.ts'
import { usualRatio, usualRatiosOf } from '../../../sheets/shape-of-runs.ts'
import { isBehindModal } from '../../../shell/keys.ts'
import { Button } from '../../../ui/button.tsx'
import { useLatest } from '../../../ui/use-latest.ts'
import { stageWordsOf } from '../../../words/stage-words.ts'
import { useWords } from '../../../words/words-context.tsx'
import { narrowTo, promptOf, readRunPhase, savedFiles } from '../runs/run-phase.ts'
import type { RunsStore } from '../runs/runs-store.ts'
import { Filmstrip } from './filmstrip.tsx'
import { PendingFrame } from './pending-frame.tsx'
import type { RetryStore } from './retry-store.ts'
import { hasManyFiles, subjectOfRun } from './run-subject.ts'
import styles from './stage.module.css'
import { StageBar } from './stage-bar.tsx'
import { TroubleCard } from './trouble-card.tsx'
import { hasTroubleCard } from './trouble-rows.ts'

interface RunStageProps {
  readonly run: SubmissionView
  readonly runs: RunsStore
  readonly retries: RetryStore
  readonly batch: readonly SubmissionView[]
  /** Returns to the sheet that it is a cell of; null where it is of none. */
  readonly onLeave: (() => void) | null
}

/**
 * One run, large. It stays mounted while one browses a batch, so that a file of another run can be chosen and
 * its strip is not rebuilt.
 */
export function RunStage({ run, runs, retries, batch, onLeave }: RunStageProps) {
  const { sheet } = stageWordsOf(useWords())
  const [fileId, setFileId] = useState<string | null>(null)
  const { files } = run
  const chosen = files.find((candidate) => candidate.fileId === fileId) ?? savedFiles(run)[0] ?? files[0]
  const shown = chosen ? narrowTo(run, chosen) : run
  const file = chosen?.state === 'saved' ? chosen : null
  const phase = readRunPhase(shown)
  const known = useStore(runs.store, (state) => state.runs)
  const usualOnes = useMemo(() => usualRatiosOf(known ?? []), [known])
  const usual = file ? null : usualRatio(run, usualOnes)
  const strip = batch.length > 1 || files.length > 1
  const controls = useRef<MediaControls>(null)
  const isOfMany = hasManyFiles(batch)
  const advance = useLatest(() => {
    const next = file && fileAfter([], batch, file.fileId)
    const its = batch.find((one) => one.files.some((candidate) => candidate.fileId === next))
    if (!its) return
    setFileId(next)
    runs.select(its.submissionId)
  })
  const subject = useMemo(
    () => subjectOfRun({ run, file, isOfMany, runs, place: 'stage', view: () => controls.current, advance }),
    [run, file, isOfMany, runs, advance],
  )
  useShownResult(subject)
  const stage = useRef<HTMLDivElement>(null)
  useFocusFromStage(stage)
  useStepKeys(stage, onLeave !== null, (by) => {
    const here = batch.findIndex(({ submissionId }) => submissionId === run.submissionId)
    const next = here === -1 ? undefined : batch[here + by]
    if (next) runs.select(next.submissionId)
    return next !== undefined
  })
  return (
    <div ref={stage} className={styles.whole}>
      {onLeave && (
        <div className={styles.back}>
          <Button data-back look="quiet" icon={<ArrowLeft />} onClick={onLeave}>
            {sheet.back}
          </Button>
        </div>
      )}
      <div className={styles.room}>
        {file ? (
          <MediaView file={file} prompt={promptOf(run)} quiet controls={controls} />
        ) : hasTroubleCard(phase) ? (
          <TroubleCard key={run.submissionId} run={shown} phase={phase} runs={runs} retries={retries} />
        ) : (
          <PendingFrame run={shown} phase={phase} usual={usual} />
        )}
      </div>
      {strip && (
        <Filmstrip
          run={run}
          batch={batch}
          file={chosen ?? null}
          onSelectRun={runs.select}
          onSelectFile={setFileId}
        />
      )}
      <StageBar
        run={run}
        phase={phase}
        file={file}
        subject={subject}
        batch={batch}
        runs={runs}
        retries={retries}
      />
    </div>
  )
}

/** The stage holds the focus of a cell that was opened before this code was there; it belongs to the way back. */
function useFocusFromStage(place: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    if (!document.activeElement?.matches('[data-stage]')) return
    place.current?.querySelector<HTMLElement>('[data-back]')?.focus()
  }, [place])
}

/** Controls that use the arrows themselves, such as the slider of a video. */
const usesArrows = 'input, textarea, select, [role="slider"], [role="menu"], [role="listbox"]'

/**
 * The arrows step through a sheet's runs in the order of its cells and its strip: from the stage, and where nothing has
 * the focus, as in what fills the screen. `step` returns whether there was a run.
 */
function useStepKeys(stage: RefObject<HTMLElement | null>, isActive: boolean, step: (by: 1 | -1) => boolean) {
  const latest = useRef(step)
  latest.current = step
  useEffect(() => {
    if (!isActive) return
    function press(event: KeyboardEvent) {
      const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
      const { target, defaultPrevented, ctrlKey, metaKey, altKey, shiftKey } = event
      if (by === 0 || isBehindModal() || defaultPrevented || ctrlKey || metaKey || altKey || shiftKey) return
      if (!(target instanceof Element) || target.closest(usesArrows)) return
      const isHere = target === document.body || stage.current?.contains(target)
      if (isHere && latest.current(by)) event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [isActive, stage])
}
