import { Switch } from '../ui/switch.tsx'
import { useWords } from '../words/words-context.tsx'
import { FieldFrame } from './field-frame.tsx'
import type { FieldOf, FieldProps } from './field-props.ts'
import styles from './switch-field.module.css'

/** On, off, or untouched: then nothing is sent and the service's default applies. */
export function SwitchField({ field, value, onChange, problems }: FieldProps<FieldOf<'switch'>>) {
  const { fields } = useWords()
  const unset = typeof value !== 'boolean'
  const state = unset ? defaultWords(field.defaultValue, fields) : value ? fields.on : fields.off
  return (
    <FieldFrame
      field={field}
      touched={value !== undefined}
      problems={problems}
      onReset={() => onChange(undefined)}
      inline={(controlId) => (
        <>
          <span id={`${controlId}-state`} className={styles.state} data-unset={unset || undefined}>
            {state}
          </span>
          <Switch
            id={controlId}
            label={fields.label(field.name, field.title)}
            checked={unset ? field.defaultValue === true : value}
            unset={unset}
            isOpen={unset && typeof field.defaultValue !== 'boolean'}
            {...(unset && { describedBy: `${controlId}-state` })}
            onChange={onChange}
          />
        </>
      )}
    />
  )
}

function defaultWords(value: unknown, fields: ReturnType<typeof useWords>['fields']): string {
  return typeof value === 'boolean' ? fields.switchDefault[value ? 'on' : 'off'] : fields.undecided
}
