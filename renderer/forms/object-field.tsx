import { Plus } from 'lucide-react'
import { initialValue } from '../../shared/form/initial-value.ts'
import { Button } from '../ui/button.tsx'
import { useFieldPartWords } from '../words/field-part-words.ts'
import { useWords } from '../words/words-context.tsx'
import { LabelledFields, useIsBare } from './bare-field.tsx'
import frame from './field-frame.module.css'
import { OnLabelLine, useOwnAside } from './field-frame.tsx'
import styles from './field-list.module.css'
import type { FieldOf, FieldProps } from './field-props.ts'
import { MemberRows } from './member-rows.tsx'

/** A group of nested fields. An optional one is absent as a whole until it is added. */
export function ObjectField(props: FieldProps<FieldOf<'object'>>) {
  const { field, value, onChange, problems } = props
  const { fields } = useWords()
  const parts = useFieldPartWords()
  const isBare = useIsBare()
  const label = fields.label(field.name, field.title)
  const own = problems.filter(({ path }) => path.length === 0)
  const aside = useOwnAside()
  if (value === undefined && !field.required) {
    return (
      <div className={styles.absent}>
        <span className={styles.absentLabel}>{label}</span>
        {aside}
        <Button
          icon={<Plus />}
          aria-label={parts.object.includeNamed(label)}
          onClick={() => onChange(initialValue(field))}
        >
          {parts.object.include}
        </Button>
        {field.description && <p className={frame.description}>{field.description}</p>}
      </div>
    )
  }
  return (
    <fieldset className={styles.nested}>
      <legend className={isBare ? 'visually-hidden' : styles.legend}>
        <span className={field.required ? frame.needed : undefined}>{label}</span>
        {aside}
        {!field.required && (
          <button
            type="button"
            className={styles.leaveOut}
            aria-label={parts.object.leaveOutNamed(label)}
            onClick={() => onChange(undefined)}
          >
            {parts.object.leaveOut}
          </button>
        )}
      </legend>
      <OnLabelLine value={null}>
        <LabelledFields>
          <Members {...props} />
        </LabelledFields>
      </OnLabelLine>
      {own.length > 0 && (
        <p className={frame.problem}>{own.map((problem) => fields.problem(problem.reason)).join(' ')}</p>
      )}
    </fieldset>
  )
}

function Members({ field, value, onChange, onVisit, problems, nest: Fields }: FieldProps<FieldOf<'object'>>) {
  const { fields } = useWords()
  const values = isRecord(value) ? value : {}
  const setMember = (name: string, next: unknown) => setMembers({ [name]: next })
  function setMembers(changes: Readonly<Record<string, unknown>>) {
    const changed = Object.entries({ ...values, ...changes }).filter(([, value]) => value !== undefined)
    onChange(Object.fromEntries(changed))
  }
  return (
    <>
      <Fields
        fields={field.fields}
        values={values}
        problems={problems}
        onVisit={onVisit}
        onChange={setMember}
        onChangeAll={setMembers}
      />
      {field.extra && (
        <MemberRows
          member={field.extra}
          label={fields.label(field.name, field.title)}
          named={new Set(field.fields.map(({ name }) => name))}
          values={values}
          problems={problems}
          nest={Fields}
          onVisit={onVisit}
          onChange={onChange}
        />
      )}
    </>
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
