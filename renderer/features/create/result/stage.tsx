import { ArrowLeft } from 'lucide-react'
import { type FocusEvent, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { MediaView } from '../../../media/media-view.tsx'
import { useStudio } from '../../../shell/atelier-context.tsx'
import { useKeys } from '../../../shell/keys.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useWords } from '../../../words/words-context.tsx'
import type { FormStore } from '../composer/form-store.ts'
import { narrowTo, promptOf, readRunPhase, savedFiles } from '../runs/run-phase.ts'
import { batchOf, selectedRun } from '../runs/runs-state.ts'
import type { RunsStore } from '../runs/runs-store.ts'
import { Filmstrip } from './filmstrip.tsx'
import { PendingFrame } from './pending-frame.tsx'
import type { RetryStore } from './retry-store.ts'
import { SheetStage } from './sheet-stage.tsx'
import styles from './stage.module.css'
import { StageBar } from './stage-bar.tsx'
import { TroubleCard } from './trouble-card.tsx'
import { hasTroubleCard } from './trouble-rows.ts'

interface StageProps {
  readonly runs: RunsStore
  readonly retries: RetryStore
  readonly form: FormStore
}

/** The chosen run, large: its result, its progress, or why there is none. */
export function Stage({ runs, retries, form }: StageProps) {
  const { create } = useWords()
  const state = useStore(runs.store)
  const run = selectedRun(state)
  const isLarge = run?.sheet != null && run.batchId === state.largeBatchId
  const leave = () => run && runs.showSheet(run.batchId)
  useKeys([{ key: 'Escape', run: leave }], isLarge)
  const kept = useKeptFocus(isLarge)
  return (
    <section {...kept} tabIndex={-1} aria-label={create.stage} className={styles.stage}>
      {isLarge && (
        <div className={styles.back}>
          <Button data-back look="quiet" icon={<ArrowLeft />} onClick={leave}>
            {create.sheet.back}
          </Button>
        </div>
      )}
      {run?.sheet && !isLarge ? (
        <SheetStage
          key={run.batchId}
          run={run}
          sheet={run.sheet}
          batch={batchOf(state, run)}
          runs={runs}
          retries={retries}
        />
      ) : run ? (
        <RunStage key={run.batchId} run={run} runs={runs} retries={retries} batch={batchOf(state, run)} />
      ) : (
        state.runs !== null && <NothingYet form={form} />
      )}
    </section>
  )
}

/**
 * Where the focus moves when its element has left the stage, the most likely target first; else to the stage
 * itself.
 */
const nextInFocus = ['[data-run][aria-current="true"]', '[data-back]']

/** Moves the focus on when its element was replaced: an opened cell, a button that did its work. */
function useKeptFocus(isLarge: boolean) {
  const stage = useRef<HTMLElement>(null)
  const held = useRef<Element | null>(null)
  const wasLarge = useRef(false)
  useEffect(() => {
    const isGone = held.current?.isConnected === false || (wasLarge.current && !isLarge)
    wasLarge.current = isLarge
    if (!isGone || document.activeElement !== document.body) return
    held.current = null
    const next = nextInFocus.map((selector) => stage.current?.querySelector<HTMLElement>(selector))
    const place = next.find((element) => element) ?? stage.current
    place?.focus()
  })
  return {
    ref: stage,
    onFocus(event: FocusEvent) {
      held.current = event.target
    },
    onBlur(event: FocusEvent) {
      if (event.relatedTarget) held.current = null
    },
  }
}

/** Before the first run: what a click would make of the form's content. */
function NothingYet({ form }: { readonly form: FormStore }) {
  const { create } = useWords()
  const kind = useStore(form.store, ({ detail }) => detail?.kind ?? null)
  const hasPrompt = useStore(form.store, ({ values }) => promptOf({ values }).trim() !== '')
  const canMake = useStudio(({ status }) => status?.service.failure == null)
  const body = kind && canMake ? create.emptyBody(kind, hasPrompt) : null
  return <EmptyState title={create.emptyTitle} body={body} />
}

interface RunStageProps {
  readonly run: SubmissionView
  readonly runs: RunsStore
  readonly retries: RetryStore
  readonly batch: readonly SubmissionView[]
}

/**
 * It stays mounted while one browses a batch, so that a file of another run can be chosen and its strip is not
 * rebuilt.
 */
function RunStage({ run, runs, retries, batch }: RunStageProps) {
  const [fileId, setFileId] = useState<string | null>(null)
  const { files } = run
  const chosen = files.find((candidate) => candidate.fileId === fileId) ?? savedFiles(run)[0] ?? files[0]
  const shown = chosen ? narrowTo(run, chosen) : run
  const file = chosen?.state === 'saved' ? chosen : null
  const phase = readRunPhase(shown)
  const strip = batch.length > 1 || files.length > 1
  return (
    <>
      <div className={styles.room}>
        {file ? (
          <MediaView key={file.fileId} file={file} prompt={promptOf(run)} />
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
      <StageBar run={run} phase={phase} file={file} batch={batch} runs={runs} retries={retries} />
    </>
  )
}
