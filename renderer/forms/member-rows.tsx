import { Plus, X } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import type { Field } from '../../shared/form/field.ts'
import { initialValue } from '../../shared/form/initial-value.ts'
import type { Problem } from '../../shared/form/problems.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { useFieldPartWords } from '../words/field-part-words.ts'
import { BareField } from './bare-field.tsx'
import styles from './field-list.module.css'
import type { FieldListProps } from './field-props.ts'

interface MemberRowsProps {
  readonly member: Field
  readonly label: string
  /** The names that have fields of their own. */
  readonly named: ReadonlySet<string>
  readonly values: Readonly<Record<string, unknown>>
  readonly problems: readonly Problem[]
  readonly nest: ComponentType<FieldListProps>
  readonly onVisit: () => void
  readonly onChange: (values: Readonly<Record<string, unknown>>) => void
}

/** Members whose names the person chooses. */
export function MemberRows(props: MemberRowsProps) {
  const { member, label, named, values, problems, nest: Fields, onVisit, onChange } = props
  const parts = useFieldPartWords()
  const names = Object.keys(values).filter((name) => !named.has(name))
  const setAll = (change: (entry: readonly [string, unknown]) => readonly (readonly [string, unknown])[]) =>
    onChange(Object.fromEntries(Object.entries(values).flatMap(change)))
  return (
    <div className={styles.rows}>
      {names.length > 0 && (
        <ul className={styles.items}>
          {names.map((name, index) => (
            <li key={name} className={styles.member}>
              <MemberName
                name={name}
                position={index + 1}
                isFree={(next) => next === name || !Object.hasOwn(values, next)}
                onRename={(next) => setAll(([key, value]) => [[key === name ? next : key, value]])}
              />
              <div className={styles.memberValue}>
                <BareField>
                  <Fields
                    fields={[{ ...member, name, title: name, required: true }]}
                    values={values}
                    problems={problems}
                    onVisit={onVisit}
                    onChange={(_, next) => onChange({ ...values, [name]: next === undefined ? null : next })}
                  />
                </BareField>
              </div>
              <IconButton
                small
                label={parts.list.remove(name)}
                icon={<X />}
                onClick={() => setAll(([key, value]) => (key === name ? [] : [[key, value]]))}
              />
            </li>
          ))}
        </ul>
      )}
      <Button
        icon={<Plus />}
        aria-label={parts.object.addMemberTo(label)}
        onClick={() => onChange({ ...values, [freeName(values)]: initialValue(member) })}
      >
        {parts.object.addMember}
      </Button>
    </div>
  )
}

function freeName(values: Readonly<Record<string, unknown>>): string {
  let number = 1
  while (Object.hasOwn(values, `name_${number}`)) number += 1
  return `name_${number}`
}

interface MemberNameProps {
  readonly name: string
  readonly position: number
  readonly isFree: (name: string) => boolean
  readonly onRename: (name: string) => void
}

/** A name is accepted on blur; a duplicate is reset. */
function MemberName({ name, position, isFree, onRename }: MemberNameProps) {
  const parts = useFieldPartWords()
  const [draft, setDraft] = useState(name)
  return (
    <TextInput
      aria-label={parts.object.memberName(position)}
      placeholder={parts.object.memberPlaceholder}
      value={draft}
      invalid={!isFree(draft)}
      onChange={setDraft}
      onBlur={() => (isFree(draft) ? draft !== name && onRename(draft) : setDraft(name))}
    />
  )
}
