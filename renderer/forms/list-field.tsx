import { Plus } from 'lucide-react'
import { initialValue } from '../../shared/form/initial-value.ts'
import { Button } from '../ui/button.tsx'
import { useFieldPartWords } from '../words/field-part-words.ts'
import { useWords } from '../words/words-context.tsx'
import { EmptyList } from './empty-list.tsx'
import { FieldFrame } from './field-frame.tsx'
import styles from './field-list.module.css'
import type { FieldOf, FieldProps } from './field-props.ts'
import { ItemsNote } from './items-note.tsx'
import { listValue, useListEdits } from './list-edits.ts'
import { ListItem } from './list-item.tsx'

/** A list of any field: items are added, changed, reordered and removed. */
export function ListField(props: FieldProps<FieldOf<'list'>>) {
  const { field, value, onChange } = props
  const { fields } = useWords()
  const parts = useFieldPartWords()
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  const edits = useListEdits(items, (next) => onChange(listValue(field, next)))
  const isFull = field.maxItems !== null && items.length >= field.maxItems
  return (
    <ItemsFrame {...props}>
      {(controlId) => (
        <>
          <EmptyList value={value} />
          {items.length > 0 && (
            <ol className={styles.items}>
              {items.map((item, index) => (
                <li key={edits.keys[index]} className={styles.item}>
                  <ListItem
                    {...props}
                    listLabel={fields.label(field.name, field.title)}
                    index={index}
                    isLast={index === items.length - 1}
                    item={item}
                    field={field.item}
                    edits={edits}
                  />
                </li>
              ))}
            </ol>
          )}
          {!isFull && (
            <Button
              id={controlId}
              data-add
              icon={<Plus />}
              aria-label={parts.list.addTo(fields.label(field.name, field.title))}
              onClick={() => edits.add(initialValue(field.item))}
            >
              {parts.list.add}
            </Button>
          )}
        </>
      )}
    </ItemsFrame>
  )
}

/**
 * A list whose first items each have their own field, and perhaps more after them. It may end before the last
 * position.
 */
export function TupleField(props: FieldProps<FieldOf<'tuple'>>) {
  const { field, value, onChange } = props
  const { fields } = useWords()
  const parts = useFieldPartWords()
  const given: readonly unknown[] | null = Array.isArray(value) ? value : null
  const placeAt = (index: number) => field.items[index] ?? field.rest
  const shown = given ?? field.items.map(() => undefined)
  const edits = useListEdits(given ?? field.items.map(initialValue), onChange)
  const next = shown.length === field.maxItems ? null : placeAt(shown.length)
  const canEnd = given !== null && given.length > field.minItems && given.length <= field.items.length
  return (
    <ItemsFrame {...props}>
      {(controlId) => (
        <>
          <EmptyList value={value} />
          <ol className={styles.places}>
            {shown.map((item, index) => {
              const place = placeAt(index)
              if (!place) return null
              return (
                <li key={edits.keys[index]} className={styles.item}>
                  <ListItem
                    {...props}
                    listLabel={fields.label(field.name, field.title)}
                    index={index}
                    isLast={index === shown.length - 1}
                    item={item}
                    field={place}
                    fixed={index < field.items.length}
                    endsHere={canEnd && index === shown.length - 1}
                    edits={edits}
                  />
                </li>
              )
            })}
          </ol>
          {next && (
            <Button
              id={controlId}
              data-add
              icon={<Plus />}
              aria-label={parts.list.addTo(fields.label(field.name, field.title))}
              onClick={() => edits.add(initialValue(next))}
            >
              {parts.list.add}
            </Button>
          )}
        </>
      )}
    </ItemsFrame>
  )
}

interface ItemsFrameProps extends FieldProps<FieldOf<'list' | 'tuple'>> {
  readonly children: (controlId: string) => React.ReactNode
}

function ItemsFrame({ field, value, problems, onChange, children }: ItemsFrameProps & FieldProps) {
  return (
    <FieldFrame
      field={field}
      touched={value !== undefined}
      problems={problems.filter(({ path }) => path.length === 0)}
      onReset={() => onChange(undefined)}
      aside={<ItemsNote field={field} value={value} />}
    >
      {({ controlId }) => <div className={styles.rows}>{children(controlId)}</div>}
    </FieldFrame>
  )
}
