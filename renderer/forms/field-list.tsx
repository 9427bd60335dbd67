import { memo, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { Field } from '../../shared/form/field.ts'
import { arrangeFields } from '../../shared/form/field-order.ts'
import type { Problem } from '../../shared/form/problems.ts'
import { ratioField } from '../../shared/form/size-or-ratio.ts'
import { ownMember } from '../../shared/own-member.ts'
import { useWords } from '../words/words-context.tsx'
import styles from './field-list.module.css'
import type { FieldListProps, FieldOf } from './field-props.ts'
import { findFieldComponent } from './field-registry.ts'
import { SizePair } from './fields-on-demand.tsx'
import { useIntake } from './intake-context.tsx'
import type { SideField } from './size-of.ts'
import { SizeOrRatio } from './size-or-ratio.tsx'

interface FormFieldsProps extends FieldListProps {
  /** Whether a field sets the price: such a field is always in view. */
  readonly setsPrice: (name: string) => boolean
  /** Whether the advanced fields begin open. */
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
}

/** A form: its fields in the order of every form, and the advanced ones in a disclosure. */
export function FieldList({ setsPrice, isOpen, onOpen, ...props }: FormFieldsProps) {
  const { fields } = props
  const { main, advanced } = useMemo(() => arrangeFields(fields, setsPrice), [fields, setsPrice])
  const intake = useIntake()
  // Inner effects run first: by now each field has registered what it accepts.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other fields are another form.
  useEffect(() => intake.fieldsShown(), [intake, fields])
  return (
    <>
      <NestedFields {...props} fields={main} />
      {advanced.length > 0 && <AdvancedFields {...props} fields={advanced} isOpen={isOpen} onOpen={onOpen} />}
    </>
  )
}

/** The fields that are out of view until they are wanted, or until one has a problem. */
function AdvancedFields({ isOpen, onOpen, ...props }: Omit<FormFieldsProps, 'setsPrice'>) {
  const { fields, values, problems } = props
  const words = useWords()
  const details = useRef<HTMLDetailsElement>(null)
  const isOpening = useRef(false)
  const hasProblem = problems.some(({ path }) => fields.some(({ name }) => name === path[0]))
  const set = fields.filter(
    ({ name, kind }) => kind !== 'constant' && ownMember(values, name) !== undefined,
  ).length
  // Uncontrolled: the browser opens it too, for a search in the page, and `focusField` for a field within.
  const begin = useRef(isOpen)
  useLayoutEffect(() => {
    if (details.current && begin.current) details.current.open = true
  }, [])
  useLayoutEffect(() => {
    if (!hasProblem || !details.current || details.current.open) return
    isOpening.current = true
    details.current.open = true
  }, [hasProblem])
  return (
    <details
      ref={details}
      className={styles.advanced}
      onToggle={(event) => {
        // What a problem opened isn't the person's choice.
        if (!isOpening.current) onOpen(event.currentTarget.open)
        isOpening.current = false
      }}
    >
      <summary>
        {words.fields.advanced.title}
        {set > 0 && <span className={styles.set}>{words.fields.advanced.set(set)}</span>}
      </summary>
      <NestedFields {...props} />
    </details>
  )
}

/** The fields of a form or of an object within one. */
function NestedFields(props: FieldListProps) {
  return (
    <div className={styles.list} data-fields="">
      {groupFields(props.fields).map((group) => (
        <FieldGroup key={group.map((field) => field.name).join()} {...props} group={group} />
      ))}
    </div>
  )
}

function FieldGroup(props: FieldListProps & { readonly group: readonly Field[] }) {
  const { group, values, problems, onChange, onVisit } = props
  const [first, ...others] = group
  const ratio = first?.kind === 'aspect-ratio' ? (first as FieldOf<'aspect-ratio'>) : null
  const size = sizeOf(ratio ? others : group)
  if (size) return <SizeFields {...props} {...size} ratio={ratio} />
  return (
    <div className={styles.group} data-columns={group.length}>
      {group.map((field) => (
        <OneField
          key={field.name}
          field={field}
          value={ownMember(values, field.name)}
          problems={problemsOf(field.name, problems)}
          onChange={onChange}
          onVisit={onVisit}
        />
      ))}
    </div>
  )
}

interface OneFieldProps extends Pick<FieldListProps, 'onChange' | 'onVisit'> {
  readonly field: Field
  readonly value: unknown
  readonly problems: readonly Problem[]
}

/** A key press in one field doesn't render the others: a form may have dozens. */
const OneField = memo(function OneField({ field, value, problems, onChange, onVisit }: OneFieldProps) {
  const Component = findFieldComponent(field)
  if (!Component) throw new Error(`No component shows a field of kind ${field.kind}.`)
  return (
    <Component
      nest={NestedFields}
      field={field}
      value={value}
      problems={problems}
      onChange={(next) => onChange(field.name, next)}
      onVisit={() => onVisit(field.name)}
    />
  )
}, isSameField)

function isSameField(before: OneFieldProps, now: OneFieldProps): boolean {
  return (
    before.field === now.field &&
    Object.is(before.value, now.value) &&
    before.onChange === now.onChange &&
    before.onVisit === now.onVisit &&
    areSameProblems(before.problems, now.problems)
  )
}

interface SizeFieldsProps extends Omit<FieldListProps, 'fields'> {
  readonly ratio: FieldOf<'aspect-ratio'> | null
  readonly width: SideField
  readonly height: SideField
}

/** The fields of one size, which change together; as `OneField`, only with their own values. */
const SizeFields = memo(function SizeFields(props: SizeFieldsProps) {
  const { ratio, width, height, values, problems, onChange, onChangeAll, onVisit } = props
  const changeOneByOne = (changes: Readonly<Record<string, unknown>>) => {
    for (const [name, value] of Object.entries(changes)) onChange(name, value)
  }
  const shared = {
    width,
    height,
    nest: NestedFields,
    values,
    problemsOf: (name: string) => problemsOf(name, problems),
    onChange: onChangeAll ?? changeOneByOne,
    onVisit,
  }
  return ratio ? <SizeOrRatio {...shared} ratio={ratio} /> : <SizePair {...shared} />
}, isSameSize)

function isSameSize(before: SizeFieldsProps, now: SizeFieldsProps): boolean {
  const { ratio, width, height } = now
  return (
    before.onChangeAll === now.onChangeAll &&
    before.ratio === ratio &&
    before.width === width &&
    before.height === height &&
    [ratio, width, height].every(
      (field) => field === null || isSameField(fieldOf(before, field), fieldOf(now, field)),
    )
  )
}

function fieldOf({ values, problems, onChange, onVisit }: SizeFieldsProps, field: Field): OneFieldProps {
  return {
    field,
    value: ownMember(values, field.name),
    problems: problemsOf(field.name, problems),
    onChange,
    onVisit,
  }
}

/** Problems are recomputed on each key press, but rarely change. */
function areSameProblems(before: readonly Problem[], now: readonly Problem[]): boolean {
  if (before.length !== now.length) return false
  return before.length === 0 || JSON.stringify(before) === JSON.stringify(now)
}

/** Width and height, where both are numbers. */
function sizeOf([width, height]: readonly Field[]) {
  if (width?.name !== 'width' || !isSide(width) || !height || !isSide(height)) return null
  return { width, height }
}

function isSide(field: Field): field is SideField {
  return field.kind === 'integer' || field.kind === 'number'
}

function problemsOf(name: string, problems: readonly Problem[]): Problem[] {
  return problems
    .filter((problem) => problem.path[0] === name)
    .map((problem) => ({ ...problem, path: problem.path.slice(1) }))
}

/** Fields that belong side by side, first to last. */
const pairs: readonly (readonly [string, string])[] = [
  ['width', 'height'],
  ['start_image', 'end_image'],
]

/** The fields in order, in groups that share a line; a pair is where the first of the two comes. */
export function groupFields(fields: readonly Field[]): readonly (readonly Field[])[] {
  const byName = new Map(fields.map((field) => [field.name, field]))
  const placed = new Set<string>()
  return fields.flatMap((field) => {
    if (placed.has(field.name)) return []
    const group = pairOf(field, byName) ?? [field]
    for (const member of group) placed.add(member.name)
    return [group]
  })
}

function pairOf(field: Field, byName: ReadonlyMap<string, Field>): readonly Field[] | null {
  const { [ratioField]: ratio, width, height } = Object.fromEntries(byName)
  const sized = ratio?.kind === 'aspect-ratio' && width && height && sizeOf([width, height])
  if (sized && [ratio, width, height].includes(field)) return [ratio, width, height]
  const names = pairs.find((pair) => pair.includes(field.name)) ?? []
  const pair = names.flatMap((name) => byName.get(name) ?? [])
  return pair.length === 2 ? pair : null
}
