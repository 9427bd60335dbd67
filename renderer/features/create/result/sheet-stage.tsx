import { useEffect } from 'react'
import type { Sheet } from '../../../../shared/bridge/sheet.ts'
import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { sizeOf } from '../../../sheets/place-in-sheet.ts'
import { SheetTable } from '../../../sheets/sheet-table.tsx'
import { axisWords } from '../../../sheets/sheet-words.ts'
import { useCatalog } from '../../../shell/atelier-context.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { useWords } from '../../../words/words-context.tsx'
import { failedOf, openIn, standingOf } from '../runs/batch-standing.ts'
import { isAtRest, promptOf, readRunPhase } from '../runs/run-phase.ts'
import { cancelWords, sheetPriceWords, shortTimeWords, standingWords } from '../runs/run-words.ts'
import type { RunsStore } from '../runs/runs-store.ts'
import { BatchActions } from './batch-actions.tsx'
import type { RetryStore } from './retry-store.ts'
import { SheetCell } from './sheet-cell.tsx'
import styles from './sheet-stage.module.css'

interface SheetStageProps {
  readonly run: SubmissionView
  readonly sheet: Sheet
  readonly batch: readonly SubmissionView[]
  readonly runs: RunsStore
  readonly retries: RetryStore
}

/** A contact sheet in progress: every run in its place. */
export function SheetStage({ run, sheet, batch, runs, retries }: SheetStageProps) {
  const words = useWords()
  const models = useCatalog((state) => state.models)
  const wanted = sizeOf(sheet.axes)
  const isWhole = batch.length >= wanted
  const { batchId } = run
  useEffect(() => {
    if (!isWhole) void runs.loadBatch(batchId)
  }, [isWhole, batchId, runs])
  const standing = standingOf(batch)
  const { done, underWay, ...others } = standing.counts
  const now = useNow(openIn(standing.counts) > 0)
  const facts = [
    words.create.sheet.progress(done, wanted),
    ...standingWords(others, words).map(({ text }) => text),
    sheetPriceWords(standing, words),
  ]
  const by = sheet.axes.map((axis) => axisWords(axis, words))

  function timeOf(one: SubmissionView): string | null {
    const phase = readRunPhase(one)
    return isAtRest(phase) ? null : shortTimeWords(one, phase, now, words)
  }

  const cancels = cancelWords(batch, words)
  return (
    <>
      <SheetTable
        axes={sheet.axes}
        runs={batch}
        labelOf={(id) => models?.find((one) => one.id === id)?.label ?? id}
        selectedId={run.submissionId}
        onSelect={runs.select}
        cell={(one, captions) => (
          <SheetCell
            run={one}
            captions={captions}
            time={timeOf(one)}
            selected={one.submissionId === run.submissionId}
            onSelect={runs.select}
            onOpen={runs.showLarge}
          />
        )}
      />
      <div className={styles.bar}>
        <div className={styles.about}>
          <p className={styles.prompt}>{promptOf(run) || words.create.sheet.grid(by)}</p>
          <p className={styles.facts}>{facts.join(' · ')}</p>
          {cancels && <p className={styles.facts}>{cancels}</p>}
          {failedOf(batch).length > 0 && <p className={styles.facts}>{words.create.sheet.notBilled}</p>}
        </div>
        <BatchActions batch={batch} shown={null} runs={runs} retries={retries} />
      </div>
    </>
  )
}
