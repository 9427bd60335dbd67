import type { CSSProperties, Ref } from 'react'
import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import type { MediaControls } from '../../../media/media-controls.ts'
import { MediaView } from '../../../media/media-view.tsx'
import type { Arrangement } from '../../../sheets/fit-cells.ts'
import { useAccountLabel } from '../../../shell/use-account-label.ts'
import { stageWordsOf } from '../../../words/stage-words.ts'
import { useWords } from '../../../words/words-context.tsx'
import { promptOf, readRunPhase, savedFiles } from '../runs/run-phase.ts'
import { PendingFrame } from './pending-frame.tsx'
import styles from './sheet-stage.module.css'
import { readTrouble } from './trouble-rows.ts'

interface LargeCellProps {
  readonly run: SubmissionView
  /** The proportion that its result probably has. */
  readonly usual: number
  readonly controls: Ref<MediaControls>
  readonly large: NonNullable<Arrangement['large']>
}

/** The chosen run of a sheet, large beside or below the others; opened, it has the whole stage. */
export function LargeCell({ run, usual, controls, large: { room } }: LargeCellProps) {
  const words = useWords()
  const labelOf = useAccountLabel()
  const phase = readRunPhase(run)
  const [file] = savedFiles(run)
  const trouble = file ? null : readTrouble(run, phase, words, labelOf)
  const style: CSSProperties = { width: room.width, height: room.height }
  return (
    <section
      className={styles.large}
      style={style}
      aria-label={stageWordsOf(words).sheet.chosen}
      data-submission={run.submissionId}
      data-file={file?.fileId}
    >
      <div className={styles.shown}>
        {file ? (
          <MediaView key={file.fileId} file={file} prompt={promptOf(run)} controls={controls} />
        ) : trouble ? (
          <div className={styles.trouble}>
            <p>{trouble.title}</p>
            <p className={styles.facts}>{trouble.body}</p>
          </div>
        ) : (
          <PendingFrame run={run} phase={phase} usual={usual} />
        )}
      </div>
    </section>
  )
}
