import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import type { Field } from '../../shared/form/field.ts'
import { initialValue } from '../../shared/form/initial-value.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { useWords } from '../words/words-context.tsx'
import { BareField, LabelledFields } from './bare-field.tsx'
import frame from './field-frame.module.css'
import { FieldFrame } from './field-frame.tsx'
import styles from './field-list.module.css'
import type { FieldOf, FieldProps } from './field-props.ts'
import { moveItem, removeItem, replaceItem } from './reorder.ts'
import { SingleField } from './single-field.tsx'

/** A list of any field: items are added, changed, put in order and taken out. */
export function ListField(props: FieldProps<FieldOf<'list'>>) {
  const { field, value, onChange } = props
  const { fields } = useWords()
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  const set = (next: readonly unknown[]) => onChange(next.length === 0 && !field.required ? undefined : next)
  const isFull = field.maxItems !== null && items.length >= field.maxItems
  return (
    <ItemsFrame {...props} count={items.length}>
      {(controlId) => (
        <>
          {items.length > 0 && (
            <ol className={styles.items}>
              {items.map((item, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: items are told apart by their place alone.
                <li key={index} className={styles.item}>
                  <Item
                    {...props}
                    listLabel={fields.label(field.name, field.title)}
                    index={index}
                    item={item}
                    field={field.item}
                    items={items}
                    onItems={set}
                  />
                </li>
              ))}
            </ol>
          )}
          {!isFull && (
            <Button
              id={controlId}
              icon={<Plus />}
              aria-label={fields.list.addTo(fields.label(field.name, field.title))}
              onClick={() => set([...items, initialValue(field.item)])}
            >
              {fields.list.add}
            </Button>
          )}
        </>
      )}
    </ItemsFrame>
  )
}

/** A list whose first items each have their own place, and perhaps more after them. */
export function TupleField(props: FieldProps<FieldOf<'tuple'>>) {
  const { field, value, onChange } = props
  const { fields } = useWords()
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  const isFull = field.maxItems !== null && items.length >= field.maxItems
  const places = field.items.length
  const shown = Array.from({ length: Math.max(places, items.length) }, (_, index) => items[index])
  const begin = () => field.items.map(initialValue)
  return (
    <ItemsFrame {...props} count={items.length}>
      {(controlId) => (
        <>
          <ol className={styles.places}>
            {shown.map((item, index) => {
              const place = field.items[index] ?? field.rest
              if (!place) return null
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: places are told apart by their number alone.
                <li key={index} className={styles.item}>
                  <Item
                    {...props}
                    listLabel={fields.label(field.name, field.title)}
                    index={index}
                    item={item}
                    field={place}
                    items={items.length > 0 ? items : begin()}
                    fixed={index < places}
                    onItems={onChange}
                  />
                </li>
              )
            })}
          </ol>
          {field.rest && !isFull && (
            <Button
              id={controlId}
              icon={<Plus />}
              aria-label={fields.list.addTo(fields.label(field.name, field.title))}
              onClick={() =>
                onChange([...(items.length > 0 ? items : begin()), field.rest && initialValue(field.rest)])
              }
            >
              {fields.list.add}
            </Button>
          )}
        </>
      )}
    </ItemsFrame>
  )
}

interface ItemsFrameProps extends FieldProps<FieldOf<'list' | 'tuple'>> {
  readonly count: number
  readonly children: (controlId: string) => React.ReactNode
}

function ItemsFrame({ field, value, problems, onChange, count, children }: ItemsFrameProps & FieldProps) {
  const { fields } = useWords()
  const most = 'maxItems' in field ? field.maxItems : null
  return (
    <FieldFrame
      field={field}
      touched={value !== undefined}
      problems={problems.filter(({ path }) => path.length === 0)}
      onReset={() => onChange(undefined)}
      aside={
        count > 0 &&
        most !== null && (
          <span className={frame.count} data-over={count > most || undefined}>
            {fields.countOf(count, most)}
          </span>
        )
      }
    >
      {({ controlId }) => <div className={styles.rows}>{children(controlId)}</div>}
    </FieldFrame>
  )
}

interface ItemProps extends Pick<FieldProps, 'problems' | 'onVisit' | 'nest'> {
  readonly listLabel: string
  readonly field: Field
  readonly index: number
  readonly item: unknown
  readonly items: readonly unknown[]
  /** It has a place of its own: it can't be moved or taken out. */
  readonly fixed?: boolean
  readonly onItems: (items: readonly unknown[]) => void
}

function Item({
  listLabel,
  field,
  index,
  item,
  items,
  fixed = false,
  onItems,
  problems,
  onVisit,
  nest,
}: ItemProps) {
  const { fields } = useWords()
  const label = field.title && fixed ? field.title : fields.itemOf(listLabel, index + 1)
  const Around = fixed ? LabelledFields : BareField
  const isText = field.kind === 'text' || field.kind === 'media'
  return (
    <>
      <div className={styles.itemField}>
        <Around>
          <SingleField
            nest={nest}
            field={{ ...field, name: '', title: label, required: true }}
            value={item}
            problems={problems
              .filter(({ path }) => path[0] === index)
              .map((problem) => ({ ...problem, path: problem.path.slice(1) }))}
            onVisit={onVisit}
            onChange={(next) =>
              onItems(replaceItem(items, index, next === undefined ? (isText ? '' : null) : next))
            }
          />
        </Around>
      </div>
      {!fixed && (
        <span className={styles.itemButtons}>
          <IconButton
            small
            label={fields.list.earlier(label)}
            icon={<ArrowUp />}
            disabled={index === 0}
            onClick={() => onItems(moveItem(items, index, index - 1))}
          />
          <IconButton
            small
            label={fields.list.later(label)}
            icon={<ArrowDown />}
            disabled={index === items.length - 1}
            onClick={() => onItems(moveItem(items, index, index + 1))}
          />
          <IconButton
            small
            label={fields.list.remove(label)}
            icon={<X />}
            onClick={() => onItems(removeItem(items, index))}
          />
        </span>
      )}
    </>
  )
}
