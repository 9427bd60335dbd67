import { Dices } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { useStore } from 'zustand'
import type { SheetAxis } from '../../../../shared/bridge/sheet.ts'
import type { ModelDetail, ModelSummary } from '../../../../shared/bridge/views.ts'
import type { Field } from '../../../../shared/form/field.ts'
import { valuesInOrder } from '../../../../shared/form/option-order.ts'
import { ownMember } from '../../../../shared/own-member.ts'
import { useCatalog } from '../../../shell/atelier-context.tsx'
import { useKnownLabel } from '../../../shell/use-known-label.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { useCompareWords } from '../../../words/compare-words.ts'
import { useWords } from '../../../words/words-context.tsx'
import type { FormStore } from '../composer/form-store.ts'
import { takesAll } from '../composer/plan-runs.ts'
import { Chips } from './chips.tsx'
import styles from './compare-panel.module.css'
import { readNumbers } from './read-numbers.ts'
import { axisOf, readTexts, rollSeeds } from './sheet-axes.ts'

interface AxisValuesProps {
  readonly axis: SheetAxis
  /** What is compared beside it; undefined where nothing is. */
  readonly beside: SheetAxis | undefined
  readonly form: FormStore
  /** The axis's field; undefined for models. */
  readonly field: Field | undefined
  readonly detail: ModelDetail
  /** `writtenField` while it is being edited. */
  readonly onChange: (axis: SheetAxis, writtenField?: string) => void
}

/** The values of an axis: picked, listed, rolled or typed. */
export function AxisValues({ axis, beside, form, field, detail, onChange }: AxisValuesProps) {
  if (axis.kind === 'model') {
    const change = (modelIds: string[]) => onChange({ kind: 'model', modelIds })
    const besideField = beside?.kind === 'field' ? beside : null
    return (
      <AxisModels
        modelIds={axis.modelIds}
        beside={besideField}
        form={form}
        detail={detail}
        onChange={change}
      />
    )
  }
  if (!field) return null
  const change = (values: readonly unknown[]) => onChange(axisOf(field.name, values))
  const write = (values: readonly unknown[]) => onChange(axisOf(field.name, values), field.name)
  switch (field.kind) {
    case 'enumeration':
    case 'aspect-ratio':
      return (
        <OptionValues
          field={field}
          options={valuesInOrder(field.options)}
          chosen={axis.values}
          onChange={change}
        />
      )
    case 'switch':
      return <OptionValues field={field} options={[false, true]} chosen={axis.values} onChange={change} />
    case 'number':
    case 'integer':
    case 'seed':
      return <NumberValues field={field} chosen={axis.values} onChange={change} onWrite={write} />
    default:
      return <TextValues field={field} chosen={axis.values} onChange={change} onWrite={write} />
  }
}

interface ValuesProps {
  readonly field: Field
  readonly chosen: readonly unknown[]
  readonly onChange: (values: readonly unknown[]) => void
}

function OptionValues({
  field,
  options,
  chosen,
  onChange,
}: ValuesProps & { readonly options: readonly unknown[] }) {
  const words = useWords()
  const compare = useCompareWords()
  const label = words.fields.label(field.name, field.title)
  return (
    <Chips
      label={compare.valuesOf(label)}
      chips={options.map((option) => ({
        value: option,
        label:
          words.fields.measured(field.name, option, 'unit' in field ? field.unit : null) ??
          words.fields.option(option as string | number | boolean | null),
        reason: null,
      }))}
      chosen={chosen}
      // In the order of the options, whichever was picked first.
      onChange={(next) => onChange(options.filter((option) => next.includes(option)))}
    />
  )
}

interface WrittenProps extends ValuesProps {
  readonly onWrite: (values: readonly unknown[]) => void
}

/** The text as typed, as long as it represents the values; something else may have changed those. */
function useWritten(
  chosen: readonly unknown[],
  read: (text: string) => readonly unknown[],
  separator: string,
): [string, (text: string) => void] {
  const [text, setText] = useState(() => chosen.join(separator))
  const own = read(text)
  const isOwn = own.length === chosen.length && own.every((value, at) => value === chosen[at])
  return [isOwn ? text : chosen.join(separator), setText]
}

function numbersOf(text: string): readonly number[] {
  const read = readNumbers(text)
  return read.ok ? read.numbers : []
}

const moreSeeds = 4

function NumberValues({ field, chosen, onChange, onWrite }: WrittenProps) {
  const { fields } = useWords()
  const compare = useCompareWords()
  const id = useId()
  const [text, setText] = useWritten(chosen, numbersOf, ', ')
  const read = readNumbers(text)
  const label = fields.label(field.name, field.title)
  const unit = 'unit' in field ? fields.unit(field.unit) : null

  function write(next: string) {
    setText(next)
    onWrite(numbersOf(next))
  }

  function roll(bounds: Parameters<typeof rollSeeds>[1]) {
    const rolled = rollSeeds(moreSeeds, bounds, Math.random)
    const next = [...numbersOf(text), ...rolled]
    setText(next.join(', '))
    onChange(next)
  }

  return (
    <div className={styles.values}>
      <TextInput
        aria-label={compare.valuesOf(label)}
        aria-describedby={`${id}-note`}
        value={text}
        placeholder={compare.numbersPlaceholder}
        invalid={!read.ok}
        onChange={write}
      />
      {field.kind === 'seed' && (
        <Button look="quiet" icon={<Dices />} onClick={() => roll(field)}>
          {compare.rollSeeds(moreSeeds)}
        </Button>
      )}
      <p id={`${id}-note`} className={styles.note} data-problem={!read.ok || undefined}>
        {read.ok ? compare.countValues(read.numbers.length, unit) : compare.numberProblems[read.problem]}
      </p>
    </div>
  )
}

function TextValues({ field, chosen, onWrite }: WrittenProps) {
  const { fields } = useWords()
  const compare = useCompareWords()
  const id = useId()
  const [text, setText] = useWritten(chosen, readTexts, '\n')
  const label = fields.label(field.name, field.title)
  return (
    <div className={styles.values}>
      <TextArea
        aria-label={compare.valuesOf(label)}
        aria-describedby={`${id}-note`}
        value={text}
        rows={3}
        placeholder={compare.textsPlaceholder}
        onChange={(next) => {
          setText(next)
          onWrite(readTexts(next))
        }}
      />
      <p id={`${id}-note`} className={styles.note}>
        {compare.countValues(chosen.length)}
      </p>
    </div>
  )
}

type FieldAxis = Extract<SheetAxis, { kind: 'field' }>

interface AxisModelsProps {
  readonly modelIds: readonly string[]
  readonly beside: FieldAxis | null
  readonly form: FormStore
  readonly detail: ModelDetail
  readonly onChange: (modelIds: string[]) => void
}

/** Of more candidates none is read before it is chosen: only what the catalogue's list says is known of them. */
const mostCandidates = 40

/** The models to compare, those that make the same kind of media; one that can't be used says why. */
function AxisModels({ modelIds, beside, form, detail, onChange }: AxisModelsProps) {
  const { create, fields } = useWords()
  const compare = useCompareWords()
  const { modelReasons } = compare
  const models = useCatalog((state) => state.models) ?? []
  const details = useStore(form.store, (state) => state.details)
  // Ended ones stay in view, so that nobody looks for them.
  const alike = models
    .filter((model) => model.kind === detail.kind || modelIds.includes(model.id))
    .toSorted((left, right) => Number(hasEnded(left)) - Number(hasEnded(right)))
  const candidates = beside
    ? alike.filter(
        (model) =>
          !hasEnded(model) &&
          model.path !== null &&
          model.id !== detail.id &&
          model.fieldNames.includes(beside.field),
      )
    : []
  const wanted = candidates.length > mostCandidates ? '' : candidates.map(({ id }) => id).join('\n')
  useEffect(() => {
    if (wanted !== '') void form.readCompared(wanted.split('\n'))
  }, [form, wanted])

  function reasonOf(model: ModelSummary): string | null {
    if (hasEnded(model)) return modelReasons.sunset
    if (model.path === null) return modelReasons.noPath
    if (beside === null) return null
    const label = fields.label(beside.field, null)
    if (!model.fieldNames.includes(beside.field)) return modelReasons.lacks(label)
    const known = model.id === detail.id ? detail : ownMember(details, model.id)
    return known && !takesAll(known, beside) ? modelReasons.refuses(label) : null
  }

  // One that left while it was compared stays in view, so that it can be left out.
  const gone = modelIds.filter((id) => !models.some((model) => model.id === id))
  const listed = alike.map((model) => ({ value: model.id, label: model.label, reason: reasonOf(model) }))
  const left = gone.map((id) => ({
    value: id,
    label: <KnownLabel modelId={id} />,
    reason: modelReasons.gone,
  }))
  return (
    <Chips
      label={compare.valuesOf(create.sheet.model)}
      chips={[...listed, ...left]}
      chosen={modelIds}
      onChange={(next) => onChange([...next])}
    />
  )
}

function KnownLabel({ modelId }: { readonly modelId: string }) {
  return useKnownLabel(modelId)
}

function hasEnded({ deprecation }: ModelSummary): boolean {
  return deprecation?.state === 'sunset'
}
