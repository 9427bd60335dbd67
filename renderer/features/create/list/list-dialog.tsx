import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { mostRunsOfBatch } from '../../../../shared/bridge/procedures.ts'
import type { ModelDetail, SubmissionView } from '../../../../shared/bridge/views.ts'
import type { Incoming } from '../../../forms/read-transfer.ts'
import { useDropZone } from '../../../forms/use-media-intake.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { useWords } from '../../../words/words-context.tsx'
import type { FormModel } from '../form/form-store.ts'
import styles from './list-dialog.module.css'
import { chooseRuns } from './list-plan.ts'
import { ListRows } from './list-rows.tsx'
import { readListFile } from './read-list-file.ts'
import { usePlannedRows } from './use-planned-rows.ts'

interface ListDialogProps {
  readonly form: FormModel
  readonly detail: ModelDetail
  readonly list: List
  readonly onClose: () => void
  readonly onSent: (runs: readonly SubmissionView[]) => void
}

/**
 * Makes a run of each row of a list that is pasted or comes in a file, laid over what stands in the form. The list
 * stays where it was not sent.
 */
export function ListDialog({ form, detail, list, onClose, onSent }: ListDialogProps) {
  const { create, pricing } = useWords()
  const text = useRef<HTMLTextAreaElement>(null)
  const rows = usePlannedRows(list.text, detail, form)
  const { runs, all, wrong, isReady } = chooseRuns(rows ?? [], list.choices)
  const { over, zone } = useDropZone((things) => void list.take(things))
  const isTooLong = all.length > mostRunsOfBatch

  async function send() {
    onClose()
    const sent = await form.send({ runs, sheet: null })
    if (sent.length > 0) list.forget(list.text)
    onSent(sent)
  }

  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={create.list.title}
      description={create.list.description}
      firstFocus={text}
      actions={
        <>
          <FileButton onFile={(file) => void list.take([{ type: 'file', file }])} />
          <Button look="primary" disabled={!isReady} focusableWhenDisabled onClick={() => void send()}>
            {create.list.send(runs.length, pricing.ofRuns(runs.map((run) => run.estimate)))}
          </Button>
        </>
      }
    >
      <fieldset
        className={styles.list}
        aria-label={create.list.title}
        data-takes-files=""
        data-over={over || undefined}
        {...zone}
      >
        <TextArea
          ref={text}
          mono
          rows={4}
          aria-label={create.list.text}
          placeholder={create.list.placeholder}
          value={list.text}
          onChange={list.write}
        />
        {list.refusal && (
          <p role="alert" className={styles.refusal}>
            {list.refusal}
          </p>
        )}
        {rows && rows.length > 0 && <ListRows rows={rows} runs={runs} />}
        <p role="status" className={styles.note}>
          {rows ? create.list.count(all.length, wrong) : create.list.reading}
          {isTooLong && ` ${create.list.most(mostRunsOfBatch, all.length - runs.length)}`}
        </p>
        {wrong > 0 && all.length > 0 && (
          <Choice
            label={create.list.leaveOut(wrong)}
            checked={list.choices.leavesOut}
            onChange={(leavesOut) => list.choose({ leavesOut })}
          />
        )}
        {isTooLong && (
          <Choice
            label={create.list.onlyFirst(mostRunsOfBatch)}
            checked={list.choices.onlyFirst}
            onChange={(onlyFirst) => list.choose({ onlyFirst })}
          />
        )}
      </fieldset>
    </Dialog>
  )
}

export type List = ReturnType<typeof useList>

/** The list's text and what the person chose for it; another file's list is another choice. */
export function useList() {
  const words = useWords().create.list
  const [text, setText] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const [choices, setChoices] = useState({ leavesOut: false, onlyFirst: false })

  async function take([thing, ...others]: readonly Incoming[]) {
    if (thing?.type !== 'file' || others.length > 0) return setRefusal(words.oneFile)
    const read = await readListFile(thing.file)
    setRefusal(read.ok ? null : words.refused[read.code](thing.file.name))
    if (!read.ok) return
    setText(read.text)
    setChoices({ leavesOut: false, onlyFirst: false })
  }

  return {
    text,
    refusal,
    choices,
    take,
    choose: (change: Partial<typeof choices>) => setChoices((before) => ({ ...before, ...change })),
    /** Unless another one stands there by now. */
    forget: (sent: string) => setText((now) => (now === sent ? '' : now)),
    write(next: string) {
      setText(next)
      setRefusal(null)
    },
  }
}

function FileButton({ onFile }: { readonly onFile: (file: File) => void }) {
  const { create } = useWords()
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
        {create.list.chooseFile}
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
  return (
    <div className={styles.choice}>
      <Switch label={label} checked={checked} onChange={onChange} />
      <span aria-hidden="true">{label}</span>
    </div>
  )
}
