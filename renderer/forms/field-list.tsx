import { memo, useEffect } from 'react'
import type { Field } from '../../shared/form/field.ts'
import type { Problem } from '../../shared/form/problems.ts'
import styles from './field-list.module.css'
import type { FieldListProps } from './field-props.ts'
import { findFieldComponent } from './field-registry.ts'
import { SizePair } from './fields-on-demand.tsx'
import { useIntake } from './intake-context.tsx'
import type { SideField } from './size-of.ts'

/** A form: its fields in the schema's order, width and height side by side. */
export function FieldList(props: FieldListProps) {
  const { fields } = props
  const intake = useIntake()
  // Inner effects run first: by now each field has registered what it accepts.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other fields are another form.
  useEffect(() => intake.fieldsShown(), [intake, fields])
  return <NestedFields {...props} />
}

/** The fields of a form or of an object within one. */
function NestedFields(props: FieldListProps) {
  return (
    <div className={styles.list}>
      {groupFields(props.fields).map((group) => (
        <FieldGroup key={group.map((field) => field.name).join()} {...props} group={group} />
      ))}
    </div>
  )
}

function FieldGroup(props: FieldListProps & { readonly group: readonly Field[] }) {
  const { group, values, problems, onChange, onChangeAll, onVisit } = props
  const size = sizeOf(group)
  if (size) {
    const changeOneByOne = (changes: Readonly<Record<string, unknown>>) => {
      for (const [name, value] of Object.entries(changes)) onChange(name, value)
    }
    return (
      <SizePair
        {...size}
        nest={NestedFields}
        values={values}
        problemsOf={(name) => problemsOf(name, problems)}
        onChange={onChangeAll ?? changeOneByOne}
        onVisit={onVisit}
      />
    )
  }
  return (
    <div className={styles.group} data-columns={group.length}>
      {group.map((field) => (
        <OneField
          key={field.name}
          field={field}
          value={values[field.name]}
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
  const names = pairs.find((pair) => pair.includes(field.name)) ?? []
  const pair = names.flatMap((name) => byName.get(name) ?? [])
  return pair.length === 2 ? pair : null
}
