import { TriangleAlert } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { FileView, SubmissionView } from '../../../../shared/bridge/views.ts'
import { dragFile } from '../../../media/drag-file.ts'
import { Thumb } from '../../../media/thumb.tsx'
import { stageWordsOf } from '../../../words/stage-words.ts'
import { useWords } from '../../../words/words-context.tsx'
import { stepOfArrow } from '../runs/arrow-steps.ts'
import { isTroubled, narrowTo, promptOf, readRunPhase } from '../runs/run-phase.ts'
import { statusWords } from '../runs/run-words.ts'
import styles from './stage.module.css'

interface FilmstripProps {
  readonly run: SubmissionView
  readonly batch: readonly SubmissionView[]
  readonly file: FileView | null
  readonly onSelectRun: (submissionId: string) => void
  readonly onSelectFile: (fileId: string) => void
}

interface Frame {
  readonly key: string
  readonly run: SubmissionView
  readonly file: FileView | null
}

/** The runs of a batch, and all their files, side by side. */
export function Filmstrip({ run, batch, file, onSelectRun, onSelectFile }: FilmstripProps) {
  const words = useWords()
  const frames = (batch.length > 0 ? batch : [run]).flatMap(framesOf)
  const strip = useRef<HTMLFieldSetElement>(null)
  const shownId = file?.fileId ?? run.submissionId
  // biome-ignore lint/correctness/useExhaustiveDependencies: another frame is the shown one then.
  useEffect(() => {
    const frame = strip.current?.querySelector('[aria-current="true"]')
    frame?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [shownId])
  return (
    <fieldset
      ref={strip}
      aria-label={stageWordsOf(words).filmstrip}
      className={styles.strip}
      onKeyDown={moveByArrows}
    >
      {frames.map((frame, index) => {
        const isShown =
          frame.run.submissionId === run.submissionId &&
          (frame.file?.fileId ?? null) === (file?.fileId ?? null)
        const shown = frame.file ? narrowTo(frame.run, frame.file) : frame.run
        const phase = readRunPhase(shown)
        const status = statusWords(shown, phase, words)
        return (
          <button
            key={frame.key}
            type="button"
            className={styles.frame}
            aria-current={isShown}
            data-submission={frame.run.submissionId}
            data-file={frame.file?.fileId}
            draggable={frame.file?.state === 'saved'}
            onDragStart={(event) => frame.file && dragFile(event, frame.file)}
            aria-label={stageWordsOf(words).frame(index + 1, status, promptOf(frame.run))}
            onClick={() => {
              onSelectRun(frame.run.submissionId)
              if (frame.file) onSelectFile(frame.file.fileId)
            }}
          >
            <Thumb kind={frame.run.kind} file={frame.file} alt="" />
            {isTroubled(phase) && <TriangleAlert className={styles.mark} aria-hidden="true" />}
          </button>
        )
      })}
    </fieldset>
  )
}

/** The arrows move from frame to frame and show each, in the order and the direction of the list of runs. */
function moveByArrows(event: KeyboardEvent<HTMLElement>) {
  const step = stepOfArrow(event)
  const frames = [...event.currentTarget.querySelectorAll('button')]
  const here = event.target instanceof HTMLButtonElement ? frames.indexOf(event.target) : -1
  const next = step === 0 || here === -1 ? undefined : frames[here + step]
  if (!next) return
  event.preventDefault()
  next.focus()
  next.click()
}

function framesOf(run: SubmissionView): Frame[] {
  if (run.files.length === 0) return [{ key: run.submissionId, run, file: null }]
  return run.files.map((file) => ({ key: file.fileId, run, file }))
}
