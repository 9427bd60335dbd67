import type { Field } from '../../shared/form/field.ts'
import type { Problem } from '../../shared/form/problems.ts'
import styles from './field-list.module.css'
import type { FieldListProps } from './field-props.ts'
import { findFieldComponent } from './field-registry.ts'
import { groupFields } from './group-fields.ts'
import type { SideField } from './size-of.ts'
import { SizePair } from './size-pair.tsx'

/** A form: its fields in the schema's order, width and height side by side. */
export function FieldList(props: FieldListProps) {
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
        nest={FieldList}
        values={values}
        problemsOf={(name) => problemsOf(name, problems)}
        onChange={onChangeAll ?? changeOneByOne}
        onVisit={onVisit}
      />
    )
  }
  return (
    <div className={styles.group} data-columns={group.length}>
      {group.map((field) => {
        const Component = findFieldComponent(field)
        if (!Component) throw new Error(`No component shows a field of kind ${field.kind}.`)
        return (
          <Component
            key={field.name}
            nest={FieldList}
            field={field}
            value={values[field.name]}
            problems={problemsOf(field.name, problems)}
            onChange={(value) => onChange(field.name, value)}
            onVisit={() => onVisit(field.name)}
          />
        )
      })}
    </div>
  )
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
