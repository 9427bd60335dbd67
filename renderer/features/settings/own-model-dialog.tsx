import { Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { type MediaKind, mediaKinds } from '../../../shared/api/media.ts'
import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { OwnModel } from '../../../shared/bridge/own-model-procedures.ts'
import {
  boundNames,
  emptyRow,
  type FieldRow,
  faultsOf,
  isEmpty,
  type RowFault,
  type RowType,
  readOwnFields,
  rowsOfSchema,
  rowTypes,
  schemaOfRows,
} from '../../../shared/form/own-fields.ts'
import { isEndpointPath } from '../../../shared/settings/endpoint-path.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useNotify } from '../../ui/toaster.tsx'
import { useOwnModelsWords } from '../../words/own-models-words.ts'
import { useWords } from '../../words/words-context.tsx'
import styles from './own-models.module.css'

interface OwnModelDialogProps {
  /** The model to change; null for a new one. */
  readonly model: OwnModel | null
  /** The others that the person entered. */
  readonly others: readonly OwnModel[]
  readonly onSave: (model: OwnModel) => Promise<BridgeResult<OwnModel>>
  readonly onClose: () => void
}

const firstRow: FieldRow = { ...emptyRow, name: 'prompt', required: true }
const longestName = 40

/** What a model is, as the service’s documentation says it: its fields as rows, or as the schema that they make. */
export function OwnModelDialog({ model, others, onSave, onClose }: OwnModelDialogProps) {
  const words = useOwnModelsWords()
  const { models, failures } = useWords()
  const notify = useNotify()
  const [name, setName] = useState(model?.name ?? '')
  const [path, setPath] = useState(model?.path ?? '')
  const [chosenKind, setKind] = useState<MediaKind | null>(model?.kind ?? null)
  const [fields, setFields] = useState<Fields>(() => fieldsOf(model))
  const [isTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  const kind = chosenKind ?? kindIn(path)
  const faults = {
    name: name.trim() === '' || name.trim().length > longestName ? words.nameFault : null,
    path: !isEndpointPath(path.trim())
      ? words.pathFault
      : others.some((other) => other.path === path.trim())
        ? words.pathTaken
        : null,
    fields: faultOf(fields, words),
  }
  const isWhole = Object.values(faults).every((fault) => fault === null)

  async function save(): Promise<void> {
    setTried(true)
    if (!isWhole || isBusy) return
    setBusy(true)
    const saved = await onSave({ name: name.trim(), kind, path: path.trim(), fields: textOf(fields) })
    setBusy(false)
    if (!saved.ok) {
      notify(failures.sentence(saved.error), 'danger')
      return
    }
    onClose()
    notify(words.saved(saved.value.name))
  }

  return (
    <Dialog
      wide
      open
      onClose={onClose}
      title={words.dialogTitle(model?.name ?? null)}
      description={words.intro}
      firstFocus={first}
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button
            look="primary"
            disabled={isBusy || (isTried && !isWhole)}
            focusableWhenDisabled
            onClick={() => void save()}
          >
            {words.save}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Labeled label={words.name} problem={isTried || name.length > longestName ? faults.name : null}>
          {(id, describedBy) => (
            <TextInput
              ref={first}
              id={id}
              aria-describedby={describedBy}
              value={name}
              invalid={(isTried || name.length > longestName) && faults.name !== null}
              onChange={setName}
            />
          )}
        </Labeled>
        <Labeled label={words.path} problem={isTried || path !== '' ? faults.path : null}>
          {(id, describedBy) => (
            <TextInput
              id={id}
              data-code=""
              aria-describedby={describedBy}
              value={path}
              placeholder={words.pathPlaceholder}
              invalid={(isTried || path !== '') && faults.path !== null}
              onChange={setPath}
            />
          )}
        </Labeled>
        <div className={styles.field}>
          <span className={styles.label}>{words.makes}</span>
          <Segmented
            label={words.makes}
            options={mediaKinds.map((value) => ({ value, label: models.kind(value) }))}
            value={kind}
            onChange={setKind}
          />
        </div>
        <FieldsPart fields={fields} isTried={isTried} fault={faults.fields} onChange={setFields} />
      </div>
    </Dialog>
  )
}

/** As it is being entered: rows, each with a key of its own, or the text of a schema. */
type Fields =
  | { readonly as: 'rows'; readonly rows: readonly KeyedRow[] }
  | { readonly as: 'schema'; readonly text: string }

interface KeyedRow {
  readonly key: number
  readonly row: FieldRow
}

let lastKey = 0

function keyed(row: FieldRow): KeyedRow {
  lastKey += 1
  return { key: lastKey, row }
}

function fieldsOf(model: OwnModel | null): Fields {
  if (!model) return { as: 'rows', rows: [keyed(firstRow)] }
  return asRows(model.fields) ?? { as: 'schema', text: model.fields }
}

/** Null where the text says more than rows can. */
function asRows(text: string): Fields | null {
  const read = readOwnFields(text)
  const rows = read.ok ? rowsOfSchema(read.value) : null
  return rows && { as: 'rows', rows: rows.map(keyed) }
}

function textOf(fields: Fields): string {
  return fields.as === 'schema' ? fields.text : JSON.stringify(schemaOfRows(rowsIn(fields)), null, 2)
}

function rowsIn(fields: Fields): readonly FieldRow[] {
  return fields.as === 'rows' ? fields.rows.map(({ row }) => row) : []
}

function faultOf(fields: Fields, words: ReturnType<typeof useOwnModelsWords>): string | null {
  if (fields.as === 'schema') {
    const read = readOwnFields(fields.text)
    return read.ok ? null : words.fieldsFaults[read.error.code]
  }
  const rows = rowsIn(fields)
  if (rows.every(isEmpty)) return words.noRows
  return faultsOf(rows).some((fault) => fault !== null) ? '' : null
}

interface FieldsPartProps {
  readonly fields: Fields
  readonly isTried: boolean
  readonly fault: string | null
  readonly onChange: (fields: Fields) => void
}

function FieldsPart({ fields, isTried, fault, onChange }: FieldsPartProps) {
  const words = useOwnModelsWords()
  const [isStuck, setStuck] = useState(false)
  const id = useId()

  function show(as: Fields['as']): void {
    if (as === fields.as) return
    if (as === 'schema') {
      onChange({ as, text: textOf(fields) })
      return
    }
    const rows = fields.as === 'schema' && fields.text.trim() === '' ? fieldsOf(null) : asRows(textOf(fields))
    setStuck(rows === null)
    if (rows) onChange(rows)
  }

  return (
    <fieldset className={styles.field} aria-label={words.fields}>
      <div className={styles.head}>
        <span className={styles.label}>{words.fields}</span>
        <Segmented
          label={words.fields}
          options={[
            { value: 'rows', label: words.asRows },
            { value: 'schema', label: words.asSchema },
          ]}
          value={fields.as}
          onChange={show}
        />
      </div>
      {fields.as === 'rows' ? (
        <Rows rows={fields.rows} isTried={isTried} onChange={(rows) => onChange({ as: 'rows', rows })} />
      ) : (
        <TextArea
          mono
          rows={10}
          spellCheck={false}
          aria-label={words.schema}
          aria-describedby={fault ? id : undefined}
          invalid={isTried && fault !== null}
          value={fields.text}
          onChange={(text) => {
            setStuck(false)
            onChange({ as: 'schema', text })
          }}
        />
      )}
      {isStuck && (
        <p role="status" className={styles.quiet}>
          {words.notRows}
        </p>
      )}
      {fault && (isTried || fields.as === 'schema') && (
        <p id={id} className={isTried ? styles.problem : styles.quiet}>
          {fault}
        </p>
      )}
    </fieldset>
  )
}

interface RowsProps {
  readonly rows: readonly KeyedRow[]
  readonly isTried: boolean
  readonly onChange: (rows: readonly KeyedRow[]) => void
}

function Rows({ rows, isTried, onChange }: RowsProps) {
  const words = useOwnModelsWords()
  const faults = faultsOf(rows.map(({ row }) => row))
  const list = useRef<HTMLDivElement>(null)

  function add(): void {
    onChange([...rows, keyed(emptyRow)])
    // Once it is there.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLInputElement>('[data-row]:last-of-type input')?.focus(),
    )
  }

  return (
    <div ref={list} className={styles.rows}>
      {rows.map(({ key, row }, index) => (
        <Row
          key={key}
          place={index + 1}
          row={row}
          fault={isTried || !isBegun(row) ? (faults[index] ?? null) : null}
          onChange={(next) => onChange(rows.with(index, { key, row: next }))}
          onRemove={() => onChange(rows.filter((other) => other.key !== key))}
        />
      ))}
      <div>
        <Button look="quiet" icon={<Plus />} onClick={add}>
          {words.addField}
        </Button>
      </div>
    </div>
  )
}

/** What is still being typed is no fault yet. */
function isBegun({ name, type, options }: FieldRow): boolean {
  return name.trim() === '' || (type === 'choice' && options === '')
}

interface RowProps {
  readonly place: number
  readonly row: FieldRow
  readonly fault: RowFault | null
  readonly onChange: (row: FieldRow) => void
  readonly onRemove: () => void
}

function Row({ place, row, fault, onChange, onRemove }: RowProps) {
  const words = useOwnModelsWords()
  const { name, type, required, min, max, options } = row
  const set = (change: Partial<FieldRow>) => onChange({ ...row, ...change })
  const id = useId()
  return (
    <fieldset aria-label={words.field(place)} data-row="" className={styles.row}>
      <span className={styles.rowName}>
        <TextInput
          aria-label={words.fieldName}
          aria-describedby={fault ? id : undefined}
          placeholder={words.fieldName}
          value={name}
          invalid={fault === 'name' || fault === 'same_name'}
          onChange={(next) => set({ name: next })}
        />
      </span>
      <Select
        label={words.type}
        options={rowTypes.map((value) => ({ value, label: words.types[value] }))}
        value={type}
        onChange={(next) => set({ type: next as RowType })}
      />
      {type === 'choice' ? (
        <TextInput
          aria-label={words.options}
          aria-describedby={fault ? id : undefined}
          placeholder={words.options}
          value={options}
          invalid={fault === 'options'}
          onChange={(next) => set({ options: next })}
        />
      ) : boundNames[type] ? (
        <span className={styles.bounds}>
          <TextInput
            aria-label={words.min}
            aria-describedby={fault ? id : undefined}
            inputMode="decimal"
            placeholder={words.min}
            value={min}
            invalid={fault === 'min' || fault === 'order'}
            onChange={(next) => set({ min: next })}
          />
          <TextInput
            aria-label={words.max}
            aria-describedby={fault ? id : undefined}
            inputMode="decimal"
            placeholder={words.max}
            value={max}
            invalid={fault === 'max' || fault === 'order'}
            onChange={(next) => set({ max: next })}
          />
        </span>
      ) : (
        <span />
      )}
      <span className={styles.required}>
        <Switch
          id={`${id}-required`}
          label={words.required}
          checked={required}
          onChange={(next) => set({ required: next })}
        />
        <label htmlFor={`${id}-required`}>{words.required}</label>
      </span>
      <IconButton small label={words.removeField(name.trim())} icon={<Trash2 />} onClick={onRemove} />
      {fault && (
        <p id={id} className={styles.rowProblem}>
          {words.rowFaults[fault]}
        </p>
      )}
    </fieldset>
  )
}

interface LabeledProps {
  readonly label: string
  readonly problem: string | null
  readonly children: (id: string, describedBy: string | undefined) => ReactNode
}

function Labeled({ label, problem, children }: LabeledProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children(id, problem ? `${id}-problem` : undefined)}
      {problem && (
        <p id={`${id}-problem`} className={styles.problem}>
          {problem}
        </p>
      )}
    </div>
  )
}

/** What a path’s category says; an image where it is another word. */
function kindIn(path: string): MediaKind {
  const category = /\/generate\/([^/]+)/.exec(path)?.[1]
  return mediaKinds.find((kind) => kind === category) ?? 'image'
}
