import { TextInput } from '../ui/text-input.tsx'
import { useWords } from '../words/words-context.tsx'
import { FieldFrame } from './field-frame.tsx'
import type { FieldOf, FieldProps } from './field-props.ts'

export function TextField({ field, value, onChange, onVisit, problems }: FieldProps<FieldOf<'text'>>) {
  const { fields } = useWords()
  return (
    <FieldFrame
      field={field}
      touched={value !== undefined}
      problems={problems}
      onReset={() => onChange(undefined)}
    >
      {({ controlId, problemId }) => (
        <TextInput
          id={controlId}
          value={typeof value === 'string' ? value : ''}
          placeholder={
            field.defaultValue === undefined
              ? fields.serviceDefault
              : fields.defaultIs(String(field.defaultValue))
          }
          aria-describedby={problemId}
          invalid={problems.length > 0}
          onChange={(next) => onChange(next === '' ? undefined : next)}
          onBlur={onVisit}
        />
      )}
    </FieldFrame>
  )
}
