import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import type { MediaKind } from '../../shared/api/media.ts'
import { IconButton } from '../ui/button.tsx'
import { useWords } from '../words/words-context.tsx'
import frame from './field-frame.module.css'
import { FieldFrame } from './field-frame.tsx'
import type { FieldOf, FieldProps } from './field-props.ts'
import { MediaDrop } from './media-drop.tsx'
import { MediaPreview } from './media-preview.tsx'
import styles from './media-tiles.module.css'
import { keysOf, moveItem, removeItem } from './reorder.ts'

/** Several pictures, films or sounds, in an order that matters. */
export function MediaListField({ field, value, onChange, problems }: FieldProps<FieldOf<'media-list'>>) {
  const { fields } = useWords()
  const label = fields.label(field.name, field.title)
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  const full = field.maxItems !== null && items.length >= field.maxItems
  const set = (next: readonly unknown[]) => onChange(next.length === 0 ? undefined : next)
  return (
    <FieldFrame
      field={field}
      touched={items.length > 0}
      problems={problems}
      onReset={() => onChange(undefined)}
      aside={
        items.length > 0 && (
          <span className={frame.count} data-over={isOver(items.length, field.maxItems) || undefined}>
            {field.maxItems === null
              ? fields.countOnly(items.length)
              : fields.countOf(items.length, field.maxItems)}
          </span>
        )
      }
    >
      {({ controlId }) => (
        <>
          {items.length > 0 && <MediaTiles kind={field.media} label={label} items={items} onChange={set} />}
          {!full && (
            <MediaDrop
              kind={field.media}
              label={label}
              controlId={controlId}
              many
              invalid={problems.length > 0}
              onTake={(values) => set([...items, ...values])}
            />
          )}
        </>
      )}
    </FieldFrame>
  )
}

function isOver(length: number, maximum: number | null): boolean {
  return maximum !== null && length > maximum
}

interface MediaTilesProps {
  readonly kind: MediaKind
  readonly label: string
  readonly items: readonly unknown[]
  readonly onChange: (items: readonly unknown[]) => void
}

function MediaTiles({ kind, label, items, onChange }: MediaTilesProps) {
  const { fields } = useWords()
  const keys = keysOf(items)
  return (
    <ul className={styles.tiles}>
      {items.map((item, index) => (
        <li key={keys[index]} className={styles.tile}>
          <MediaPreview kind={kind} value={item} alt={fields.media.preview(`${label} ${index + 1}`)} />
          <span className={styles.order}>
            <IconButton
              small
              look="over-media"
              label={fields.media.earlier(label, index + 1)}
              icon={<ChevronLeft />}
              disabled={index === 0}
              onClick={() => onChange(moveItem(items, index, index - 1))}
            />
            <IconButton
              small
              look="over-media"
              label={fields.media.later(label, index + 1)}
              icon={<ChevronRight />}
              disabled={index === items.length - 1}
              onClick={() => onChange(moveItem(items, index, index + 1))}
            />
          </span>
          <span className={styles.corner}>
            <IconButton
              small
              look="over-media"
              label={fields.media.remove(label, index + 1)}
              icon={<X />}
              onClick={() => onChange(removeItem(items, index))}
            />
          </span>
        </li>
      ))}
    </ul>
  )
}
