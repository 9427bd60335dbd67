import type { Problem } from '../../shared/form/problems.ts'
import styles from './field-list.module.css'
import type { FieldListProps } from './field-props.ts'
import { findFieldComponent } from './field-registry.ts'
import { groupFields } from './group-fields.ts'

/** A form: its fields in the schema's order, width and height side by side. */
export function FieldList({ fields, values, problems, onChange, onVisit }: FieldListProps) {
  return (
    <div className={styles.list}>
      {groupFields(fields).map((group) => (
        <div
          key={group.map((field) => field.name).join()}
          className={styles.group}
          data-columns={group.length}
        >
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
      ))}
    </div>
  )
}

function problemsOf(name: string, problems: readonly Problem[]): Problem[] {
  return problems
    .filter((problem) => problem.path[0] === name)
    .map((problem) => ({ ...problem, path: problem.path.slice(1) }))
}
