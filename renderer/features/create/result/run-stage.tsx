import { useMemo, useRef, useState } from 'react'
import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { useShownResult } from '../../../actions/use-actions.ts'
import type { MediaControls } from '../../../media/media-controls.ts'
import { MediaView } from '../../../media/media-view.tsx'
import { narrowTo, promptOf, readRunPhase, savedFiles } from '../runs/run-phase.ts'
import type { RunsStore } from '../runs/runs-store.ts'
import { Filmstrip } from './filmstrip.tsx'
import { PendingFrame } from './pending-frame.tsx'
import type { RetryStore } from './retry-store.ts'
import { subjectOfRun } from './run-subject.ts'
import styles from './stage.module.css'
import { StageBar } from './stage-bar.tsx'
import { TroubleCard } from './trouble-card.tsx'
import { hasTroubleCard } from './trouble-rows.ts'

interface RunStageProps {
  readonly run: SubmissionView
  readonly runs: RunsStore
  readonly retries: RetryStore
  readonly batch: readonly SubmissionView[]
}

/**
 * One run, large. It stays mounted while one browses a batch, so that a file of another run can be chosen and
 * its strip is not rebuilt.
 */
export function RunStage({ run, runs, retries, batch }: RunStageProps) {
  const [fileId, setFileId] = useState<string | null>(null)
  const { files } = run
  const chosen = files.find((candidate) => candidate.fileId === fileId) ?? savedFiles(run)[0] ?? files[0]
  const shown = chosen ? narrowTo(run, chosen) : run
  const file = chosen?.state === 'saved' ? chosen : null
  const phase = readRunPhase(shown)
  const strip = batch.length > 1 || files.length > 1
  const controls = useRef<MediaControls>(null)
  const subject = useMemo(
    () => subjectOfRun({ run, file, runs, place: 'stage', view: () => controls.current }),
    [run, file, runs],
  )
  useShownResult(subject)
  return (
    <>
      <div className={styles.room}>
        {file ? (
          <MediaView key={file.fileId} file={file} prompt={promptOf(run)} quiet controls={controls} />
        ) : hasTroubleCard(phase) ? (
          <TroubleCard key={run.submissionId} run={shown} phase={phase} runs={runs} retries={retries} />
        ) : (
          <PendingFrame run={shown} phase={phase} />
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
    </>
  )
}
