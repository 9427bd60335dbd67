import { FileUp } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { mostRunsOfBatch } from '../../../../shared/bridge/run-bounds.ts'
import type { ModelDetail, SubmissionView } from '../../../../shared/bridge/views.ts'
import { restOfList } from '../../../../shared/prompts/rest-of-list.ts'
import { useIntakeState } from '../../../forms/intake-context.tsx'
import { unfinishedInput } from '../../../forms/intake-store.ts'
import { useDropZone } from '../../../forms/use-media-intake.ts'
import { useCatalog } from '../../../shell/atelier-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { type ListWords, useListWords } from '../../../words/list-words.ts'
import { useWords } from '../../../words/words-context.tsx'
import type { FormStore } from '../composer/form-store.ts'
import styles from './list-dialog.module.css'
import { chooseRuns, type PlannedRow, planList, withOldNames } from './list-plan.ts'
import { ListRows } from './list-rows.tsx'
import type { ListState, ListStore } from './list-store.ts'
import { type MendedList, mendList } from './mend-list.ts'

interface ListDialogProps {
  readonly form: FormStore
  readonly detail: ModelDetail
  readonly list: ListStore
  readonly onClose: () => void
  readonly onSend: (sending: Promise<readonly SubmissionView[]>) => void
}

/**
 * Makes a run of each row of a pasted or opened list, applied over the form's values. Unsent rows stay in the
 * list.
 */
export function ListDialog({ form, detail, list, onClose, onSend }: ListDialogProps) {
  const listWords = useListWords()
  const { pricing, create } = useWords()
  const textArea = useRef<HTMLTextAreaElement>(null)
  const { text, choices, refusal, sent, handedOver } = useStore(list.store)
  useEffect(() => void list.settle(), [list])
  useEffect(() => list.readFor(detail.id), [list, detail.id])
  const rows = usePlannedRows(text, detail, form)
  const { runs, all, wrong, isReady, lastLine } = useMemo(
    () => chooseRuns(rows ?? [], choices),
    [rows, choices],
  )
  useEffect(() => {
    list.plan(runs)
    return () => list.plan([])
  }, [list, runs])
  const { over, zone } = useDropZone((things) => void list.take(things))
  const unfinished = useIntakeState(unfinishedInput)
  const isTooLong = all.length > mostRunsOfBatch
  const withChoices = useMemo(() => (rows ?? []).filter((row) => row.hasChoices).length, [rows])
  const renamed = useMemo(() => oldNamesOf(rows ?? []), [rows])
  const hasEnded = useCatalog(
    ({ models }) => models?.find(({ id }) => id === detail.id)?.deprecation?.state === 'sunset',
  )
  const mended = useMemo(() => mendList(rows ?? [], detail), [rows, detail])
  /** The list before its values were changed, as long as it stands as that left it. */
  const [before, setBefore] = useState<{ readonly text: string; readonly now: string } | null>(null)

  function mend({ text: now }: MendedList) {
    setBefore({ text, now })
    list.write(now)
  }

  function send() {
    onClose()
    const left = all.length - runs.length
    const rest = left === 0 ? '' : restOfList(text, withOldNames(detail), lastLine)
    onSend(list.send({ runs, rest, left }, form.send))
  }

  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={sent ? listWords.titleRest : listWords.title}
      description={sent ? listWords.descriptionRest(sent.rows) : listWords.description}
      {...(!sent && { firstFocus: textArea })}
      actions={
        <>
          <FileButton onFile={(file) => void list.take([{ type: 'file', file }])} />
          <Button
            look="primary"
            isPaid
            disabled={!isReady || unfinished !== null || hasEnded}
            focusableWhenDisabled
            onClick={send}
          >
            {listWords.send(runs.length, pricing.ofRuns(runs.map((run) => run.estimate)), sent !== null)}
          </Button>
        </>
      }
    >
      <fieldset
        className={styles.list}
        aria-label={listWords.title}
        data-takes-files=""
        data-over={over || undefined}
        {...zone}
      >
        <TextArea
          ref={textArea}
          mono
          rows={4}
          aria-label={listWords.text}
          placeholder={listWords.placeholder}
          value={text}
          onChange={list.write}
        />
        {refusal && (
          <p role="alert" className={styles.refusal}>
            {refusalWords(refusal, listWords)}
          </p>
        )}
        {rows && rows.length > 0 && <ListRows text={text} rows={rows} runs={runs} />}
        <div className={styles.outcome}>
          <p role="status" className={styles.note}>
            {rows ? listWords.count(all.length, wrong) : listWords.reading}
            {isTooLong && ` ${listWords.most(mostRunsOfBatch, all.length - runs.length, sent !== null)}`}
            {withChoices > 0 && ` ${listWords.choices(withChoices)}`}
            {renamed.length > 0 && ` ${listWords.oldNames(renamed)}`}
            {unfinished !== null && ` ${create.unfinished[unfinished]}`}
            {hasEnded && ` ${create.modelGone}`}
          </p>
          {mended && handedOver === null && (
            <div className={styles.choice}>
              <Button onClick={() => mend(mended)}>{listWords.mend(mended.rows)}</Button>
            </div>
          )}
          {before?.now === text && (
            <div className={styles.choice}>
              <Button onClick={() => list.write(before.text)}>{listWords.undoMend}</Button>
            </div>
          )}
          {wrong > 0 && all.length > 0 && (
            <Choice
              label={listWords.leaveOut(wrong)}
              checked={choices.leavesOut}
              onChange={(leavesOut) => list.choose({ leavesOut })}
            />
          )}
          {isTooLong && (
            <Choice
              label={listWords.onlyFirst(mostRunsOfBatch, sent !== null)}
              checked={choices.onlyFirst}
              onChange={(onlyFirst) => list.choose({ onlyFirst })}
            />
          )}
        </div>
      </fieldset>
    </Dialog>
  )
}

/** The old names among these rows, each once, with those of today. */
function oldNamesOf(rows: readonly PlannedRow[]): { readonly from: string; readonly to: string }[] {
  const changes = rows.flatMap((row) => row.changes ?? [])
  return [...new Map(changes.map(({ from, to }) => [`${from} ${to}`, { from, to }])).values()]
}

function refusalWords({ code, name }: NonNullable<ListState['refusal']>, words: ListWords): string {
  return code === 'not_one_file' ? words.oneFile : words.refused[code](name)
}

function FileButton({ onFile }: { readonly onFile: (file: File) => void }) {
  const listWords = useListWords()
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={chooser}
        hidden
        type="file"
        accept=".csv,.tsv,.txt,.jsonl,.ndjson,text/plain,text/csv"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          if (file) onFile(file)
          event.currentTarget.value = ''
        }}
      />
      <Button icon={<FileUp />} onClick={() => chooser.current?.click()}>
        {listWords.chooseFile}
      </Button>
    </>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

function Choice({ label, checked, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <div className={styles.choice}>
      <Switch id={id} label={label} checked={checked} onChange={onChange} />
      <label htmlFor={id}>{label}</label>
    </div>
  )
}

/** The rows as they were last read; null while they are being read. */
export function usePlannedRows(
  text: string,
  detail: ModelDetail,
  form: FormStore,
): readonly PlannedRow[] | null {
  const words = useWords()
  const [rows, setRows] = useState<readonly PlannedRow[] | null>([])
  useEffect(() => {
    const latest = new AbortController()
    setRows(null)
    const { values } = form.store.getState()
    void planList(text, detail, values, latest.signal, words).then((planned) => planned && setRows(planned))
    return () => latest.abort()
  }, [text, detail, form, words])
  return rows
}
