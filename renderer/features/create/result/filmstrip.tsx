import { TriangleAlert } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { FileView, SubmissionView } from '../../../../shared/bridge/views.ts'
import { dragFile } from '../../../media/drag-file.ts'
import { Thumb } from '../../../media/thumb.tsx'
import { useNoPreview } from '../../../media/use-no-preview.ts'
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
        return (
          <FrameButton
            key={frame.key}
            frame={frame}
            number={index + 1}
            isShown={isShown}
            onClick={() => {
              onSelectRun(frame.run.submissionId)
              if (frame.file) onSelectFile(frame.file.fileId)
            }}
          />
        )
      })}
    </fieldset>
  )
}

interface FrameButtonProps {
  readonly frame: Frame
  /** From 1. */
  readonly number: number
  readonly isShown: boolean
  readonly onClick: () => void
}

function FrameButton({ frame: { run, file }, number, isShown, onClick }: FrameButtonProps) {
  const words = useWords()
  const noPreview = useNoPreview(file)
  const shown = file ? narrowTo(run, file) : run
  const phase = readRunPhase(shown)
  const status = noPreview ? words.media.withoutPreview(noPreview) : statusWords(shown, phase, words)
  return (
    <button
      type="button"
      className={styles.frame}
      aria-current={isShown}
      data-submission={run.submissionId}
      data-file={file?.fileId}
      draggable={file?.state === 'saved'}
      onDragStart={(event) => file && dragFile(event, file)}
      aria-label={stageWordsOf(words).frame(number, status, promptOf(run))}
      title={noPreview ? status : undefined}
      onClick={onClick}
    >
      <Thumb kind={run.kind} file={file} alt="" />
      {(noPreview || isTroubled(phase)) && <TriangleAlert className={styles.mark} aria-hidden="true" />}
    </button>
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
