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
  const set = (next: readonly unknown[]) =>
    onChange(next.length === 0 && !field.required && field.minItems > 0 ? undefined : next)
  const isFull = field.maxItems !== null && items.length >= field.maxItems
  return (
    <ItemsFrame {...props} count={items.length}>
      {(controlId) => (
        <>
          {items.length === 0 && value !== undefined && (
            <span className={frame.stated}>{fields.list.empty}</span>
          )}
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

/** A list whose first items each have their own place, and perhaps more after them. It may end before the last place. */
export function TupleField(props: FieldProps<FieldOf<'tuple'>>) {
  const { field, value, onChange } = props
  const { fields } = useWords()
  const given: readonly unknown[] | null = Array.isArray(value) ? value : null
  const placeAt = (index: number) => field.items[index] ?? field.rest
  const shown = given ?? field.items.map(() => undefined)
  const filled = () => given ?? field.items.map(initialValue)
  const next = shown.length === field.maxItems ? null : placeAt(shown.length)
  const canEnd = given !== null && given.length > field.minItems && given.length <= field.items.length
  return (
    <ItemsFrame {...props} count={given?.length ?? 0}>
      {(controlId) => (
        <>
          {shown.length === 0 && <span className={frame.stated}>{fields.list.empty}</span>}
          <ol className={styles.places}>
            {shown.map((item, index) => {
              const place = placeAt(index)
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
                    items={filled()}
                    fixed={index < field.items.length}
                    endsHere={canEnd && index === shown.length - 1}
                    onItems={onChange}
                  />
                </li>
              )
            })}
          </ol>
          {next && (
            <Button
              id={controlId}
              icon={<Plus />}
              aria-label={fields.list.addTo(fields.label(field.name, field.title))}
              onClick={() => onChange([...filled(), initialValue(next)])}
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
  /** The list may end before this item. */
  readonly endsHere?: boolean
  readonly onItems: (items: readonly unknown[]) => void
}

function Item({
  listLabel,
  field,
  index,
  item,
  items,
  fixed = false,
  endsHere = false,
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
      {(!fixed || endsHere) && (
        <span className={styles.itemButtons} data-labelled={fixed || undefined}>
          {!fixed && <MoveButtons label={label} index={index} items={items} onItems={onItems} />}
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

interface MoveButtonsProps extends Pick<ItemProps, 'index' | 'items' | 'onItems'> {
  readonly label: string
}

function MoveButtons({ label, index, items, onItems }: MoveButtonsProps) {
  const { fields } = useWords()
  return (
    <>
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
    </>
  )
}
