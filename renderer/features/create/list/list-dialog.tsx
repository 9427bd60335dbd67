import { useEffect, useState } from 'react'
import { mostRunsOfBatch } from '../../../../shared/bridge/procedures.ts'
import type { ModelDetail, SubmissionView } from '../../../../shared/bridge/views.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { useWords } from '../../../words/words-context.tsx'
import type { FormModel } from '../form/form-store.ts'
import type { PlannedRun } from '../form/plan-runs.ts'
import styles from './list-dialog.module.css'
import { type PlannedRow, planList } from './list-plan.ts'
import { ListRows } from './list-rows.tsx'

interface ListDialogProps {
  readonly form: FormModel
  readonly detail: ModelDetail
  readonly onClose: () => void
  readonly onSent: (runs: readonly SubmissionView[]) => void
}

/** Makes a run of each row of a pasted list, laid over what stands in the form. */
export function ListDialog({ form, detail, onClose, onSent }: ListDialogProps) {
  const { create, pricing } = useWords()
  const [text, setText] = useState('')
  const [leavesOut, setLeavesOut] = useState(false)
  const rows = usePlannedRows(text, detail, form)
  const runs: PlannedRun[] = rows?.flatMap((row) => row.run ?? []) ?? []
  const wrong = (rows?.length ?? 0) - runs.length
  const isTooLong = runs.length > mostRunsOfBatch
  const isReady = runs.length > 0 && !isTooLong && (wrong === 0 || leavesOut)

  async function take(files: FileList) {
    const [file] = files
    if (file) setText(await file.text())
  }

  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={create.list.title}
      description={create.list.description}
      actions={
        <Button
          look="primary"
          disabled={!isReady}
          focusableWhenDisabled
          onClick={() => {
            onClose()
            void form.send({ runs, sheet: null }).then(onSent)
          }}
        >
          {create.list.send(runs.length, pricing.ofRuns(runs.map((run) => run.estimate)))}
        </Button>
      }
    >
      <fieldset
        className={styles.list}
        aria-label={create.list.title}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          if (event.dataTransfer.files.length === 0) return
          event.preventDefault()
          event.stopPropagation()
          void take(event.dataTransfer.files)
        }}
      >
        <TextArea
          mono
          rows={4}
          aria-label={create.list.text}
          placeholder={create.list.placeholder}
          value={text}
          onChange={setText}
        />
        {rows && rows.length > 0 && <ListRows rows={rows} />}
        <p role="status" className={styles.note}>
          {rows ? create.list.count(runs.length, wrong) : create.list.reading}
          {isTooLong && ` ${create.plan.tooMany(runs.length, mostRunsOfBatch)}`}
        </p>
        {wrong > 0 && runs.length > 0 && (
          <div className={styles.choice}>
            <Switch label={create.list.leaveOut(wrong)} checked={leavesOut} onChange={setLeavesOut} />
            <span aria-hidden="true">{create.list.leaveOut(wrong)}</span>
          </div>
        )}
      </fieldset>
    </Dialog>
  )
}

/** The rows as they were last read; null while they are being read. */
function usePlannedRows(text: string, detail: ModelDetail, form: FormModel): readonly PlannedRow[] | null {
  const [rows, setRows] = useState<readonly PlannedRow[] | null>([])
  useEffect(() => {
    const latest = new AbortController()
    setRows(null)
    const { values } = form.store.getState()
    void planList(text, detail, values, latest.signal).then((planned) => planned && setRows(planned))
    return () => latest.abort()
  }, [text, detail, form])
  return rows
}
