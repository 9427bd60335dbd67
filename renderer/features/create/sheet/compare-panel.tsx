import { Plus, X } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import type { SheetAxis } from '../../../../shared/bridge/sheet.ts'
import type { ModelDetail, ModelSummary } from '../../../../shared/bridge/views.ts'
import type { Field } from '../../../../shared/form/field.ts'
import { fieldsFromSchema } from '../../../../shared/form/fields-from-schema.ts'
import { areEitherOr } from '../../../../shared/form/size-or-ratio.ts'
import { useCatalog } from '../../../shell/atelier-context.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { SearchSelect } from '../../../ui/search-select.tsx'
import { useCompareWords } from '../../../words/compare-words.ts'
import { useWords } from '../../../words/words-context.tsx'
import type { FormStore } from '../composer/form-store.ts'
import { AxisValues } from './axis-values.tsx'
import styles from './compare-panel.module.css'
import { beginAxis, fewAt, isComparable } from './sheet-axes.ts'
import { DroppedNotes, SeedHint, SheetSize } from './sheet-notes.tsx'
import { type CompareEdits, mostAxes, undoByKey, useCompareEdits, useKeptFocus } from './use-compare-edits.ts'

interface ComparePanelProps {
  readonly form: FormStore
  readonly detail: ModelDetail
  readonly axes: readonly SheetAxis[]
  /** Whether its first choice gets the focus, as where it was opened by key. */
  readonly takesFocus: boolean
  readonly onFocused: () => void
}

/** Not a possible wire name, so that no field is taken for it. */
const modelChoice = '\u0000model'

/** The axes of a contact sheet, its size, and notes about it. */
export function ComparePanel({ form, detail, axes, takesFocus, onFocused }: ComparePanelProps) {
  const compare = useCompareWords()
  const fields = useMemo(() => fieldsFromSchema(detail.schema).filter(isComparable), [detail])
  const rows: readonly (SheetAxis | null)[] = axes.length === 0 ? [null] : axes

  const edits = useCompareEdits(form)
  const panel = useRef<HTMLElement>(null)
  useKeptFocus(form, panel)
  useEffect(() => {
    if (!takesFocus) return
    panel.current?.querySelector<HTMLElement>('[role="combobox"]')?.focus()
    onFocused()
  }, [takesFocus, onFocused])

  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={compare.title}
      className={styles.panel}
      onKeyDown={(event) => undoByKey(form, event)}
      onBlur={form.endWriting}
    >
      <div className={styles.head}>
        <h2 className={styles.title}>{compare.title}</h2>
        <IconButton small label={compare.stop} icon={<X />} onClick={edits.stop} />
      </div>
      {rows.map((axis, at) => (
        <AxisRow
          // biome-ignore lint/suspicious/noArrayIndexKey: an axis is its place, across or down.
          key={at}
          axis={axis}
          beside={axes.find((other) => other !== axis)}
          few={fewAt(at)}
          name={at === 0 ? compare.across : compare.down}
          fields={fields.filter(
            (field) => !axes.some((other) => other !== axis && rulesOut(other, field.name)),
          )}
          takesModels={!axes.some((other) => other !== axis && other.kind === 'model')}
          detail={detail}
          form={form}
          onBegin={(next) => edits.begin(at, next)}
          onChange={(next, written) => edits.change(at, next, written)}
          onRemove={() => edits.remove(at)}
        />
      ))}
      {axes.length > 0 && axes.length < mostAxes && (
        <AddAxis fields={fields} detail={detail} axes={axes} form={form} edits={edits} />
      )}
      <SheetSize form={form} axes={axes} />
      <DroppedNotes form={form} />
      <SeedHint form={form} detail={detail} axes={axes} />
    </section>
  )
}

/** Whether a field can't be compared beside an axis: it is compared already, or sets the same differently. */
function rulesOut(axis: SheetAxis, field: string): boolean {
  return axis.kind === 'field' && (axis.field === field || areEitherOr(axis.field, field))
}

interface AxisRowProps {
  readonly axis: SheetAxis | null
  /** The other axis; undefined where there is none. */
  readonly beside: SheetAxis | undefined
  /** How many values it begins with. */
  readonly few: number
  readonly name: string
  readonly fields: readonly Field[]
  readonly takesModels: boolean
  readonly detail: ModelDetail
  readonly form: FormStore
  readonly onBegin: (axis: SheetAxis) => void
  readonly onChange: (axis: SheetAxis, writtenField?: string) => void
  readonly onRemove: () => void
}

function AxisRow({
  axis,
  beside,
  few,
  name,
  fields,
  takesModels,
  detail,
  form,
  onBegin,
  onChange,
  onRemove,
}: AxisRowProps) {
  const { create, fields: fieldWords } = useWords()
  const compare = useCompareWords()
  const values = useStore(form.store, (state) => state.values)
  const compared = useComparedModels(beside)
  const field = fields.find((one) => axis?.kind === 'field' && one.name === axis.field)
  const options = [
    ...(takesModels ? [{ value: modelChoice, label: create.sheet.model }] : []),
    ...fields.map((one) => {
      const label = fieldWords.label(one.name, one.title)
      const lacking = one === field ? [] : compared.filter((model) => !model.fieldNames.includes(one.name))
      return {
        value: one.name,
        label:
          lacking.length === 0
            ? label
            : compare.notFor(
                label,
                lacking.map(({ label: model }) => model),
              ),
      }
    }),
  ]

  function choose(choice: string) {
    const chosen = fields.find((one) => one.name === choice)
    if (choice === modelChoice) onBegin({ kind: 'model', modelIds: [detail.id] })
    else if (chosen) onBegin(beginAxis(chosen, values, few, Math.random))
  }

  return (
    <div className={styles.axis}>
      <div className={styles.line}>
        <span className={styles.name} aria-hidden="true">
          {name}
        </span>
        <span className={styles.choice}>
          <SearchSelect
            label={name}
            placeholder={compare.choose}
            searchLabel={compare.search}
            none={fieldWords.noMatch}
            options={options}
            value={axis?.kind === 'model' ? modelChoice : axis?.field}
            onChange={choose}
          />
        </span>
        {axis && <IconButton small label={compare.remove(name)} icon={<X />} onClick={onRemove} />}
      </div>
      {axis && (
        <AxisValues
          key={axis.kind === 'field' ? axis.field : modelChoice}
          axis={axis}
          beside={beside}
          form={form}
          field={field}
          detail={detail}
          onChange={onChange}
        />
      )}
    </div>
  )
}

interface AddAxisProps {
  readonly fields: readonly Field[]
  readonly detail: ModelDetail
  readonly axes: readonly SheetAxis[]
  readonly form: FormStore
  readonly edits: CompareEdits
}

/** Adds a second axis: the first thing that is not compared yet; the person can change it. */
function AddAxis({ fields, detail, axes, form, edits }: AddAxisProps) {
  const compare = useCompareWords()
  const values = useStore(form.store, (state) => state.values)
  const compared = useComparedModels(axes[0])
  const open = fields.filter(
    (field) => field.kind !== 'prompt' && !axes.some((axis) => rulesOut(axis, field.name)),
  )
  const next = open.find(({ name }) => compared.every((model) => model.fieldNames.includes(name))) ?? open[0]
  const add = () =>
    edits.begin(
      axes.length,
      next
        ? beginAxis(next, values, fewAt(axes.length), Math.random)
        : { kind: 'model', modelIds: [detail.id] },
    )
  return (
    <div>
      <Button look="quiet" icon={<Plus />} onClick={add}>
        {compare.add}
      </Button>
    </div>
  )
}

/** The models of this axis, as the catalogue lists them. */
function useComparedModels(axis: SheetAxis | undefined): readonly ModelSummary[] {
  const models = useCatalog((state) => state.models)
  return axis?.kind === 'model' ? (models ?? []).filter(({ id }) => axis.modelIds.includes(id)) : []
}
