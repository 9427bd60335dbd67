import { useWords } from '../words/words-context.tsx'
import frame from './field-frame.module.css'

interface ItemsNoteProps {
  readonly field: {
    readonly minItems: number
    readonly maxItems: number | null
    readonly defaultValue: unknown
  }
  readonly value: unknown
}

/** Beside the label of a list: how many it has of how many; before the first, how many it takes and its default. */
export function ItemsNote({ field, value }: ItemsNoteProps) {
  const { fields } = useWords()
  const { minItems, maxItems, defaultValue } = field
  const count = Array.isArray(value) ? value.length : 0
  if (count > 0)
    return (
      <span className={frame.count} data-over={(maxItems !== null && count > maxItems) || undefined}>
        {maxItems === null ? fields.countOnly(count) : fields.countOf(count, maxItems)}
      </span>
    )
  const notes = [
    value === undefined && Array.isArray(defaultValue)
      ? fields.defaultIs(fields.list.content(defaultValue))
      : null,
    fields.list.room(minItems, maxItems),
  ].filter((note) => note !== null)
  if (notes.length === 0) return null
  return <span className={frame.count}>{notes.join(' · ')}</span>
}
