import { useEffect } from 'react'
import type { Sheet } from '../../../../shared/bridge/sheet.ts'
import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { lengthOf } from '../../../sheets/place-in-sheet.ts'
import { SheetTable } from '../../../sheets/sheet-table.tsx'
import { axisWords } from '../../../sheets/sheet-words.ts'
import { useCatalog } from '../../../shell/atelier-context.tsx'
import { useWords } from '../../../words/words-context.tsx'
import { isAtRest, promptOf, readRunPhase } from '../runs/run-phase.ts'
import type { RunsModel } from '../runs/runs-store.ts'
import { SheetCell } from './sheet-cell.tsx'
import styles from './sheet-stage.module.css'

interface SheetStageProps {
  readonly run: SubmissionView
  readonly sheet: Sheet
  readonly batch: readonly SubmissionView[]
  readonly model: RunsModel
  readonly onLarge: (submissionId: string) => void
}

/** A contact sheet as it comes in: every run at its place. */
export function SheetStage({ run, sheet, batch, model, onLarge }: SheetStageProps) {
  const words = useWords()
  const models = useCatalog((state) => state.models)
  const wanted = sheet.axes.reduce((product, axis) => product * lengthOf(axis), 1)
  const isWhole = batch.length >= wanted
  const { batchId } = run
  useEffect(() => {
    if (!isWhole) void model.loadBatch(batchId)
  }, [isWhole, batchId, model])
  const done = batch.filter((one) => isAtRest(readRunPhase(one))).length
  const by = sheet.axes.map((axis) => axisWords(axis, words))

  function open(one: SubmissionView) {
    model.select(one.submissionId)
    onLarge(one.submissionId)
  }

  return (
    <>
      <SheetTable
        axes={sheet.axes}
        runs={batch}
        labelOf={(id) => models?.find((one) => one.id === id)?.label ?? id}
        selectedId={run.submissionId}
        onSelect={model.select}
        cell={(one, captions) => (
          <SheetCell
            run={one}
            captions={captions}
            selected={one.submissionId === run.submissionId}
            onSelect={model.select}
            onOpen={open}
          />
        )}
      />
      <div className={styles.bar}>
        <p className={styles.prompt}>{promptOf(run) || words.create.sheet.grid(by)}</p>
        <p className={styles.facts} role="status">
          {words.create.sheet.progress(done, wanted)}
        </p>
      </div>
    </>
  )
}
