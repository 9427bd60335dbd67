import { ArrowDown, ArrowUp, X } from 'lucide-react'
import type { Field } from '../../shared/form/field.ts'
import { IconButton } from '../ui/button.tsx'
import { useFieldPartWords } from '../words/field-part-words.ts'
import { useWords } from '../words/words-context.tsx'
import { BareField, LabelledFields } from './bare-field.tsx'
import styles from './field-list.module.css'
import type { FieldProps } from './field-props.ts'
import type { ListEdits } from './list-edits.ts'
import { SingleField } from './single-field.tsx'

interface ListItemProps extends Pick<FieldProps, 'problems' | 'onVisit' | 'nest'> {
  readonly listLabel: string
  readonly field: Field
  readonly index: number
  readonly isLast: boolean
  readonly item: unknown
  readonly edits: ListEdits
  /** It has a fixed position: it can't be moved or removed. */
  readonly fixed?: boolean
  /** The list may end before this item. */
  readonly endsHere?: boolean
}

/** An item's own field, and buttons to move and remove it. */
export function ListItem({
  listLabel,
  field,
  index,
  isLast,
  item,
  edits,
  fixed = false,
  endsHere = false,
  problems,
  onVisit,
  nest,
}: ListItemProps) {
  const { fields } = useWords()
  const parts = useFieldPartWords()
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
            onChange={(next) => edits.replace(index, next === undefined ? (isText ? '' : null) : next)}
          />
        </Around>
      </div>
      {(!fixed || endsHere) && (
        <span className={styles.itemButtons} data-labelled={fixed || undefined}>
          {!fixed && <MoveButtons label={label} index={index} isLast={isLast} edits={edits} />}
          <IconButton
            small
            label={parts.list.remove(label)}
            icon={<X />}
            data-remove
            onClick={({ currentTarget }) => {
              focusBeside(currentTarget)
              edits.remove(index)
            }}
          />
        </span>
      )}
    </>
  )
}

/** Before an item is removed, the focus moves to the next one, else to the one before, else to the add button. */
function focusBeside(button: HTMLElement) {
  const item = button.closest('li')
  const beside = item?.nextElementSibling ?? item?.previousElementSibling
  const remove = beside?.querySelector<HTMLElement>(':scope > span [data-remove]')
  const rows = item?.parentElement?.parentElement
  if (remove) remove.focus()
  else requestAnimationFrame(() => rows?.querySelector<HTMLElement>(':scope > [data-add]')?.focus())
}

interface MoveButtonsProps extends Pick<ListItemProps, 'index' | 'isLast' | 'edits'> {
  readonly label: string
}

/** When an item reaches an end of the list, the button that moved it keeps the focus. */
function MoveButtons({ label, index, isLast, edits }: MoveButtonsProps) {
  const parts = useFieldPartWords()
  return (
    <>
      <IconButton
        small
        label={parts.list.earlier(label)}
        icon={<ArrowUp />}
        disabled={index === 0}
        focusableWhenDisabled
        onClick={() => edits.move(index, index - 1)}
      />
      <IconButton
        small
        label={parts.list.later(label)}
        icon={<ArrowDown />}
        disabled={isLast}
        focusableWhenDisabled
        onClick={() => edits.move(index, index + 1)}
      />
    </>
  )
}
