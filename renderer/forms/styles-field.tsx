import { Plus, X } from 'lucide-react'
import { Button, IconButton } from '../ui/button.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { useWords } from '../words/words-context.tsx'
import { EmptyList } from './empty-list.tsx'
import frame from './field-frame.module.css'
import { FieldFrame } from './field-frame.tsx'
import type { FieldOf, FieldProps } from './field-props.ts'
import { broughtValue } from './list-edits.ts'
import { removeItem, replaceItem } from './reorder.ts'
import { StrengthControl } from './strength-control.tsx'
import styles from './style-rows.module.css'

interface StyleValue {
  readonly id: string
  readonly strength?: number
}

/** Styles by id, each with a strength. */
export function StylesField({ field, value, onChange, onVisit, problems }: FieldProps<FieldOf<'styles'>>) {
  const { fields } = useWords()
  const label = fields.label(field.name, field.title)
  const items: readonly StyleValue[] = Array.isArray(value) ? value : []
  const full = field.maxItems !== null && items.length >= field.maxItems
  const set = (next: readonly StyleValue[]) => onChange(broughtValue(field, next))
  return (
    <FieldFrame
      field={field}
      touched={value !== undefined}
      problems={problems}
      onReset={() => onChange(undefined)}
      aside={
        items.length > 0 &&
        field.maxItems !== null && (
          <span className={frame.count}>{fields.countOf(items.length, field.maxItems)}</span>
        )
      }
    >
      {({ controlId }) => (
        <div className={styles.rows}>
          <EmptyList value={value} />
          {items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are told apart by their place alone.
            <div key={index} className={styles.row}>
              <TextInput
                aria-label={fields.styles.id(index + 1)}
                placeholder={fields.styles.idPlaceholder}
                value={item.id}
                onBlur={onVisit}
                onChange={(id) => set(replaceItem(items, index, { ...item, id }))}
              />
              <IconButton
                label={fields.styles.remove(index + 1)}
                icon={<X />}
                onClick={() => set(removeItem(items, index))}
              />
              <StrengthControl
                label={fields.styles.strength(index + 1)}
                bounds={field.strength}
                value={item.strength}
                onChange={(strength) => set(replaceItem(items, index, { ...item, strength }))}
              />
            </div>
          ))}
          {!full && (
            <Button
              id={controlId}
              aria-label={`${label}: ${fields.styles.add}`}
              icon={<Plus />}
              onClick={() => set([...items, { id: '' }])}
            >
              {fields.styles.add}
            </Button>
          )}
        </div>
      )}
    </FieldFrame>
  )
}
